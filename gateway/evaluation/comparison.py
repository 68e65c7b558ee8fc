"""Two runs of one set, compared case by case. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from typing_extensions import TypedDict

from gateway.evaluation.figures import by_case, counted
from gateway.evaluation.intervals import Part, Z, mean, paired, t_test
from gateway.evaluation.measures.figure_kinds import FigureKind, Labels, figure_kinds, hallucination_by
from gateway.evaluation.outcomes import Outcome
from gateway.evaluation.report import Report, number
from gateway.evaluation.report_tables import aligned

MARGIN = 0.02
LEVEL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureDifference:
    """A figure in both runs, of the cases that have it in both. `low` and `high`: of the difference, B less A.

    `better`, `worse`: in how many cases B is. `p`: two-sided, of the exact sign test of these (McNemar's for hits and
    misses); of Student's t for times, tokens and costs. `p_adjusted`: p, corrected for the number of figures.
    """

    a: float
    b: float
    low: float
    high: float
    better: int
    worse: int
    p: float
    cases: int
    higher_is_better: bool
    p_adjusted: float = 1.0
    regression: bool = False

    @property
    def difference(self) -> float:
        return self.b - self.a

    @property
    def loss(self) -> float:
        """By how much B is worse than A; below 0: better."""
        return -self.difference if self.higher_is_better else self.difference


class ChangedJson(TypedDict):
    """A case, and the figures in which B is worse or better."""

    id: str
    question: str
    answer_a: str
    answer_b: str
    worse: list[str]
    better: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What changed from run A to run B. `only_a`, `only_b`: the cases that the other run did not answer. `changed`: the
    worst first."""

    margin: float
    differences: Mapping[str, FigureDifference]
    not_compared: Mapping[str, str]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    changed: Sequence[ChangedJson]

    @property
    def regressions(self) -> list[str]:
        return [name for name, each in self.differences.items() if each.regression]

    def json(self) -> dict[str, Any]:
        return {
            "margin": self.margin,
            "regressions": self.regressions,
            "figures": {
                name: {"difference": each.difference, **asdict(each)} for name, each in self.differences.items()
            }
            | {name: {"difference": None, "why": why} for name, why in self.not_compared.items()},
            "only_a": list(self.only_a),
            "only_b": list(self.only_b),
            "changed": self.changed,
        }


def compare(
    a: Sequence[Outcome],
    b: Sequence[Outcome],
    margin: float = MARGIN,
    *,
    labels: Labels | None = None,
    top_k: tuple[int | None, int | None] = (None, None),
) -> Comparison:
    """Returns what changed from run A to run B, paired by the ids of the cases; the repeats of a case are one.

    A figure is a regression if B is worse by more than `margin`, its interval excludes 0, and its adjusted p is at most
    5 %. Times, tokens and costs are no regression.
    labels: the verdicts of people, which count if they judge answers of both runs. top_k: of A and of B.
    """
    labels = labels or {}
    if "verifier" in (hallucination_by(a, labels), hallucination_by(b, labels)):
        labels = {}
    kinds_a, kinds = (figure_kinds([*a, *b], labels, each) for each in top_k)
    found, missing, changed = {}, {}, _unchanged(a, b)
    for name, kind in kinds.items():
        parts_a, parts_b = by_case(counted(kinds_a[name], a)), by_case(counted(kind, b))
        both = sorted(parts_a.keys() & parts_b.keys())
        if both:
            found[name] = _difference(kind, [parts_a[each] for each in both], [parts_b[each] for each in both])
            for each in () if kind.unit else both:
                change = _rate(parts_b[each]) - _rate(parts_a[each])
                if change:
                    worsens = (change < 0) == kind.higher_is_better
                    changed[each]["worse" if worsens else "better"].append(name)
        else:
            missing[name] = "no case has it in both runs" if parts_a or parts_b else kind.why
    answered_a, answered_b = _answered(a), _answered(b)
    return Comparison(
        margin=margin,
        differences=_judged(found, kinds, margin),
        not_compared=missing,
        only_a=tuple(sorted(answered_a - answered_b)),
        only_b=tuple(sorted(answered_b - answered_a)),
        changed=sorted(
            (each for each in changed.values() if each["worse"] or each["better"]),
            key=lambda each: (len(each["better"]) - len(each["worse"]), each["id"]),
        ),
    )


def compare_reports(a: Report, b: Report, *, margin: float = MARGIN) -> Comparison:
    """Returns the same of two reports, with the labels of both."""
    return compare(a.outcomes, b.outcomes, margin, labels={**a.labels, **b.labels}, top_k=(a.top_k, b.top_k))


def _rate(part: Part) -> float:
    hits, of = part
    return hits / of


