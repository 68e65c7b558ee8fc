"""What the confidence gate looks at: a few plain figures about a question and one passage.

None of them grows with the corpus by itself, and where a larger corpus has more that fits by chance, its size is one of
the figures. Weights are inverse document frequencies; that of a word in one passage of N is about log N, so that a sum
of weights divided by log N says how many such words it is worth. N is the corpus and `OTHERS` more, which speak of
something else: in a handful of passages every frequency is high, and says nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.evidence.evidence import searchable
from gateway.answer.graph_text import apart

PASSAGES = 1000
"""Passages of a corpus whose source does not say how many it has."""
OTHERS = 200
"""Passages that are thought beside those of a corpus."""
LARGEST = math.log(3000)
"""log N of the largest corpus that the rule was fitted on: what a larger one does to it nobody has measured."""
GENERAL_SHARE = 0.1
"""What a word counts that any question may hold ("year", "explain", "please")."""
FRAGMENT_SHARE = 0.3
"""What a single character counts that function words cut out of a Chinese question."""
NAMED = 0.6
"""What a word counts that only the title or heading holds: they tell the subject of a document, not what it says."""
ALIKE, ALIKE_SHARE = 6, 0.5
"""Letters that two words have in common at their beginning or end to be alike, and what the one then counts for the
other."""
K1, B = 1.2, 0.75
"""BM25's, as in `knowledge.search.ranking`; the average length is that of the candidates."""
NEAR = 3
"""Terms of a passage within which two neighbours of the question stand together, stop words counted."""
LEAST, LEAST_SCORE, LEAST_WORDS = 0.05, 0.02, 0.5
NONE = math.log(LEAST)
"""Added to arguments of logarithms, or their least; and `GateFeatures.matched` where nothing matches."""
MOST_PARTS = 6
"""Sentences of a question that are looked at by themselves, those that say most."""

_PIECE = re.compile(r"[^\W\d_]+")


class GateFeatures(NamedTuple):
    """Logarithms, but for `unspaced`; the first three grow with the evidence. Words that any question may hold are
    discounted in all of them."""

    score: float
    """BM25 score of the passage, as a share of the weight of the question."""
    matched: float
    """Weight that the passage has, in words worth log N."""
    together: float
    """Weight of neighbours in the question that are neighbours in the passage, in words worth log N."""
    unspaced: float
    """Share of the question's terms that are pairs of characters."""
    length: float
    """Words of the question."""
    corpus: float
    """log N."""


@dataclass(frozen=True, slots=True)
class CorpusWords:
    """What a corpus knows about a question's words: `weights` by term, and how many `passages` it has; 0: unknown."""

    weights: Mapping[str, float]
    passages: int = 0

    @property
    def size(self) -> float:
        """Returns the number of passages; where it is not known, that in which the rarest word stands in one."""
        return self.passages or (1.5 * math.exp(max(self.weights.values())) if self.weights else PASSAGES)

    def weight(self, term: str) -> float:
        """Returns what a word weighs among the passages of the corpus and the others; one that nobody knows most."""
        if term not in self.weights:
            return math.log(2 * (self.size + OTHERS) + 2)
        # log((N + 1) / (df + 0.5)) is the weight in N passages, so that more of them add the same to every word.
        return self.weights[term] + math.log((self.size + OTHERS + 1) / (self.size + 1))


@dataclass(frozen=True, slots=True)
class AskedPart:
    """A question, or one of its sentences: its terms with their weights, those of general words discounted, and what
    the terms come to as words."""

    weights: Mapping[str, float]
    neighbours: tuple[tuple[str, str], ...]
    weight: float
    """Of all terms."""
    unspaced: float
    length: float
    """As `GateFeatures` has it."""


