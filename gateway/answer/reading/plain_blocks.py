"""Where a block of plain text ends, while it is being written: at a blank line, but for one inside a list or code.

The text is read sign by sign; `words/text/markdown.py` reads finished texts only. What a line is, is known when it is over,
so nothing has to be held back but the first signs behind a blank line, and the signs of a fence.
"""

from __future__ import annotations

import re

_HEAD = 16
"""Characters of a line that tell what it is."""
_ITEM = re.compile(r"([ \t]{0,8})(?:([-*+•])|\d{1,3}([.)、]))(?=[ \t]|(?<=、))")
_PART_OF_ITEM = re.compile(r"[ \t]{0,8}(?:[-*+•]|\d{1,3}[.)]?)?")
_INDENTED = re.compile(r"(?: {2}| ?\t)[ \t]*+\S")
_INDENTED_CODE = re.compile(r"(?: {4}| {0,3}\t)[ \t]*\S")
_FENCE = re.compile(r"[ \t]*(`{3,64}|~{3,64})")
_CLOSING = re.compile(r"[ \t]*(`{3,64}|~{3,64})[ \t]{0,16}(\n|\Z)")
_PART_OF_CLOSING = re.compile(r"[ \t]*(`{1,64}|~{1,64})[ \t]{0,16}")
_DEEPEST_FENCE = 3
"""Blanks before a fence; in a list it may stand deeper."""


class PlainBlock:
    """The block of plain text that is open."""

    __slots__ = ("_head", "_kind", "_list", "_ticks", "fence")

    def __init__(self) -> None:
        self.fence = ""
        """What opened the code that the reader is in."""
        self._ticks = 0
        """Backticks of the line that opened it."""
        self._head = ""
        """How the open line begins."""
        self._kind = ""
        """`prose`, `list` or `code`, which is indented; empty before the first line is over."""
        self._list = ""
        """The mark of the list's items."""

    def add(self, text: str) -> None:
        """Takes text of the open line."""
        if len(self._head) < _HEAD:
            self._head += text[: _HEAD - len(self._head)]
        if self._ticks:
            self._ticks += text.count("`")

    def begin_line(self, buffer: str, at: int, first: int, final: bool) -> bool:
        """Takes note of a fence at the start of a line, whose first sign is at `first`; False: wait for more signs."""
        if self.fence:
            part = _PART_OF_CLOSING.match(buffer, at)
            if part and part.end() == len(buffer) and not final and part.group(1)[0] == self.fence[0]:
                return False
            closing = _CLOSING.match(buffer, at)
            if closing and closing.group(1).startswith(self.fence):
                self.fence = ""
            return True
        run = first
        while run < len(buffer) and run - first < 64 and buffer[run] == buffer[first]:
            run += 1
        if run == len(buffer) and not final and run - first < 64:
            return False
        fence = _FENCE.match(buffer, at)
        if fence and (first - at <= _DEEPEST_FENCE or self._kind == "list"):
            self.fence = fence.group(1)
            self._ticks = int(self.fence[0] == "`")
        return True

    def end_line(self) -> None:
        """Takes note that the open line is over."""
        head, ticks, self._head, self._ticks = self._head, self._ticks, "", 0
        if self.fence and ticks > 1 + len(self.fence):
            self.fence = ""  # code inside one line
        if not head.strip():
            return
        if not self._kind:
            self._kind = "code" if _INDENTED_CODE.match(head) else "prose"
        item = _ITEM.match(head)
        if item and self._kind != "code":
            if self._kind == "prose" or len(item.group(1)) < 2:
                self._list = item.group(2) or item.group(3)
            self._kind = "list"

    def goes_on(self, buffer: str, at: int, final: bool) -> bool | None:
        """Tells whether the block goes on behind blank lines, with the line at `at`; None: wait."""
        if self._kind == "code":
            blanks = len(buffer) - at <= 4 and not buffer[at:].strip(" \t")
            return None if blanks and not final else bool(_INDENTED_CODE.match(buffer, at))
        if self._kind != "list":
            return False
        if _INDENTED.match(buffer, at):
            return True
        item = _ITEM.match(buffer, at)
        if item:
            return (item.group(2) or item.group(3)) == self._list
        part = _PART_OF_ITEM.match(buffer, at)
        return None if part and part.end() == len(buffer) and not final else False

    def end(self) -> None:
        """Takes note that the block is over."""
        self._kind = self._list = self._head = ""
