"""The header of a table, told from its first rows: text above a block of figures, in one to three rows, below lines
that are a title or a remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import mode
from typing import Literal, NamedTuple

ACROSS = "\0"
"""The text of a cell that belongs to a merged cell on its left."""
_MOST_ABOVE, _MOST_REMARKS = 10, 40
"""Lines of a title above a table; more if most of the first rows have several cells."""
SAMPLE = 60
"""Rows from which the header is told."""
_MOST_HEADS, _MOST_KNOWN = 3, 10
_LONGEST_FIGURE = 40
_NARROW = 4
"""Columns of a table above which a row of two cells is a remark; with one less, if names of figures follow."""

Class = Literal["empty", "across", "sign", "year", "date", "figure", "text"]
Row = Sequence[str]

_YEAR = re.compile(r"(?:19|20)\d\d(?:\s?[-/–]\s?\d{2,4})?")
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T]\d{1,2}:\d\d.{0,12})?|\d{1,2}[-. ]{1,2}[^\W\d]{3,9}\.?[- ]\d{2,4}"
)
_MONEY = re.compile(r"[A-Z]{3}\s?(?=[-\d(])")
_TRUTHS = ("TRUE", "FALSE", "true", "false", "True", "False", "[x]", "[ ]")
_UNKNOWN = re.compile(r"n\.?/?\s?a\.?|k\.\s?a\.|null|none|tba|tbd", re.IGNORECASE)


class Head(NamedTuple):
    """`above`: rows that are lines above the table; `rows`: those of the header after them, 0 if there is none."""

    above: int
    rows: int


@lru_cache(maxsize=4096)
def class_of(text: str) -> Class:
    """Returns what a cell contains: nothing, a sign for "no value", a year, a date, another figure, or text."""
    if not text:
        return "empty"
    if text == ACROSS:
        return "across"
    if len(text) > _LONGEST_FIGURE:
        return "text"
    if _YEAR.fullmatch(text):
        return "year"
    if _DATE.fullmatch(text):
        return "date"
    digits, letters = sum(map(str.isdigit, text)), sum(map(str.isalpha, text))
    if not digits:
        if text in _TRUTHS:
            return "figure"
        return "sign" if not letters or _UNKNOWN.fullmatch(text) else "text"
    money = _MONEY.match(text)
    first = next(letter for letter in text[money.end() if money else 0 :] if letter.isalnum())
    return "figure" if first.isdigit() and letters - 3 * bool(money) <= 3 else "text"


def head_of(rows: Sequence[Row], known: int = 0) -> Head:
    """Returns how many of the first rows are lines above a table and its header.

    rows: the first ones of a block without empty rows.
    known: how many rows the file itself counts as header, lines above it included; 0 if it does not say so.
    """
    rows = [*rows[:SAMPLE]]
    above = _above(rows)
    if above >= len(rows):
        return Head(above, 0)
    if above < known <= above + _MOST_KNOWN and known <= len(rows):
        return Head(above, known - above)
    classes = [[class_of(text) for text in row] for row in rows[above:]]
    if _is_data(classes, rows[above:]):
        return Head(above, 0)
    count = 1
    while count < min(_MOST_HEADS, len(classes) - 1) and _continues(classes, rows[above:], count):
        count += 1
    return Head(above, count)


def names_of(rows: Sequence[Row], width: int) -> list[str]:
    """Returns the name of each column from one or more header rows: `2023 Spring`. A name over several columns becomes
    part of the name of each."""
    filled = [[*row, *[""] * (width - len(row))][:width] for row in rows]
    last = filled[-1]
    for row in filled:
        has_gaps = row is not last and ACROSS not in row
        for at in range(1, width):
            is_gap = has_gaps and not row[at] and row[at - 1] and last[at] and last[at - 1]
            if row[at] == ACROSS or is_gap:
                row[at] = row[at - 1]
    parts = ([row[at] for row in filled if row[at] and row[at] != ACROSS] for at in range(width))
    return [" ".join(dict.fromkeys(names)) for names in parts]


def filled_places(row: Row) -> list[int]:
    """Returns the places of the cells that have a text of their own."""
    return [at for at, text in enumerate(row) if text and text != ACROSS]


def _above(rows: Sequence[Row]) -> int:
    """Returns how many rows above the table are lines of a title, or remarks."""
    counts = [len(row) for row in map(filled_places, rows)]
    if max(counts, default=0) < 2:
        return len(rows) if len(rows) <= _MOST_ABOVE else 0
    usual = mode(count for count in counts if count > 1)
    most = _MOST_REMARKS if 2 * sum(count > 1 for count in counts) > len(counts) else _MOST_ABOVE
    above = 0
    while above < min(len(rows) - 1, most) and _is_remark(rows, above, usual):
        above += 1
    return above if above < most or counts[above] > 1 else 0


def _is_remark(rows: Sequence[Row], at: int, usual: int) -> bool:
    """Tells whether a row is a title or a remark, and no part of the table below it."""
    row, below = rows[at], rows[at + 1]
    places, first = filled_places(row), below[:1] and below[0]
    if len(places) == 1:
        column = places[0]
        if ACROSS in row:
            return column == 0
        is_name = (
            column > 0 and class_of("".join(below[column : column + 1])) == "text" and len(filled_places(below)) > 1
        )
        return not (is_name and "figure" not in map(class_of, below))
    if places != [0, 1] or ACROSS in row or not first or usual < _NARROW - 1:
        return False
    return usual >= _NARROW or _has_names(rows[at + 1 :])


def _has_names(rows: Sequence[Row]) -> bool:
    """Tells whether the first wide row names the figures of the next one."""
    wide = next((at for at, row in enumerate(rows) if len(filled_places(row)) >= _NARROW - 1), len(rows))
    if wide + 1 >= len(rows):
        return False
    names, figures = ([class_of(text) for text in row] for row in rows[wide : wide + 2])
    return "figure" not in names and any(pair == ("text", "figure") for pair in zip(names, figures, strict=False))


def _column(classes: Sequence[Sequence[Class]], at: int) -> list[Class]:
    found = (row[at] for row in classes if at < len(row))
    return [kind for kind in found if kind not in ("empty", "across", "sign")]


def _usual(classes: Sequence[Sequence[Class]], at: int) -> Class:
    """Returns the class of most cells of a column; `empty` if it has none."""
    column = _column(classes, at)
    return mode(column) if column else "empty"


def _is_data(classes: Sequence[Sequence[Class]], rows: Sequence[Row]) -> bool:
    """Tells whether the first row is one of the table, and no header of the others."""
    first, others = classes[0], classes[1:]
    if str(rows[0][0] if rows[0] else "").endswith((":", "：")) and len(filled_places(rows[0])) == 2:
        return True
    figures = [at for at, kind in enumerate(first) if kind in ("figure", "year", "date")]
    if not others:
        return any(first[at] != "year" for at in figures)
    same = [at for at in figures if _usual(others, at) in ("figure", "year", "date")]
    if not same:
        return bool(figures) and "text" not in first and not any("text" in row for row in others)
    if all(first[at] in ("year", "date") and _usual(others, at) != first[at] for at in same):
        return False
    if len(same) > 1 and all(
        _units(rows[0][at]) and not any(_units(row[at]) for row in rows[1:] if at < len(row)) for at in same
    ):
        return False
    return not (len(same) > 2 and _counts(rows[0], same) and not _counts(rows[1], same))


def _units(text: str) -> str:
    """Returns the signs of percent, time and money in a figure."""
    return "".join(sign for sign in text if sign in "%:€$£¥")


def _counts(row: Row, places: Sequence[int]) -> bool:
    """Tells whether whole numbers count up in equal steps."""
    cells = [row[at] for at in places if at < len(row)]
    if not all(cell.isdecimal() and len(cell) < 10 for cell in cells) or len(cells) < 3:
        return False
    steps = {int(after) - int(before) for before, after in pairwise(cells)}
    return len(steps) == 1 and steps.pop() > 0


def _continues(classes: Sequence[Sequence[Class]], rows: Sequence[Row], at: int) -> bool:
    """Tells whether a row continues the header above it."""
    above, row, body = classes[at - 1], classes[at], classes[at + 1 :]
    numbers = {column for column in range(max(map(len, classes))) if _usual(body, column) in ("figure", "year", "date")}
    for column, kind in enumerate(row):
        if kind == "figure" or (kind in ("year", "date") and _usual(body, column) == kind):
            return False
    named = {column for column, kind in enumerate(row) if kind in ("text", "year", "date")}
    merged = {column for column, kind in enumerate(above) if kind == "across"}
    if merged & named:
        return True
    has_figures = bool(numbers) and numbers <= named
    for column in sorted(named & numbers if has_figures or row[0] == "empty" else ()):
        left = max((at for at, kind in enumerate(above[:column]) if kind != "empty"), default=-1)
        if left in named and (column >= len(above) or above[column] == "empty"):
            return True
    strict = all(kind in ("figure", "year", "date") for column in numbers for kind in _column(body, column))
    if not has_figures or not strict or len(body) < 2:
        return False
    distinct = {rows[at][column] for column in numbers}
    if row[0] == "empty" or all(rows[at][column][0] in "([" for column in numbers):
        return True
    return len(numbers) > 1 and len(distinct) == len(numbers)
