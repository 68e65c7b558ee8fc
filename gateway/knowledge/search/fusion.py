"""Fusion of several rankings into one: several sources, several ways to say a question. Pure.

Reciprocal rank fusion (Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank
learning methods", SIGIR 2009): a hit counts 1 / (60 + rank) in every list that holds it. It reads ranks alone, because
scores of different sources measure different things: a share of BM25's bound here, whatever a remote service means by
0.7 there. Calibrating them would take labelled questions for every service; ranks need none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
from itertools import chain
from typing import NamedTuple

from gateway.answer.references import Snapshot, is_graph

K = 60
"""The constant of the paper: the first ranks of a list count nearly alike, so that lists vote instead of shouting."""

OPENING = 4
"""Words with which two texts begin alike before the whole texts are compared."""


class RankPosition(NamedTuple):
    """A hit of one list; both counted from 0."""

    list: int
    position: int


class Fused(NamedTuple):
    """One hit, wherever it was found. `score` is 1 for what is first everywhere, and never above."""

    score: float
    places: tuple[RankPosition, ...]


def fuse(lists: Sequence[Sequence[Snapshot]], weights: Sequence[float] | None = None) -> list[Fused]:
    """Makes one ranking of lists of references, each best first; of equals, an earlier list's hit comes first.
    `weights`: how much each list counts; None: all of them 1.

    Hits are the same when they have the same id, or, in different lists, the same text.
    """
    places: dict[str, list[RankPosition]] = {}
    known: dict[str, str] = {}
    openings = _shared_openings(lists)
    for index, references in enumerate(lists):
        texts: dict[str, str] = {}
        for position, reference in enumerate(references):
            names = list(_names(reference, openings))
            key = next((known[name] for name in names if name in known), names[0])
            known.setdefault(names[0], key)
            for name in names[1:]:
                texts.setdefault(name, key)
            positions = places.setdefault(key, [])
            if not positions or positions[-1].list != index:
                positions.append(RankPosition(index, position))
        # Only now: two documents may hold the same text, and one list knows them apart.
        known = {**texts, **known}
    counts = weights or [1.0] * len(lists)
    whole = sum(counts) / (K + 1)
    fused = [
        Fused(sum(counts[found.list] / (K + 1 + found.position) for found in positions) / whole, tuple(positions))
        for positions in places.values()
    ]
    return sorted(fused, key=lambda hit: -hit.score)


def _opening(reference: Snapshot) -> tuple[str, ...]:
    return tuple(_text(reference).split(None, OPENING)[:OPENING])


def _shared_openings(lists: Sequence[Sequence[Snapshot]]) -> set[tuple[str, ...]]:
    """Returns the first words of texts that hits of several ids, or without one, begin with. Only such hits can be the
    same by their texts, and to bring the blanks of a whole text in order takes ten times as long."""
    ids: dict[tuple[str, ...], str] = {}
    shared = set()
    for reference in chain.from_iterable(lists):
        opening, key = _opening(reference), _id(reference)
        if not key or ids.setdefault(opening, key) != key:
            shared.add(opening)
    return shared


def _id(reference: Snapshot) -> str:
    return "" if is_graph(reference) else reference.get("embeddingId") or ""


def _text(reference: Snapshot) -> str:
    return "" if is_graph(reference) else reference.get("text") or ""


def _names(reference: Snapshot, openings: Set[tuple[str, ...]]) -> Iterator[str]:
    """Yields what a hit is known by, the surest first: id of a passage, and where its text is one of several that
    begin alike, the text; the parts of a graph result."""
    if key := _id(reference):
        yield f"id {key}"
        if _opening(reference) not in openings:
            return
    text = " ".join(_text(reference).split())
    if text:
        yield f"text {text}"
    elif not key:
        yield f"graph {json.dumps(reference, sort_keys=True, default=str)}"
