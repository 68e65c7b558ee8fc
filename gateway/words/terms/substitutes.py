"""What else may stand in a text for a word of a question: its other spellings.

Retrieval looks such words up (`knowledge/search/query.py`); this is for those who have the text before them: the gate
and quoting. Pure.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gateway.words.language_detection.detection import guess_language
from gateway.words.terms.spelling import is_mendable, joined, other_names, parts, spellings, surfaces
from gateway.words.text.folding import fold

PIECES, MENDED = 0.7, 0.9
"""What a word counts, as a share of itself, if a text has only all pieces of it, or another spelling of it."""
_MOST_MENDED = 3


class Credits(Protocol):
    """The terms of a text, each with its credit."""

    def get(self, term: str, absent: float, /) -> float: ...

    def __getitem__(self, term: str, /) -> float: ...

    def __iter__(self) -> Iterator[str]: ...


@dataclass(slots=True)
class Kin:
    """For each term of one question the terms that may stand for it, and what they are worth."""

    _worth: dict[str, dict[tuple[str, ...], float]] = field(default_factory=dict)
    _meant: dict[str, frozenset[str]] = field(default_factory=dict)
    """What a misspelt word may have been meant to be: hundreds of terms, of which a text has one if any."""

    def credit(self, term: str, credits: Mapping[str, float]) -> float:
        """Returns what a text that holds the terms of `credits`, each with its credit, earns for `term`: 0 where
        nothing stands for it. Several terms (a compound taken apart) earn what the least of them does."""
        return credits[term] if term in credits else self.substitute(term, credits)

    def substitute(self, term: str, credits: Credits) -> float:
        """Returns what a text earns that does not hold the term itself."""
        best = 0.0
        if meant := self._meant.get(term):
            best = MENDED * max(map(credits.__getitem__, meant.intersection(credits)), default=0.0)
        for others, worth in self._worth.get(term, {}).items():
            best = max(best, worth * min(credits.get(other, 0.0) for other in others))
        return best

    def add(self, term: str, others: Sequence[str], worth: float) -> None:
        self._worth.setdefault(term, {}).setdefault(tuple(others), worth)

    def mend(self, term: str, meant: frozenset[str]) -> None:
        self._meant[term] = meant


def kin(question: str, terms: Sequence[str], known: Container[str], language: str | None = None) -> Kin:
    """Returns the kin of a question's terms; those that are not `known` may be misspelt.

    `language`: that by whose rules the terms were stemmed; None: the question's own.
    """
    language = language or guess_language(question)
    found = Kin()
    for together, both in joined(question, language).items():
        for term in both:
            found.add(term, (together,), MENDED)
    typed = {term: fold(word) for term, word in surfaces(question, language).items()}
    mendable = [term for term in terms if term not in known and is_mendable(typed.get(term, ""))]
    for term in mendable[:_MOST_MENDED]:
        found.mend(term, spellings(typed[term], language))
        for pair in parts(typed[term], language):
            found.add(term, pair, MENDED)
    for term in terms:
        for others in other_names(typed.get(term, ""), language):
            found.add(term, others, MENDED if len(others) == 1 else PIECES)
    return found
