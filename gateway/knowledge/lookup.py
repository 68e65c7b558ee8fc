"""What to look up for a question: its words, what else may stand for them, and how much each counts. Pure.

Two steps, because a word is mended only when nobody knows it. `wanted` names everything that may be looked up at once;
when the corpus has told which of it exists, `unknown` names the words left over, and `guesses` what they may have been
meant to be; `weigh` makes the weights that ranking works with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gateway import words
from gateway.knowledge.ranking import Statistics

MENDED = 0.8
"""What a word counts that stands for a misspelt one, as a share of its own weight."""
PART = 0.7
"""The same for each half of a compound taken apart."""
STRADDLING, CHARACTER = 0.3, 0.3
"""The same for pairs of Chinese characters that a function word may have cut, and for single characters: `被盗` is a
word though `被` is mostly none, and `单车` shares only `车` with `自行车`."""
MOST_MENDED, MOST_GUESSES = 3, 3
"""Words of one question that are mended, and spellings tried for each."""


@dataclass(slots=True)
class Lookup:
    """The words of one question. `terms`: its content words; `factors`: everything to look up, with what it counts."""

    terms: tuple[str, ...]
    factors: dict[str, float] = field(default_factory=dict)
    surfaces: dict[str, str] = field(default_factory=dict)

    def unknown(self, corpus: Statistics) -> list[str]:
        """The folded words of the question that no passage holds, and that may be misspelt."""
        return [
            self.surfaces[term]
            for term in self.terms
            if not corpus.df.get(term) and words.spellings(self.surfaces.get(term, ""))
        ][:MOST_MENDED]

    def mend(self, unknown: Sequence[str], corpus: Statistics) -> None:
        """Take in what unknown words may have been meant to be; `corpus` knows their `guesses`."""
        for word in unknown:
            known = sorted(
                (term for term in words.spellings(word) if corpus.df.get(term)), key=lambda term: (-corpus.df[term], term)
            )
            for term in known[:MOST_GUESSES]:
                self.factors.setdefault(term, MENDED)
            if not known:
                for pair in words.parts(word):
                    if all(corpus.df.get(term) for term in pair):
                        for term in pair:
                            self.factors.setdefault(term, PART)

    def weights(self, corpus: Statistics) -> dict[str, float]:
        """The weight of every term that the corpus knows, heaviest first."""
        found = {term: factor * corpus.idf(term) for term, factor in self.factors.items() if corpus.df.get(term)}
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def lookup(question: str, language: str | None) -> Lookup:
    """What to look up before anything is known about the corpus."""
    terms = tuple(words.query_terms(question, language))
    factors = dict.fromkeys(terms, 1.0)
    for term in words.joined(question):
        factors.setdefault(term, 1.0)
    for term in words.terms(question):
        if words.is_unspaced(term) and not words.is_function(term):
            factors.setdefault(term, STRADDLING if len(term) > 1 else CHARACTER)
    return Lookup(terms, factors, words.surfaces(question))


def guesses(unknown: Sequence[str]) -> list[str]:
    """Every term that unknown words may have been meant to be, to be looked up at once."""
    found: dict[str, None] = {}
    for word in unknown:
        found.update(dict.fromkeys(words.spellings(word)))
        found.update(dict.fromkeys(term for pair in words.parts(word) for term in pair))
    return sorted(found)
