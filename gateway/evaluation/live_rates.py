"""The rates of live answers by model and version of the prompts, and how they drift from a confirmed run. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from typing_extensions import TypedDict

from gateway.evaluation.intervals import Estimate, Part, ratio
from gateway.evaluation.measures.figure_kinds import figure_kinds

KINDS = figure_kinds((), {})


class RateBounds(TypedDict):
    """A figure, its interval of 95 %, and its answers."""

    value: float
    low: float
    high: float
    cases: int


@dataclass(frozen=True, slots=True)
class RatePart:
    """So many answers of a model each add these hits and cases to a figure."""

    model: str
    prompt_version: str
    figure: str
    hits: int
    cases: int
    answers: int


def bounds(found: Estimate) -> RateBounds:
    return {"value": found.value, "low": found.low, "high": found.high, "cases": found.count}


def rates(parts: Iterable[RatePart]) -> dict[tuple[str, str], dict[str, RateBounds]]:
    """Returns each figure by model and version of the prompts. Citations of one answer are one cluster."""
    found: dict[tuple[str, str], dict[str, list[Part]]] = defaultdict(lambda: defaultdict(list))
    for part in parts:
        found[part.model, part.prompt_version][part.figure] += [(part.hits, part.cases)] * part.answers
    return {
        writer: {figure: bounds(ratio(counted)) for figure, counted in figures.items()}
        for writer, figures in found.items()
    }


def pooled(parts: Iterable[RatePart]) -> dict[str, RateBounds]:
    """Returns each figure of all answers."""
    together = rates(replace(part, model="", prompt_version="") for part in parts)
    return together.get(("", ""), {})


def drifting(live: Mapping[str, RateBounds], confirmed: Mapping[str, RateBounds]) -> list[str]:
    """Returns the figures whose interval lies wholly on the worse side of that of the confirmed run."""
    return [
        figure
        for figure, now in live.items()
        if (before := confirmed.get(figure))
        and (now["high"] < before["low"] if KINDS[figure].higher_is_better else now["low"] > before["high"])
    ]
