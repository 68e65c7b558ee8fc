"""What the confidence gate does to questions that a set answers, to those of other sets, and to those that only sound
as if it did."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bench.judgement_parts.base import Base, progress
from bench.judgement_parts.searching import DEFAULT
from bench.judgement_parts.sets import LabelledQuestion, LabelledSet, spread
from gateway.evaluation.intervals import Estimate, auc, share
from gateway.turn.limits import TurnLimits
from gateway.turn.searching.search import Looked

OUTCOMES = ("refused", "doubtful", "confident")
Outcome = Literal["refused", "doubtful", "confident"]
KINDS = ("answerable", "off-topic", "off-topic, ours", "near-topic")
"""`off-topic`: questions of other sets; `off-topic, ours`: of our own small sets, where no other set has the
language."""
OFF_TOPIC = 300
"""Questions of other sets that each set is asked."""
REFUSED = 0.03
"""Share of answerable questions that `GateScores.at_best` refuses."""
OWN = Path(__file__).parents[1] / "sets"


def decided(looked: Looked, limits: TurnLimits) -> Outcome:
    """Returns what the gate does to a question: the one place that reads its decision."""
    judged = looked.judged(limits.gate_threshold, limits.gate_doubt)
    return "refused" if judged.level == "nothing" else judged.level


@dataclass(frozen=True, slots=True)
class Gated:
    """What the gate did to one question."""

    outcome: Outcome
    confidence: float


Gates = Mapping[str, Sequence[Gated]]
"""By kind of question."""


def off_topic(each: LabelledSet, sets: Sequence[LabelledSet], most: int = OFF_TOPIC) -> tuple[LabelledQuestion, ...]:
    """Returns questions of the other sets in the same language, from each about as many, `most` in all."""
    others = [other.questions for other in sets if other is not each and other.language == each.language]
    others = [questions for questions in others if questions]
    return tuple(question for questions in others for question in spread(questions, most // len(others)))


def own_questions(language: str) -> tuple[LabelledQuestion, ...]:
    """Returns the questions of our own sets in a language, all about things that no public set knows."""
    file = OWN / f"{language}.json"
    if not file.exists():
        return ()
    content = json.loads(file.read_text(encoding="utf-8"))
    asked = [entry["question"] for entries in content["answerable"].values() for entry in entries]
    return tuple(LabelledQuestion(text) for text in [*asked, *content["unanswerable"]])


async def gated(
    base: Base, workspace: str, questions: Iterable[LabelledQuestion], name: str, embedder: str
) -> list[Gated]:
    """Returns what the gate does to questions in the workspace of a set."""
    found = []
    for question in progress(questions, f"{workspace}, {name} questions"):
        _, looked = await base.looked(question.text, workspace, embedder)
        found.append(Gated(decided(looked, base.limits), looked.confidence))
    return found


async def gate_runs(
    base: Base, sets: Sequence[LabelledSet], embedder: str = DEFAULT, most: int = OFF_TOPIC
) -> dict[str, Gates]:
    """Returns, by set, what the gate does to questions of each kind."""
    runs = {}
    for each in sets:
        if not each.questions:
            continue
        others = off_topic(each, sets, most)
        ours = () if others else own_questions(each.language)
        asked = (each.questions, others, ours, each.unanswerable)
        runs[each.name] = {
            kind: await gated(base, each.name, questions, kind, embedder)
            for kind, questions in zip(KINDS, asked, strict=True)
        }
    return runs


@dataclass(frozen=True, slots=True)
class GateScores:
    """The gate on one kind of question. `above`: the chance that an answerable question is given more confidence than
    one of these (AUC). `at_best`: the share of these that would pass at the level below which 3 % of the answerable
    ones of the same set lie: what the confidence is worth whatever the threshold."""

    outcomes: Mapping[Outcome, Estimate]
    above: Estimate
    at_best: Estimate


def gate_scores(runs: Gates) -> dict[str, GateScores]:
    """Returns the shares of each outcome by kind of question; kinds without questions are left out."""
    good = [found.confidence for found in runs["answerable"]]
    level = sorted(good)[int(REFUSED * len(good))] if good else 0.0
    return {
        kind: GateScores(
            {outcome: share([one_run.outcome == outcome for one_run in found]) for outcome in OUTCOMES},
            auc(good, [one_run.confidence for one_run in found]),
            share([one_run.confidence >= level for one_run in found]),
        )
        for kind, found in runs.items()
        if found
    }


def pooled(runs: Mapping[str, Gates]) -> Gates:
    """Returns the questions of all sets as those of one."""
    return {kind: [found for each in runs.values() for found in each[kind]] for kind in KINDS}
