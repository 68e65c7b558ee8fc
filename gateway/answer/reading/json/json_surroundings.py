"""What stands beside JSON and is none: comments, thoughts between its tokens, words behind a document."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from gateway.answer.reading.anchors import starts_document
from gateway.answer.reading.characters import after
from gateway.answer.reading.parts import OutsideText, Part, Thought
from gateway.answer.reading.schema_keys import key_at
from gateway.answer.reading.thoughts import tag_at

_COMMENT = re.compile(r"#[ \t!#-]{0,16}[\w\n]")
_PART_OF_COMMENT = re.compile(r"#[ \t!#-]{0,16}")
_TURN = re.compile(r"[<{\[]")
_BRACKET = re.compile(r"[{\[]")
_BLANKS = re.compile(r"\s{0,64}")


class Beside(ABC):
    """Steps of a reader of JSON that leave out what is none, and then go back to the step before."""

    def __init__(self, step: Callable[[Any, str, int, bool], int]) -> None:
        """Begins with a step: a function of the class, for a method of its own would keep the reader from being let go
        at once."""
        self.parts: list[Part] = []
        self._step = self._back = step
        self._comment_end = "\n"

    def _hash(self, buffer: str, at: int, final: bool) -> int | None:
        """Returns the place behind the `#` at `at` where words follow it; `at` where it is no comment, None: wait."""
        part, key = _PART_OF_COMMENT.match(buffer, at), key_at(buffer, at + 1, final)
        if key is None or (part and part.end() == len(buffer) and not final):
            return None
        return self._comment_begins("\n", at + 1) if _COMMENT.match(buffer, at) and not key[0] else at

    def _slash(self, buffer: str, at: int, final: bool) -> int:
        """Passes over a comment, or over a slash that has no place here."""
        sign = buffer[at + 1 : at + 2]
        if not sign and not final:
            return at
        if sign and sign in "/*":
            return self._comment_begins("*/" if sign == "*" else "\n", at + 2)
        return self._misplaced(at)

    @abstractmethod
    def _misplaced(self, at: int) -> int:
        """Passes over the slash at `at`, which begins no comment."""

    def _comment_begins(self, end: str, at: int) -> int:
        self._comment_end, self._back, self._step = end, self._step, Beside._comment
        return at

    def _comment(self, buffer: str, at: int, final: bool) -> int:
        position = buffer.find(self._comment_end, at)
        if position < 0:
            return len(buffer) if final else max(at, len(buffer) - 1)
        self._step = self._back
        return position + len(self._comment_end)

    def _thought_begins(self, buffer: str, at: int, final: bool) -> int | None:
        """Returns the place behind a tag of thoughts at `at`; `at` where there is none, None: wait."""
        tag = tag_at(buffer, at, final)
        if tag is not None and tag[0] == "open":
            self._back, self._step = self._step, Beside._thought
        return tag[1] if tag is not None else None

    def _thought(self, buffer: str, at: int, final: bool) -> int:
        """Reads a thought between structure, which ends with its tag or where our structure goes on; returns the place
        behind it."""
        found = _TURN.search(buffer, at)
        position = found.start() if found else len(buffer)
        if position == at:
            tag = tag_at(buffer, at, final) if buffer[at] == "<" else ("", at)
            starts = None if tag is None else tag[0] == "close" or starts_document(buffer, at, final)
            if tag is None or starts is None:
                return at
            if starts:
                self._step = self._back
                return tag[1]
            position = at + 1
        self.parts.append(Thought(buffer[at:position]))
        return position

    def _starts_again(self, buffer: str, at: int, final: bool) -> bool | None:
        """Tells whether another document, damaged perhaps, begins at the bracket at `at`; None: wait."""
        starts = starts_document(buffer, at, final)
        if starts is not False or buffer[at] == "[":
            return starts
        key = key_at(buffer, after(_BLANKS, buffer, at + 1), final)
        return None if key is None else bool(key[0])

    def _aside(self, buffer: str, at: int, final: bool) -> int:
        """Passes over what is no part of the answer, up to another document; returns the place behind it."""
        position, starts = at, False
        while found := _BRACKET.search(buffer, position):
            again = self._starts_again(buffer, found.start(), final)
            if again is not False:
                starts = bool(again)
                break
            position = found.end()
        stop = found.start() if found else len(buffer)
        if stop > at:
            self.parts.append(OutsideText(buffer[at:stop]))
        if starts:
            self._step = self._back
        return stop
