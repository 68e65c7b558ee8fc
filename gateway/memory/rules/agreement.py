"""Do two answers to one question say the same? By what they cite and say, without a model (C-e). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gateway import words
from gateway.memory.rules import polarity
from gateway.memory.rules.question_words import QuestionReading, read

COVERED = 0.7
"""Share of either answer's content words that the other one must hold (C-e)."""
ALIGNED = 0.5
"""Share of the content words of the shorter of two sentences that the other holds, for them to say it of the same."""

Disagreement = Literal["documents", "numbers", "polarity", "content"]
_LIST_NUMBER = re.compile(r"(?m)^\s*\(?\d{1,2}[.)、]\s")


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """An answer: its text and what it cites (`sources.documents`)."""

    text: str
    documents: frozenset[str] = frozenset()


def agree(one: ComparedAnswer, other: ComparedAnswer, language: str) -> bool:
    """Whether nothing of `disagreement` is found."""
    return disagreement(one, other, language) is None


def disagreement(one: ComparedAnswer, other: ComparedAnswer, language: str) -> Disagreement | None:
    """What two answers differ in, or None: the documents they cite, their numbers and dates, negations and opposites in
    sentences about the same, and what of each other's content words they cover. The same of (a, b) as of (b, a).

    Wording and order are free; that both cite nothing counts as the same documents.
    """
    if one.documents != other.documents:
        return "documents"
    if _numbers(one.text) != _numbers(other.text):
        return "numbers"
    if any(_contradict(a, b) for a, b in _aligned(one.text, other.text, language)):
        return "polarity"
    ours, theirs = (set(words.content_words(said.text, language)) for said in (one, other))
    shared = len(ours & theirs)
    covered = shared >= COVERED * len(ours) and shared >= COVERED * len(theirs)
    return None if covered else "content"


def _numbers(text: str) -> set[str]:
    return words.numbers(_LIST_NUMBER.sub(" ", text))


def _aligned(one: str, other: str, language: str) -> Iterator[tuple[QuestionReading, QuestionReading]]:
    """Pairs of sentences about the same: for each sentence of either answer the best of the other one."""
    ours, theirs = ([text[start:end] for start, end in words.sentences(text, language)] for text in (one, other))
    for sentences, against in ((ours, theirs), (theirs, ours)):
        terms = [(set(words.content_words(sentence, language)), sentence) for sentence in against]
        for sentence in sentences:
            own = set(words.content_words(sentence, language))
            share, best = max(((_overlap(own, held), match) for held, match in terms), default=(0.0, ""))
            if share >= ALIGNED:
                yield read(sentence, language), read(best, language)


def _overlap(one: set[str], other: set[str]) -> float:
    shortest = min(len(one), len(other))
    return len(one & other) / shortest if shortest else 0.0


def _contradict(one: QuestionReading, other: QuestionReading) -> bool:
    negated = polarity.differs(polarity.polarity(one), polarity.polarity(other))
    pairs = polarity.opposed(one, other)
    if pairs and polarity.complementary(pairs, one.language):
        return not negated
    return negated
