"""Figures with what chance does to them: intervals of 95 %, and exact tests of pairs. Pure."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval of 95 % around it."""

    value: float
    low: float
    high: float
    count: int


def share(hits: Sequence[bool]) -> Estimate:
    """Returns the share of the hits, with Wilson's interval; of none, 0 within 0 to 1."""
    count, part = len(hits), sum(hits)
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0)
    value = part / count
    centre = (value + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * math.sqrt(value * (1 - value) / count + Z * Z / (4 * count * count))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Estimate(value, 0.0 if part == 0 else low, 1.0 if part == count else high, count)


def auc(good: Sequence[float], bad: Sequence[float]) -> Estimate:
    """Returns the chance that one of the good is above one of the bad, equal ones counting half, with the interval of
    Hanley and McNeil (1982). Where one side is empty, 0.5 within 0 to 1."""
    if not good or not bad:
        return Estimate(0.5, 0.0, 1.0, 0)
    ranked = sorted(bad)
    points = sum((bisect_left(ranked, value) + bisect_right(ranked, value)) / 2 for value in good)
    area = points / (len(good) * len(bad))
    q1, q2 = area / (2 - area), 2 * area * area / (1 + area)
    spread = area * (1 - area) + (len(good) - 1) * (q1 - area**2) + (len(bad) - 1) * (q2 - area**2)
    half = Z * math.sqrt(max(0.0, spread) / (len(good) * len(bad)))
    return Estimate(area, max(0.0, area - half), min(1.0, area + half), len(good) + len(bad))


@dataclass(frozen=True, slots=True)
class Paired:
    """For how many questions one system is better and worse than another, and the two-sided p of that by chance."""

    better: int
    worse: int
    p: float

    def __str__(self) -> str:
        return f"+{self.better} −{self.worse}, p = {self.p:.2g}"


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Paired:
    """Returns the exact sign test of the pairs; of hits and misses it is McNemar's test."""
    better = sum(own > other for own, other in zip(ours, theirs, strict=True))
    worse = sum(own < other for own, other in zip(ours, theirs, strict=True))
    count = better + worse
    tail = sum(math.comb(count, at) for at in range(min(better, worse) + 1)) / 2**count
    return Paired(better, worse, min(1.0, 2 * tail))
