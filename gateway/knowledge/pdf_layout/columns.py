"""Columns of a page, in reading order."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from statistics import median

from gateway.knowledge.pdf_layout.framed_tables import Framed
from gateway.knowledge.pdf_layout.grids import Zone
from gateway.knowledge.pdf_layout.runs import PageRow, Run, around, in_rows, left_and_right

_LEAST_COLUMN, _LEAST_WORDS = 3, 15
"""Lines in a column, and characters in its middle line; below, side by side means a table."""
_LONG_COLUMN = 8
"""Lines of a column that can have a shorter one beside it."""
_MOST_CROSSING = 0.3
"""Share of the lines that cross a gutter."""
_WIDE = 0.6
"""Share of the width of a page; a wider line is no part of columns."""
_EDGE = 7
"""Part of the width of a page that a column takes at least; beside it are notes in a margin."""
_DEEPEST = 4
_ENDS = 2
"""Lines at the end of a block beside others that may be too short to cross the gutter."""
_MOST_ROWS = 300
"""Lines of a column; of more, none is a heading across columns."""
_PARAGRAPHS = 2.5
"""Heights of a line between two lines of a block."""
_LARGER = 1.1
"""A heading is so many times as large as the text of the columns."""


def flows_by_angle(rows: Sequence[PageRow], ruled: Sequence[Zone]) -> Iterator[list[PageRow]]:
    """Returns the writing of most of the page first; what runs up its side comes after it."""
    by_angle: dict[int, list[PageRow]] = {}
    for row in rows:
        by_angle.setdefault(row.runs[0].angle, []).append(row)
    for group in sorted(by_angle.values(), key=lambda group: -sum(len(row.text) for row in group)):
        level = ruled if group[0].runs[0].angle == 0 else ()
        yield from _flows([run for row in group for run in row.runs], group[0].page, level)


def _flows(
    runs: list[Run], page: int, ruled: Sequence[Zone], depth: int = 0, *, inside: bool = False
) -> Iterator[list[PageRow]]:
    """Yields columns in reading order. A block that crosses the gutter, or is in a ruled table that does, divides a
    page into bands. inside: the runs are such a block and the lines beside it; its own columns may be others.
    """
    free = [run for run in runs if not _is_ruled(run, ruled)]
    gutter = _gutter(free) if depth < _DEEPEST else None
    if gutter is None:
        if runs:
            yield in_rows(runs, page)
        return
    wide = [zone for zone in ruled if zone.left < gutter < zone.right]
    crossing = {id(run) for run in runs if run.left < gutter < run.right or _is_ruled(run, wide)}
    across = in_rows((run for run in runs if id(run) in crossing), page)
    sides = Sides([run for run in runs if id(run) not in crossing], gutter, page)
    blocks = [[row] for row in across] if inside else _blocks(across)
    for block in [*sides.with_short_rows(blocks + sides.tables()), []]:
        border = block[0].box.middle if block else float("-inf")
        for band in sides.above(border):
            yield from _flows(band, page, ruled, depth + 1)
        if not block:
            return
        beside = [] if inside else sides.beside(block[-1].box)
        if beside:
            yield from _flows([run for row in block for run in row.runs] + beside, page, ruled, depth + 1, inside=True)
        else:
            yield block


def _is_ruled(run: Run, zones: Sequence[Zone]) -> bool:
    return not isinstance(run, Framed) and any(zone.holds(run) for zone in zones)


def _blocks(rows: Sequence[PageRow]) -> list[list[PageRow]]:
    """Returns rows in blocks of lines that are near to each other."""
    blocks: list[list[PageRow]] = []
    for row in rows:
        if blocks and blocks[-1][-1].box.bottom - row.box.top < _PARAGRAPHS * row.box.height:
            blocks[-1].append(row)
        else:
            blocks.append([row])
    return blocks


class Sides:
    """The lines to the left and to the right of a gutter, from top to bottom."""

    def __init__(self, runs: Sequence[Run], gutter: float, page: int) -> None:
        self._left = in_rows((run for run in runs if run.right <= gutter), page)
        self._right = in_rows((run for run in runs if run.right > gutter), page)
        self._usual = median(run.size or run.height for run in runs) if runs else 0.0

    def above(self, border: float) -> tuple[list[Run], list[Run]]:
        """Takes the lines of both sides above a height."""
        left, self._left = _cut(self._left, border)
        right, self._right = _cut(self._right, border)
        return left, right

    def beside(self, last: Run) -> list[Run]:
        """Takes the lines of both sides down to the last line of a block, and the next few if they are close to it."""
        found = [run for runs in self.above(last.middle - 0.3 * last.height) for run in runs]
        for _ in range(_ENDS if found else 0):
            bottom = min(last.bottom, *(run.bottom for run in found))
            found += [run for runs in self.above(bottom - 1.4 * last.height) for run in runs]
        return found

    def tables(self) -> list[list[PageRow]]:
        """Takes the rows of tables that are as wide as both columns, with cells on both sides of the gutter."""
        if not self._left or not self._right:
            return []
        width = 0.6 * max(
            around([run for row in rows for run in row.runs]).right - rows[0].box.left
            for rows in (self._left, self._right)
        )
        both = (self._left, self._right)
        rows = in_rows((run for side in both for row in side for run in row.runs), self._left[0].page)
        sides = {id(run): side is self._left for side in both for row in side for run in row.runs}
        is_table = [
            len(row.runs) > 2
            and len({sides[id(run)] for run in row.runs}) == 2
            and all(run.right - run.left < width for run in row.runs)
            for row in rows
        ]
        groups = [
            [row for _, row in group]
            for found, group in groupby(zip(is_table, rows, strict=True), lambda pair: pair[0])
            if found
        ]
        tables = [group for group in groups if len(group) > 2 and _are_cells(group)]
        taken = {id(run) for group in tables for row in group for run in row.runs}
        for rows in (self._left, self._right):
            rows[:] = [row for row in rows if not any(id(run) in taken for run in row.runs)]
        return tables

    def with_short_rows(self, blocks: list[list[PageRow]]) -> list[list[PageRow]]:
        """Adds to the blocks as wide as both columns the left lines that belong to them but are too short to cross the
        gutter: a heading above, the last line of a paragraph. A heading between columns is a block by itself.
        """
        for group in list(self._alone()) if len(self._left) < _MOST_ROWS else ():
            box = around([run for row in group for run in row.runs])
            above = min((block for block in blocks if block[-1].box.middle > box.top), key=_bottom, default=None)
            below = max((block for block in blocks if block[0].box.middle < box.bottom), key=_top, default=None)
            upper = min((row.box.bottom for row in self._left if row.box.middle > box.top), default=math.inf)
            lower = max((row.box.top for row in self._left if row.box.middle < box.bottom), default=-math.inf)
            height = group[0].box.height
            if above and _bottom(above) < upper and self._is_rest(group[0], above[-1]):
                del group[len(group) if self._is_large(group[0]) else 1 :]
                above += group
            elif below and _top(below) > lower:
                apart, near = min(upper, _bottom(above) if above else upper) - box.top, box.bottom - _top(below)
                is_set_off = self._is_large(group[0]) or apart > max(0.7 * height, 1.3 * near)
                if near < _PARAGRAPHS * height and is_set_off and _is_aligned(box, below):
                    below[:0] = group
                else:
                    continue
            elif not (above and _bottom(above) < upper) and self._is_between(group, upper, lower):
                blocks.append(group)
            else:
                continue
            taken = set(map(id, group))
            self._left = [row for row in self._left if id(row) not in taken]
        return sorted(blocks, key=_top, reverse=True)

    def _alone(self) -> Iterator[list[PageRow]]:
        """Yields lines of the left side, of one size and near to each other, that have nothing on their right."""
        group: list[PageRow] = []
        middles = [-row.box.middle for row in self._right]
        tall = [row for row in self._right if isinstance(row.runs[0], Framed)]
        for row in self._left:
            box = row.box
            at = bisect_left(middles, -box.middle)
            beside = self._right[max(at - 2, 0) : at + 2] + tall
            if any(other.box.top > box.bottom + 1 and other.box.bottom < box.top - 1 for other in beside):
                continue
            last = group[-1] if group else None
            if last and not (abs(last.size - row.size) < 0.6 and 0 <= last.box.bottom - box.top + 3 < box.height):
                yield group
                group = []
            group.append(row)
        if group:
            yield group

    def _is_large(self, row: PageRow) -> bool:
        return row.size > _LARGER * self._usual

    def _is_rest(self, row: PageRow, last: PageRow) -> bool:
        same = abs(row.size - last.size) < 0.6 and abs(row.box.left - last.box.left) < 3
        return same and last.box.bottom - row.box.top < 0.6 * row.box.height

    def _is_between(self, group: Sequence[PageRow], upper: float, lower: float) -> bool:
        """Tells whether both columns end above a heading at one height. They begin again below it at one height, or
        the right one does not.
        """
        top, bottom, height = group[0].box.top, group[-1].box.bottom, group[0].box.height
        end = min((row.box.bottom for row in self._right if row.box.middle > top), default=math.inf)
        begin = max((row.box.top for row in self._right if row.box.middle < bottom), default=-math.inf)
        is_set_off = self._is_large(group[0]) or min(upper - top, bottom - lower) > 0.7 * height
        if not is_set_off or abs(end - upper) > 2 * height or end == math.inf or len(group) > 4:
            return False
        if begin == -math.inf:
            return self._is_large(group[0])
        return abs(begin - lower) < height and end - begin > 2 * height


def _cut(rows: list[PageRow], border: float) -> tuple[list[Run], list[PageRow]]:
    """Returns the runs of the rows above a height, and the other rows."""
    at = next((at for at, row in enumerate(rows) if row.box.middle <= border), len(rows))
    return [run for row in rows[:at] for run in row.runs], rows[at:]


def _are_cells(rows: Sequence[PageRow]) -> bool:
    return median(len(run.text) for row in rows for run in row.runs) < _LEAST_WORDS


def _top(block: Sequence[PageRow]) -> float:
    return block[0].box.top


def _bottom(block: Sequence[PageRow]) -> float:
    return block[-1].box.bottom


def _is_aligned(box: Run, block: Sequence[PageRow]) -> bool:
    other = around([run for row in block for run in row.runs])
    return abs(box.left - other.left) < 3 or abs(box.left + box.right - other.left - other.right) < 20


def _gutter(runs: Sequence[Run]) -> float | None:
    """Returns the middle of the widest upright gap between two columns of text; None where there is one column, or a
    table. Lines as wide as the page are no part of the columns.
    """
    if len(runs) < _LEAST_COLUMN + 1:
        return None
    left, right = left_and_right(runs)
    if not 50 < right - left < 20_000:
        return None
    narrow = [run for run in runs if run.right - run.left < _WIDE * (right - left)]
    crossing, lowest = _crossings(runs, left, right)
    surely = lowest <= _MOST_CROSSING * len(runs)
    if not surely:
        crossing, lowest = _crossings(narrow, left, right)
        if lowest > _MOST_CROSSING * len(narrow):
            return None
    least = 0.5 * median(run.height for run in runs)
    gaps = sorted(_gaps(crossing, lowest), reverse=True)
    if not gaps or gaps[0][0] < least:
        gaps = sorted(_gaps(crossing, lowest + 1), reverse=True)  # a heading reaches into the gutter
    for width, begin in gaps:
        gutter = left + begin + width / 2
        sides = [run for run in runs if run.right <= gutter], [run for run in runs if run.left >= gutter]
        if width >= least and _side_by_side(*sides, surely=surely):
            return gutter
    return None


def _crossings(runs: Sequence[Run], left: float, right: float) -> tuple[list[int], int]:
    """Returns for each point from left to right how many runs cross it, and the least in the middle of the page."""
    change = [0] * (int(right - left) + 2)
    for run in runs:
        change[int(run.left - left)] += 1
        change[int(run.right - left) + 1] -= 1
    crossing = list(accumulate(change))[:-1]
    edge = len(crossing) // _EDGE
    return crossing, min(crossing[edge:-edge])


def _gaps(crossing: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Yields width and begin of each stretch in the middle of a page that at most so many runs cross."""
    edge = (len(crossing) - 1) // _EDGE
    begin = None
    for step in range(edge, len(crossing) - edge):
        if crossing[step] <= most:
            begin = step if begin is None else begin
        elif begin is not None:
            yield step - begin, begin
            begin = None
    if begin is not None:
        yield len(crossing) - edge - begin, begin


def _side_by_side(left: Sequence[Run], right: Sequence[Run], *, surely: bool) -> bool:
    """Tells whether two sides are columns of text. surely: few lines of the page cross the gutter."""
    sides = (left, right)
    least = min(map(len, sides))
    if least < 1 or min(median(len(run.text) for run in side) for side in sides) < _LEAST_WORDS:
        return False
    top = min(max(run.top for run in side) for side in sides)
    bottom = max(min(run.bottom for run in side) for side in sides)
    height = median(run.height for run in left)
    if least < _LEAST_COLUMN:
        long = max(sides, key=len)
        return surely and len(long) >= _LONG_COLUMN and _is_running(long) and top - bottom > 0.5 * height
    return top - bottom > 2 * height and (surely or (_is_running(left) and _is_running(right)))


def _is_running(runs: Sequence[Run]) -> bool:
    """Tells whether most lines of a column reach its right edge, as those of a text do."""
    left, right = left_and_right(runs)
    return sum(run.right > left + 0.75 * (right - left) for run in runs) >= 0.5 * len(runs)
