"""Metrics of one question or of a few: ranks of what was found, balanced accuracy. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gateway.evaluation.intervals import share

DEEP = 10
"""Ranks that count."""


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
        """nDCG@10 with gains of 0 and 1."""
        gain = sum(1 / math.log2(rank + 1) for rank, hit in enumerate(self.found[:DEEP], start=1) if hit)
        best = sum(1 / math.log2(rank + 1) for rank in range(1, min(self.gold, DEEP) + 1))
        return gain / best if best else 0.0


def hits(ranked: Sequence[str], gold: AbstractSet[str]) -> Hits:
    """Returns the hits of a ranking of passage ids."""
    return Hits(tuple(passage_id in gold for passage_id in ranked[:DEEP]), len(gold))


def balanced(good: Sequence[bool], bad: Sequence[bool]) -> float:
    """Returns the balanced accuracy: the mean of the share of the good that are taken and of the bad that are not."""
    return (share(good).value + 1 - share(bad).value) / 2 if good and bad else 0.5
