"""The report of a run: as JSON, and as text for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gateway.evaluation.cases import BadLine
from gateway.evaluation.figures import Figures, RunFigure, figures
from gateway.evaluation.measures.figure_kinds import CHECKS, Labels
from gateway.evaluation.outcomes import Outcome
from gateway.evaluation.report_tables import aligned

NO_RECORDING = ("illegal_id_rate", "format_compliance", "hallucination_rate")
OF_TARGETS = dict.fromkeys(NO_RECORDING, "the answers of a target come without their recordings") | dict.fromkeys(
    CHECKS, "a target is not asked questions that are changed for labels"
)
"""Figures that a run at a target does not have, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A run and what it measured. `unconfirmed`: drafts of the set, which were not asked."""

    run: str
    set_name: str
    outcomes: Sequence[Outcome]
    bad: Sequence[BadLine] = ()
    unconfirmed: int = 0
    labels: Labels = field(default_factory=dict)
    top_k: int | None = None
    why: Mapping[str, str] = field(default_factory=dict)
    """Reasons for figures that the run cannot have, such as those of a target."""

    @property
    def failed(self) -> int:
        """How many outcomes have no answer because the model or the gateway failed."""
        return sum(outcome.facts is None for outcome in self.outcomes)

    @property
    def cases(self) -> int:
        return len({outcome.case.id for outcome in self.outcomes})

    def figures(self) -> Figures:
        return figures(self.outcomes, self.labels, top_k=self.top_k, why=self.why)


def report_json(report: Report) -> dict[str, Any]:
    """Returns a report as one object of JSON."""
    found = report.figures()
    return {
        "run": report.run,
        "set": report.set_name,
        "cases": report.cases,
        "failed": report.failed,
        "unconfirmed": report.unconfirmed,
        "failures": [
            {"id": each.case.id, "question": each.case.stated.question, "failure": each.failure}
            for each in report.outcomes
            if each.facts is None
        ],
        "lines": [{"line": line.number, "problem": line.problem} for line in report.bad],
        "pooled": _named(found.pooled),
        "by": {group: {value: _named(some) for value, some in values.items()} for group, values in found.by.items()},
        "worst": found.worst,
    }


def _named(found: Mapping[str, RunFigure]) -> dict[str, Any]:
    return {name: figure.json() for name, figure in found.items()}


def report_text(report: Report, worst: Sequence[str] = ()) -> Iterator[str]:
    """Yields the lines of a report for a terminal. worst: the figures whose worst cases are listed."""
    found = report.figures()
    yield f"{report.set_name}: {report.cases} cases, {report.failed} failed (run {report.run})"
    for line in report.bad:
        yield f"line {line.number}: {line.problem}"
    if report.unconfirmed:
        yield f"{report.unconfirmed} drafts that nobody has confirmed were not asked."
    yield ""
    yield from aligned(_rows(found.pooled))
    for group, values in found.by.items():
        if len(values) > 1 or (values and group == "kind"):
            yield ""
            yield from aligned(_side_by_side(group, values))
    missing: dict[str, list[str]] = {}
    for name, figure in found.pooled.items():
        if figure.estimate is None:
            missing.setdefault(figure.why, []).append(name)
    yield ""
    yield from (f"Not computed: {', '.join(names)}: {why}." for why, names in missing.items())
    for name in worst:
        yield from ("", f"Worst cases of {name}:")
        yield from (f"  {case['id']}: {number(case['value'])} {case['answer_uuid']}" for case in found.worst[name])


def number(value: float) -> str:
    """Returns a value with as many digits as tell something: `0.123`, `12.3`, `1234`."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.3f}"


def _rows(some: Mapping[str, RunFigure]) -> list[list[str]]:
    rows = [["figure", "value", "95 %", "cases", ""]]
    for name, figure in some.items():
        if found := figure.estimate:
            more = ", ".join(
                f"{key} {value if isinstance(value, str) else number(value)}" for key, value in figure.more.items()
            )
            interval = f"{number(found.low)} to {number(found.high)}"
            rows.append([name, number(found.value), interval, str(found.count), more])
    return rows


def _side_by_side(group: str, values: Mapping[str, Mapping[str, RunFigure]]) -> list[list[str]]:
    """Returns the figures of each value of a group, with the number of cases in brackets."""
    rows = [[f"by {group}", *values]]
    for name in next(iter(values.values())):
        found = [some[name].estimate for some in values.values()]
        if any(found):
            rows.append([name, *(f"{number(each.value)} ({each.count})" if each else "–" for each in found)])
    return rows
