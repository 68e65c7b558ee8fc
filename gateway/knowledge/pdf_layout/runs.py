"""Characters at places on a page: runs, the rows they stand in, and which of their gaps part columns.

A page knows no words and no columns. In a justified line the blanks between words are as wide as those between the
cells of a table; what tells them apart is the lines above and below: a gap that goes on there parts columns.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from gateway.knowledge.pdf_layout.bidi import RIGHT_TO_LEFT, logical

CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
"""Scripts whose words stand without spaces between them."""
GAP = 0.8
"""Heights of the letters; a narrower gap is always a blank between words."""
_SURE_GAP = 3.0
"""Heights; a wider gap is never one."""
_LEAST_ROWS = 3
"""Rows through which a gap goes on that parts columns; of gaps above `_WIDE_GAP`, two."""
_WIDE_GAP = 1.6
_FARTHEST_ROW = 10
_LEAST_RIVER = 0.5
"""Heights that must stay blank from row to row."""
_LEAST_FLUSH, _WIDEST_BLANK = 0.3, 10.0
"""Share of the lines that reach both edges where text is justified; heights of a blank in it."""
_FAR = 4.0
"""Heights between two rows; what lies farther apart does not belong together."""

_MOST_UPRIGHT = 2000
"""Upright lines of a page; more are a drawing."""
_TOUCHING = 0.1
"""Heights; a narrower gap is inside a word."""

_MARKER = re.compile(r"[•‣▪●○◦■□–·▶➢\uf0b7\uf0a7-]|\(?\d{1,3}[.)]|\(?[a-z][.)]")
_LEADER = re.compile(r"(?<!\s)\s*(?:[.·…]\s?){5,}")
"""Dots from an entry to its page; one ellipsis says as much."""


class Rule(NamedTuple):
    """A straight line drawn on a page, level or upright, or an edge of a filled area; points, origin bottom left."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def level(self) -> bool:
        return self.right - self.left >= self.top - self.bottom

    @property
    def mirrored(self) -> Rule:
        return Rule(-self.right, self.bottom, -self.left, self.top)


@dataclass(slots=True)
class Run:
    """Characters in one go. `angle` is that of the writing (0, 90, 180, 270 degrees); the rectangle is turned back by
    it, so that every run reads from left to right. Pages that read from right to left are mirrored for the same reason.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    angle: int = 0
    size: float = 0.0
    """Of its letters, in points; 0: as its height says."""
    is_mirrored: bool = False
    """Its page reads from right to left: `left` and `right` are the distances from the right, negated."""
    base: float | None = None
    """The baseline of its letters; None if it is unknown."""
    is_value: bool = False
    """It is what a field of a form shows."""

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


class Walls:
    """The upright lines of a page, which part the words of two cells even if these are close to each other."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        upright = sorted(rule for rule in rules if not rule.level)
        self._rules = upright if len(upright) <= _MOST_UPRIGHT else []
        self._edges = [rule.left for rule in self._rules]

    def __bool__(self) -> bool:
        return bool(self._edges)

    def part(self, left: float, right: float, bottom: float, top: float) -> bool:
        """Tells whether a line is drawn in a gap of a line of text, whose bottom and top are given."""
        if right - left < _TOUCHING * (top - bottom):
            return False
        between = self._rules[bisect_left(self._edges, left - 0.5) : bisect_left(self._edges, right + 0.5)]
        return any(rule.bottom < (bottom + top) / 2 < rule.top for rule in between)


@dataclass(slots=True)
class PageRow:
    """Runs on one height of a page, from left to right."""

    runs: list[Run]
    page: int

    @property
    def text(self) -> str:
        return "  ".join(run.text.strip() for run in self.runs)

    @property
    def box(self) -> Run:
        return around(self.runs)

    @property
    def size(self) -> float:
        return max(self.runs, key=lambda run: len(run.text)).size

    def gap_within(self, low: float, high: float) -> tuple[float, float]:
        """Returns what the row leaves of a gap: a run across its middle ends it, one that only reaches into it narrows
        it."""
        middle = (low + high) / 2
        low = max([low, *(run.right for run in self.runs if run.left < middle and run.right > low)])
        return low, min([high, *(run.left for run in self.runs if run.right > middle and run.left < high)])


def left_and_right(runs: Sequence[Run]) -> tuple[float, float]:
    """Returns the left edge and the right edge of some runs."""
    return min(run.left for run in runs), max(run.right for run in runs)


def around(runs: Sequence[Run]) -> Run:
    """Returns the rectangle that holds all of some runs."""
    left, right = left_and_right(runs)
    bottom, top = min(run.bottom for run in runs), max(run.top for run in runs)
    return Run("", left, bottom, right, top, runs[0].angle, is_mirrored=runs[0].is_mirrored)


def turned(left: float, bottom: float, right: float, top: float, angle: int) -> tuple[float, float, float, float]:
    """Returns a rectangle of the page, turned so that writing at `angle` reads from left to right."""
    if angle == 90:
        return bottom, -right, top, -left
    if angle == 180:
        return -right, -top, -left, -bottom
    if angle == 270:
        return -top, left, -bottom, right
    return left, bottom, right, top


def page_box(run: Run) -> Run:
    """Returns the rectangle of a run as it is on the page."""
    if not run.angle:
        return run
    return Run("", *turned(run.left, run.bottom, run.right, run.top, (360 - run.angle) % 360))


