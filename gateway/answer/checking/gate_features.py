"""What the confidence gate looks at: a few plain figures about a question and one passage.

None of them grows with the corpus by itself, and where a larger corpus has more that fits by chance, its size is one of
the figures. Weights are inverse document frequencies; that of a word in one passage of N is about log N, so that a sum
of weights divided by log N says how many such words it is worth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.checking.evidence import searchable
from gateway.answer.graph_text import apart

PASSAGES = 1000
"""Passages of a corpus whose source does not say how many it has."""
GENERAL_SHARE = 0.25
"""What a word counts that any question may hold ("year", "explain", "please")."""
FRAGMENT_SHARE = 0.3
"""What a single character counts that function words cut out of a Chinese question."""
NAMED = 0.6
"""What a word counts that only the title or heading holds: they tell the subject of a document, not what it says."""
K1, B = 1.2, 0.75
"""BM25's, as in `knowledge.search.ranking`; the average length is that of the candidates."""
NEAR = 3
"""Terms of a passage within which two neighbours of the question stand together, stop words counted."""
LEAST = 0.05
NONE = math.log(LEAST)
"""Added to a logarithm's argument, and `GateFeatures.matched` where nothing matches."""
MOST_PARTS = 6
"""Sentences of a question that are looked at by themselves, those that say most."""


class GateFeatures(NamedTuple):
    """Logarithms, but for `unspaced`; the first four grow with the evidence."""

    score: float
    """BM25 score of the passage, as a share of the weight of the question."""
    telling_score: float
    """The same with words of any subject discounted."""
    matched: float
    """Weight that the passage has, in words worth log N, such words discounted."""
    together: float
    """Weight of neighbours in the question that are neighbours in the passage, in words worth log N."""
    unspaced: float
    """Share of the question's terms that are pairs of characters."""
    length: float
    """Terms of the question."""
    corpus: float
    """log N."""


@dataclass(frozen=True, slots=True)
class CorpusWords:
    """What a corpus knows about a question's words: `weights` by term, and how many `passages` it has; 0: unknown."""

    weights: Mapping[str, float]
    passages: int = 0

    @property
    def log_size(self) -> float:
        return math.log(max(self.passages or PASSAGES, 10))

    @property
    def unknown(self) -> float:
        """Returns the weight of a word that no passage holds."""
        return max([math.log(2 * max(self.passages or PASSAGES, 10) + 2), *self.weights.values()])


@dataclass(frozen=True, slots=True)
class AskedPart:
    """A question, or one of its sentences: its terms with their weights, and the same with general words discounted."""

    weights: Mapping[str, float]
    telling: Mapping[str, float]
    neighbours: tuple[tuple[str, str], ...]
    unspaced: float


class Asked:
    """A question as one language stems it, to be held against passages in that language."""

    def __init__(self, question: str, language: str, stemmed: str, corpus: CorpusWords) -> None:
        self._language, self._stemmed, self._corpus = language, stemmed, corpus
        whole = self._part(question)
        self.kin = words.kin(question, list(whole.weights), corpus.weights, stemmed)
        self.parts = [whole] if whole.weights else []
        spans = words.sentences(question, language)
        if len(spans) > 1:
            sentences = [self._part(question[start:end]) for start, end in spans]
            telling = [part for part in sentences if sum(map(self._tells, part.weights)) > 1]
            self.parts += sorted(telling, key=lambda part: -sum(part.telling.values()))[:MOST_PARTS]

    def _tells(self, term: str) -> bool:
        return not words.is_general(term, self._language, self._stemmed)

    def _part(self, text: str) -> AskedPart:
        found = words.content_words(text, self._language, self._stemmed)
        if not any(len(term) > 1 or words.is_unspaced(term) for term in found):
            found = []  # a letter or a digit stands by chance in many a text
        weights = _weighted(found, self._corpus)
        telling = {term: weight * (1 if self._tells(term) else GENERAL_SHARE) for term, weight in weights.items()}
        neighbours = {pair for pair in pairwise(found) if pair[0] != pair[1] and weights.keys() >= set(pair)}
        unspaced = sum(map(words.is_unspaced, weights)) / max(1, len(weights))
        return AskedPart(weights, telling, tuple(neighbours), unspaced)

    def features(self, passage: PassageTerms, average: float) -> list[GateFeatures]:
        """Returns the figures of each part. `average`: length of the passages, in terms."""
        held = {
            term: (share, max(1, passage.counts[term]))
            for term in (self.parts[0].weights if self.parts else ())
            if (share := self.kin.credit(term, passage.credits))
        }
        norm = K1 * (1 - B + B * len(passage.terms) / average)
        earned = {term: share * count / (count + norm) for term, (share, count) in held.items()}
        places = passage.places(held)
        return [self._figures(part, held, earned, places) for part in self.parts]

    def _figures(
        self,
        part: AskedPart,
        held: Mapping[str, tuple[float, int]],
        earned: Mapping[str, float],
        places: Mapping[str, Sequence[int]],
    ) -> GateFeatures:
        size = self._corpus.log_size
        weights, telling = part.weights, part.telling
        together = sum(
            (telling[first] + telling[second]) / 2
            for first, second in part.neighbours
            if _near(places.get(first, ()), places.get(second, ()))
        )
        score, telling_score = (
            sum(weight * earned.get(term, 0.0) for term, weight in each.items()) / sum(each.values())
            for each in (weights, telling)
        )
        matched = sum(weight * held[term][0] for term, weight in telling.items() if term in held)
        return GateFeatures(
            math.log(max(score, 0.01)),
            math.log(telling_score + 0.02),
            math.log(matched / size + LEAST),
            math.log(together / size + 0.5),
            part.unspaced,
            math.log(len(weights)),
            math.log(size),
        )