class Asked:
    """A question as one language stems it, to be found_here against passages in that language."""

    def __init__(self, question: str, language: str, stemmed: str, corpus: CorpusWords) -> None:
        self._language, self._stemmed, self._corpus = language, stemmed, corpus
        self._log_size = math.log(corpus.size + OTHERS)
        self._corpus_figure = math.log(min(self._log_size, LARGEST))
        whole = self._part(question)
        self.kin = words.kin(question, list(whole.weights), corpus.weights, stemmed)
        self.parts = [whole] if whole.weights else []
        spans = words.sentences(question, language)
        if len(spans) > 1:
            sentences = [self._part(question[start:end]) for start, end in spans]
            telling = [part for part in sentences if sum(map(self._tells, part.weights)) > 1]
            self.parts += sorted(telling, key=lambda part: -sum(part.weights.values()))[:MOST_PARTS]

    def _tells(self, term: str) -> bool:
        return not words.is_general(term, self._language, self._stemmed)

    def _part(self, text: str) -> AskedPart:
        found = words.content_words(text, self._language, self._stemmed)
        if not any(len(term) > 1 or words.is_unspaced(term) for term in found):
            found = []  # a letter or a digit stands by chance in many a text
        shares = {
            term: share * (1 if self._tells(term) else GENERAL_SHARE) for term, share in _shares(found, self._corpus)
        }
        weights = {term: share * self._corpus.weight(term) for term, share in shares.items()}
        neighbours = {pair for pair in pairwise(found) if pair[0] != pair[1] and weights.keys() >= set(pair)}
        unspaced = sum(map(words.is_unspaced, weights)) / max(1, len(weights))
        length = math.log(max(LEAST_WORDS, sum(share * _words_of(term) for term, share in shares.items())))
        return AskedPart(weights, tuple(neighbours), sum(weights.values()), unspaced, length)

    def features(self, passage: PassageTerms, average: float) -> list[GateFeatures]:
        """Returns the figures of each part. `average`: length of the passages, in terms."""
        places: dict[str, list[int]] = {}
        found_here: dict[str, tuple[float, int]] = {}
        for term in self.parts[0].weights if self.parts else ():
            share = passage.get(term) or self.kin.substitute(term, passage) or passage.likeness(term)
            if share:
                places[term] = passage.places(term)
                found_here[term] = share, max(1, len(places[term]))
        norm = K1 * (1 - B + B * passage.length / average)
        earned = {term: share * count / (count + norm) for term, (share, count) in found_here.items()}
        return [self._figures(part, found_here, earned, places) for part in self.parts]

    def _figures(
        self,
        part: AskedPart,
        found_here: Mapping[str, tuple[float, int]],
        earned: Mapping[str, float],
        places: Mapping[str, Sequence[int]],
    ) -> GateFeatures:
        size, weights = self._log_size, part.weights
        together = sum(
            (weights[first] + weights[second]) / 2
            for first, second in part.neighbours
            if first in places and second in places and _near(places[first], places[second])
        )
        score = matched = 0.0
        for term, weight in weights.items():
            if term in found_here:
                score += weight * earned[term]
                matched += weight * found_here[term][0]
        return GateFeatures(
            math.log(score / part.weight + LEAST_SCORE),
            math.log(matched / size + LEAST),
            math.log(together / size + 0.5),
            part.unspaced,
            part.length,
            self._corpus_figure,
        )


class PassageTerms:
    """What each term of a candidate is worth: those of its text, and those that only its title or heading holds."""

    def __init__(self, candidate: Candidate, stemmed: str) -> None:
        if candidate.type == "graph":
            self._text, self._titles = words.placed(searchable(candidate), stemmed), None
        else:
            self._text = words.placed(candidate.text, stemmed)
            self._titles = words.placed(f"{candidate.title}\n{candidate.heading}", stemmed)
        self.length = self._text.count
        self.places = self._text.places

    def get(self, term: str, absent: float = 0.0) -> float:
        """Returns the same of any term."""
        if term in self._text:
            return 1.0
        return NAMED if self._titles is not None and term in self._titles else absent

    __getitem__ = get

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(chain(self._text, self._titles or ())))

    def likeness(self, term: str) -> float:
        """Returns what a term earns here that has its beginning or its end in common with another one of the text: a
        derivation, or a part of a compound (`production`, `producer`; `Musikgenre`, `Genre`)."""
        if len(term) < ALIKE or not term.isalpha():
            return 0.0
        return ALIKE_SHARE if self._text.begins(term[:ALIKE]) or self._text.ends(term[-ALIKE:]) else 0.0


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
            asked = Asked(apart(question, candidate.entities), language, stemmed, corpus)
        else:
            asked = asked_in.setdefault(stemmed, asked_in.get(stemmed) or Asked(question, language, stemmed, corpus))
        passages[candidate.citation_id] = asked, PassageTerms(candidate, stemmed)
    lengths = [passage.length for _, passage in passages.values()]
    average = max(1.0, sum(lengths) / len(lengths)) if lengths else 1.0
    return {citation_id: asked.features(passage, average) for citation_id, (asked, passage) in passages.items()}


def _shares(asked: Sequence[str], corpus: CorpusWords) -> Iterator[tuple[str, float]]:
    """Yields each word asked for, and what of its weight it counts.

    A pair of Chinese characters that the corpus does not know and that shares a character with one that it knows
    straddles two words (灯保 in 台灯保修): it is no word, and is left out.
    """
    weights = corpus.weights
    known = {character for word in asked if word in weights and words.is_unspaced(word) for character in word}
    alone = all(len(word) == 1 for word in asked)
    for word in dict.fromkeys(asked):
        unspaced = words.is_unspaced(word)
        if unspaced and word not in weights and not known.isdisjoint(word):
            continue
        yield word, FRAGMENT_SHARE if unspaced and len(word) == 1 and not alone else 1.0


def _words_of(term: str) -> int:
    """Returns how many words a term says: an identifier as many as it is made of, letters alone not counted."""
    return 1 if term.isalnum() else max(1, sum(len(piece) > 1 for piece in _PIECE.findall(term)))


def _near(first: Iterable[int], second: Sequence[int]) -> bool:
    return any(abs(here - there) <= NEAR for here in first for there in second)
