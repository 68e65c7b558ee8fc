"""The confidence gate: does the knowledge base speak about this question at all?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from gateway import words
from gateway.answer.answer import Candidate


@dataclass(frozen=True, slots=True)
class Confidence:
    """`value` within 0..1, the same scale for every corpus; `margin` is the lead over the second best candidate."""

    value: float
    margin: float


NOTHING = Confidence(0.0, 0.0)


def confidence(
    question: str,
    language: str,
    candidates: Sequence[Candidate],
    weights: Mapping[str, float],
    cosines: Mapping[str, float] | None = None,
    calibration: tuple[float, float] | None = None,
) -> Confidence:
    """How well the best candidate covers the question.

    The larger of (a) the share of the question's content words found in the candidate's title, heading and text, each
    word weighted by its inverse document frequency (`weights`; a word the corpus does not know weighs as the median
    word), and (b) the candidate's cosine mapped from the embedder's `calibration` pair (null, full) to 0..1.
    """
    asked = list(dict.fromkeys(words.content_words(question, language)))
    usual = median(weights.values()) if weights else 1.0
    heavy = {word: weights.get(word, usual) for word in asked}
    total = sum(heavy.values())
    values = []
    for candidate in candidates:
        held = set(words.terms(f"{candidate.title}\n{candidate.heading}\n{candidate.text}", candidate.language))
        covered = sum(weight for word, weight in heavy.items() if word in held) / total if total else 0.0
        cosine = (cosines or {}).get(candidate.citation_id)
        values.append(max(covered, _mapped(cosine, calibration)))
    if not values:
        return NOTHING
    ranked = sorted(values, reverse=True)
    return Confidence(ranked[0], ranked[0] - (ranked[1] if len(ranked) > 1 else 0.0))


def _mapped(cosine: float | None, calibration: tuple[float, float] | None) -> float:
    if cosine is None or calibration is None:
        return 0.0
    null, full = calibration
    return min(1.0, max(0.0, (cosine - null) / (full - null)))


def refuses(found: Confidence, candidates: Sequence[Candidate], threshold: float, margin: float) -> bool:
    """No candidate always refuses; a threshold or margin of 0 switches that test off."""
    if not candidates:
        return True
    return found.value < threshold or (margin > 0 and len(candidates) > 1 and found.margin < margin)
