"""The calibrated rule: which citations that the check calls `ok` stay `ok`. Pure.

`citestream evidence calibrate` derives it from labelled claims (`evaluation.thresholds.calibration`). It is frozen
with an answer. The rule reads what the check found about a paragraph and its cited sources together, as the labels
judge them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import pairwise
from typing import Any, NamedTuple

from gateway.answer.answer import Citation
from gateway.answer.evidence.facts.quantities import figures
from gateway.words.text.folding import UNSPACED

_WORD = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")
WINDOW = 2
"""Neighbouring sentences of a source that are compared with a paragraph as one."""


class EvidenceFeatures(NamedTuple):
    """What the check found, each figure on a scale of about 1."""

    score: float = 0.0
    """Share of the content words that the cited sources have."""
    words: float = 0.0
    """Share of all words that the best two neighbouring sentences have."""
    pairs: float = 0.0
    """Share of the pairs of words that follow each other there, too."""
    added: float = 0.0
    """How many words these sentences lack, as a logarithm."""
    length: float = 0.0
    """Words of the sources, as a logarithm: in a long text much is covered by chance."""
    figures: float = 0.0
    """Figures that the check found in the sources."""
    nearness: float = 0.0
    """Of the sources in another language, whose words cannot be compared."""
    verified: float = 0.0
    """1 if the verifier supports a citation."""


def features(
    text: str, sources: Sequence[tuple[str, Sequence[str]]], share: float, *, is_verified: bool
) -> EvidenceFeatures:
    """Returns the features of a paragraph. sources: title and heading of each cited source, and its sentences; share:
    of the content words that they have."""
    claim = _words(text)
    pairs = set(pairwise(claim))
    most_words, best_pairs, length = 0, 0, 0
    for title, sentences in sources:
        about, cut = _words(title), [_words(sentence) for sentence in sentences]
        length += sum(map(len, cut))
        for at in range(max(1, len(cut) - WINDOW + 1)):
            window = [*about, *(word for sentence in cut[at : at + WINDOW] for word in sentence)]
            known = set(window)
            most_words = max(most_words, sum(word in known for word in claim))
            best_pairs = max(best_pairs, len(pairs.intersection(pairwise(window))))
    return EvidenceFeatures(
        score=share / 0.1,
        words=most_words / max(1, len(claim)) / 0.15,
        pairs=best_pairs / max(1, len(pairs)) / 0.25,
        added=math.log1p(len(claim) - most_words) / 0.9,
        length=math.log1p(length) / 0.8,
        figures=math.log1p(len(figures(text))),
        verified=float(is_verified),
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


@dataclass(frozen=True, slots=True)
class EvidenceRule:
    """Keeps `ok` if the weighted sum of the features is at least `least`."""

    weights: tuple[float, ...]
    least: float
    claims: int
    """Labelled claims that it was calibrated on."""
    wrong: float = 0.05
    """At most this share of the claims that stay `ok` is unsupported,"""
    confidence: float = 0.95
    """with this confidence."""

    def keeps(self, found: EvidenceFeatures) -> bool:
        return weighted(self.weights, found) >= self.least

    def applied(self, citations: Sequence[Citation], found: Callable[[], EvidenceFeatures]) -> list[Citation]:
        """Returns the citations of a paragraph; `ok` is `weak` if the rule does not keep it. found: the features."""
        if all(each.status != "ok" for each in citations) or self.keeps(found()):
            return list(citations)
        return [
            replace(each, status="weak", reason="calibrated") if each.status == "ok" else each for each in citations
        ]

    @property
    def text(self) -> str:
        """The warranty in words."""
        wrong, confidence = (f"{100 * share:.4g} %" for share in (self.wrong, self.confidence))
        return f"calibrated on {self.claims} claims: at most {wrong} wrong among claims like these ({confidence} confidence)"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, row: Mapping[str, Any] | None) -> EvidenceRule | None:
        """Returns the rule of a row or a recording; members that this version does not know are skipped."""
        if row is None:
            return None
        known = {field.name: row[field.name] for field in fields(cls) if field.name in row}
        return cls(**{**known, "weights": tuple(row["weights"])})


def weighted(weights: Iterable[float], found: EvidenceFeatures) -> float:
    return sum(weight * figure for weight, figure in zip(weights, found, strict=False))
