"""How much of a question's wording a passage repeats, told by pieces of words. Pure.

BM25 over stems knows words that have a stem in common. Pieces of four letters also see compounds ("Mietvertrag" and
"Mietverträge", "Wohnungsmiete"), derived words that stemming keeps apart and slips of the pen, and they count stop
words, which tell a question's phrase from its subject. Character n-grams as terms: McNamee and Mayfield, "Character
n-gram tokenization for European language text retrieval", Information Retrieval 7 (2004).

The pieces are counted in the few passages that are about to be ranked, and how rare a piece is, is told by these
passages alone: what nearly all of them hold does not tell them apart. So the index needs no pieces.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from gateway import words
from gateway.knowledge.search.ranking import K1, B
from gateway.words.text.folding import UNSPACED
from gateway.words.text.plain import plain

LENGTH = 4
"""Letters of a piece; its word's borders count as letters. Three and five do as well on labelled questions."""
MOST = 200
"""Pieces of one question; a question of forty words has no more."""
REMEMBERED, MOST_COUNTED = 512, 128
"""Texts that are kept as they were normalized, and pieces whose number is kept for each, some 2 MB in all and at most
8: the searches of one turn, and of turns about the same, find the same passages and ask for the same pieces. To
normalize a text takes 10 µs, to count the pieces of a question in it 20."""

_RUN = re.compile(f"[{UNSPACED}]|[^{UNSPACED}]+")


def normalized(text: str) -> str:
    """Returns a folded text whose words stand between single blanks, with one at either end."""
    return f" {plain(text)} "


class CountedText:
    """A text as it is normalized, and how often it holds the pieces that were asked for before."""

    __slots__ = ("_counts", "normal")

    def __init__(self, text: str) -> None:
        self.normal = normalized(text)
        self._counts: dict[str, int] = {}

    def counts(self, asked: Sequence[str]) -> list[int]:
        """Returns how often the text holds each piece."""
        known = self._counts
        new = [gram for gram in asked if gram not in known] if known else asked
        if new:
            if len(known) + len(new) > MOST_COUNTED:
                self._counts = known = {}
                new = asked
            found = list(map(self.normal.count, new))
            if len(new) <= MOST_COUNTED:
                known.update(zip(new, found, strict=True))
            if new is asked:
                return found
        return list(map(known.__getitem__, asked))


_counted = lru_cache(maxsize=REMEMBERED)(CountedText)


def grams(text: str) -> list[str]:
    """Returns the pieces of a text, each once, in reading order: of a word every four neighbouring characters with its
    borders, all of a shorter one; of scripts without blanks single characters."""
    found: dict[str, None] = {}
    for word in normalized(text).split():
        for run in _RUN.findall(word):
            if words.is_unspaced(run):
                found[run] = None
                continue
            bordered = f" {run} "
            found.update(dict.fromkeys(bordered[at : at + LENGTH] for at in range(max(1, len(bordered) - LENGTH + 1))))
    return list(found)[:MOST]


def agreements(question: str, texts: Sequence[str]) -> list[float]:
    """Returns for each text, from 0 to below 1, the BM25 of the question's pieces divided by its bound, with the
    document frequencies of these texts."""
    asked = grams(question)
    if not asked or not texts:
        return [0.0] * len(texts)
    read = list(map(_counted, texts))
    counts = [text.counts(asked) for text in read]
    weights = [
        math.log(1 + (len(texts) - holders + 0.5) / (holders + 0.5))
        for holders in (len(column) - column.count(0) for column in zip(*counts, strict=True))
    ]
    lengths = [len(text.normal) for text in read]
    total, average = sum(weights), sum(lengths) / len(lengths)
    found = []
    for length, row in zip(lengths, counts, strict=True):
        norm = K1 * (1 - B + B * length / average)
        gains = [weight * count / (count + norm) for weight, count in zip(weights, row, strict=True) if count]
        found.append(sum(gains) / total)
    return found
