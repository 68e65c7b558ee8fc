"""What thresholds of the confidence gate do to a set of questions, of which it is known whether the
knowledge base answers them.

Coverage is the share of the answerable questions that pass the gate, error the share of the others that pass it too:
neither depends on how many of each kind the set has.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gateway.answer.checking.gate_fitting import LabelledFeatures, evidence, fit, scaled
from gateway.answer.checking.gate_rule import GateRule

REFUSED, CONFIDENT = 0.03, 0.05
"""Shares of the answerable questions that a threshold may refuse, and of the others that may be called confident."""
ENOUGH = 200
"""Questions of each kind from which on numbers of one's own are worth more than those that all sets gave: with eight
numbers, some 25 for each."""
FOLDS = 5
STEPS = 20
"""Rows between 0 and 1."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None

    def __str__(self) -> str:
        return f"{self.value:4.0%} ({self.part}/{self.whole})" if self.value is not None else "–"


@dataclass(frozen=True, slots=True)
class GateShares:
    """What one setting lets through."""

    coverage: Share
    error: Share


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """`level`: the threshold; `now`: it is the one that is set."""

    level: float
    outcome: GateShares
    now: bool


def outcome(passed: Iterable[tuple[bool, bool]]) -> GateShares:
    """Returns the shares of a set. `passed`: of each question whether it is answerable, and whether it passes."""
    known: tuple[list[bool], list[bool]] = ([], [])
    for answerable, passes in passed:
        known[not answerable].append(passes)
    coverage, error = (Share(sum(answers), len(answers)) for answers in known)
    return GateShares(coverage, error)


def thresholds(now: float) -> list[float]:
    """Returns thresholds in steps of 1 / `STEPS`, and the one that is set."""
    return sorted({*(step / STEPS for step in range(STEPS + 1)), now})


def rows(levels: Sequence[float], now: float, outcome_at: Callable[[float | None], GateShares]) -> list[CalibrationRow]:
    """`outcome_at`: what a level does; of None what is set does, exceptions and all."""
    return [CalibrationRow(level, outcome_at(None if level == now else level), level == now) for level in levels]


def table(name: str, found: Sequence[CalibrationRow]) -> list[str]:
    """Returns the rows as lines for people."""
    head = f"{name:<10}{'coverage':<16}{'error':<16}".rstrip()
    lines = [
        f"{row.level:<10.4g}{row.outcome.coverage!s:<16}{row.outcome.error!s:<16}{'<- now' if row.now else ''}".rstrip()
        for row in found
    ]
    return [head, *lines]


@dataclass(frozen=True, slots=True)
class Advice:
    """Levels that fit a set of questions."""

    threshold: float
    doubt: float


def advice(confidences: Iterable[tuple[bool, float]]) -> Advice | None:
    """Returns the highest threshold that refuses few of the answerable questions, and the lowest bound of doubt, no
    lower than it, that calls few of the others confident; None without questions of both kinds.

    `confidences`: of each question whether it is answerable, and the gate's confidence.
    """
    good: list[float] = []
    bad: list[float] = []
    for answerable, value in confidences:
        (good if answerable else bad).append(value)
    if not good or not bad:
        return None
    threshold = _below(sorted(good)[int(REFUSED * len(good))])
    doubt = math.ceil(sorted(bad)[int((1 - CONFIDENT) * len(bad))] * 100 + 1e-9) / 100
    return Advice(threshold, min(1.0, max(threshold, doubt)))


def _below(value: float) -> float:
    """Returns a level of two digits that the value reaches; not 0, which would switch the gate off."""
    return max(0.01, math.floor(value * 100) / 100)


def own_rule(questions: Sequence[LabelledFeatures], now: GateRule) -> tuple[GateRule, float, float] | None:
    """Returns a rule that is fitted to these questions, with its AUC on questions that it was not fitted on, and that
    of the rule as it is now; None where there are too few."""
    answerable = sum(question.answerable for question in questions)
    if min(answerable, len(questions) - answerable) < ENOUGH:
        return None
    unseen: list[tuple[bool, float]] = []
    for fold in range(FOLDS):
        rule = fit([question for at, question in enumerate(questions) if at % FOLDS != fold], now)
        unseen += [(question.answerable, evidence(question, rule)) for question in questions[fold::FOLDS]]
    rule = fit(questions, now)
    found = [(question.answerable, evidence(question, rule)) for question in questions]
    good, bad = (sorted(value for answerable, value in found if answerable is kind) for kind in (True, False))
    rule = scaled(rule, good[int(REFUSED * len(good))], bad[int((1 - CONFIDENT) * len(bad))])
    as_now = ((question.answerable, evidence(question, now)) for question in questions)
    return rule, auc(unseen), auc(as_now)


def auc(values: Iterable[tuple[bool, float]]) -> float:
    """Returns the chance that an answerable question has the higher value of two."""
    found = list(values)
    good, bad = ([value for answerable, value in found if answerable is kind] for kind in (True, False))
    above = sum((value > other) + (value == other) / 2 for value in good for other in bad)
    return above / (len(good) * len(bad)) if good and bad else 0.5