class PassageTerms:
    """The terms of a candidate, in their order, and what each is worth."""

    def __init__(self, candidate: Candidate, stemmed: str) -> None:
        if candidate.type == "graph":
            self.terms = words.terms(searchable(candidate), stemmed)
            self.credits = dict.fromkeys(self.terms, 1.0)
        else:
            self.terms = words.terms(candidate.text, stemmed)
            self.credits = dict.fromkeys(words.terms(f"{candidate.title}\n{candidate.heading}", stemmed), NAMED)
            self.credits.update(dict.fromkeys(self.terms, 1.0))
        self.counts = Counter(self.terms)

    def places(self, wanted: Iterable[str]) -> dict[str, list[int]]:
        """Returns where the wanted terms stand."""
        found: dict[str, list[int]] = {term: [] for term in wanted}
        for place, term in enumerate(self.terms):
            if term in found:
                found[term].append(place)
        return found


def features(
    question: str, language: str, candidates: Sequence[Candidate], corpus: CorpusWords
) -> dict[str, list[GateFeatures]]:
    """Returns the figures of each candidate, by citation id: of the whole question, and of its sentences where it has
    several. Empty where nothing of it says what is asked for."""
    asked_in: dict[str, Asked] = {}
    passages: dict[str, tuple[Asked, PassageTerms]] = {}
    for candidate in candidates:
        stemmed = candidate.language or language
        if candidate.type == "graph":
            asked = Asked(apart(question, [candidate.payload]), language, stemmed, corpus)
        else:
            asked = asked_in.setdefault(stemmed, asked_in.get(stemmed) or Asked(question, language, stemmed, corpus))
        passages[candidate.citation_id] = asked, PassageTerms(candidate, stemmed)
    lengths = [len(passage.terms) for _, passage in passages.values()]
    average = max(1.0, sum(lengths) / len(lengths)) if lengths else 1.0
    return {citation_id: asked.features(passage, average) for citation_id, (asked, passage) in passages.items()}


def _weighted(asked: Sequence[str], corpus: CorpusWords) -> dict[str, float]:
    """Returns the weight of each word asked for.

    A pair of Chinese characters that the corpus does not know and that shares a character with one that it knows
    straddles two words (灯保 in 台灯保修): it is no word, and is left out.
    """
    weights = corpus.weights
    usual = corpus.unknown
    known = {character for word in asked if word in weights and words.is_unspaced(word) for character in word}
    found: dict[str, float] = {}
    for word in asked:
        unspaced = words.is_unspaced(word)
        if unspaced and word not in weights and not known.isdisjoint(word):
            continue
        found[word] = weights.get(word, usual) * (FRAGMENT_SHARE if unspaced and len(word) == 1 else 1.0)
    return found


def _near(first: Iterable[int], second: Sequence[int]) -> bool:
    return any(abs(here - there) <= NEAR for here in first for there in second)
