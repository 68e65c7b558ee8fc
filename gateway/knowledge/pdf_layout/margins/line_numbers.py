"""Numbers of lines in the margins of drafts, which are no part of the text: 1, 2, 3 … or every fifth one."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import Literal, NamedTuple

from gateway.knowledge.pdf_layout.runs import Run, in_rows

_LEAST, _LEAST_STEPS = 5, 3
"""Numbers below each other: of each line, and of every fifth or so."""
_MOST_STEP = 10
_SAME_EDGE = 3.0
"""Points between the edges of numbers below each other."""
_LONG_LINE, _LONG_VERSE = 25, 12
"""Characters in the middle one of the numbered lines; shorter ones are cells of a table."""
_LEAST_CONTINUED = 0.2
"""Share of the lines that begin with a small letter, because a sentence continues in them."""
_LEAST_FULL = 0.4
"""Share of the lines that reach the right edge of the text."""
_BEGINS_WITH_NUMBER = re.compile(r"(\d{1,4}) +(?=\S)")
_DIGIT = 0.55
"""Sizes of the letters that a digit is wide, about."""
_NEXT_COLUMN = 1.6
"""Heights of the letters; text after a wider gap belongs to another column."""

Side = Literal["left", "right"]


class _Edge(NamedTuple):
    """Numbers are flush with one of their sides."""

    side: Side
    at: float

    def is_near(self, run: Run) -> bool:
        return abs(_edge_of(run, self.side) - self.at) < _SAME_EDGE


def without_line_numbers(pages: Sequence[Sequence[Run]]) -> list[list[Run]]:
    """Returns the runs of each page without the numbers of its lines. A page with few lines has its numbers at the same
    edge as the other pages.
    """
    parted = [[_parted(run) for run in runs] for runs in pages]
    edges = {edge for runs in parted for edge in _edges([part for parts in runs for part in parts])}
    if not edges:
        return [list(runs) for runs in pages]

    def is_dropped(run: Run) -> bool:
        return _is_number(run) and any(edge.is_near(run) for edge in edges)

    return [
        [part for run, parts in zip(*page, strict=True) for part in (parts[1:] if is_dropped(parts[0]) else [run])]
        for page in zip(pages, parted, strict=True)
    ]


def _parted(run: Run) -> list[Run]:
    """Returns a run, or its number and its text if it begins with a number that is close to the text."""
    match = _BEGINS_WITH_NUMBER.match(run.text)
    if not match or run.angle:
        return [run]
    right = run.left + _DIGIT * (run.size or run.height) * len(match[1])
    return [replace(run, text=match[1], right=right), replace(run, text=run.text[match.end() :], left=right + _DIGIT)]


def _edge_of(run: Run, side: Side) -> float:
    return run.left if side == "left" else run.right


def _is_number(run: Run) -> bool:
    return run.angle == 0 and len(run.text) < 6 and run.text.strip().isdecimal()


def _edges(runs: Sequence[Run]) -> Iterator[_Edge]:
    """Yields the edges at which the numbers of lines are."""
    numbers = [run for run in runs if _is_number(run)]
    if len(numbers) < _LEAST_STEPS:
        return
    text = _NumberedLines(runs)
    sides: tuple[Side, Side] = ("right", "left")
    for side in sides:
        columns: dict[int, list[Run]] = defaultdict(list)
        for run in numbers:
            columns[round(_edge_of(run, side))].append(run)
        for key, column in columns.items():
            near = [run for step in (0, 1, 2) for run in columns.get(key + step, ())]
            if len(near) >= _LEAST_STEPS and any(map(text.are_numbered, _counted(near))):
                yield _Edge(side, median(_edge_of(run, side) for run in column))


def _counted(numbers: Sequence[Run]) -> Iterator[list[Run]]:
    """Yields numbers below each other that grow by one step."""
    numbers = sorted(numbers, key=lambda run: -run.middle)
    counted = numbers[:1]
    last = 0
    for before, after in pairwise(numbers):
        step = int(after.text) - int(before.text)
        if len(counted) > 1 and step != last:
            yield counted
            counted = [before]
        counted.append(after)
        last = step
    yield counted


class _NumberedLines:
    """The lines of a page, each with what is written in it from left to right."""

    def __init__(self, runs: Sequence[Run]) -> None:
        rows = in_rows((run for run in runs if run.angle == 0), 0)[::-1]
        self._rows = [row.runs for row in rows]
        self._heights = [row.runs[0].middle for row in rows]

    def are_numbered(self, numbers: Sequence[Run]) -> bool:
        """Tells whether numbers count the lines of a text next to them."""
        step = int(numbers[-1].text) - int(numbers[-2].text) if len(numbers) > 1 else 0
        if not 0 < step <= _MOST_STEP or len(numbers) < (_LEAST if step == 1 else _LEAST_STEPS):
            return False
        for after in (True, False):
            lines = [line for number in numbers if (line := self._beside(number, after=after))]
            if len(lines) < 0.6 * len(numbers):
                continue
            if self._are_between(numbers, lines, step) if step > 1 else _are_text(lines):
                return True
        return False

    def _beside(self, number: Run, *, after: bool) -> list[Run]:
        """Returns the text in the line nearest to a number, up to the next column: after the number or before it."""
        low = bisect_left(self._heights, number.middle - number.height)
        high = bisect_right(self._heights, number.middle + number.height)
        for at in sorted(range(low, high), key=lambda at: abs(self._heights[at] - number.middle)):
            found: list[Run] = []
            for run in self._rows[at] if after else self._rows[at][::-1]:
                last = found[-1] if found else number
                gap = run.left - last.right if after else last.left - run.right
                if found and gap > _NEXT_COLUMN * run.height:
                    break
                if run is not number and gap > -0.5 * run.height:
                    found.append(run)
            if found:
                return found if after else found[::-1]
        return []

    def _are_between(self, numbers: Sequence[Run], lines: Sequence[Sequence[Run]], step: int) -> bool:
        """Tells whether the text has as many lines between two numbers as these count."""
        if median(sum(len(run.text) for run in line) for line in lines) < _LONG_VERSE:
            return False
        left, right = min(line[0].left for line in lines), max(line[-1].right for line in lines)
        fitting = 0
        for above, below in pairwise(numbers):
            low = bisect_right(self._heights, below.middle + 0.4 * below.height)
            high = bisect_left(self._heights, above.middle - 0.4 * above.height)
            rows = sum(any(left - 1 < run.left < right for run in self._rows[at]) for at in range(low, high))
            fitting += rows == step - 1
        return fitting >= 0.6 * (len(numbers) - 1)


def _are_text(lines: Sequence[Sequence[Run]]) -> bool:
    """Tells whether lines are running text, and not the cells of a table or the entries of a list."""
    texts = [" ".join(run.text for run in line) for line in lines]
    continued = sum(text[:1].isalpha() and not text[:1].isupper() for text in texts)
    left, right = min(line[0].left for line in lines), max(line[-1].right for line in lines)
    full = sum(line[-1].right > left + 0.8 * (right - left) for line in lines)
    return (
        median(map(len, texts)) >= _LONG_LINE
        and continued >= _LEAST_CONTINUED * len(texts)
        and full >= _LEAST_FULL * len(texts)
    )
