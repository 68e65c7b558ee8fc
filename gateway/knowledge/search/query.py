"""What to look up for a question: its words, what else may stand for them, and how much each counts. Pure.

Two kinds of terms. Those that find: the question's content words, and neighbours written together ("bed time" as
"bedtime"). Those that mend: a word that no passage holds may be misspelt, or a compound to be taken apart.

A passage is stemmed by its own language, so a word of the question is looked up as each of the languages would stem it
that the corpus holds. Its variants are one word and count once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from gateway import words
from gateway.knowledge.search.index import language_lexeme
from gateway.knowledge.search.ranking import Statistics
from gateway.words.languages import LANGUAGES

JOINED = 0.25
"""What neighbouring words written together count. A passage with a hyphen between them has their own weights too
(docs/adr/0074-fewer-helpers.md)."""
MENDED = 0.8
"""What a word counts that stands for a misspelt one, as a share of its own weight."""
PART = 0.7
"""The same for each half of a compound taken apart, and for the parts of a name (`words.other_names`)."""
FOREIGN = 0.5
"""The same for a stem by the rules of another language, where the corpus holds the question's own: there it may be
another word ("care" is "car" in German). Of 1,200 questions over passages in four languages mixed, whole variants took
up to 1.3 points of recall@1 away, halves none."""
MOST_MENDED, MOST_GUESSES = 3, 3
"""Words of one question that are mended, and spellings tried for each."""
HELD = 0.02
"""Share of the passages from which on a language counts as one that the corpus holds."""
_STEMMED = (*LANGUAGES, words.UNDETERMINED)
MOST_LANGUAGES, MOST_MENDED_IN = 5, 2
"""Languages of the corpus in which words are looked up, and those in which they are mended."""


@dataclass(slots=True)
class SearchTerms:
    """The terms of one question and the factor on the weight of each. `terms`: its content words."""

    terms: tuple[str, ...]
    finding: dict[str, float]
    surfaces: Mapping[str, str]
    """The word behind each term, as it was typed, in lower case."""
    language: str | None = None
    """That of the question, by which its terms are stemmed."""
    variants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """For a content word its stems in other languages: at first all, then those that the corpus holds (`narrow`)."""
    spoken: tuple[str, ...] = ()
    """Languages in which words are mended: at first the question's."""
    at_home: bool = False
    """Whether the corpus holds the question's language."""

    @property
    def all_terms(self) -> list[str]:
        variants = (other for others in self.variants.values() for other in others)
        languages = map(language_lexeme, _STEMMED)
        return list(dict.fromkeys([*self.finding, *variants, *languages]))

    def narrow(self, corpus: Statistics) -> None:
        """Leaves of the variants those in languages that the corpus holds."""
        least = max(1.0, HELD * corpus.count)
        numbers = {code: corpus.df.get(language_lexeme(code), 0) for code in _STEMMED}
        spoken = sorted((code for code, number in numbers.items() if number >= least), key=lambda code: -numbers[code])
        others = spoken[:MOST_LANGUAGES]
        self.variants = {term: variants(self.surfaces.get(term, term), term, others) for term in self.variants}
        self.at_home = self.language in others
        own = [self.language] if self.language else []
        self.spoken = tuple(dict.fromkeys([*own, *others]))[:MOST_MENDED_IN]

    def unknown(self, corpus: Statistics) -> list[str]:
        """Returns the folded words of the question that no passage holds, and that may be misspelt."""
        left = (words.fold(self.surfaces.get(term, "")) for term in self.terms if not self._df(term, corpus))
        return [word for word in left if words.is_mendable(word)][:MOST_MENDED]

    def guesses(self, unknown: Sequence[str]) -> list[str]:
        """Returns every term that unknown words may have been meant to be, to be looked up at once."""
        found: set[str] = set()
        for language in self.spoken or (None,):
            for word in unknown:
                found.update(words.spellings(word, language))
                found.update(term for pair in words.parts(word, language) for term in pair)
        return sorted(found)

    def mend(self, unknown: Sequence[str], corpus: Statistics) -> None:
        """Takes in what unknown words may have been meant to be; `corpus` knows their `guesses`."""
        for language in self.spoken or (None,):
            for word in unknown:
                meant = (term for term in words.spellings(word, language) if corpus.df.get(term))
                known = sorted((-corpus.df[term], term) for term in meant)[:MOST_GUESSES]
                for _, term in known:
                    self.finding.setdefault(term, MENDED)
                for pair in words.parts(word, language) if not known else ():
                    if all(corpus.df.get(term) for term in pair):
                        self.finding.update({term: PART for term in pair if term not in self.finding})

    def weights(self, corpus: Statistics) -> dict[str, float]:
        """Returns the weight of every term that finds, as far as the corpus knows it."""
        return self._weights(self.finding, corpus, FOREIGN if self.at_home else 1.0)

    def asked_weights(self, corpus: Statistics) -> dict[str, float]:
        """Returns the inverse document frequency of the question's content words, in each of their variants."""
        return self._weights(dict.fromkeys(self.terms, 1.0), corpus)

    def known(self, corpus: Statistics) -> float:
        """Returns the share of the question's weight in words that the corpus has."""
        numbers = [self._df(term, corpus) for term in self.terms]
        whole = sum(map(corpus.idf_of, numbers))
        return sum(corpus.idf_of(df) for df in numbers if df) / whole if whole else 0.0

    def doubled(self, weights: Mapping[str, float]) -> float:
        """Returns what of the sum of `weights` is too much, because variants of one word stand for each other."""
        groups = ({term, *others} & weights.keys() for term, others in self.variants.items() if others)
        return sum(sum(found) - max(found) for group in groups if (found := [weights[term] for term in group]))

    def _df(self, term: str, corpus: Statistics) -> int:
        """Returns the passages that hold a word: as its own language stems it, else in any of its variants, about."""
        own = corpus.df.get(term, 0) if self.at_home else 0
        return own or sum(corpus.df.get(variant, 0) for variant in (term, *self.variants.get(term, ())))

    def _weights(self, factors: Mapping[str, float], corpus: Statistics, foreign: float = 1.0) -> dict[str, float]:
        """Returns the weights of terms and of their variants, these by the factor `foreign` lower where the word
        itself is known."""
        found: dict[str, float] = {}
        for term, factor in factors.items():
            if factor and (df := self._df(term, corpus)):
                weight = factor * corpus.idf_of(df)
                lowered = weight * (foreign if corpus.df.get(term) else 1.0)
                for variant in (term, *self.variants.get(term, ())):
                    if corpus.df.get(variant):
                        found[variant] = max(weight if variant == term else lowered, found.get(variant, 0.0))
        return found


def lookup(question: str, language: str | None) -> SearchTerms:
    """Returns what to look up before anything is known about the corpus. `language`: that of the question, where its
    words do not tell."""
    language = words.guess_language(question) or words.known(language)
    terms = tuple(words.query_terms(question, language))
    surfaces = words.surfaces(question, language)
    named = (words.other_names(words.fold(surfaces.get(term, "")), language) for term in terms)
    finding = dict.fromkeys(chain.from_iterable(chain.from_iterable(named)), PART)
    finding |= dict.fromkeys(words.joined(question, language), JOINED) | dict.fromkeys(terms, 1.0)
    stems = {term: variants(surfaces.get(term, term), term, _STEMMED) for term in terms if not words.is_unspaced(term)}
    return SearchTerms(terms, finding, surfaces, language, stems, (language,) if language else ())


def variants(word: str, term: str, languages: Iterable[str]) -> tuple[str, ...]:
    """Returns the stems of a word in some languages, but for `term`, which is its own."""
    found = dict.fromkeys(map(words.stems(word).__getitem__, languages)) if word.isalpha() else {}
    found.pop(term, None)
    return tuple(found)
