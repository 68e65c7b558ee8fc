"""What thresholds and margins of the confidence gate do to a set of questions, of which it is known whether the
knowledge base answers them.

Coverage is the share of the answerable questions that pass the gate, error the share of the others that pass it too:
neither depends on how many of each kind the set has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

STEPS = 20
"""Rows between 0 and 1."""
WIDEST = 0.3
"""The largest margin that is tried."""


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
    """`level`: the threshold or margin; `now`: it is the one that is set."""

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
    return _levels(1.0, now)


def margins(now: float) -> list[float]:
    return _levels(WIDEST, now)


def _levels(highest: float, now: float) -> list[float]:
    """Returns levels in steps of 1 / `STEPS`, and the one that is set."""
    steps = (step / STEPS for step in range(round(highest * STEPS) + 1))
    return sorted({*steps, now})


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
