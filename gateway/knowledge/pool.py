"""Which passages of a large corpus are worth scoring: few enough to be quick, never missing one of the best. Pure.

BM25 divided by its bound (`ranking.bm25`) lets a term add at most its share of the question's idf. A passage that holds
the terms S therefore scores below weight(S), the sum of their shares. Take all passages whose weight is above a
threshold, score them exactly, and compare: when the k-th best score reaches the threshold, no passage outside can be
among the best k (the argument of MaxScore: Turtle and Flood, "Query evaluation: strategies and optimizations", 1995).
When it does not, the k-th score itself is the threshold of the second, final round. So the common words of a question
never pull the whole table in, and the result is that of scoring every passage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gateway.knowledge.index import quoted
from gateway.knowledge.ranking import Statistics

WIDEST = 8
"""Heaviest terms that combinations are formed of; 8 give at most 70. The others' weight counts as present anywhere."""
BUDGET = 600
"""Passages that the first round may expect to score."""
MOST = 4000
"""Passages scored at most in one round, some 20 ms. Only when every word of a question is common does this bind."""


@dataclass(frozen=True)
class Pool:
    """The passages of one question. `terms` are known to the corpus, heaviest first; `weights` sum to 1."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    df: tuple[int, ...]
    count: int

    @property
    def shares(self) -> dict[str, float]:
        return dict(zip(self.terms, self.weights, strict=True))

    @property
    def rest(self) -> float:
        """Weight of the terms that no combination uses."""
        return sum(self.weights[WIDEST:])

    def first(self) -> float:
        """The lowest threshold that is expected to let at most `BUDGET` passages in."""
        return self._lowest(0.0, BUDGET)

    def second(self, threshold: float, kth: float) -> float | None:
        """The threshold of the second round after one with `threshold` whose k-th best score was `kth`.

        None: that round was exact.
        """
        if threshold <= 0 or kth >= threshold + self.rest:
            return None
        lower = self._lowest(max(0.0, kth - self.rest), MOST)
        return lower if lower < threshold else None

    def condition(self, threshold: float) -> str:
        """A `tsquery` for the passages whose weight exceeds the threshold: combinations that suffice, joined by or."""
        if threshold <= 0:
            return " | ".join(map(quoted, self.terms))
        heavy = min(WIDEST, len(self.terms))
        left = [sum(self.weights[index:heavy]) for index in range(heavy + 1)]
        found: list[str] = []

        def extend(start: int, chosen: tuple[str, ...], weight: float) -> None:
            for index in range(start, heavy):
                if weight + left[index] < threshold - 1e-9:  # sums of another order
                    return
                longer = (*chosen, quoted(self.terms[index]))
                if weight + self.weights[index] > threshold:
                    found.append(" & ".join(longer))
                else:
                    extend(index + 1, longer, weight + self.weights[index])

        extend(0, (), 0.0)
        return " | ".join(found)

    def _lowest(self, at_least: float, budget: int) -> float:
        """The lowest threshold from `at_least` up that keeps the expected number of passages within the budget."""
        expected = 0.0
        threshold = self._combinations[0][0] if self._combinations else 0.0
        for weight, share in self._combinations:
            if weight <= at_least:
                return at_least
            expected += share * self.count
            if expected > budget and weight < threshold:
                return weight
            threshold = weight
        return at_least

    @cached_property
    def _combinations(self) -> list[tuple[float, float]]:
        """(weight, share of the corpus) of every set of heavy terms, heaviest first; terms taken as independent."""
        sets = [(0.0, 1.0)]
        for weight, df in zip(self.weights[:WIDEST], self.df, strict=False):
            share = min(1.0, df / self.count)
            sets = [*sets, *((total + weight, part * share) for total, part in sets)]
            sets[: len(sets) // 2] = [(total, part * (1 - share)) for total, part in sets[: len(sets) // 2]]
        return sorted(sets, reverse=True)[:-1]


def pool(weights: Mapping[str, float], corpus: Statistics) -> Pool | None:
    """The pool of a question's terms, all known to the corpus; None when there is none."""
    total = sum(weights.values())
    if total <= 0 or corpus.count <= 0:
        return None
    ranked = sorted(((weight / total, term) for term, weight in weights.items()), reverse=True)
    terms = tuple(term for _, term in ranked)
    return Pool(terms, tuple(weight for weight, _ in ranked), tuple(corpus.df[term] for term in terms), corpus.count)
