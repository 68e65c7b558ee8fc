"""How the processor time of a piece of work grows when its text doubles. Loads of the machine cannot fail it."""

from __future__ import annotations

import time
from collections.abc import Callable

LEAST_S = 0.02
"""Processor seconds below which the clock and the caches decide more than the text."""
FACTOR = 3.0
"""When a text doubles, linear work takes twice as long, quadratic work four times."""
ATTEMPTS = 4
"""The least of several runs counts: other work on the machine only adds to a run."""


def growth(work: Callable[[str], object], text: Callable[[int], str], length: int, longest: int) -> tuple[float, int]:
    """Returns the factor by which the time grows when a text doubles, if it is too large, and the length of that text.

    0: the time grows no faster than a text from `length` to `longest`, or is too short to tell."""
    before = _seconds(work, text(length))
    while length < longest:
        after = _seconds(work, text(2 * length))
        if after >= LEAST_S:
            for _ in range(ATTEMPTS):
                if after < FACTOR * before:
                    break
                before = min(before, _seconds(work, text(length)))
                after = min(after, _seconds(work, text(2 * length)))
            if before >= LEAST_S / 8 and after >= FACTOR * before:
                return after / before, length
        length, before = 2 * length, after
    return 0, length


def _seconds(work: Callable[[str], object], text: str) -> float:
    begun = time.process_time()
    work(text)
    return time.process_time() - begun
