"""Numbers of lists of RTF, by its tables of lists, for files that do not state the number of each item."""

from __future__ import annotations

from typing import NamedTuple

from gateway.ingestion.readers.shared.list_numbers import letters, roman
from gateway.ingestion.readers.shared.marked_lists import BULLET

_LEVELS = 9
_ARABIC, _BULLETS, _NONE, _ZERO = 0, 23, 255, 22
_MOST_LISTS = 10_000


class ListLevel(NamedTuple):
    """A level of a list: the kind of its numbers, the first one, and its pattern, in which the characters U+0000 to
    U+0008 stand for the number of a level."""

    kind: int = _ARABIC
    first: int = 1
    pattern: str = "\0."


class ListTables:
    """The lists of a file; counts their items."""

    def __init__(self) -> None:
        self._lists: dict[int, list[ListLevel]] = {}
        self._overrides: dict[int, tuple[int, dict[int, int]]] = {}
        self._counts: dict[int, list[int]] = {}

    def add(self, number: int, levels: list[ListLevel]) -> None:
        if len(self._lists) < _MOST_LISTS:
            self._lists[number] = levels[:_LEVELS]

    def override(self, number: int, of: int, starts: dict[int, int]) -> None:
        """Names a list by the number that paragraphs use, with first numbers of its own by level."""
        if len(self._overrides) < _MOST_LISTS:
            self._overrides[number] = of, starts

    def label(self, number: int, level: int) -> str | None:
        """Counts an item and returns its number, `-` for a bullet; None if there is no such list."""
        of, starts = self._overrides.get(number, (0, {}))
        levels = self._lists.get(of)
        if not levels or level >= len(levels):
            return None
        # Lists with first numbers of their own count alone; the others count along with their list.
        counts = self._counts.setdefault(-number if starts else of, [0] * _LEVELS)
        firsts = [starts.get(at, known.first) for at, known in enumerate(levels)]
        counts[level] = counts[level] + 1 if counts[level] else firsts[level]
        counts[level + 1 :] = [0] * (_LEVELS - level - 1)
        if levels[level].kind == _BULLETS:
            return BULLET
        parts = []
        for sign in levels[level].pattern:
            at = ord(sign)
            parts.append(_number(counts[at] or firsts[at], levels[at].kind) if at < len(levels) else sign)
        return "".join(parts).strip()


def _number(number: int, kind: int) -> str:
    if kind in (1, 2):
        return roman(number).upper() if kind == 1 else roman(number)
    if kind in (3, 4):
        text = letters(number, repeated=True)
        return text.upper() if kind == 3 else text
    return "" if kind == _NONE else f"{number:02}" if kind == _ZERO else str(number)
