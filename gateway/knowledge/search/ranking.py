"""Ranking of passages: BM25 over real statistics of the corpus. Pure.

BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the inverse
document frequency that never turns negative.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from gateway import words

K1 = 1.2
B = 0.75
FIXED = K1 * (1 - B)
"""A term that occurs n times earns n / (n + `FIXED` + `Statistics.per_length` · length) of its weight."""
OTHER_LANGUAGE = 0.7
"""Factor on passages in another known language than the question's: a name or a number finds every translation of a
text alike, and the reader wants the one in the question's language. Of 53 labelled questions over 42 passages in three
languages (tests/support/labelled_questions.py), BM25 alone finds 44 passages first, with this factor 52; without
`passage_length` they are 44 and 49."""
PAIRED_WEIGHT = 0.5
"""Length of a term of an unspaced script, which yields two terms (character and pair) for every character."""
FIRST_UNSPACED = "\u0e00"
TYPICAL_LENGTH = 120
"""Length of a passage, in terms, by which strong terms are told; any number is right, the nearer to a corpus' own
average the quicker its searches."""
STRENGTH = 2.0
"""A term is strong in a passage when it occurs at least so often as BM25 adds to the count there, were the average
`TYPICAL_LENGTH`: it then earns two thirds of its weight or more. About one in twenty is, of those that occur at all."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a corpus knows: passages, average length in terms, and how many passages hold each term.

    `marked`: whether every passage tells its strong terms from the others.
    """

    count: int
    average_length: float
    df: Mapping[str, int] = field(default_factory=dict)
    marked: bool = False

    @property
    def weak(self) -> float:
        """Returns the share of its weight that a term which is not marked as strong can earn at most in a passage.

        Such a term occurs less than `STRENGTH` times as often as BM25 adds to its count by the typical length, and what
        it adds by the average length here is no less than that divided by average / typical.
        """
        if not self.marked:
            return 1.0
        least = STRENGTH * max(1.0, self.average_length / TYPICAL_LENGTH)
        return least / (least + 1)

    @property
    def per_length(self) -> float:
        """Returns what BM25 adds to a count for each term of a passage, besides `FIXED`."""
        return K1 * B / self.average_length if self.average_length > 0 else 0.0

    def idf_of(self, df: int) -> float:
        """Returns the inverse document frequency of a term that so many passages hold, always above 0."""
        df = min(df, self.count)
        return math.log(1 + (self.count - df + 0.5) / (df + 0.5))


def titled(counts: Counter[str], title: str, heading: str, language: str) -> Counter[str]:
    """Adds the words of the title and of the heading path to a counter, once each, where the text does not say them.

    They tell what the passage is about, and repeating them in every passage of a document must not outweigh its own
    words. `language` is that of the passage: its title is stemmed like its text, whatever language it is in.
    """
    for term in _title_terms(f"{title}\n{heading}", language):
        counts.setdefault(term, 1)
    return counts


@lru_cache(maxsize=64)
def _title_terms(title: str, language: str) -> frozenset[str]:
    """Returns the terms of a title, which the passages of a document share."""
    return frozenset(words.terms(title, language))


def passage_length(tf: Mapping[str, int]) -> int:
    """Returns a length in terms that scripts can be compared by: Chinese would look twice as long as it is."""
    if "".join(tf).isascii():
        return sum(tf.values())
    unspaced = sum([count for term, count in tf.items() if term >= FIRST_UNSPACED])
    return round(sum(tf.values()) - unspaced * (1 - PAIRED_WEIGHT))


def strong(tf: Mapping[str, int], length: float) -> list[str]:
    """Returns the terms of a passage that are strong in it."""
    least = STRENGTH * (FIXED + K1 * B * length / TYPICAL_LENGTH)
    return [term for term, count in tf.items() if count >= least]
