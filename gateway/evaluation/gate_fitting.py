"""Fits the rule of the confidence gate to questions of which it is known whether the passages answer them.

Logistic regression by Newton's method with a little ridge. A question counts by its best passage, and which that is
depends on the rule: so fitting and choosing take turns. Groups of questions weigh alike, however many each has.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from gateway.answer.gate.gate_features import NONE, GateFeatures
from gateway.answer.gate.gate_rule import DOUBT, THRESHOLD, GateRule

ROUNDS, STEPS = 3, 8
"""Turns of choosing the best passage and fitting, and of Newton's method in each."""
RIDGE = 0.05
"""Pulls each weight to 0, as so many questions would."""
NOTHING = -30.0
"""Evidence for a question without any passage."""


@dataclass(frozen=True, slots=True)
class LabelledFeatures:
    """A question: the figures of its passages and sentences, whether they answer it, and the group it belongs to."""

    figures: tuple[GateFeatures, ...]
    answerable: bool
    group: Hashable = ""

    @property
    def telling(self) -> tuple[GateFeatures, ...]:
        return tuple(found for found in self.figures if found.matched > NONE)


def fit(questions: Sequence[LabelledFeatures], start: GateRule) -> GateRule:
    """Returns the rule that tells the questions apart best; `start` chooses the first passages."""
    questions = [question for question in questions if question.telling]
    sizes = Counter((question.group, question.answerable) for question in questions)
    shares = [1 / sizes[question.group, question.answerable] for question in questions]
    shares = [share * len(questions) / sum(shares) for share in shares]
    labels = [float(question.answerable) for question in questions]
    rule = start
    for _ in range(ROUNDS):
        rows = [(*max(question.telling, key=rule.evidence), 1.0) for question in questions]
        weights = [0.0] * (len(rule.weights) + 1)  # from elsewhere Newton's method may run away
        for _ in range(STEPS):
            weights = _step(rows, labels, shares, weights)
        rule = GateRule(weights[-1], tuple(weights[:-1]))
    return rule


def _step(
    rows: Sequence[Sequence[float]], labels: Sequence[float], shares: Sequence[float], weights: Sequence[float]
) -> list[float]:
    """Returns the weights after one step of Newton's method; the last one is the intercept."""
    width = len(weights)
    gradient = [RIDGE * weight for weight in weights[:-1]] + [0.0]
    hessian = [[RIDGE * (row == column and row < width - 1) for column in range(width)] for row in range(width)]
    for row, label, share in zip(rows, labels, shares, strict=True):
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(map(float.__mul__, row, weights))))))
        error, spread = share * (chance - label), share * max(chance * (1 - chance), 1e-6)
        for here in range(width):
            gradient[here] += error * row[here]
            part, line = spread * row[here], hessian[here]
            for there in range(here, width):
                line[there] += part * row[there]
    for here in range(width):
        for there in range(here):
            hessian[here][there] = hessian[there][here]
    return [weight - change for weight, change in zip(weights, _solved(hessian, gradient), strict=True)]


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Returns the solution of a system of linear equations, by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in rows[at + 1 :]:
            factor = row[at] / rows[at][at]
            for column in range(at, len(row)):
                row[column] -= factor * rows[at][column]
    found = [0.0] * len(rows)
    for at in reversed(range(len(rows))):
        rest = sum(rows[at][column] * found[column] for column in range(at + 1, len(rows)))
        found[at] = (rows[at][-1] - rest) / rows[at][at]
    return found


def evidence(question: LabelledFeatures, rule: GateRule) -> float:
    """Returns the evidence of the best passage."""
    return max(map(rule.evidence, question.telling), default=NOTHING)


def scaled(rule: GateRule, threshold: float, doubt: float) -> GateRule:
    """Returns the same rule with its scale moved so that what has the evidence `threshold` is given the usual
    threshold, and what has `doubt` the usual bound of doubt."""
    low, high = (math.log(level / (1 - level)) for level in (THRESHOLD, DOUBT))
    factor = (high - low) / max(doubt - threshold, 0.1)
    return GateRule(low + factor * (rule.intercept - threshold), tuple(factor * weight for weight in rule.weights))
