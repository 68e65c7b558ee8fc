"""JSON that is still being written: text is said while its string is open, an id when its closing quote has arrived.

Two layers over the same text. The scanner reads strings: it decodes them, and knows by the anchors of our own schema
where a text ends even when the model broke it. ijson's `basic_parse` is the strict judge of everything between strings;
of a string it sees a whole one, of a text an empty one in its place (its C backend is quadratic inside one long string:
0.4 µs a piece at 2 kB, 47 µs at 320 kB). Where the judge refuses, the scanner looks for the next key of ours.
"""

from __future__ import annotations

import json
import re
from typing import Any

import ijson  # type: ignore[import-untyped]

from gateway.answer import escapes
from gateway.answer.anchors import (
    QUOTES,
    brace_ends_text,
    is_structure,
    key_at,
    quote_ends_text,
    role_of,
    starts_document,
)
from gateway.answer.parts import Aside, Cut, Format, Note, Part
from gateway.answer.shape import Shape, TooDeep

LONGEST_STRING = 4096
"""Characters of a key, id or title; more of it is left out."""

_TOKEN = re.compile(r"\s+|[{}\[\],:]|[\"'“”]|[^\s{}\[\],:\"'“”]{1,64}")
_LITERALS = {"True": "true", "False": "false", "None": "null", "NaN": "null", "undefined": "null"}
_LITERALS |= dict.fromkeys(("Infinity", "-Infinity", "+Infinity", "-NaN"), "null")
_LITERAL = re.compile(r"(?:true|false|null|-?\d[\d.eE+-]*|0[xX][0-9a-fA-F]+)")
_COLON = re.compile(r"[:：;]|=>?")
"""What models write between a key and its value."""
_CUT_OFF = re.compile(r"""["'{\[:]|,["'{\[]""")
"""What stands behind half a key or a stray letter, and never behind a word of a sentence."""
_OPEN_KEY = re.compile(r"(\w{1,24})\s*:\s*")
"""A key whose closing quote is missing, up to the opening quote of its value."""
_OPEN_ID = re.compile(r"([^\]]{1,40})\]\s*,\s*")
"""An id whose closing quote is missing, up to the opening quote of the next key."""
_ID = re.compile(r"[EeGg]\d{1,3}")
_LETTERS = re.compile(r"[^\W\d_]")
_PROSE_STRING = re.compile(r"[\"'“][^\"'“”{}\[\]:\\]{12}")
_SHORT_STRING = re.compile(r"[\"'“](?!\s*[:,])[^\"'“”{}\[\]\\\n]{0,12}[\"'”]")
_SPECIALS = {quote: re.compile(rf"[{quote}\\}}$\n]") for quote in set(QUOTES.values())}
"""By closing quote: what may mean something inside a text."""
_TRAILER = re.compile(r"[\s`},\]\"']+")


