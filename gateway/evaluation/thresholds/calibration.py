"""Derives the rule that decides which `ok` citations stay `ok` from labelled claims, with a warranty. Pure.

The warranty is distribution-free: it needs only that later claims are drawn as the labelled ones were (exchangeable).
The claims that are not `ok` and a part of the others fit the weights. The remaining `ok` ones choose the threshold: its
candidates are ranks of the scores, which no label influences. They are tested in a fixed order, the strictest first,
until one fails: fixed-sequence testing in "Learn then Test" (Angelopoulos, Bates, Candès, Jordan, Lei 2021,
arXiv:2110.01052), so that several tests need no correction. Each test is the exact binomial bound of Clopper and
Pearson (Biometrika 26, 1934).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from gateway.answer.evidence.evidence_rule import EvidenceFeatures, EvidenceRule, weighted

WEIGHTS = (0.0, 0.58, 0.61, 0.0, 0.0, 0.0, 0.0, 0.0)
"""Weights if the labels are too few to fit any: fitted to three labelled sets of others, which weigh alike
(docs/adr/0077-calibrated-evidence.md)."""
FITTED_FROM, FITTED_SHARE = 200, 0.2
"""Claims that are `ok` from which on weights are fitted, and the share of them that is used for it."""
RIDGE, STEPS = 5.0, 20
"""Pulls the weights to `WEIGHTS`, as so many claims would; and the steps of Newton's method."""
FIRST_SHARE = 0.3
"""The strictest threshold that is tested keeps about this share of the claims."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A labelled claim whose citations were checked. `is_ok`: the check calls one of them `ok`."""

    features: EvidenceFeatures
    supported: bool
    is_ok: bool = True


@dataclass(frozen=True, slots=True)
class Calibrated:
    rule: EvidenceRule
    ok: int
    """Claims that stay `ok`."""
    bound: float
    """Upper bound of the unsupported share of the tested claims that stay `ok`."""


@dataclass(frozen=True, slots=True)
class TooFew:
    """No threshold passes. `more`: labels that are missing if they turn out as these did; None if more of the same
    would not help: so many of the `surest` claims are not supported."""

    more: int | None
    surest: int
    unsupported: int


def upper_bound(errors: int, count: int, confidence: float) -> float:
    """Returns the upper bound of Clopper and Pearson of the share that `errors` of `count` stand for, one-sided."""
    if errors >= count:
        return 1.0
    low, high = errors / count, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(errors, count, middle) > 1 - confidence else (low, middle)
    return high


def _is_shown(errors: int, count: int, wrong: float, confidence: float) -> bool:
    """Tells whether the upper bound is at most `wrong`."""
    return _at_most(errors, count, wrong) <= 1 - confidence


def _at_most(errors: int, count: int, share: float) -> float:
    """Returns the chance of at most so many errors."""
    if share in (0.0, 1.0):
        return 1.0 - share
    logs = (
        math.lgamma(count + 1) - math.lgamma(at + 1) - math.lgamma(count - at + 1)
        + at * math.log(share) + (count - at) * math.log1p(-share)
        for at in range(errors + 1)
    )  # fmt: skip
    return math.fsum(map(math.exp, logs))


def fewest(wrong: float, confidence: float) -> int:
    """Returns how many claims have to stay `ok` if none of them is unsupported."""
    return math.ceil(math.log(1 - confidence) / math.log1p(-wrong))


def calibrate(claims: Sequence[CheckedClaim], labels: int, wrong: float, confidence: float) -> Calibrated | TooFew:
    """Returns the rule. labels: the number of all labelled claims, those whose citations were not checked included."""
    ok = [each for each in claims if each.is_ok]
    order = sorted(ok, key=lambda each: zlib.crc32(repr(each.features).encode()))  # no label influences it
    fitted = round(FITTED_SHARE * len(order)) if len(order) >= FITTED_FROM else 0
    others = [each for each in claims if not each.is_ok] if fitted else []
    weights, tested = fit([*order[:fitted], *others]), order[fitted:]
    scored = sorted(((weighted(weights, each.features), each.supported) for each in tested), reverse=True)
    passed: tuple[float, int, int] | None = None
    for rank in _ranks(len(scored), wrong, confidence):
        least = scored[rank - 1][0]
        above = [supported for score, supported in scored if score >= least]
        if not _is_shown(above.count(False), len(above), wrong, confidence):
            break
        passed = least, above.count(False), len(above)
    if passed is None:
        return _missing([supported for _, supported in scored], labels, wrong, confidence, fitted)
    least, errors, count = passed
    rule = EvidenceRule(weights, least, labels, wrong, confidence)
    return Calibrated(rule, sum(rule.keeps(each.features) for each in ok), upper_bound(errors, count, confidence))


def _ranks(count: int, wrong: float, confidence: float) -> list[int]:
    """Returns the ranks whose scores are tested as thresholds: those from which on one more error is allowed, and the
    last one. No label influences them."""
    rank, ranks, errors = fewest(wrong, confidence), list[int](), 0
    first = rank
    while rank <= count:
        ranks.append(rank)
        errors += 1
        while not _is_shown(errors, rank, wrong, confidence):
            rank += 1
    return sorted({rank for rank in ranks if rank >= FIRST_SHARE * count} | ({count} if count >= first else set()))


def _missing(ranked: Sequence[bool], labels: int, wrong: float, confidence: float, fitted: int) -> TooFew:
    """Returns how many labels are missing. ranked: whether the tested claims are supported, the surest first."""
    count, least = len(ranked), fewest(wrong, confidence)
    if not count:
        return TooFew(least, 0, 0)
    surest = min(count, max(least, math.ceil(count * FIRST_SHARE)))
    unsupported, needed, share = ranked[:surest].count(False), least, surest / count
    if unsupported < wrong * surest:
        while not _is_shown(round(needed * unsupported / surest), needed, wrong, confidence):
            needed = math.ceil(needed * 1.02)
    elif count * FIRST_SHARE < least:  # too few to say that more would not help
        share = FIRST_SHARE
    else:
        return TooFew(None, surest, unsupported)
    wanted = math.ceil(needed / share)
    if wanted >= FITTED_FROM * (1 - FITTED_SHARE):
        wanted = math.ceil(wanted / (1 - FITTED_SHARE))
    known = count + fitted
    return TooFew(max(1, math.ceil((wanted - known) * labels / known)), surest, unsupported)


def fit(claims: Sequence[CheckedClaim]) -> tuple[float, ...]:
    """Returns the weights that tell supported claims from others: logistic regression, pulled to `WEIGHTS`."""
    import numpy as np

    if len({each.supported for each in claims}) < 2:
        return WEIGHTS
    answers = np.array([float(each.supported) for each in claims])
    rows = np.array([(*each.features, 1.0) for each in claims])
    rows[:, :-1] -= rows[:, :-1].mean(0)  # from elsewhere Newton's method may run away
    start = np.array([*WEIGHTS, math.log(answers.mean() / (1 - answers.mean()))])
    ridge = np.diag([RIDGE] * len(WEIGHTS) + [1e-3])  # the last one is the intercept
    weights = start
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(rows @ weights, -30.0, 30.0)))
        spreads = np.maximum(chances * (1 - chances), 1e-4)
        gradient = rows.T @ (chances - answers) + ridge @ (weights - start)
        weights = weights - np.linalg.solve((rows.T * spreads) @ rows + ridge, gradient)
    return tuple(round(weight, 6) for weight in weights[:-1].tolist())
