"""Columns of a page, in reading order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from gateway.knowledge.pdf_layout.grids import Zone
from gateway.knowledge.pdf_layout.runs import PageRow, Run, in_rows

_LEAST_COLUMN, _LEAST_WORDS = 3, 15
"""Lines in a column, and characters in its middle line; below, side by side means a table."""


def flows_by_angle(rows: Sequence[PageRow], ruled: Sequence[Zone]) -> Iterator[list[PageRow]]:
    """Returns the writing of most of the page first; what runs up its side comes after it."""
    by_angle: dict[int, list[PageRow]] = {}
    for row in rows:
        by_angle.setdefault(row.runs[0].angle, []).append(row)
    for group in sorted(by_angle.values(), key=lambda group: -sum(len(row.text) for row in group)):
        level = ruled if group[0].runs[0].angle == 0 else ()
        yield from _flows([run for row in group for run in row.runs], group[0].page, level)


def _flows(runs: list[Run], page: int, ruled: Sequence[Zone], depth: int = 0) -> Iterator[list[PageRow]]:
    """Columns in reading order. What reaches across the gutter, or lies in a ruled table that does, divides a page into
    bands.
    """
    free = [run for run in runs if not any(zone.holds(run) for zone in ruled)]
    gutter = _gutter(free) if depth < 4 else None
    if gutter is None:
        if runs:
            yield in_rows(runs, page)
        return
    wide = [zone for zone in ruled if zone.left < gutter < zone.right]

    def crosses(run: Run) -> bool:
        return run.left < gutter < run.right or any(zone.holds(run) for zone in wide)

    across = in_rows((run for run in runs if crosses(run)), page)
    rest = [run for run in runs if not crosses(run)]
    whole: list[PageRow] = []
    for row in [*across, None]:
        border = row.box.middle if row else float("-inf")
        band = [run for run in rest if run.middle > border]
        rest = [run for run in rest if run.middle <= border]
        if band:
            if whole:
                yield whole
            whole = []
            yield from _flows([run for run in band if run.right <= gutter], page, ruled, depth + 1)
            yield from _flows([run for run in band if run.left >= gutter], page, ruled, depth + 1)
        if row:
            whole.append(row)
    if whole:
        yield whole


def _gutter(runs: Sequence[Run]) -> float | None:
    """Returns the middle of the widest upright gap between two columns of text; None where there is one column, or a
    table.
    """
    if len(runs) < 2 * _LEAST_COLUMN:
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    steps = int(right - left)
    if steps < 50 or steps > 20_000:
        return None
    change = [0] * (steps + 2)
    for run in runs:
        change[int(run.left - left)] += 1
        change[int(run.right - left) + 1] -= 1
    crossing, now = [], 0
    for delta in change:
        now += delta
        crossing.append(now)
    inner = range(steps // 5, steps - steps // 5)
    lowest = min(crossing[step] for step in inner)
    if lowest > 0.3 * len(runs):
        return None
    best, begin = (0, 0), None
    for step in [*inner, inner.stop]:
        if step < inner.stop and crossing[step] == lowest:
            begin = step if begin is None else begin
        elif begin is not None:
            best, begin = max(best, (step - begin, begin)), None
    width, begin = best
    if width < 0.5 * median(run.height for run in runs):
        return None
    gutter = left + begin + width / 2
    sides = [run for run in runs if run.right <= gutter], [run for run in runs if run.left >= gutter]
    return gutter if _side_by_side(*sides) else None


def _side_by_side(left: Sequence[Run], right: Sequence[Run]) -> bool:
    sides = (left, right)
    if min(map(len, sides)) < _LEAST_COLUMN:
        return False
    if min(median(len(run.text) for run in side) for side in sides) < _LEAST_WORDS:
        return False
    top = min(max(run.top for run in side) for side in sides)
    bottom = max(min(run.bottom for run in side) for side in sides)
    return top - bottom > 2 * median(run.height for run in left)