def _unchanged(a: Sequence[Outcome], b: Sequence[Outcome]) -> dict[str, ChangedJson]:
    """Returns the cases of both runs, with the first answer of each."""
    first = {each.case.id: each.answer_uuid for each in reversed(a)}
    return {
        each.case.id: ChangedJson(
            id=each.case.id,
            question=each.case.stated.question,
            answer_a=first[each.case.id],
            answer_b=each.answer_uuid,
            worse=[],
            better=[],
        )
        for each in reversed(b)
        if each.case.id in first
    }


def _answered(outcomes: Sequence[Outcome]) -> set[str]:
    return {outcome.case.id for outcome in outcomes if outcome.facts}


def _difference(kind: FigureKind, a: Sequence[Part], b: Sequence[Part]) -> FigureDifference:
    """Returns the difference of a figure over cases that both runs have, in the same order."""
    rates = [list(map(_rate, parts)) for parts in (a, b)]
    signs = paired(*(rates[::-1] if kind.higher_is_better else rates))
    value_a, value_b = (_value(kind, parts) for parts in (a, b))
    if kind.unit:
        changes = [after - before for before, after in zip(*rates, strict=True)]
        change = mean(changes)
        low, high, p = change.low, change.high, t_test(changes)
    else:
        (low, high), p = _interval(a, b, value_a, value_b), signs.p
    return FigureDifference(
        a=value_a,
        b=value_b,
        low=low,
        high=high,
        better=signs.better,
        worse=signs.worse,
        p=p,
        cases=len(a),
        higher_is_better=kind.higher_is_better,
    )


def _value(kind: FigureKind, parts: Sequence[Part]) -> float:
    if kind.unit:
        return mean([hits / of for hits, of in parts]).value
    return sum(hits for hits, _ in parts) / sum(of for _, of in parts)


def _interval(a: Sequence[Part], b: Sequence[Part], value_a: float, value_b: float) -> tuple[float, float]:
    """Returns the interval of the difference of two ratios over the same cases: that of Bonett and Price (2012) for
    pairs of shares, which adds a case in favour of each side. A case counts with what it adds to the difference."""
    count = len(a)
    whole_a, whole_b = (sum(of for _, of in parts) / count for parts in (a, b))
    added = [
        value_b - value_a + (hits_b - value_b * of_b) / whole_b - (hits_a - value_a * of_a) / whole_a
        for (hits_a, of_a), (hits_b, of_b) in zip(a, b, strict=True)
    ]
    added += [1.0, -1.0]
    centre = sum(added) / len(added)
    half = Z * math.sqrt(sum((each - centre) ** 2 for each in added)) / len(added)
    return max(-1.0, centre - half), min(1.0, centre + half)


def _judged(
    found: Mapping[str, FigureDifference], kinds: Mapping[str, FigureKind], margin: float
) -> dict[str, FigureDifference]:
    """Returns the differences with their adjusted p (Benjamini and Hochberg 1995) and whether they are regressions.

    Figures move together, which this correction allows. Figures with so few changed cases that no p of theirs could
    reach the level do not count (Tarone 1990).
    """
    able = {name: each.p for name, each in found.items() if not kinds[name].unit and _least(each) <= LEVEL}
    adjusted = {name: each.p for name, each in found.items()}
    least = 1.0
    ranked = sorted(able, key=able.__getitem__)
    for rank, name in reversed(list(enumerate(ranked, start=1))):
        least = min(least, able[name] * len(able) / rank)
        adjusted[name] = least
    result = {}
    for name, each in found.items():
        certain = not each.low <= 0 <= each.high and adjusted[name] <= LEVEL
        regression = not kinds[name].unit and each.loss > margin and certain
        result[name] = replace(each, p_adjusted=adjusted[name], regression=regression)
    return result


def _least(difference: FigureDifference) -> float:
    """Returns the p that the sign test would have if all changed cases had changed the same way."""
    return 2.0 ** (1 - difference.better - difference.worse)


def comparison_text(found: Comparison) -> Iterator[str]:
    """Yields the lines of a comparison for a terminal."""
    rows = [["figure", "A", "B", "B less A", "95 %", "better, worse", "p", "adjusted", "cases", ""]]
    for name, each in found.differences.items():
        rows.append(
            [
                name,
                number(each.a),
                number(each.b),
                f"{'+' if each.difference > 0 else ''}{number(each.difference)}",
                f"{number(each.low)} to {number(each.high)}",
                f"+{each.better} −{each.worse}",
                f"{each.p:.2g}",
                f"{each.p_adjusted:.2g}",
                str(each.cases),
                "REGRESSION" if each.regression else "",
            ]
        )
    yield from aligned(rows)
    yield ""
    yield from (f"Not compared: {name}: {why}." for name, why in found.not_compared.items())
    for label, cases in (("A", found.only_a), ("B", found.only_b)):
        if cases:
            yield f"Answered in {label} alone: {', '.join(cases)}."
    names = ", ".join(found.regressions)
    yield f"Regressions beyond {found.margin:g}: {names}." if names else f"No regression beyond {found.margin:g}."
