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
    import numpy as np

    questions = [question for question in questions if question.telling]
    sizes = Counter((question.group, question.answerable) for question in questions)
    shares = np.array([1 / sizes[question.group, question.answerable] for question in questions])
    shares *= len(questions) / shares.sum()
    labels = np.array([float(question.answerable) for question in questions])
    rule = start
    for _ in range(ROUNDS):
        rows = np.array([(*max(question.telling, key=rule.evidence), 1.0) for question in questions])
        ridge = np.diag([RIDGE] * (rows.shape[1] - 1) + [0.0])  # the last weight is the intercept
        weights = np.zeros(rows.shape[1])  # from elsewhere Newton's method may run away
        for _ in range(STEPS):
            chances = 1 / (1 + np.exp(-np.clip(rows @ weights, -30.0, 30.0)))
            spreads = shares * np.maximum(chances * (1 - chances), 1e-6)
            gradient = rows.T @ (shares * (chances - labels)) + ridge @ weights
            weights -= np.linalg.solve((rows.T * spreads) @ rows + ridge, gradient)
        *others, intercept = weights.tolist()
        rule = GateRule(intercept, tuple(others))
    return rule


def evidence(question: LabelledFeatures, rule: GateRule) -> float:
    """Returns the evidence of the best passage."""
    return max(map(rule.evidence, question.telling), default=NOTHING)


def scaled(rule: GateRule, threshold: float, doubt: float) -> GateRule:
    """Returns the same rule with its scale moved so that what has the evidence `threshold` is given the usual
    threshold, and what has `doubt` the usual bound of doubt."""
    low, high = (math.log(level / (1 - level)) for level in (THRESHOLD, DOUBT))
    factor = (high - low) / max(doubt - threshold, 0.1)
    return GateRule(low + factor * (rule.intercept - threshold), tuple(factor * weight for weight in rule.weights))