class JsonReader:
    """Reads one or several JSON documents of our schema, from the first bracket on."""

    def __init__(self) -> None:
        self.next: Format | None = None
        self.parts: list[Part] = []
        self.shape = Shape(self.parts)
        self._step = self._structure
        self._judge, self._events = _new_judge()
        self._quote = '"'
        self._kind = "other"
        self._damaged = False
        self._math = escapes.Math()
        self._string: list[str] = []
        self._string_size = 0
        self._last = ""
        self._saw_brace = False
        self._comment_end = "\n"
        self._back = self._step
        self._special = _SPECIALS[self._quote]

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        self.parts = self.shape.out = out
        size = len(buffer)
        while at < size and self.next is None:
            step = self._step
            place = step(buffer, at, final)
            if place == at and self._step == step:
                break  # it waits for more
            at = place
        if final and self.next is None:
            self._finish()
        return at

    def _finish(self) -> None:
        """The text is over: say whether a paragraph or the document was left open."""
        if self._step == self._text or self.shape.lacks_ids:
            self.parts.append(Cut(open_text=True))
        elif not self.shape.closed:
            self.parts.append(Cut(open_text=False))
        else:
            self.shape.settle(more=False)
        if not self.shape.texts:
            self.parts.append(Note("bad_shape", {"strings": tuple(self.shape.strings)}))

    # Between strings -----------------------------------------------------------------------------------------------

    def _structure(self, buffer: str, at: int, final: bool) -> int:
        found = _TOKEN.match(buffer, at)
        assert found is not None  # every character begins a token
        token, end = found.group(), found.end()
        first = token[0]
        if first.isspace():
            return end
        if first == "/":
            return self._slash(buffer, at, final)
        if first == "#":
            self._comment_end, self._back, self._step = "\n", self._step, self._comment
            return end
        if first in QUOTES:
            return self._open(token, end)
        if first in "{}[],:":
            if first == ",":
                self.shape.comma()
            if not self._hand_over(token):
                return at
            self._last = ""
            return self._after(end)
        if end == len(buffer) and len(token) < 64 and not final:
            return at
        return self._word(token, at, end)

    def _word(self, token: str, at: int, end: int) -> int:
        """A number or literal, a key without quotes, a bare id, or a text whose opening quote is missing."""
        kind = self.shape.expects()
        literal = _LITERALS.get(token, token)
        if kind == "key" or _ID.fullmatch(token):
            literal = json.dumps(token)
        elif self.shape.awaits_text and _LETTERS.match(token) and not _LITERAL.fullmatch(literal):
            return self._open('"', at)
        return self._after(end) if self._hand_over(literal) else at

    def _slash(self, buffer: str, at: int, final: bool) -> int:
        """A comment, or a character that has no place here."""
        sign = buffer[at + 1 : at + 2]
        if not sign and not final:
            return at
        if sign and sign in "/*":
            self._comment_end = "*/" if sign == "*" else "\n"
            self._back, self._step = self._step, self._comment
            return at + 2
        if self._step == self._structure:
            self._hand_over("/")
            return at
        return at + 1

    def _comment(self, buffer: str, at: int, final: bool) -> int:
        place = buffer.find(self._comment_end, at)
        if place < 0:
            return len(buffer) if final else max(at, len(buffer) - 1)
        self._step = self._back
        return place + len(self._comment_end)

    def _after(self, end: int) -> int:
        if self.shape.closed:
            self._step = self._between_documents
        return end

    def _hand_over(self, token: str) -> bool:
        """Give a token to the judge; False, and looking for the next key of ours, where it refuses."""
        try:
            self._judge.send(token.encode())
            for name, value in self._events:
                self.shape.event(name, value)
        except (ijson.JSONError, TooDeep) as error:
            kind = "too_deep" if isinstance(error, TooDeep) else "bad_json"
            self.parts.append(Note(kind, {"token": token[:40]}))
            self._step, self._saw_brace = self._seek, False
            return False
        finally:
            del self._events[:]
        return True

    def _between_documents(self, buffer: str, at: int, final: bool) -> int:
        """Behind a closed document: another one may follow; anything else is no part of the answer."""
        found = _TRAILER.match(buffer, at)
        if found:
            return found.end()
        starts = starts_document(buffer, at, final) if buffer[at] in "{[" else False
        if starts is None:
            return at
        if starts:
            self.shape.closed = False
            self._judge, self._events = _new_judge()
            self._step = self._structure
            return at
        self.shape.settle(more=False)
        self.parts.append(Note("text_after_document"))
        self._step = self._aside
        return at

    def _aside(self, buffer: str, at: int, final: bool) -> int:
        self.parts.append(Aside(buffer[at:]))
        return len(buffer)

    # After damage --------------------------------------------------------------------------------------------------

    def _seek(self, buffer: str, at: int, final: bool) -> int:
        """Skip what cannot be read up to the next key of ours; a sentence on the way means that the format is lost."""
        first = buffer[at]
        if role_of(self._last) and (colon := _COLON.match(buffer, at)):
            if colon.group() == "=" and colon.end() == len(buffer) and not final:
                return at
            self._resume_behind(self._last)
            return colon.end()
        if first == "/":
            return self._slash(buffer, at, final)
        if first in "\"'“" or first.isalpha():
            key = key_at(buffer, at, final)
            if key is None:
                return at
            role, end = key
            if role:
                self._restart(role)
                return at
            if end > at:
                return end
        if first in "\"'“":
            return self._seek_string(buffer, at, final)
        found = _TOKEN.match(buffer, at)
        assert found is not None
        token, end = found.group(), found.end()
        if end == len(buffer) and len(token) < 64 and not first.isspace() and first not in "{}[],:" and not final:
            return at
        self._saw_brace |= token == "{"
        if _LETTERS.search(token) and not (token in _LITERALS or _LITERAL.fullmatch(token) or _ID.fullmatch(token)):
            if end + 1 >= len(buffer) and not final:
                return at
            if not _CUT_OFF.match(buffer, end):
                self.next = "prose"
                return at
        self._last = self._last if first.isspace() else ""
        return end

    def _seek_string(self, buffer: str, at: int, final: bool) -> int:
        """A string without a key: a text whose key is damaged, when the paragraph still lacks one."""
        if not self.shape.has_text and _PROSE_STRING.match(buffer, at):
            self._resume_behind("text")
            return at
        if len(buffer) - at < 16 and not final:
            return at
        short = _SHORT_STRING.match(buffer, at)
        return short.end() if short else at + 1

    def _resume_behind(self, key: str) -> None:
        self._restart(role_of(key))
        self._hand_over(json.dumps(key))
        self._hand_over(":")

    def _restart(self, role: str) -> None:
        self._judge, self._events = _new_judge()
        self._judge.send(self.shape.restart(role, self._saw_brace).encode())
        del self._events[:]
        self._step = self._structure

    # Inside strings ------------------------------------------------------------------------------------------------

    def _open(self, opening: str, end: int) -> int:
        self._kind = self.shape.expects()
        self._quote = QUOTES[opening]
        self._special = _SPECIALS[self._quote]
        if self._kind in ("text", "item"):
            self._damaged, self._math = False, escapes.Math()
            self._step = self._text_start
        else:
            self._string, self._string_size = [], 0
            self._step = self._short
        return end

    def _text_start(self, buffer: str, at: int, final: bool) -> int:
        structure = is_structure(buffer, at, final)
        if structure is None:
            return at
        if structure:
            self.parts.append(Note("bad_json", {"token": self._quote}))
            self._step, self._saw_brace = self._seek, False
            return at
        self.shape.text_opens(self._kind)
        self._step = self._text
        return at

    def _text(self, buffer: str, at: int, final: bool) -> int:
        """The hot path: slices up to the next character that may mean something."""
        say, search, size = self.parts.append, self._special.search, len(buffer)
        while at < size:
            found = search(buffer, at)
            if found is None:
                say(buffer[at:])
                return size
            place = found.start()
            if place > at:
                say(buffer[at:place])
                at = place
            sign = buffer[at]
            if sign == "\\":
                decoded = escapes.decode(buffer, at, final, bool(self._math.open))
                if decoded is None:
                    return at
                text, at = decoded
                if text == "\n":
                    self._math.newline()
                say(text)
            elif sign == "\n":
                self._math.newline()
                say("\n")
                at += 1
            elif sign == "$":
                length = self._math.dollar(buffer, at) or (1 if final else 0)
                if not length:
                    return at
                say("$" * length)
                at += length
            else:
                quote = sign == self._quote
                ends = self._ends(buffer, at, final, quote)
                if ends is None:
                    return at
                if ends:
                    return self._close(at + quote)
                self._damaged |= quote
                say(sign)
                at += 1
        return at

    def _ends(self, buffer: str, at: int, final: bool, quote: bool) -> bool | None:
        if not quote:
            return brace_ends_text(buffer, at, final)
        if self._kind == "item":
            return True
        return quote_ends_text(buffer, at, final, damaged=self._damaged)

    def _close(self, end: int) -> int:
        self._step = self._structure
        self._hand_over('""')
        self.shape.text_closes(self._kind)
        return end

    def _short(self, buffer: str, at: int, final: bool) -> int:
        """A key, an id, a title: said when whole."""
        found = self._special.search(buffer, at)
        while found is not None and buffer[found.start()] not in (self._quote, "\\"):
            found = self._special.search(buffer, found.end())
        place = found.start() if found else len(buffer)
        self._keep(buffer[at:place])
        if found is None:
            return place
        if buffer[place] == "\\":
            decoded = escapes.decode(buffer, place, final, False)
            if decoded is None:
                return place
            self._keep(decoded[0])
            return decoded[1]
        self._step = self._structure
        self._last = "".join(self._string)
        key = _OPEN_KEY.fullmatch(self._last) if self._kind == "key" else None
        if key and role_of(key.group(1)):
            self._last = ""
            for token in (json.dumps(key.group(1)), ":"):
                self._hand_over(token)
            return place
        unquoted = _OPEN_ID.fullmatch(self._last) if self.shape.in_ids else None
        if unquoted:
            self._last = ""
            for token in (json.dumps(unquoted.group(1)), "]", ","):
                self._hand_over(token)
            return place
        self._hand_over(json.dumps(self._last))
        return place + 1

    def _keep(self, text: str) -> None:
        self._string_size += len(text)
        if self._string_size <= LONGEST_STRING:
            self._string.append(text)


def _new_judge() -> tuple[Any, Any]:
    events = ijson.sendable_list()
    return ijson.basic_parse_coro(events), events
