"""Which passages of a large corpus are worth scoring: few enough to be quick, never missing one of the best. Pure.

BM25 divided by its bound lets a term add at most its share of the question's idf, and a term that is
not strong in a passage less (`Statistics.weak`; the index knows which are, `index.STRONG`). So what a passage holds
bounds its score: its weight. Take all passages whose weight is above a threshold, score them exactly, and compare: when
the k-th best score reaches the threshold, no passage outside can be among the best k (the argument of MaxScore: Turtle
and Flood, "Query evaluation: strategies and optimizations", 1995). When it does not, the k-th score itself is the
threshold of the second, final round. So the common words of a question never pull the whole table in, and the result is
that of scoring every passage.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from gateway.knowledge.search.index import STRONG
from gateway.knowledge.search.ranking import Statistics

WIDEST = 8
"""Heaviest terms that combinations are formed of. The others' weight counts as present anywhere."""
BUDGET = 150
"""Passages that the first round may expect to score."""
MOST = 4000
"""Passages scored at most in one round, some 20 ms. Only when every word of a question is common does this bind."""
SELDOM_STRONG = 0.06
"""Of the passages that hold a rare term, the share in which it is strong. One of a common term is told by its number.
"""
PARTED_FROM = 50_000
"""Passages from which on the index is asked for each alternative by itself: in one condition of many words it weighs
all of them for every passage of every word. Below, that costs less than the planning."""
EVEN = 1e-9
"""Sums of the same weights in another order differ by less."""
Alternative: TypeAlias = "str | tuple[str, list[Alternative]]"
"""What a passage must have: a lexeme, or a lexeme and one of some alternatives."""


@dataclass(frozen=True)
class Pool:
    """The passages of one question. `terms` are known to the corpus, heaviest first; `weights` sum to 1,
    or to more where several terms stand for one word.

    `weak`: the share of its weight that a term adds at most where it is not strong; 1: it is not known where they are.
    """

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    df: tuple[int, ...]
    count: int
    weak: float = 1.0

    @property
    def shares(self) -> dict[str, float]:
        return dict(zip(self.terms, self.weights, strict=True))

    @property
    def rest(self) -> float:
        """Returns the weight of the terms that no combination uses."""
        return sum(self.weights[WIDEST:])

    def first(self) -> float:
        """Returns the lowest threshold that is expected to let at most `BUDGET` passages in."""
        return self._lowest(0.0, BUDGET)

    def second(self, threshold: float, kth: float) -> float | None:
        """Returns the threshold of the second round, after one with `threshold` whose k-th best score was `kth`; None
        when that round was exact.
        """
        if threshold <= 0 or kth >= threshold + self.rest:
            return None
        lower = self._lowest(max(0.0, kth - self.rest), MOST)
        return lower if lower < threshold else None

    def conditions(self, threshold: float) -> list[list[Alternative]]:
        """Returns one or more conditions, each of them alternatives, that find together the passages whose weight
        exceeds the threshold."""
        found = list[Alternative](self.terms) if threshold <= 0 else self._beyond(threshold, 0, 0.0)
        if self.count < PARTED_FROM:
            return [found]
        single: list[Alternative] = [words for words in found if isinstance(words, str)]
        parted: list[list[Alternative]] = [[words] for words in found if not isinstance(words, str)]
        return [single, *parted] if single else parted

    def _beyond(self, threshold: float, start: int, weight: float) -> list[Alternative]:
        """Alternatives of what passages must hold of the heavy terms from `start` on that hold such a weight of
        others."""
        found: list[Alternative] = []
        for index in range(start, len(self._left)):
            if weight + self._left[index] < threshold - EVEN:
                break
            needed: list[Alternative] = []
            for mark, gain in self._levels(index):
                term = mark + self.terms[index]
                if weight + gain > threshold:
                    found.append(term)
                    break
                more = self._beyond(threshold, index + 1, weight + gain)
                if more != needed:  # else being strong changes nothing
                    found.append((term, more))
                needed = more
        return found

    @cached_property
    def _left(self) -> list[float]:
        """Returns the weight of each heavy term together with those after it."""
        heavy = self.weights[:WIDEST]
        return [sum(heavy[index:]) for index in range(len(heavy))]

    def _levels(self, index: int) -> list[tuple[str, float]]:
        """Yields what begins the lexeme of a term, and what the term then adds at most: wherever it is, and where it is
        strong.
        """
        weight = self.weights[index]
        return [("", weight)] if self.weak >= 1 else [("", weight * self.weak), (STRONG, weight)]

    def _lowest(self, at_least: float, budget: int) -> float:
        """Returns the lowest threshold from `at_least` up that keeps the expected number of passages within the
        budget."""
        if self.count < budget:
            return at_least
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
        """Returns (weight, share of the corpus) of what a passage may hold of the heavy terms, heaviest first.

        Terms are taken as independent; weights that differ by less than a thousandth go together under the highest.
        """
        sets = {0: (0.0, 1.0)}
        for index, df in enumerate(self.df[:WIDEST]):
            share = min(1.0, df / self.count)
            strong = share * _strong_share(share) if self.weak < 1 else 0.0
            gains = zip((gain for _, gain in self._levels(index)), (share - strong, strong), strict=False)
            choices = [(0.0, 1 - share), *gains]
            longer: dict[int, tuple[float, float]] = {}
            for total, part in sets.values():
                for gain, chance in choices:
                    key = round((weight := total + gain) * 1000)
                    if (before := longer.get(key)) is None:
                        longer[key] = weight, part * chance
                    else:
                        highest, sum_ = before
                        longer[key] = weight if weight > highest else highest, sum_ + part * chance
            sets = longer
        return sorted(sets.values(), reverse=True)[:-1]


def pool(weights: Mapping[str, float], corpus: Statistics, doubled: float = 0.0) -> Pool | None:
    """Returns the pool of a question's terms, all known to the corpus; None when there is none.

    `doubled`: what of the sum of the weights is too much, because some terms stand for one word.
    """
    total = sum(weights.values()) - doubled
    if total <= 0 or corpus.count <= 0:
        return None
    ranked = sorted(((weight / total, term) for term, weight in weights.items()), reverse=True)
    terms = tuple(term for _, term in ranked)
    df = tuple(corpus.df[term] for term in terms)
    return Pool(terms, tuple(weight for weight, _ in ranked), df, corpus.count, corpus.weak)


def _strong_share(share: float) -> float:
    """Returns how many of the passages that hold a term hold it twice or more, if its occurrences fall like rain
    (Poisson).
    """
    rate = -math.log(max(1e-9, 1 - share))
    twice = 1 - math.exp(-rate) * (1 + rate)
    return max(SELDOM_STRONG, twice / share) if share else 0.0
