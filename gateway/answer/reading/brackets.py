"""The brackets of a document as its text has them. A parser loses them behind damage; here they are counted."""

from __future__ import annotations

from gateway.answer.reading.schema_keys import Role

_OPENERS = {"}": "{", "]": "["}


class Brackets:
    """Reads the brackets between strings. A bracket that closes also closes what was left open inside of it."""

    __slots__ = ("_around", "_open")

    def __init__(self) -> None:
        self._open: list[str] = []
        self._around: list[str] | None = None
        """The brackets around the first object of a paragraph; None before it."""

    @property
    def closed(self) -> bool:
        """Whether every bracket is closed."""
        return not self._open

    def read(self, signs: str) -> None:
        """Reads signs; those that are no brackets do not count."""
        for sign in signs:
            opener = _OPENERS.get(sign)
            if sign in "{[":
                self._open.append(sign)
            elif opener in self._open:
                while self._open.pop() != opener:
                    pass

    def key(self, role: Role, *, damaged: bool) -> None:
        """Notes a key of ours. `damaged`: behind damage, where brackets may be lost or too many. The key is in an
        object all the same: that of the whole document, or one like that of the first paragraph."""
        if role in ("text", "ids"):
            if self._around is None:
                self._around = self._open[:-1]
            if damaged:
                self._open = [*self._around, "{"]
        elif damaged:
            self._open = ["{"]

    def begin(self) -> None:
        """Notes that another document begins."""
        if self.closed:
            self._around = None
