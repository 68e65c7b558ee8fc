"""Where the tables of a sheet are: between empty rows, below each other, and beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gateway.knowledge.formats.tabular.table_heads import SAMPLE, class_of, filled_places

_MOST_BESIDE = 20
"""Runs of columns that can be tables beside each other; more are one table with empty columns."""


class SheetRow(NamedTuple):
    """A row: its number in the sheet, and its cells as shown, each made by `markdown_parts.cell`. Trailing empty cells
    may be missing; a row without cells is empty. A hidden row has no cells and does not end a table."""

    number: int
    cells: list[str]
    is_hidden: bool = False


class SheetTable(NamedTuple):
    """Rows that belong together, in the columns from `first` to before `end`."""

    rows: list[SheetRow]
    first: int
    end: int

    def cells(self, at: int) -> list[str]:
        """Returns a row of the table as wide as the table."""
        found = self.rows[at].cells[self.first : self.end]
        return found + [""] * (self.end - self.first - len(found))

    @property
    def sample(self) -> list[list[str]]:
        """The first rows."""
        return [self.cells(at) for at in range(min(SAMPLE, len(self.rows)))]


def tables_of(rows: Iterable[SheetRow]) -> Iterator[SheetTable]:
    """Yields the tables of a sheet in their order."""
    for run in _runs(rows):
        for part in _below_each_other(run):
            yield from _beside_each_other(part)


def _runs(rows: Iterable[SheetRow]) -> Iterator[list[SheetRow]]:
    """Yields runs of rows between empty ones."""
    run: list[SheetRow] = []
    before = 0
    for found in rows:
        if run and not found.is_hidden and (not found.cells or found.number > before + 1):
            yield run
            run = []
        if found.cells:
            run.append(found)
        before = found.number
    if run:
        yield run


def _below_each_other(run: list[SheetRow]) -> Iterator[list[SheetRow]]:
    """Yields the parts of a run; one begins with a title above names, in the midst of figures."""
    start = 0
    for at in range(1, len(run) - 2):
        if len(filled_places(run[at].cells)) == 1 and _is_new_table(run[at - 1 : at + 3]):
            yield run[start:at]
            start = at
    yield run[start:]


def _is_new_table(rows: list[SheetRow]) -> bool:
    before, _, names, first = ([class_of(text) for text in line.cells] for line in rows)
    figures = [at for at, kind in enumerate(first) if kind == "figure"]
    texts = {rows[2].cells[at] for at in figures if at < len(names) and names[at] in ("text", "year", "date")}
    return "figure" in before and "figure" not in names and bool(figures) and len(texts) == len(figures)


def _beside_each_other(rows: list[SheetRow]) -> Iterator[SheetTable]:
    used = sorted({at for line in rows for at in filled_places(line.cells)})
    spans: list[tuple[int, int]] = []
    for at in used:
        if spans and spans[-1][1] == at:
            spans[-1] = spans[-1][0], at + 1
        else:
            spans.append((at, at + 1))
    sides = _separate(rows, spans)
    if len(sides) == 1:
        yield SheetTable(rows, *sides[0])
        return
    for first, end in sides:
        own = (SheetRow(line.number, [""] * first + line.cells[first:end]) for line in rows)
        for run in _runs(line for line in own if filled_places(line.cells)):
            yield SheetTable(run, first, end)


def _separate(rows: list[SheetRow], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the columns of tables beside each other. An empty column inside a table parts nothing: a table has
    several columns, and either the names of the left one or other rows."""
    if len(spans) > _MOST_BESIDE:
        return [(spans[0][0], spans[-1][1])]
    found = spans[:1]
    for span in spans[1:]:
        left = found[-1]
        if span[1] - span[0] > 1 and left[1] - left[0] > 1 and _stand_alone(rows, left, span):
            found.append(span)
        else:
            found[-1] = left[0], span[1]
    return found


def _stand_alone(rows: list[SheetRow], left: tuple[int, int], right: tuple[int, int]) -> bool:
    sides = [[line.cells[first:end] for line in rows] for first, end in (left, right)]
    tops = [next((cells for cells in side if len(filled_places(cells)) > 1), []) for side in sides]
    if tops[0] and tops[0] == tops[1]:
        return True
    extents = [[bool(filled_places(cells)) for cells in side] for side in sides]
    labels = [cells[0] for cells in sides[1] if filled_places(cells)]
    texts = sum(class_of(text) == "text" for text in labels)
    return extents[0] != extents[1] and bool(tops[1]) and 2 * texts > len(labels)
