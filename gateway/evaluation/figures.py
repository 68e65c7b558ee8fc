"""The figures of a run with their intervals: pooled, by language, workspace and kind, and their worst cases. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gateway.evaluation.intervals import Estimate, Part, mean, ratio
from gateway.evaluation.measures.figure_kinds import FigureKind, Labels, figure_kinds, hallucination_by
from gateway.evaluation.outcomes import Outcome

WORST = 10
"""Cases of each figure that a report lists."""
GROUPS = ("language", "workspace", "kind")


@dataclass(frozen=True, slots=True)
class RunFigure:
    """A figure of some cases. `estimate`: None if it was not computed, for the reason `why`. `more`: further values."""

    estimate: Estimate | None
    why: str = ""
    more: Mapping[str, float | str] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        if self.estimate is None:
            return {"value": None, "why": self.why}
        found = self.estimate
        return {"value": found.value, "low": found.low, "high": found.high, "cases": found.count, **self.more}


class WorstCase(NamedTuple):
    """A case of a figure. `value`: that of its answer alone."""

    id: str
    answer_uuid: str
    value: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a run by name. `by`: those of each group's values, by group and value."""

    pooled: Mapping[str, RunFigure]
    by: Mapping[str, Mapping[str, Mapping[str, RunFigure]]]
    worst: Mapping[str, Sequence[WorstCase]]


def figures(
    outcomes: Sequence[Outcome],
    labels: Labels | None = None,
    *,
    top_k: int | None = None,
    why: Mapping[str, str] | None = None,
) -> Figures:
    """Returns the figures of outcomes; those of failed cases add nothing.

    labels: the verdicts of people. They must be those of a random sample if the rate of hallucinations is to be that
    of all answers. top_k: how many candidates a search returns. why: reasons for figures that the run cannot have.
    """
    labels, why = labels or {}, why or {}
    kinds = figure_kinds(outcomes, labels, top_k)
    by_labels = {"by": hallucination_by(outcomes, labels)}

    def of(some: Sequence[Outcome]) -> dict[str, RunFigure]:
        more = {"hallucination_rate": by_labels}
        return {name: _figure(kind, some, why.get(name, ""), more.get(name, {})) for name, kind in kinds.items()}

    groups = {group: _grouped(outcomes, group) for group in GROUPS}
    return Figures(
        of(outcomes),
        {group: {value: of(some) for value, some in sorted(values.items())} for group, values in groups.items()},
        {name: _worst(kind, outcomes) for name, kind in kinds.items()},
    )


def by_case(kind: FigureKind, outcomes: Iterable[Outcome]) -> dict[str, Part]:
    """Returns what each case adds to a figure, its repeats together."""
    found: dict[str, list[Part]] = defaultdict(list)
    for outcome in outcomes:
        if (part := kind.part(outcome)) is not None:
            found[outcome.case.id].append(part)
    return {case_id: (sum(hits for hits, _ in parts), sum(of for _, of in parts)) for case_id, parts in found.items()}


def _figure(kind: FigureKind, outcomes: Sequence[Outcome], why: str, more: Mapping[str, float | str]) -> RunFigure:
    parts = list(by_case(kind, outcomes).values())
    if not parts:
        return RunFigure(None, why or kind.why)
    if not kind.unit:
        return RunFigure(ratio(parts), more=more)
    found = mean([hits / of for hits, of in parts])
    values = sorted(part[0] for outcome in outcomes if (part := kind.part(outcome)) is not None)
    estimate = Estimate(found.value, max(0.0, found.low), found.high, found.count)
    if kind.unit == "ms":
        return RunFigure(estimate, more={"p50": _quantile(values, 0.5), "p95": _quantile(values, 0.95)})
    return RunFigure(estimate, more={"total": sum(values)})


def _quantile(values: Sequence[float], part: float) -> float:
    """Returns the value at a part of sorted values, between two of them in proportion."""
    at = part * (len(values) - 1)
    low = int(at)
    return values[low] + (at - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def _grouped(outcomes: Iterable[Outcome], group: str) -> dict[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if value := _group(outcome, group):
            found[value].append(outcome)
    return found


def _group(outcome: Outcome, group: str) -> str:
    """Returns what an outcome belongs to; empty: to nothing that a report names."""
    stated = outcome.case.stated
    match group:
        case "language":
            return stated.language or (outcome.facts.language if outcome.facts else "")
        case "workspace":
            return outcome.workspace
    return stated.kind


def _worst(kind: FigureKind, outcomes: Iterable[Outcome]) -> list[WorstCase]:
    """Returns the answers that make a figure worse than it could be, the worst first: by their own value, then by how
    much they add to the figure."""
    return [case for _, case in sorted(_bad(kind, outcomes), key=lambda each: each[0])[:WORST]]


def _bad(kind: FigureKind, outcomes: Iterable[Outcome]) -> Iterator[tuple[tuple[float, float], WorstCase]]:
    for outcome in outcomes:
        if (part := kind.part(outcome)) is None:
            continue
        hits, of = part
        value = hits / of
        bad = 1 - value if kind.higher_is_better else value
        if bad > 0:
            yield (-bad, -of), WorstCase(outcome.case.id, outcome.answer_uuid, value)
