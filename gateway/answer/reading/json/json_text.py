"""The text of a paragraph inside its JSON string: shown while it comes, up to where our structure goes on."""

from __future__ import annotations

import re

from gateway.answer.reading import escapes
from gateway.answer.reading.anchors import brace_ends_text, comma_ends_text, quote_ends_item, quote_ends_text
from gateway.answer.reading.markers import Cites, nothing_cites
from gateway.answer.reading.markup import InnerText
from gateway.answer.reading.parts import Part
from gateway.answer.reading.schema_keys import QUOTES

_SPECIALS = {quote: re.compile(rf"[{quote}\"\\{{}},$\n]") for quote in {*QUOTES.values()}}
"""By closing quote: what may mean something inside a text."""
_STRAY = re.compile(r"[^\s\"\[\w]\s{0,64}\"|[^\W\d]\s{0,64}\"")
"""One sign too many before the opening quote of a text."""
_PART_OF_STRAY = re.compile(r"[^\s\"\[]\s{0,64}")
_OBJECT = re.compile(r"\{\s{0,64}(?:(\")[\w -]{0,24}(?:\"\s{0,64}(:)?)?)?")
"""A brace, and whether it opens an object or stands before the quote of a text."""


def stray_sign(buffer: str, at: int, final: bool, key_quote: str) -> bool | None:
    """Tells whether the sign where a text should begin is one too many; None: wait."""
    sign, size = buffer[at], len(buffer)
    if sign == "{":
        found = _OBJECT.match(buffer, at)
        assert found is not None  # a brace stands here
        if found.end() == size:
            return False if final else None
        return bool(found.group(1) and not found.group(2))
    if sign in QUOTES and key_quote != '"':
        return False
    if _STRAY.match(buffer, at):
        return True
    part = _PART_OF_STRAY.match(buffer, at)
    return None if part and part.end() == size and not final else False


class JsonText:
    """One text. `item`: it is an element of a list."""

    __slots__ = ("_braces", "_damaged", "_inner", "_item", "_math", "_quote", "_search")

    def __init__(self, quote: str = '"', *, item: bool = False, cites: Cites = nothing_cites) -> None:
        self._quote, self._item = quote, item
        self._inner = InnerText(cites)
        self._search = _SPECIALS[quote].search
        self._damaged = False
        self._braces = 0
        """Braces of the text itself that are open: what closes them is no structure."""
        self._math = escapes.Math()

    def add(self, text: str, out: list[Part]) -> None:
        """Adds text that is decoded."""
        self._inner.feed(text, out)

    def end(self, out: list[Part]) -> None:
        """Gives what was held back: the text is over."""
        self._inner.feed("", out, final=True)

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> tuple[int, bool]:
        """Gives what is certain from `at` on. Returns the place behind it, and whether the text ends there."""
        texts: list[str] = []
        position, ends = self._decode(buffer, at, final, texts)
        self._inner.feed("".join(texts), out, final=ends)
        return position, ends

    def _decode(self, buffer: str, at: int, final: bool, texts: list[str]) -> tuple[int, bool]:
        """Decodes what is certain from `at` on.

        The hot path: slices up to the next character that may mean something.
        """
        search, size, begin = self._search, len(buffer), at
        ends: bool | None = False
        while at < size:
            found = search(buffer, at)
            if found is None:
                at = size
                break
            at = found.start()
            sign = buffer[at]
            if sign == ",":
                ends = comma_ends_text(buffer, at, final)
                if ends is False:
                    at += 1
                    continue
                break
            if at > begin:
                texts.append(buffer[begin:at])
            begin = at
            if sign == "\\":
                decoded = escapes.decode(buffer, at, final, bool(self._math.open))
                if decoded is None:
                    return at, False
                text, at = decoded
                if text == "\n":
                    self._math.newline()
                texts.append(text)
                begin = at
            elif sign == "{":
                self._braces += 1
                at += 1
            elif sign == "\n":
                self._math.newline()
                at += 1
            elif sign == "$":
                length = self._math.dollar(buffer, at) or (1 if final else 0)
                if not length:
                    return at, False
                at += length
            else:
                quote = sign != "}"
                ends = self._ends(buffer, at, final, sign)
                if ends is None:
                    return at, False
                if ends:
                    return at + quote, True
                self._damaged |= quote
                self._braces -= not quote and self._braces > 0
                at += 1
        if at > begin:
            texts.append(buffer[begin:at])
        return at, at < size and ends is True

    def _ends(self, buffer: str, at: int, final: bool, sign: str) -> bool | None:
        if sign == "}":
            return brace_ends_text(buffer, at, final)
        if self._item and sign == self._quote:
            return quote_ends_item(buffer, at, final)
        return quote_ends_text(buffer, at, final, damaged=self._damaged or self._braces > 0 or sign != self._quote)
