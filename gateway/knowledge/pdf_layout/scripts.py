"""Superscripts, subscripts and struck-out text of printed pages, which only the places of letters and lines show."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from gateway.knowledge.formats.inline_marks import lowered, raised
from gateway.knowledge.pdf_layout.runs import Rule, Run, on_page

_LONGEST = 15
"""Characters; a longer text is not a script."""
_LARGEST, _SMALLEST = 0.92, 0.4
"""Sizes of the letters beside it. Beside a drop cap, text is smaller than that."""
_NEAR = 0.35
"""Sizes between a script and its letters."""
_MOST_SEARCHED, _MOST_RUNS = 400, 20_000
"""Runs of one page whose letters are searched on the whole page, and of that page."""
_MIDDLE = 0.3, 0.65
"""Heights of the letters between which a line strikes them out."""
_MOST_STRIKES = 500
"""Lines through letters of one page; more are a drawing."""
_BEFORE = re.compile(r"[\d,]{1,4}|[a-z]")
"""A text that can be raised before its letters: the mark of a note."""


def mark_scripts(runs: Sequence[Run]) -> bool:
    """Writes the superscripts and subscripts of a page with their Unicode letters, in place. Returns whether one is
    inside a run, which is to be read again in narrower runs.
    """
    host: Run | None = None
    alone: list[Run] = []
    for index, run in enumerate(runs):
        following = runs[index + 1] if index + 1 < len(runs) else None
        if _can_be_script(run):
            if host and _is_beside(run, host):
                _write(run, host)
                continue
            if following and _BEFORE.fullmatch(run.text) and _is_beside(run, following):
                _write(run, following)
                continue
            alone.append(run)
        host = run
    inside = [_find(run, runs) for run in _smaller(alone, runs)[:_MOST_SEARCHED]] if len(runs) < _MOST_RUNS else []
    return any(inside)


def _can_be_script(run: Run) -> bool:
    return run.base is not None and len(run.text) <= _LONGEST


def _smaller(alone: Sequence[Run], runs: Sequence[Run]) -> list[Run]:
    """Returns the runs that are smaller than the largest letters of the page."""
    largest = max((run.size for run in runs), default=0.0)
    return [run for run in alone if run.size < _LARGEST * largest]


def _find(run: Run, runs: Sequence[Run]) -> bool:
    """Writes a script that was drawn after its line. Returns whether it is inside a run."""
    for host in runs:
        if host is not run and _shift(run, host):
            if host.left < run.left and run.right < host.right:
                return True
            after = abs(run.left - host.right) < _NEAR * host.size
            if after or (_BEFORE.fullmatch(run.text) and abs(host.left - run.right) < _NEAR * host.size):
                _write(run, host)
                return False
    return False


def _is_beside(run: Run, host: Run) -> bool:
    near = min(abs(run.left - host.right), abs(host.left - run.right)) < _NEAR * host.size
    return near and _shift(run, host) != 0


def _shift(run: Run, host: Run) -> float:
    """Returns by how many sizes of its letters a script is raised; 0 if it is not a script of them."""
    if run.base is None or host.base is None or run.angle != host.angle:
        return 0.0
    if not _SMALLEST * host.size <= run.size < _LARGEST * host.size:
        return 0.0
    shift = (run.base - host.base) / host.size
    return shift if 0.1 < shift < 0.75 or -0.45 < shift < -0.04 else 0.0


def _write(run: Run, host: Run) -> None:
    """Gives a script its letters and the height of its line."""
    if any(letter.isalnum() for letter in run.text):
        run.text = raised(run.text) if _shift(run, host) > 0 else lowered(run.text)
    run.bottom, run.top, run.size, run.base = host.bottom, host.top, host.size, host.base


def strikes_through(runs: Sequence[Run], rules: Sequence[Rule]) -> list[Rule]:
    """Returns the level lines that are drawn through the letters of a page."""
    level = sorted((rule for rule in rules if rule.level), key=lambda rule: rule.bottom)
    heights = [rule.bottom for rule in level]
    found: dict[int, Rule] = {}
    for run in runs if level else ():
        low, high = run.bottom + _MIDDLE[0] * run.height, run.bottom + _MIDDLE[1] * run.height
        left, _, right, _ = on_page(run)
        for at in range(bisect_left(heights, low), bisect_right(heights, high)):
            rule = level[at]
            if min(rule.right, right) - max(rule.left, left) > 0.5 * run.height and run.angle == 0:
                found[at] = rule
            if len(found) >= _MOST_STRIKES:
                return []
    return list(found.values())
