"""Do two answers to one question say the same? By what they cite and say, without a model. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gateway import words
from gateway.memory.comparing import polarity
from gateway.memory.comparing.question_words import QuestionReading, read

COVERED = 0.7
"""Share of either answer's content words that the other one must hold."""
ALIGNED = 0.5
"""Share of the content words of the shorter of two sentences that the other holds, for them to say it of the same."""

Disagreement = Literal["documents", "numbers", "polarity", "content"]
_LIST_NUMBER = re.compile(r"(?m)^[^\S\n]*+\(?\d{1,2}[.)、]\s")


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """An answer: its text and what it cites (`sources.documents`)."""

    text: str
    documents: frozenset[str] = frozenset()


def agree(first: ComparedAnswer, second: ComparedAnswer, language: str) -> bool:
    """Says whether nothing of `disagreement` is found."""
    return disagreement(first, second, language) is None


def disagreement(first: ComparedAnswer, second: ComparedAnswer, language: str) -> Disagreement | None:
    """Returns what two answers differ in, or None: the documents they cite, their numbers and dates, negations and
    opposites in sentences about the same, and what of each other's content words they cover. The same of (a, b) as of
    (b, a).

    Wording and order are free; that both cite nothing counts as the same documents.
    """
    if first.documents != second.documents:
        return "documents"
    if _numbers(first.text) != _numbers(second.text):
        return "numbers"
    if any(_contradict(a, b) for a, b in _aligned(first.text, second.text, language)):
        return "polarity"
    ours, theirs = (set(words.content_words(answer.text, language)) for answer in (first, second))
    shared = len(ours & theirs)
    covered = shared >= COVERED * len(ours) and shared >= COVERED * len(theirs)
    return None if covered else "content"


def _numbers(text: str) -> set[str]:
    return words.numbers(_LIST_NUMBER.sub(" ", text))


def _aligned(first: str, second: str, language: str) -> Iterator[tuple[QuestionReading, QuestionReading]]:
    """Yields pairs of sentences about the same: for each sentence of either answer the best of the other one."""
    ours, theirs = ([text[start:end] for start, end in words.sentences(text, language)] for text in (first, second))
    for sentences, against in ((ours, theirs), (theirs, ours)):
        terms = [(set(words.content_words(sentence, language)), sentence) for sentence in against]
        for sentence in sentences:
            own = set(words.content_words(sentence, language))
            share, best = max(((_overlap(own, theirs), match) for theirs, match in terms), default=(0.0, ""))
            if share >= ALIGNED:
                yield read(sentence, language), read(best, language)


def _overlap(first: set[str], second: set[str]) -> float:
    shortest = min(len(first), len(second))
    return len(first & second) / shortest if shortest else 0.0


def _contradict(first: QuestionReading, second: QuestionReading) -> bool:
    negated = polarity.negations(first) % 2 != polarity.negations(second) % 2
    pairs = polarity.opposed(first, second)
    if pairs and polarity.complementary(pairs, first.language):
        return not negated
    return negated
