"""Cells of a sheet that are merged: a row that is read alone has their text, too."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from gateway.ingestion.readers.shared.sheet_tables import ACROSS, SheetRow
from gateway.knowledge.documents.omissions import Omissions

MOST_MERGED, MOST_REPEATED = 100_000, 100_000
"""Merged cells of a sheet that are known, and characters and marks that are repeated in it; further ones stand once."""
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})", re.IGNORECASE)


def place(reference: str) -> tuple[int, int] | None:
    """Returns row and column of a cell, both from 1; None if the text is no reference."""
    if not (found := _REFERENCE.fullmatch(reference)):
        return None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(found[2]), column


class MergedCells:
    """The merged cells of one sheet. Those that reach below their row are repeated there; the cells that one reaches
    aside are marked by `ACROSS`, because a heading over several columns belongs to each of them."""

    def __init__(self, references: Iterable[str], most_columns: int) -> None:
        """`references`: such as `A2:B4`."""
        self._ends: dict[tuple[int, int], tuple[int, int]] = {}
        """The last row and column of a cell, by row and column of its first, all from 1."""
        for reference in islice(references, MOST_MERGED):
            first, last = (place(corner) for corner in reference.partition(":")[::2])
            if first and last and (last[0] > first[0] or last[1] > first[1]):
                self._ends[first] = last[0], min(last[1], most_columns)
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


def visible_rows(
    rows: list[SheetRow], merged: MergedCells, hidden: Collection[int], omissions: Omissions
) -> Iterator[SheetRow]:
    """Yields the rows with their merged cells, without hidden columns. `hidden`: their places from 0."""
    filled = {at for row in rows for at in hidden if "".join(row.cells[at : at + 1])}
    is_left_out = bool(filled) and omissions.hides("hidden_column", count=len(filled))
    for number, found, is_hidden in rows:
        line = merged.filled(number, found)
        if is_left_out:
            line = _without(line, hidden)
        while line and not line[-1]:
            line.pop()
        yield SheetRow(number, line, is_hidden)


def _without(cells: list[str], hidden: Collection[int]) -> list[str]:
    """Returns a row without its hidden cells; the text of a merged cell moves to the first one that is not hidden."""
    cells = list(cells)
    for at in range(len(cells) - 1):
        if at in hidden and cells[at + 1] == ACROSS:
            cells[at + 1] = cells[at]
    return [text for at, text in enumerate(cells) if at not in hidden]
