"""Is hybrid search ever worse than the better of words and vectors? Measured with vectors of every quality.

    python bench/fusion.py FOLDER…                the tables of docs/models.md
    python bench/fusion.py FOLDER… --sample 50    on so many questions of each set

FOLDER holds labelled sets (`bench/judgement_parts/sets.py` has their form). Words are the product's own search without
an embedder. Vectors are a stand-in: each passage has a direction drawn by chance, and a question's vector is the mean
of its right passages' directions, as much as `quality` says, and chance for the rest; at 0 it is useless, from 0.4 on
it finds nearly everything.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.judgement_parts.base import Base, opened, progress
from bench.judgement_parts.bootstrap import mean
from bench.judgement_parts.searching import Hits, hits
from bench.judgement_parts.sets import LabelledSet, load
from bench.judgement_parts.tables import number, rows
from gateway.errors import WrongUse
from gateway.evaluation.intervals import paired, share
from gateway.knowledge.search.hybrid import fuse
from gateway.store.search.passage_search import NEIGHBOURS

QUALITIES = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.6)
DIMENSIONS = 128
CALIBRATION = (0.2, 0.6)
SYSTEMS = ("words", "vectors", "hybrid")
SEED = 15
MISSPELT = 2

Scores = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Searched:
    """A set with what words find for each of its questions."""

    labelled: LabelledSet
    lexical: Sequence[Scores]


async def searched(base: Base, each: LabelledSet, embedder: str = "none") -> Searched:
    """Returns what the product finds with an embedder."""
    asked = progress(each.questions, f"{each.name}, search with {embedder}")
    return Searched(each, [await base.scored(question.text, each.name, NEIGHBOURS, embedder) for question in asked])


def stand_in(each: LabelledSet, quality: float) -> np.ndarray:
    """Returns the cosines of every question (rows) and passage (columns) by vectors of this quality."""
    draw = np.random.default_rng(SEED)
    passages = _units(draw.standard_normal((len(each.passages), DIMENSIONS)))
    questions = _units(draw.standard_normal((len(each.questions), DIMENSIONS)))
    at = {passage.id: column for column, passage in enumerate(each.passages)}
    for asked, question in enumerate(each.questions):
        if question.gold:
            right = passages[[at[passage_id] for passage_id in question.gold if passage_id in at]].sum(0)
            questions[asked] = quality * right / np.linalg.norm(right) + (1 - quality) * questions[asked]
    return _units(questions) @ passages.T


def _units(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def ranked(found: Searched, cosines: np.ndarray) -> dict[str, list[Hits]]:
    """Returns what words, vectors and both find; vectors are asked as the store asks them."""
    ids = [passage.id for passage in found.labelled.passages]
    at = {passage_id: column for column, passage_id in enumerate(ids)}
    runs: dict[str, list[Hits]] = {name: [] for name in SYSTEMS}
    for question, lexical, row in zip(found.labelled.questions, found.lexical, cosines, strict=True):
        nearest = [ids[column] for column in np.argsort(-row, kind="stable")[:NEIGHBOURS]]
        near = {passage_id: float(row[at[passage_id]]) for passage_id in dict.fromkeys([*nearest, *lexical])}
        both = [passage_id for passage_id, _ in fuse(lexical, near, CALIBRATION)]
        for name, order in zip(SYSTEMS, (list(lexical), nearest, both), strict=True):
            runs[name].append(hits(order, question.gold))
    return runs


def better_half(runs: Mapping[str, Sequence[Hits]]) -> str:
    """Returns which of words and vectors has the higher nDCG@10."""
    return max(SYSTEMS[:2], key=lambda name: sum(found.ndcg for found in runs[name]))


def row(label: str, runs: Mapping[str, Sequence[Hits]]) -> list[str]:
    """Returns recall@1, recall@5 and nDCG@10 of each system, and the hybrid against the better half at rank 1."""
    better = better_half(runs)
    test = paired([found.recall(1) for found in runs["hybrid"]], [found.recall(1) for found in runs[better]])
    gain = mean([found.ndcg for found in runs["hybrid"]]).value - mean([found.ndcg for found in runs[better]]).value
    return [label, *(_figures(runs[name]) for name in SYSTEMS), better, f"{gain:+.3f}", str(test)]


def _figures(found: Sequence[Hits]) -> str:
    shares = [share([each.recall(depth) for each in found]).value for depth in (1, 5)]
    return " / ".join(map(number, [*shares, mean([each.ndcg for each in found]).value]))


def by_quality(sets: Sequence[Searched]) -> Iterator[list[str]]:
    """Yields a row for each quality over all sets, and one for the set on which the hybrid fares worst."""
    for quality in QUALITIES:
        each = {found.labelled.name: ranked(found, stand_in(found.labelled, quality)) for found in sets}
        yield row(
            f"{quality:g}, all", {name: [hit for runs in each.values() for hit in runs[name]] for name in SYSTEMS}
        )
        worst = min(each, key=lambda name: _gain(each[name]))
        yield row(f"{quality:g}, {worst}", each[worst])


def _gain(runs: Mapping[str, Sequence[Hits]]) -> float:
    better = runs[better_half(runs)]
    return sum(own.ndcg - other.ndcg for own, other in zip(runs["hybrid"], better, strict=True)) / len(better)


async def measured(sets: Sequence[LabelledSet]) -> str:
    """Returns the table."""
    head = ["vectors", *(f"{name} @1 / @5 / nDCG" for name in SYSTEMS), "better half", "nDCG", "rank 1 against it"]
    async with opened(sets) as base:
        words = [await searched(base, each) for each in sets]
    return rows(["quality, sets", *head[1:]], list(by_quality(words)))


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Words, vectors and both, with vectors of every quality.")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="holds sets: NAME.questions.jsonl and so on")
    parser.add_argument("--sample", type=int, default=None, help="questions of each set at most")
    asked = parser.parse_args(given)
    if not asked.folders:
        print("bench/fusion.py wants a folder with labelled sets; bench/judgement_parts/sets.py says their form.")
        return 0
    try:
        sets = [each for each in load(*asked.folders) if each.questions]
    except WrongUse as error:
        print(f"fusion: {error}", file=sys.stderr)
        return 2
    print(asyncio.run(measured([each.sampled(asked.sample) for each in sets] if asked.sample else sets)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
