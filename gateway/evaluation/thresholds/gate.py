"""What thresholds of the confidence gate do to questions of which it is known whether the knowledge base answers them,
and which threshold and rule fit them. Pure.

Coverage is the share of the answerable questions that pass the gate, error the share of the others that pass too:
neither depends on how many of each kind the set has.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

from pydantic import Field, StringConstraints

from gateway.answer.gate.gate_features import GateFeatures
from gateway.answer.gate.gate_rule import DOUBT, THRESHOLD, GateRule
from gateway.conversation.question import LONGEST_QUESTION
from gateway.evaluation.intervals import Estimate, auc, share
from gateway.evaluation.thresholds.gate_fitting import LabelledFeatures, evidence, fit, scaled
from gateway.limits.thresholds import Levels
from gateway.words.languages import AnswerLanguage

REFUSED, CONFIDENT = 0.03, 0.05
"""Shares of the answerable questions that a threshold may refuse, and of the others that may be called confident."""
ENOUGH = 200
"""Questions of each kind from which on numbers of one's own are worth more than those that all sets gave: with eight
numbers, some 25 for each."""
FOLDS = 5
STEPS = 20
"""Rows between 0 and 1."""
Value = TypeVar("Value")
_STRIPPED = StringConstraints(strip_whitespace=True)


@dataclass(frozen=True, slots=True)
class GateCase:
    """One question of a file; `answerable`: whether the knowledge base answers it."""

    question: Annotated[str, _STRIPPED, Field(min_length=1, max_length=LONGEST_QUESTION)]
    answerable: bool
    language: AnswerLanguage | None = None
    workspace: Annotated[str, _STRIPPED] | None = None


@dataclass(frozen=True, slots=True)
class GateResult:
    """A question with what its search found. `passes`: whether it passes the gate with a threshold. `figures`: what the
    rule of the gate reads."""

    case: GateCase
    language: str
    confidence: float
    passes: Callable[[Levels], bool]
    figures: tuple[GateFeatures, ...] = ()


@dataclass(frozen=True, slots=True)
class GateShares:
    """What one threshold lets through."""

    coverage: Estimate
    error: Estimate

    @classmethod
    def of(cls, results: Iterable[GateResult], threshold: Levels) -> GateShares:
        return cls(*map(share, _parted((each.case.answerable, each.passes(threshold)) for each in results)))

    def __str__(self) -> str:
        return f"{_percent(self.coverage):<16}{_percent(self.error):<16}"


def _percent(found: Estimate) -> str:
    return f"{found.value:4.0%} ({round(found.value * found.count)}/{found.count})" if found.count else "–"


def report(results: Sequence[GateResult], threshold: Levels) -> list[str]:
    """Returns the tables of each workspace, which may have its own bar, and the gate as set by language."""
    lines = [
        "coverage: answerable questions that pass the gate; error: unanswerable ones that pass it.",
        f"GATEWAY_GATE_THRESHOLD={threshold}",
    ]
    for workspace, mine in _by_workspace(results):
        lines += ["", workspace, "", *_table(mine, threshold)]
    lines += ["", "As set, by language"]
    for language in sorted({result.language for result in results}):
        found = GateShares.of([result for result in results if result.language == language], threshold)
        lines.append(f"{language:<10}{found}".rstrip())
    return lines


def _by_workspace(results: Sequence[GateResult]) -> Iterator[tuple[str, list[GateResult]]]:
    for workspace in dict.fromkeys(result.case.workspace for result in results):
        name = f"Workspace {workspace}" if workspace else "All workspaces"
        yield name, [result for result in results if result.case.workspace == workspace]


def _table(results: Sequence[GateResult], threshold: Levels) -> Iterator[str]:
    """Yields a line for each threshold that is tried in place of the one that is set, which its exceptions belong
    to."""
    now = threshold.of(results[0].case.workspace)
    yield f"{'threshold':<10}{'coverage':<16}error"
    for level in sorted({*(step / STEPS for step in range(STEPS + 1)), now}):
        found = GateShares.of(results, threshold if level == now else Levels(level))
        yield f"{level:<10.4g}{found}{'<- now' if level == now else ''}".rstrip()


def proposals(results: Sequence[GateResult], now: GateRule) -> list[str]:
    """Returns what to put into the settings: levels for each workspace, and with enough questions a rule of one's
    own."""
    lines = ["", "What fits these questions (3 % of the answerable refused, 5 % of the others called confident)"]
    for name, mine in _by_workspace(results):
        found = advice((result.case.answerable, result.confidence) for result in mine)
        if found is None:
            lines.append(f"{name}: it needs questions of both kinds")
            continue
        workspace = mine[0].case.workspace
        at = f"…,{workspace}=" if workspace else ""
        lines.append(f"{name}: GATEWAY_GATE_THRESHOLD={at}{found[0]:g} GATEWAY_GATE_DOUBT={at}{found[1]:g}")
    own = own_rule([LabelledFeatures(each.figures, each.case.answerable) for each in results], now)
    if own is None:
        return [*lines, f"A rule of your own needs {ENOUGH} answerable questions and {ENOUGH} others."]
    rule, unseen, as_now = own
    lines.append(f"A rule of your own: AUC {unseen:.3f} on questions it was not fitted on, as set {as_now:.3f}")
    if unseen > as_now:
        lines.append(f"GATEWAY_GATE_RULE={rule} GATEWAY_GATE_THRESHOLD={THRESHOLD:g} GATEWAY_GATE_DOUBT={DOUBT:g}")
    return lines


def advice(confidences: Iterable[tuple[bool, float]]) -> tuple[float, float] | None:
    """Returns the highest threshold that refuses few of the answerable questions, and the lowest bound of doubt, no
    lower than it, that calls few of the others confident; None without questions of both kinds.

    `confidences`: of each question whether it is answerable, and the gate's confidence.
    """
    good, bad = _parted(confidences)
    if not good or not bad:
        return None
    # Levels of two digits; not 0, which would switch the gate off.
    threshold = max(0.01, math.floor(sorted(good)[int(REFUSED * len(good))] * 100) / 100)
    doubt = math.ceil(sorted(bad)[int((1 - CONFIDENT) * len(bad))] * 100 + 1e-9) / 100
    return threshold, min(1.0, max(threshold, doubt))


def own_rule(questions: Sequence[LabelledFeatures], now: GateRule) -> tuple[GateRule, float, float] | None:
    """Returns a rule that is fitted to these questions, with its AUC on questions that it was not fitted on, and that
    of the rule as it is now; None if there are too few."""
    answerable = sum(question.answerable for question in questions)
    if min(answerable, len(questions) - answerable) < ENOUGH:
        return None
    unseen: list[tuple[bool, float]] = []
    for fold in range(FOLDS):
        rule = fit([question for at, question in enumerate(questions) if at % FOLDS != fold], now)
        unseen += _evidences(questions[fold::FOLDS], rule)
    rule = fit(questions, now)
    good, bad = map(sorted, _parted(_evidences(questions, rule)))
    rule = scaled(rule, good[int(REFUSED * len(good))], bad[int((1 - CONFIDENT) * len(bad))])
    return rule, auc(*_parted(unseen)).value, auc(*_parted(_evidences(questions, now))).value


def _evidences(questions: Iterable[LabelledFeatures], rule: GateRule) -> list[tuple[bool, float]]:
    return [(question.answerable, evidence(question, rule)) for question in questions]


def _parted(values: Iterable[tuple[bool, Value]]) -> tuple[list[Value], list[Value]]:
    """Returns the values of answerable questions, and those of the others."""
    found: dict[bool, list[Value]] = {True: [], False: []}
    for answerable, value in values:
        found[answerable].append(value)
    return found[True], found[False]
