"""Fusion of several rankings into one: several sources, several ways to say a question. Pure.

Reciprocal rank fusion (Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank
learning methods", SIGIR 2009): a hit counts 1 / (60 + rank) in every list that holds it. It reads ranks alone, because
scores of different sources measure different things: a share of BM25's bound here, whatever a remote service means by
0.7 there. Calibrating them would take labelled questions for every service; ranks need none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import Any, NamedTuple

K = 60
"""The constant of the paper: the first ranks of a list count nearly alike, so that lists vote instead of shouting."""

OPENING = 4
"""Words with which two texts begin alike before the whole texts are compared."""

Payload = Mapping[str, Any]


class RankPosition(NamedTuple):
    """A hit of one list; both counted from 0."""

    list: int
    position: int


class Fused(NamedTuple):
    """One hit, wherever it was found. `score` is 1 for what is first everywhere, and never above."""

    score: float
    places: tuple[RankPosition, ...]


def fuse(lists: Sequence[Sequence[Payload]], weights: Sequence[float] | None = None) -> list[Fused]:
    """Makes one ranking of lists of reference payloads, each best first; of equals, an earlier list's hit comes first.
    `weights`: how much each list counts; None: all of them 1.

    Hits are the same when they have the same id, or, in different lists, the same text.
    """
    places: dict[str, list[RankPosition]] = {}
    known: dict[str, str] = {}
    openings = _shared_openings(lists)
    for index, payloads in enumerate(lists):
        texts: dict[str, str] = {}
        for position, payload in enumerate(payloads):
            names = list(_names(payload, openings))
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


def _opening(payload: Payload) -> tuple[str, ...]:
    return tuple(str(payload.get("text") or "").split(None, OPENING)[:OPENING])


def _shared_openings(lists: Sequence[Sequence[Payload]]) -> set[tuple[str, ...]]:
    """Returns the first words of texts that hits of several ids, or without one, begin with. Only such hits can be the
    same by their texts, and to bring the blanks of a whole text in order takes ten times as long."""
    ids: dict[tuple[str, ...], Any] = {}
    shared = set()
    for payload in chain.from_iterable(lists):
        opening, key = _opening(payload), payload.get("embeddingId")
        if not key or ids.setdefault(opening, key) != key:
            shared.add(opening)
    return shared


def _names(payload: Payload, openings: Set[tuple[str, ...]]) -> Iterator[str]:
    """Yields what a hit is known by, the surest first: id of a passage, and where its text is one of several that
    begin alike, the text; the parts of a graph result."""
    if payload.get("embeddingId"):
        yield f"id {payload['embeddingId']}"
        if _opening(payload) not in openings:
            return
    text = " ".join(str(payload.get("text") or "").split())
    if text:
        yield f"text {text}"
    elif not payload.get("embeddingId"):
        yield f"graph {json.dumps(payload, sort_keys=True, default=str)}"
