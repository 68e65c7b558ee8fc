"""The figures of a run with their intervals: pooled, by language, workspace and kind, and their worst cases. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from typing_extensions import TypedDict

from gateway.evaluation.intervals import Estimate, Part, mean, ratio
from gateway.evaluation.live_rates import bounds
from gateway.evaluation.measures.figure_kinds import FigureKind, Labels, figure_kinds, hallucination_by
from gateway.evaluation.outcomes import Outcome

WORST = 10
"""Cases of each figure that a report lists."""
Counted = tuple[Outcome, Part]
GROUPS = ("language", "workspace", "kind", "repeat")


@dataclass(frozen=True, slots=True)
class RunFigure:
    """A figure of some cases. `estimate`: None if it was not computed, for the reason `why`. `more`: further values."""

    estimate: Estimate | None
    why: str = ""
    more: Mapping[str, float | str] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        if self.estimate is None:
            return {"value": None, "why": self.why}
        return {**bounds(self.estimate), **self.more}


class WorstJson(TypedDict):
    """An answer that makes a figure worse. `value`: that of this answer alone."""

    id: str
    answer_uuid: str
    value: float
    question: str


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a run by name. `by`: those of each group's values, by group and value; of each repeat if there are
    several."""

    pooled: Mapping[str, RunFigure]
    by: Mapping[str, Mapping[str, Mapping[str, RunFigure]]]
    worst: Mapping[str, Sequence[WorstJson]]


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
    measured = {name: list(counted(kind, outcomes)) for name, kind in kinds.items()}
    by_labels = {"hallucination_rate": {"by": hallucination_by(outcomes, labels)}}

    def of(group: str, value: str) -> dict[str, RunFigure]:
        found = {}
        for name, kind in kinds.items():
            some = [each for each in measured[name] if not group or _group(each[0], group) == value]
            found[name] = _figure(kind, some, why.get(name, ""), by_labels.get(name, {}))
        return found

    groups = {group: sorted({_group(outcome, group) for outcome in outcomes} - {""}) for group in GROUPS}
    if len(groups["repeat"]) < 2:
        del groups["repeat"]
    return Figures(
        of("", ""),
        {group: {value: of(group, value) for value in values} for group, values in groups.items()},
        {name: _worst(kind, measured[name]) for name, kind in kinds.items()},
    )


def counted(kind: FigureKind, outcomes: Iterable[Outcome]) -> Iterator[Counted]:
    """Yields the outcomes that have a figure, with what they add to it."""
    for outcome in outcomes:
        if (part := kind.part(outcome)) is not None:
            yield outcome, part


def by_case(found: Iterable[Counted]) -> dict[str, Part]:
    """Returns what each case adds to a figure, its repeats together."""
    parts: dict[str, Part] = {}
    for outcome, (hits, of) in found:
        before = parts.get(outcome.case.id, (0.0, 0.0))
        parts[outcome.case.id] = (before[0] + hits, before[1] + of)
    return parts


def _figure(kind: FigureKind, found: Sequence[Counted], why: str, more: Mapping[str, float | str]) -> RunFigure:
    if not found:
        return RunFigure(None, why or kind.why)
    parts = by_case(found).values()
    if not kind.unit:
        return RunFigure(ratio(list(parts)), more=more)
    average = mean([hits / of for hits, of in parts])
    values = sorted(hits for _, (hits, _) in found)
    estimate = Estimate(average.value, max(0.0, average.low), average.high, average.count)
    if kind.unit == "ms":
        return RunFigure(estimate, more={"p50": _quantile(values, 0.5), "p95": _quantile(values, 0.95)})
    return RunFigure(estimate, more={"total": sum(values)})


def _quantile(values: Sequence[float], part: float) -> float:
    """Returns the value at a part of sorted values, between two of them in proportion."""
    at = part * (len(values) - 1)
    low = int(at)
    return values[low] + (at - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def _group(outcome: Outcome, group: str) -> str:
    """Returns what an outcome belongs to; empty: to nothing that a report names."""
    stated = outcome.case.stated
    match group:
        case "language":
            return stated.language or (outcome.facts.language if outcome.facts else "")
        case "workspace":
            return outcome.workspace
        case "repeat":
            return str(outcome.repeat + 1)
    return stated.kind


def _worst(kind: FigureKind, found: Iterable[Counted]) -> list[WorstJson]:
    """Returns the answers that make a figure worse than it could be, the worst first: by their own value, then by how
    much they add to the figure."""
    bad = []
    for outcome, (hits, of) in found:
        value = hits / of
        if loss := 1 - value if kind.higher_is_better else value:
            case = outcome.case
            worst = WorstJson(id=case.id, answer_uuid=outcome.answer_uuid, value=value, question=case.stated.question)
            bad.append((-loss, -of, worst))
    return [case for *_, case in sorted(bad, key=lambda each: each[:2])[:WORST]]
