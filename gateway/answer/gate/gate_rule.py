"""The rule of the confidence gate: a logistic function of plain figures, fitted on labelled questions.

`bench/gate_fit.py FOLDER… --write` fits it anew and writes the numbers below. They are scaled so that the usual
threshold and the usual bound of doubt, 0.3 and 0.6, are where the fit wants them: the value is a scale and no
probability, and the same for every corpus.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gateway.answer.gate.gate_features import GateFeatures

THRESHOLD, DOUBT = 0.3, 0.6


@dataclass(frozen=True, slots=True)
class GateRule:
    """`weights`: one for each of `GateFeatures`."""

    intercept: float
    weights: tuple[float, ...]

    @classmethod
    def read(cls, text: str) -> GateRule:
        """Returns the rule that `str` wrote; of an empty text the gateway's own. Raises `ValueError`."""
        if not text.strip():
            return RULE
        intercept, *weights = map(float, text.split(","))
        if len(weights) != len(GateFeatures._fields) or not all(map(math.isfinite, (intercept, *weights))):
            raise ValueError(
                f"must be {len(GateFeatures._fields) + 1} numbers, as `citestream gate calibrate` says them"
            )
        return cls(intercept, tuple(weights))

    def __str__(self) -> str:
        return ",".join(f"{number:.4g}" for number in (self.intercept, *self.weights))

    def confidence(self, found: GateFeatures, shift: float = 0.0) -> float:
        """Returns the value of one passage, within 0..1. `shift`: other evidence, which is added."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, self.evidence(found) + shift))))

    def evidence(self, found: Sequence[float]) -> float:
        """Returns the same before it is squeezed into 0..1."""
        return self.intercept + sum(weight * value for weight, value in zip(self.weights, found, strict=True))


RULE = GateRule(
    intercept=5.943,
    weights=(1.66, 0.1839, 0.2343, -0.5023, 0.6204, -2.393),
)
