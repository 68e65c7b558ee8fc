"""Cells of a sheet that are merged: a row that is read alone has their text, too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from gateway.ingestion.readers.shared.sheet_tables import ACROSS

MOST_MERGED, MOST_REPEATED = 100_000, 100_000
"""Merged cells of a sheet that are known, and characters and marks that are repeated in it; further ones stand once."""
_MERGED = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})")


class MergedCells:
    """The merged cells of one sheet. Those that reach below their row are repeated there; the cells that one reaches
    aside are marked by `ACROSS`, because a heading over several columns belongs to each of them."""

    def __init__(self, references: Iterable[str], most_columns: int) -> None:
        """`references`: such as `A2:B4`."""
        self._ends: dict[tuple[int, int], tuple[int, int]] = {}
        """The last row and column of a cell, by row and column of its first, all from 1."""
        for match in islice(filter(None, map(_MERGED.fullmatch, references)), MOST_MERGED):
            first, last = int(match[2]), int(match[4])
            left, right = _column(match[1]), min(_column(match[3]), most_columns)
            if last > first or right > left:
                self._ends[first, left] = last, right
        self._below: dict[int, tuple[int, int, str]] = {}
        self._room = MOST_REPEATED

    def filled(self, number: int, cells: list[str]) -> list[str]:
        """Returns a row with the text that reaches into it; a row without cells of its own stays empty. Rows are asked
        for in their order, each once."""
        if not self._ends:
            return cells
        found = list(cells)
        for column, (last, right, text) in list(self._below.items()):
            if number > last:
                del self._below[column]
            elif any(cells) and len(text) <= self._room and not "".join(cells[column - 1 : right]):
                self._put(found, column, right, text)
                self._room -= len(text)
        for column, text in enumerate(cells, 1):
            if text and (end := self._ends.get((number, column))):
                last, right = end
                self._put(found, column, right, text)
                if last > number:
                    self._below[column] = last, right, text
        return found

    def _put(self, cells: list[str], column: int, right: int, text: str) -> None:
        right = min(right, column + self._room)
        cells += [""] * (right - len(cells))
        cells[column - 1] = text
        for at in range(column, right):
            if not cells[at]:
                cells[at] = ACROSS
                self._room -= 1


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
