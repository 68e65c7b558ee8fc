"""The confidence gate: does the knowledge base speak about this question at all?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.checking.evidence import searchable
from gateway.answer.graph_text import apart

ConfidenceLevel = Literal["confident", "doubtful", "nothing"]


@dataclass(frozen=True, slots=True)
class Confidence:
    """How well each candidate covers the question, by citation id: within 0..1, the same scale for every corpus."""

    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """The best candidate's."""
        return max(self.values.values(), default=0.0)

    def lead(self, citation_id: str) -> float:
        """Returns how far a candidate lies above the best other one; alone, it leads by all it has."""
        others = (value for other, value in self.values.items() if other != citation_id)
        return self.values[citation_id] - max(others, default=0.0)


@dataclass(frozen=True, slots=True)
class Bar:
    """What a candidate must reach: a confidence, and a lead over the others. 0 switches either test off. Below `doubt`
    what it says may be beside the question."""

    threshold: float = 0.0
    margin: float = 0.0
    doubt: float = 0.0


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether the gate refuses, and the threshold that decided; whether it lets a question through in doubt."""

    refused: bool
    threshold: float
    doubtful: bool = False

    @property
    def level(self) -> ConfidenceLevel:
        """What META and the JSON document call it."""
        return "nothing" if self.refused else "doubtful" if self.doubtful else "confident"


NOTHING = Confidence()
GENERAL_SHARE = 0.2
"""What a word that belongs to any subject ("year", "take") counts where the passage has it. Where it is missing, it
counts whole."""
FRAGMENT_SHARE = 0.3
"""What a single character counts that function words cut out of a Chinese question."""
NAMED = 0.6
"""What a word counts that only the title or heading holds: they tell the subject of a document, not what it says."""
STEEPNESS = 1.5
"""Power of the share. Half of a question's words stand somewhere in most manuals by chance; a power leaves 0 and 1 as
they are and lets a half count 0.35."""
ONE_WORD, FEW = 0.8, 3
"""Factor on a passage that lacks something and shares only one word of subject matter with a question of so many."""


def confidence(
    question: str,
    language: str,
    candidates: Sequence[Candidate],
    weights: Mapping[str, float],
    cosines: Mapping[str, float] | None = None,
    calibration: tuple[float, float] | None = None,
) -> Confidence:
    """Returns how well the candidates cover the question.

    For each the larger of (a) the share of the question's content words found in its title, heading and text, as such
    or in a kindred form (`words.kin`), each word weighted by its inverse document frequency (`weights`; a word the
    corpus does not know weighs as the median word, see `_weighted`), to the power of `STEEPNESS`, and (b) its cosine
    mapped from the embedder's `calibration` pair (null, full) to 0..1. The figures above were measured on the sets of
    docs/retrieval.md.
    """
    values = {}
    asked_in: dict[str | None, tuple[dict[str, float], words.Kin]] = {}
    for candidate in candidates:
        # The question and a candidate meet where both are stemmed as the candidate's language wants it.
        spoken = candidate.language or language
        if spoken not in asked_in:
            terms = _telling(dict.fromkeys(words.content_words(question, language, spoken)))
            asked_in[spoken] = _weighted(terms, weights), words.kin(question, terms, weights, spoken)
        asked, kin = asked_in[spoken]
        if candidate.type == "graph":
            terms = words.content_words(apart(question, [candidate.payload]), language, spoken)
            asked = _weighted(list(dict.fromkeys(terms)), weights)
            known = dict.fromkeys(words.vocabulary(searchable(candidate), spoken), 1.0)
        else:
            known = dict.fromkeys(words.terms(f"{candidate.title}\n{candidate.heading}", spoken), NAMED)
            known.update(dict.fromkeys(words.terms(candidate.text, spoken), 1.0))
        cosine = (cosines or {}).get(candidate.citation_id)
        values[candidate.citation_id] = max(_coverage(asked, known, kin), _mapped(cosine, calibration))
    return Confidence(values)


def _telling(terms: Iterable[str]) -> list[str]:
    """Returns the terms, if any of them says what is asked for: a letter or a digit stands by chance in many a text."""
    found = list(terms)
    return found if any(len(term) > 1 or words.is_unspaced(term) for term in found) else []


def _weighted(asked: Sequence[str], weights: Mapping[str, float]) -> dict[str, float]:
    """Returns the weight of each word asked for.

    A pair of Chinese characters that the corpus does not know and that shares a character with one that it knows
    straddles two words (灯保 in 台灯保修): it is no word, and is left out.
    """
    usual = median(weights.values()) if weights else 1.0
    known = {character for word in asked if word in weights and words.is_unspaced(word) for character in word}
    found: dict[str, float] = {}
    for word in asked:
        unspaced = words.is_unspaced(word)
        if unspaced and word not in weights and not known.isdisjoint(word):
            continue
        found[word] = weights.get(word, usual) * (FRAGMENT_SHARE if unspaced and len(word) == 1 else 1.0)
    return found


def _coverage(asked: Mapping[str, float], known: Mapping[str, float], kin: words.Kin) -> float:
    """Returns the weighted share of the words that a passage has, 0..1; words of any subject prove little by their
    presence."""
    covered = total = 0.0
    subjects = 0
    for word, weight in asked.items():
        share = kin.credit(word, known)
        if not share:
            total += weight
            continue
        general = words.is_general(word)
        subjects += not general
        covered += weight * share * (GENERAL_SHARE if general else 1.0)
        total += weight * (GENERAL_SHARE if general else 1.0)
    by_chance = covered < total and subjects < 2 and len(asked) >= FEW
    return (covered / total) ** STEEPNESS * (ONE_WORD if by_chance else 1.0) if total else 0.0


def _mapped(cosine: float | None, calibration: tuple[float, float] | None) -> float:
    if cosine is None or calibration is None:
        return 0.0
    null, full = calibration
    return min(1.0, max(0.0, (cosine - null) / (full - null)))


def judge(found: Confidence, bar: Callable[[str], Bar]) -> Judged:
    """Tells whether a question is refused: no candidate reaches its threshold, or the best of those that do lacks its
    lead. It is doubtful where the gate is on and no candidate reaches its upper bound of doubt.

    `bar`: by citation id; of "" where nothing was found, which is always refused.
    """
    ranked = sorted(found.values, key=lambda citation_id: -found.values[citation_id])
    best = next(
        (citation_id for citation_id in ranked if found.values[citation_id] >= bar(citation_id).threshold), None
    )
    if best is None:
        return Judged(True, bar(ranked[0] if ranked else "").threshold)
    threshold, margin = bar(best).threshold, bar(best).margin
    if margin > 0 and len(ranked) > 1 and found.lead(best) < margin:
        return Judged(True, threshold)
    sure = any(found.values[citation_id] >= bar(citation_id).doubt for citation_id in ranked)
    return Judged(False, threshold, doubtful=threshold > 0 and not sure)
