"""How well search finds: the product with two embedders against three baselines in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from bench.judgement_parts import baselines
from bench.judgement_parts.base import Base, progress
from bench.judgement_parts.bootstrap import mean
from bench.judgement_parts.sets import LabelledSet
from gateway.evaluation.intervals import Estimate, Paired, paired, share
from gateway.evaluation.measures.figure_kinds import DEEP, ndcg

DEPTHS = (1, 5, 8)
OURS = ("none",)
DEFAULT = "none"
SYSTEMS = (*baselines.BASELINES, *OURS)


@dataclass(frozen=True, slots=True)
class Hits:
    """What one system found for one question: whether the passage at each rank is a right one. `gold`: how many right
    ones there are."""

    found: tuple[bool, ...]
    gold: int = 1

    def recall(self, depth: int) -> bool:
        """Returns whether any right passage is among the first `depth`."""
        return any(self.found[:depth])

    @property
    def ndcg(self) -> float:
        return ndcg(self.found, self.gold)


def hits(ranked: Sequence[str], gold: AbstractSet[str]) -> Hits:
    """Returns the hits of a ranking of passage ids."""
    return Hits(tuple(passage_id in gold for passage_id in ranked[:DEEP]), len(gold))


Runs = Mapping[str, Sequence[Hits]]
"""By system, in the order of the questions."""


def baseline_runs(each: LabelledSet, names: Iterable[str] = baselines.BASELINES) -> dict[str, list[Hits]]:
    """Returns what the baselines find; it needs no database."""
    runs = {}
    for name in names:
        book = baselines.book(name, each.language, [passage.text for passage in each.passages])
        runs[name] = [
            hits([each.passages[at].id for at in book.search(question.text, DEEP)], question.gold)
            for question in each.questions
        ]
    return runs


async def our_runs(base: Base, each: LabelledSet, names: Iterable[str] = OURS) -> dict[str, list[Hits]]:
    """Returns what the product finds with each of these embedders."""
    runs: dict[str, list[Hits]] = {}
    for name in names:
        runs[name] = [
            hits(await base.ranked(question.text, each.name, DEEP, name), question.gold)
            for question in progress(each.questions, f"{each.name}, search with {name}")
        ]
    return runs


async def search_runs(base: Base, sets: Sequence[LabelledSet], names: Iterable[str] = OURS) -> dict[str, Runs]:
    """Returns, by set, what every system finds."""
    asked = [each for each in sets if each.questions]
    return {each.name: {**baseline_runs(each), **await our_runs(base, each, names)} for each in asked}


@dataclass(frozen=True, slots=True)
class SearchScores:
    """What one system reaches on some questions. `recall`: by depth; `against`: the default against this one, by the
    first rank (McNemar) and by nDCG (sign test)."""

    recall: Mapping[int, Estimate]
    ndcg: Estimate
    against: Paired
    against_ndcg: Paired


def search_scores(runs: Runs, ours: str = DEFAULT) -> dict[str, SearchScores]:
    """Returns the figures of every system on the questions of `runs`, with paired tests of `ours` against it."""
    own = runs[ours]
    return {
        name: SearchScores(
            {depth: share([one_run.recall(depth) for one_run in found]) for depth in DEPTHS},
            mean([one_run.ndcg for one_run in found]),
            paired([one_run.recall(1) for one_run in own], [one_run.recall(1) for one_run in found]),
            paired([one_run.ndcg for one_run in own], [one_run.ndcg for one_run in found]),
        )
        for name, found in runs.items()
    }


def pooled(runs: Mapping[str, Runs]) -> Runs:
    """Returns the questions of all sets as those of one."""
    names = next(iter(runs.values())).keys()
    return {name: [found for each in runs.values() for found in each[name]] for name in names}
