"""What to look up for a question: its words, what else may stand for them, and how much each counts. Pure.

Three kinds of terms. Those that find: the question's content words, and neighbours written together ("bed time" as
"bedtime"). Those that mend: a word that no passage holds may be misspelt, or a compound to be taken apart. Those that
hint: synonyms, and single characters of Chinese; they order what was found, and find only where the rest finds little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gateway import words
from gateway.knowledge.search.ranking import Statistics

JOINED = 1.0
"""What neighbouring words written together count."""
MENDED = 0.8
"""What a word counts that stands for a misspelt one, as a share of its own weight."""
PART = 0.7
"""The same for each half of a compound taken apart."""
HINT = 0.2
"""The same for pairs of Chinese characters that a function word may have cut, and for single characters: `被盗` is a
word though `被` is mostly none, and `单车` shares only `车` with `自行车`."""
SYNONYM = 0.5
"""The same for a synonym."""
MOST_MENDED, MOST_GUESSES, MOST_HINTS = 3, 3, 32
"""Words of one question that are mended, spellings tried for each, and hints."""


@dataclass(slots=True)
class SearchTerms:
    """The terms of one question and the factor on the weight of each. `terms`: its content words."""

    terms: tuple[str, ...]
    finding: dict[str, float]
    hints: dict[str, float]
    surfaces: Mapping[str, str]
    """The folded word behind each term, as it was typed."""

    @property
    def all_terms(self) -> list[str]:
        return [*self.finding, *self.hints]

    def unknown(self, corpus: Statistics) -> list[str]:
        """Returns the folded words of the question that no passage holds, and that may be misspelt."""
        left = (self.surfaces.get(term, "") for term in self.terms if not corpus.df.get(term))
        return [word for word in left if words.is_mendable(word)][:MOST_MENDED]

    def mend(self, unknown: Sequence[str], corpus: Statistics) -> None:
        """Takes in what unknown words may have been meant to be; `corpus` knows their `guesses`."""
        for word in unknown:
            known = sorted((-corpus.df[term], term) for term in words.spellings(word) if corpus.df.get(term))[
                :MOST_GUESSES
            ]
            for _, term in known:
                self.finding.setdefault(term, MENDED)
            for pair in words.parts(word) if not known else ():
                if all(corpus.df.get(term) for term in pair):
                    self.finding.update({term: PART for term in pair if term not in self.finding})

    def weights(self, corpus: Statistics) -> dict[str, float]:
        """Returns the weight of every term that finds, as far as the corpus knows it."""
        return _weights(self.finding, corpus)

    def hint_weights(self, corpus: Statistics) -> dict[str, float]:
        """Returns the weight of every hint that is no word of the question."""
        return _weights({term: factor for term, factor in self.hints.items() if term not in self.finding}, corpus)


def lookup(question: str, language: str | None) -> SearchTerms:
    """Returns what to look up before anything is known about the corpus."""
    terms = tuple(words.query_terms(question, language))
    finding = dict.fromkeys(words.joined(question), JOINED) | dict.fromkeys(terms, 1.0)
    hints: dict[str, float] = {}
    for term in terms:
        hints.update(dict.fromkeys(words.synonyms(term), SYNONYM))
    for others in words.synonyms_within(question).values():
        hints.update(dict.fromkeys(others, SYNONYM))
    for term in words.terms(question):
        if words.is_unspaced(term) and not words.is_function(term):
            hints.setdefault(term, HINT)
    left = [(term, factor) for term, factor in hints.items() if term not in finding]
    return SearchTerms(terms, finding, dict(left[:MOST_HINTS]), words.surfaces(question))


def guesses(unknown: Sequence[str]) -> list[str]:
    """Returns every term that unknown words may have been meant to be, to be looked up at once."""
    found: set[str] = set()
    for word in unknown:
        found.update(words.spellings(word))
        found.update(term for pair in words.parts(word) for term in pair)
    return sorted(found)


def _weights(factors: Mapping[str, float], corpus: Statistics) -> dict[str, float]:
    return {term: factor * corpus.idf(term) for term, factor in factors.items() if factor and corpus.df.get(term)}
