"""Rows of tables that two documents have in common. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from gateway.answer.evidence.facts.quantities import figures

LONGEST_CELL, MOST_ROWS = 60, 200
"""Characters of a cell that holds a value, and rows of one text that are read."""
_RULE = re.compile(r"\|?[ \t]*+:?-{2,}+:?[ \t]*+(?:\|[ \t]*+:?-{2,}+:?[ \t]*+)*+\|?[ \t]*+")
_DATE = re.compile(r"(?:19|20)\d\d(?:-\d\d){0,2}|\d{1,2}\.\d{1,2}\.\d{4}")


class NamedRow(NamedTuple):
    """A row with its place in the text. `head`: the names of its columns."""

    head: tuple[str, ...]
    cells: tuple[str, ...]
    start: int
    end: int


def table_rows(text: str) -> dict[tuple[str, str], NamedRow]:
    """Returns the rows of Markdown tables by the first names of columns and rows; a name that comes twice names no
    row."""
    found: dict[tuple[str, str], NamedRow] = {}
    twice: set[tuple[str, str]] = set()
    head: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    at = rows = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        cells = _cells(line)
        if not cells:
            head = before = ()
        elif _RULE.fullmatch(line.strip()):
            head = before
        elif head and len(cells) == len(head) and rows < MOST_ROWS:
            rows += 1
            key = head[0].casefold(), cells[0].casefold()
            twice |= {key} if key in found else set()
            found[key] = NamedRow(head, cells, start, start + len(line))
        else:
            before = cells
    return {key: row for key, row in found.items() if key not in twice and key[1]}


def _cells(line: str) -> tuple[str, ...]:
    line = line.strip()
    if not line.startswith("|"):
        return ()
    return tuple(" ".join(cell.split()).strip("*_`") for cell in line.strip("|").split("|"))


def cells_that_differ(left: NamedRow, other: NamedRow) -> tuple[str, str] | None:
    """Returns the values in which the same row of two tables differs; None if there are none, or if a date tells that
    the rows are about different times."""
    theirs = {name.casefold(): cell for name, cell in zip(other.head[1:], other.cells[1:], strict=True)}
    pairs = [
        (cell, theirs[name.casefold()])
        for name, cell in zip(left.head[1:], left.cells[1:], strict=True)
        if name.casefold() in theirs
    ]
    if len(pairs) != len(left.head) - 1 or len(theirs) != len(pairs):
        return None
    changed = [pair for pair in pairs if _differ(*pair)]
    dates = [pair for pair in changed if all(_DATE.fullmatch(cell) for cell in pair)]
    if not changed or (dates and len(dates) < len(changed)):
        return None
    return ", ".join(cell for cell, _ in changed), ", ".join(cell for _, cell in changed)


def _differ(left: str, other: str) -> bool:
    """Tells whether two cells hold different values: other figures, or other words if there are no figures."""
    if not left or not other or left.casefold() == other.casefold() or max(len(left), len(other)) > LONGEST_CELL:
        return False
    if _DATE.fullmatch(left) and _DATE.fullmatch(other):
        return True
    ours, theirs = ({reading for each in figures(cell) for reading in each.readings} for cell in (left, other))
    if ours or theirs:
        return bool(ours and theirs) and ours.isdisjoint(theirs)
    return left.casefold() not in other.casefold() and other.casefold() not in left.casefold()
