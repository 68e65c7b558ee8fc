"""Cells of a sheet that are merged over several rows: a row that is read alone has their text, too."""

from __future__ import annotations

import re
from itertools import islice

from openpyxl.utils import column_index_from_string  # type: ignore[import-untyped]

MOST_MERGED, MOST_REPEATED = 100_000, 100_000
"""Merged cells of a sheet that are known, and characters that are repeated in it; further ones stand once."""
_MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\s[^<>]{0,400}?ref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']""")


class MergedCells:
    """The cells of one sheet that reach below their row. One that reaches aside only is a heading and stands once."""

    def __init__(self, sheet: bytes) -> None:
        """`sheet`: its part of the file, as XML."""
        self._ends: dict[tuple[int, int], int] = {}
        """The last row of a cell, by row and column of its first, both from 1."""
        for match in islice(_MERGED.finditer(sheet), MOST_MERGED):
            first, last = int(match[2]), int(match[3])
            if last > first:
                self._ends[first, column_index_from_string(match[1].decode())] = last
        self._below: dict[int, tuple[int, str]] = {}
        self._room = MOST_REPEATED

    def filled(self, number: int, cells: list[str]) -> list[str]:
        """Returns a row with what reaches down into it; one without cells of its own stays empty. Rows are asked for
        in their order, each once."""
        if not self._ends:
            return cells
        for column, (last, text) in list(self._below.items()):
            if number > last:
                del self._below[column]
            elif any(cells) and len(text) <= self._room and not "".join(cells[column - 1 : column]):
                cells = [*cells, *[""] * (column - len(cells))]
                cells[column - 1] = text
                self._room -= len(text)
        for column, text in enumerate(cells, 1):
            if (last := self._ends.get((number, column), 0)) and text:
                self._below[column] = last, text
        return cells
