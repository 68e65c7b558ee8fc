"""Figures with what chance does to them: intervals of 95 %, and exact tests of pairs. Pure."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist, fmean, stdev

Z = NormalDist().inv_cdf(0.975)
LARGE = 1000
"""Degrees of freedom from which on Student's t is taken for the normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval of 95 % around it."""

    value: float
    low: float
    high: float
    count: int


def share(hits: Sequence[bool]) -> Estimate:
    """Returns the share of the hits, with Wilson's interval; of none, 0 within 0 to 1."""
    count = len(hits)
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0)
    value = sum(hits) / count
    return Estimate(value, *_wilson(value, count), count)


def _wilson(value: float, count: float) -> tuple[float, float]:
    centre = (value + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * math.sqrt(value * (1 - value) / count + Z * Z / (4 * count * count))
    return 0.0 if value == 0 else max(0.0, centre - half), 1.0 if value == 1 else min(1.0, centre + half)


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


Part = tuple[float, float]
"""What one case adds to a ratio: the hits, and of how many."""


def ratio(parts: Sequence[Part]) -> Estimate:
    """Returns the hits of all cases in all that counts, with Wilson's interval for a sample of clusters.

    Citations of one case, and its repeats, are alike: the interval is that of as many independent trials as have the
    variance of the ratio between cases (Korn and Graubard 1998). Where all hit or none does, each case is one trial.
    If each case is one trial, this is `share`.
    """
    count, whole = len(parts), sum(of for _, of in parts)
    if not whole:
        return Estimate(0.0, 0.0, 1.0, 0)
    value = sum(hits for hits, _ in parts) / whole
    variance = sum((hits - value * of) ** 2 for hits, of in parts) / whole**2
    trials = min(value * (1 - value) / variance, whole) if variance > 0 else float(count)
    return Estimate(value, *_wilson(value, trials), count)


def mean(values: Sequence[float]) -> Estimate:
    """Returns the mean, with the interval of Student's t; a single value has none, so that both ends are the value."""
    count = len(values)
    value = fmean(values) if values else 0.0
    half = t_quantile(count - 1) * stdev(values) / math.sqrt(count) if count > 1 else 0.0
    return Estimate(value, value - half, value + half, count)


def t_test(values: Sequence[float]) -> float:
    """Returns the two-sided p of Student's t that the mean is 0; of equal values, that of the sign test."""
    spread = stdev(values) if len(values) > 1 else 0.0
    if not spread:
        return 2.0 ** (1 - len(values)) if any(values) else 1.0
    return t_tails(abs(fmean(values)) * math.sqrt(len(values)) / spread, len(values) - 1)


def t_tails(t: float, freedom: int) -> float:
    """Returns the chance of a value of Student's t beyond ±t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    if freedom > LARGE:
        return 2 * (1 - NormalDist().cdf(t))
    angle = math.atan(t / math.sqrt(freedom))
    term, total = (math.cos(angle), 0.0) if freedom % 2 else (1.0, 0.0)
    for at in range(freedom % 2 + 1, freedom, 2):
        total += term
        term *= math.cos(angle) ** 2 * at / (at + 1)
    inside = math.sin(angle) * total
    if freedom % 2:
        inside = 2 / math.pi * (angle + inside)
    return max(0.0, 1 - inside)


@cache
def t_quantile(freedom: int) -> float:
    """Returns the t that 95 % of Student's values do not pass, on either side."""
    low, high = 0.0, 13.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tails(middle, freedom) > 0.05 else (low, middle)
    return high
