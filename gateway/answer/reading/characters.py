"""Characters: what may reach a reader of the answer, and how text is cut into pieces.

Sanitising happens once, where text enters: a lone surrogate that reaches an encoder kills the stream without a terminal
event. Every decision depends on the characters alone, never on how they were cut.
"""

from __future__ import annotations

import re

_SUSPECT = re.compile("[\x00-\x08\x0b-\x1f\x85\u2028\u2029\ud800-\udfff]")
"""Characters that `Sanitizer` may change."""
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f]")
_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")
REPLACEMENT = "\ufffd"


def joined(high: int, low: int) -> str:
    """Returns the character behind a surrogate pair."""
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


class Sanitizer:
    """Every line end becomes LF, C0 controls except tab and newline go, lone surrogates become U+FFFD.

    U+0085, U+2028 and U+2029 are line ends to readers made of `splitlines`: left as they are, such a reader would lose
    text, and a model could write it a whole event (ADR 0008).
    """

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting = ""
        """A CR or high surrogate at the end of what came."""

    def feed(self, text: str) -> str:
        """Returns clean text; a trailing CR or high surrogate waits for the next piece."""
        if self._waiting:
            text, self._waiting = self._waiting + text, ""
        if not _SUSPECT.search(text):
            return text
        if text[-1] == "\r" or "\ud800" <= text[-1] <= "\udbff":
            text, self._waiting = text[:-1], text[-1]
        return _clean(text)

    def close(self) -> str:
        waiting, self._waiting = self._waiting, ""
        return _clean(waiting)


def _clean(text: str) -> str:
    text = _LINE_ENDS.sub("\n", text)
    text = _PAIR.sub(lambda pair: joined(ord(pair.group()[0]), ord(pair.group()[1])), text)
    return _CONTROL.sub("", _LONE.sub(REPLACEMENT, text))


def after(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Returns the end of a match at this place; the place itself where there is none."""
    found = pattern.match(text, at)
    return found.end() if found else at


def size(text: str) -> int:
    """Returns the bytes of UTF-8 that a text takes on the wire and in the database, whatever its script."""
    return len(text) if text.isascii() else len(text.encode())


def fitting(text: str, room: int) -> int:
    """Returns how many characters from the start fit into so many bytes."""
    if room <= 0 or text.isascii():
        return max(0, min(room, len(text)))
    return len(text.encode()[:room].decode(errors="ignore"))


MOST_PIECES = 16
"""Pieces of one text that stand by themselves in a list until they are gathered: each takes 60 bytes of memory, and
says five."""


def gather(pieces: list[str]) -> None:
    """Makes one of the pieces of a text, which is read as a whole."""
    pieces[:] = ("".join(pieces),)


class TextPieces:
    """The rule of the universal text encoding: no piece begins with a newline.

    The last character that is no newline, and the newlines after it, wait for the next piece. Newlines at the very
    start belong to nothing and go.
    """

    __slots__ = ("_last", "_newlines")

    def __init__(self) -> None:
        self._last = ""
        self._newlines = 0

    def add(self, text: str) -> str:
        """Returns what may be sent now; may be empty."""
        body = text.rstrip("\n")
        if not body:
            if self._last:
                self._newlines += len(text)
            return ""
        if self._newlines:
            body, trailing = self._last + "\n" * self._newlines + body, len(text) - len(body)
        elif self._last:
            body, trailing = self._last + body, len(text) - len(body)
        else:
            trailing = len(text) - len(body)
            body = body.lstrip("\n")
        self._last, self._newlines = body[-1], trailing
        return body[:-1]

    def release(self, ending: str = "") -> str:
        """Returns what was held back, its newlines replaced by `ending`; nothing when nothing was held."""
        last, self._last, self._newlines = self._last, "", 0
        return last + ending if last else ""
