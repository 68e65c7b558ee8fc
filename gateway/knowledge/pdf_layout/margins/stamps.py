"""Writing that was stamped on a page: watermarks across its text, and stamps in its margins.

Such writing stands between the lines of the text, but it belongs to none of them. A page that is turned as a whole has
no stamp for that reason, and the turned names of a table's columns are inside the text.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from statistics import median

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.pdf_layout.runs import Run, around, left_and_right, page_box, turned

_LARGE, _HUGE = 1.5, 2.5
"""Sizes of most of the text: slanted writing that is larger is a watermark; level writing, if it crosses lines."""
_MOST_OF_A_STAMP = 300
"""Characters of turned writing in a margin; a longer one is text."""
_CROSSED = 2
"""Lines of text that level writing crosses if it is a watermark."""
_LONG = 8
"""Characters of slanted writing that is a watermark if it comes three times; shorter ones are labels of charts."""
_MOST_STRINGS = 200
"""Slanted, turned or huge strings of a page; more are a drawing."""
_LEVEL = 3.0
"""Points between the ends of turned names on one level."""


def without_stamps(pages: Sequence[Sequence[Run]], omissions: Omissions) -> list[list[Run]]:
    """Returns the runs of each page without the stamped ones, each of which is counted once in a document. Letters of
    one slanted string become one run.
    """
    level = [run for runs in pages for run in runs if run.angle % 90 == 0]
    usual = median(_size(run) for run in level for _ in range(0, len(run.text), 8)) if level else 0.0
    whole = [_strings(runs) for runs in pages]
    repeated = _repeated(whole)
    stamps: set[str] = set()
    cleaned: list[list[Run]] = []
    for runs in whole:
        stamped: set[int] = set()
        for group in _stamps(runs, usual, repeated):
            stamped |= set(map(id, group))
            stamps.add("".join("".join(run.text for run in group).split()))
        cleaned.append(_levelled([run for run in runs if id(run) not in stamped]))
    if stamps:
        omissions.lost("watermark", count=len(stamps))
    return cleaned


def _repeated(pages: Sequence[Sequence[Run]]) -> set[str]:
    """Returns the texts of slanted strings that come back in the same place of other pages, or often."""
    places: Counter[tuple[str, int, int]] = Counter()
    texts: Counter[str] = Counter()
    for runs in pages:
        slanted = [run for run in runs if run.angle % 90]
        places.update({(run.text, round(run.left / 4), round(run.bottom / 4)) for run in slanted})
        texts.update(run.text for run in slanted if len(run.text) >= _LONG)
    return {text for (text, *_), count in places.items() if count > 1} | {
        text for text, count in texts.items() if count > 2
    }


def _size(run: Run) -> float:
    return run.size or run.height


def _strings(runs: Sequence[Run]) -> list[Run]:
    """Returns the runs; the pieces of a slanted or turned string, a few letters each, are one run."""
    whole: list[Run] = []
    last: Run | None = None
    for run in runs:
        gap = _gap(last, run) if last and run.angle and abs(run.angle - last.angle) < 3 else None
        if gap is not None:
            blank = " " * (gap > 0.15 * _size(run))
            box = around([whole[-1], run])
            whole[-1] = replace(box, text=f"{whole[-1].text}{blank}{run.text}", size=run.size, angle=whole[-1].angle)
        else:
            whole.append(run)
        last = run
    return whole


def _gap(before: Run, after: Run) -> float | None:
    """Returns the distance between two pieces of writing, in points; None if they are not parts of one string."""
    if after.angle % 90 == 0:
        gap = after.left - before.right
        is_near = abs(after.middle - before.middle) < 0.1 * after.height and abs(gap) < 0.45 * after.height
        return gap if is_near and after.angle == before.angle else None
    angle, size = math.radians(after.angle), _size(after)
    along, up = math.cos(angle), math.sin(angle)
    x = (after.left + after.right - before.left - before.right) / 2
    y = after.middle - before.middle
    if abs(y * along - x * up) > 0.5 * size:
        return None
    gap = x * along + y * up - (_length(before, along, up) + _length(after, along, up)) / 2
    return gap if -size < gap < 1.5 * size else None


def _length(run: Run, along: float, up: float) -> float:
    """Returns how long slanted writing is. Its rectangle is level and holds its height as well."""
    thick = 1.15 * _size(run)
    if abs(along) > abs(up):
        return (run.right - run.left - thick * abs(up)) / abs(along)
    return (run.height - thick * abs(along)) / abs(up)


def _stamps(runs: Sequence[Run], usual: float, repeated: set[str]) -> Iterator[Sequence[Run]]:
    """Yields the stamps of a page; each is one or several runs."""
    by_angle: dict[int, list[Run]] = defaultdict(list)
    for run in runs:
        by_angle[run.angle].append(run)
    if not by_angle:
        return
    main = max(by_angle, key=lambda angle: sum(len(run.text) for run in by_angle[angle]))
    text = [page_box(run) for run in by_angle[main]]
    for angle, written in by_angle.items():
        if angle == main:
            yield from ([run] for run in _huge(written, usual))
            yield from _stacks(written)
        elif angle % 90:
            others = text if len(written) <= _MOST_STRINGS else []
            yield from (
                [run]
                for run in written
                if _size(run) > _LARGE * usual or run.text in repeated or len(_crossed(run, others)) >= _CROSSED
            )
        elif main % 90 == 0 and (angle - main) % 180:
            yield from ([run] for run in _in_margins(written, by_angle[main]))


def _stacks(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """Yields words in a margin whose letters are one below the other."""
    long = [run for run in runs if len(run.text) > 3]
    if not long:
        return
    left, right = left_and_right(long)
    letters = [run for run in runs if len(run.text) == 1 and run.text.isalpha()]
    for column in ([run for run in letters if run.right <= left], [run for run in letters if run.left >= right]):
        stack = [run for run in column if run.left < column[0].right and run.right > column[0].left]
        if len(stack) > 3:
            yield stack


def _huge(runs: Sequence[Run], usual: float) -> Iterator[Run]:
    """Yields level writing that is far larger than the text and crosses several lines of it."""
    huge = [run for run in runs if _size(run) > _HUGE * usual and sum(map(str.isalpha, run.text)) > 2]
    for run in huge[:_MOST_STRINGS]:
        if len(_crossed(run, (other for other in runs if _size(other) < _size(run) / 2))) >= _CROSSED:
            yield run


def _crossed(run: Run, others: Iterable[Run]) -> set[int]:
    """Returns the heights of lines that a run is written across."""
    high, low = run.top - 0.2 * run.height, run.bottom + 0.2 * run.height
    return {
        round(other.middle / 4)
        for other in others
        if low < other.middle < high and other.left < run.right and other.right > run.left
    }


def _in_margins(runs: Sequence[Run], text: Sequence[Run]) -> Iterator[Run]:
    """Yields turned writing outside the area of the text, unless it is so long that it is text."""
    main = text[0].angle
    long = [run for run in text if len(run.text) > 3] or text
    left, right = left_and_right(long)

    def side(run: Run) -> int:
        box = page_box(run)
        low, _, high, _ = turned(box.left, box.bottom, box.right, box.top, main)
        return (low >= right - 2) - (high <= left + 2)

    for at_side, group in groupby(sorted(runs, key=side), side):
        stamped = list(group)
        if at_side and sum(len(run.text) for run in stamped) <= _MOST_OF_A_STAMP:
            yield from stamped


def _levelled(runs: list[Run]) -> list[Run]:
    """Returns the runs; turned or slanted names at the top of columns are level, at the height of their lower ends."""
    slanted = [run for run in runs if run.angle % 90]
    if sum(len(run.text) for run in slanted) * 2 > sum(len(run.text) for run in runs):
        return _straight(runs)
    level = [run for run in runs if run.angle == 0]
    turned_ones = [run for run in runs if run.angle % 180]
    if not level or not 1 < len(turned_ones) <= _MOST_STRINGS:
        return runs
    names: dict[int, Run] = {}
    heights = Counter(round(page_box(run).bottom / _LEVEL) for run in turned_ones)
    for run in turned_ones:
        box, size = page_box(run), _size(run)
        number = round(box.bottom / _LEVEL)
        if sum(heights[number + step] for step in (-1, 0, 1)) < 2:
            continue
        left, right = box.left, box.right
        if run.angle % 90:
            left, right = (left, left + size) if 0 < run.angle % 180 < 90 else (right - size, right)
        under = (other for other in level if box.bottom - 2.5 * size < other.top < box.bottom + 0.5 * size)
        if any(other.left < right + size and other.right > left - size for other in under):
            names[id(run)] = Run(run.text, left, box.bottom, right, box.bottom + 1.15 * size, 0, size)
    return [names.get(id(run), run) for run in runs] if len(names) > 1 else runs


def _straight(runs: Sequence[Run]) -> list[Run]:
    """Returns the runs of a page that is slanted as a whole, turned around its middle until they are level."""
    box = around(runs)
    x, y = (box.left + box.right) / 2, box.middle
    straight: list[Run] = []
    for run in runs:
        if run.angle % 90:
            along, up = math.cos(math.radians(run.angle)), math.sin(math.radians(run.angle))
            across, above = (run.left + run.right) / 2 - x, run.middle - y
            half, thick = _length(run, along, up) / 2, 0.575 * _size(run)
            middle, height = x + across * along + above * up, y + above * along - across * up
            run = replace(
                run, left=middle - half, right=middle + half, bottom=height - thick, top=height + thick, angle=0
            )
        straight.append(run)
    return straight