def on_page(run: Run) -> tuple[float, float, float, float]:
    """Returns the rectangle of a run on its page: neither turned nor mirrored."""
    left, right = (-run.right, -run.left) if run.is_mirrored else (run.left, run.right)
    left, bottom, right, top = turned(left, run.bottom, right, run.top, (360 - run.angle) % 360)
    return round(left, 1), round(bottom, 1), round(right, 1), round(top, 1)


def in_rows(runs: Iterable[Run], page: int) -> list[PageRow]:
    """Runs on one height, from top to bottom, each row from left to right."""
    rows: list[PageRow] = []
    for run in sorted(runs, key=lambda run: (run.angle, -run.middle, run.left)):
        last = rows[-1].runs[0] if rows else None
        if last and last.angle == run.angle and last.middle - run.middle < 0.5 * min(last.height, run.height):
            rows[-1].runs.append(run)
        else:
            rows.append(PageRow([run], page))
    for row in rows:
        row.runs.sort(key=lambda run: run.left)
    return rows


def joined(runs: Sequence[Run], rules: Sequence[Rule] = ()) -> list[Run]:
    """Words of one line in one run; columns and cells stay apart. Leaders ("....") are blanks."""
    rows = in_rows((run for run in runs if run.text.strip() and not _LEADER.fullmatch(run.text)), 0)
    walls = Walls(rules)
    whole: list[Run] = []
    for index, row in enumerate(rows):
        current: Run | None = None
        longest = 0
        for run in row.runs:
            listed = current is not None and run is row.runs[1] and _MARKER.fullmatch(current.text.strip()) is not None
            if current is None or (not listed and _parts(rows, index, current, run, walls)):
                current = replace(run, size=run.size or run.height)
                longest = len(run.text)
                whole.append(current)
                continue
            blank = " " if run.left - current.right > 0.12 * run.height and not current.text.endswith(" ") else ""
            current.text += blank + run.text
            current.right = max(current.right, run.right)
            current.is_value |= run.is_value
            current.bottom, current.top = min(current.bottom, run.bottom), max(current.top, run.top)
            if len(run.text) > longest:
                current.size, longest = run.size or run.height, len(run.text)
    for run in whole:
        run.text = _LEADER.sub(" … ", run.text).replace("~~ ~~", " ")
        if run.is_mirrored or RIGHT_TO_LEFT.search(run.text):
            run.text = logical(run.text, mirrored=run.is_mirrored)
    return whole


def unjustified(rows: Sequence[PageRow]) -> list[PageRow]:
    """Rows of one column of text; where most of it is set flush on both sides, a line is one run again whose words were
    driven apart, all as wide, to reach its edges.
    """
    sides = Counter((round(row.runs[0].left / 2), round(row.runs[-1].right / 2)) for row in rows if len(row.runs) == 1)
    edges, flush = sides.most_common(1)[0] if sides else ((0, 0), 0)
    if flush < _LEAST_FLUSH * len(rows):
        return list(rows)
    left, right = (2 * edge for edge in edges)

    def is_flush(row: PageRow) -> bool:
        return abs(row.runs[0].left - left) < 2.5 and abs(row.runs[-1].right - right) < 2.5 and _evenly_set(row.runs)

    return [PageRow([_whole_line(row.runs)], row.page) if is_flush(row) else row for row in rows]


def _evenly_set(runs: Sequence[Run]) -> bool:
    gaps = [after.left - before.right for before, after in pairwise(runs)]
    height = runs[0].height
    widest = _WIDEST_BLANK if len(gaps) > 1 else _SURE_GAP  # a gap alone is always even
    return bool(gaps) and max(gaps) - min(gaps) < 0.2 * height and max(gaps) < widest * height


def _whole_line(runs: Sequence[Run]) -> Run:
    return replace(around(runs), text=" ".join(run.text for run in runs), size=runs[0].size)


def _parts(rows: Sequence[PageRow], index: int, before: Run, after: Run, walls: Walls) -> bool:
    """Whether the gap between two runs of a row parts columns."""
    height = min(before.height, after.height)
    left, right = before.right, after.left
    if after.angle % 90:
        return True  # the rectangles of slanted strings are larger than their letters
    if walls and after.angle == 0 and walls.part(left, right, after.bottom, after.top):
        return True
    if right - left < GAP * height:
        return False
    if right - left > _SURE_GAP * height:
        return True
    least = 2 if right - left > _WIDE_GAP * height else _LEAST_ROWS
    return _river(rows, index, left, right, least) >= least


def _river(rows: Sequence[PageRow], index: int, left: float, right: float, enough: int) -> int:
    """Rows around this one, it included, in which the gap goes on: as many as have text to its left, or to its right if
    those are fewer, for the lines of two columns may stand at different heights. Not more than `enough` are looked for.
    """
    before = after = 1
    for step in (-1, 1):
        low, high = left, right
        for number in range(index + step, index + _FARTHEST_ROW * step, step):
            if min(before, after) >= enough or not 0 <= number < len(rows):
                break
            row, near = rows[number], rows[number - step]
            head = near.runs[0]
            if row.runs[0].angle != head.angle or abs(row.runs[0].middle - head.middle) > _FAR * head.height:
                break
            low, high = row.gap_within(low, high)
            if high - low < _LEAST_RIVER * head.height:
                break
            before += row.runs[0].left < low
            after += row.runs[-1].right > high
    return min(before, after)
