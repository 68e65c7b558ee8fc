"""The confidence gate: does the knowledge base speak about this question at all?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.gate.gate_features import NONE, CorpusWords, features
from gateway.answer.gate.gate_rule import RULE, GateRule

MEANING, NEUTRAL = 2.0, 0.5
"""What closeness in meaning from 0 to 1 adds to the evidence of words, and the closeness that adds nothing."""
UNWORDED = 0.59
"""The most that closeness alone says of a passage in the question's language: in doubt, below the usual 0.6."""
ConfidenceLevel = Literal["confident", "doubtful", "nothing"]
ConfidenceReason = Literal["disagreement", "part"]
"""Why an answer is not confident though its passages cover the question: its sources disagree, or it saw a part of a
table."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How well each candidate covers the question, by citation id: within 0..1, the same scale for every corpus."""

    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """The best candidate's."""
        return max(self.values.values(), default=0.0)


@dataclass(frozen=True, slots=True)
class Bar:
    """The confidence that a candidate must reach; 0 switches the gate off. Below `doubt` what it says may be beside the
    question."""

    threshold: float = 0.0
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


def confidence(
    question: str,
    language: str,
    candidates: Sequence[Candidate],
    corpus: CorpusWords,
    cosines: Mapping[str, float] | None = None,
    rule: GateRule = RULE,
) -> Confidence:
    """Returns how well the candidates cover the question.

    Words give what the fitted `rule` makes of plain figures about the two (`gate_features`), of a question of several
    sentences the best. `cosines`: closeness in meaning, 0..1. It adds to the words or takes from them. Alone it counts
    in full for a passage in another language, and leaves a doubt about one in the question's.
    """
    values = {}
    spoken = words.spoken(question, language) if cosines else language
    at_home = {candidate.citation_id for candidate in candidates if candidate.language == spoken}
    for citation_id, found in features(question, language, candidates, corpus).items():
        near = min(1.0, max(0.0, cosines[citation_id])) if cosines and citation_id in cosines else None
        shift = 0.0 if near is None else MEANING * (near - NEUTRAL)
        alone = near or 0.0
        if citation_id in at_home:
            alone = min(alone, UNWORDED)
        told = (rule.confidence(figures, shift) for figures in found if figures.matched > NONE)
        values[citation_id] = max(alone, *told, 0.0)
    return Confidence(values)


def judge(found: Confidence, bar: Callable[[str], Bar]) -> Judged:
    """Tells whether a question is refused: no candidate reaches its threshold. It is doubtful where the gate is on and
    no candidate reaches its upper bound of doubt.

    `bar`: by citation id; of "" where nothing was found, which is always refused.
    """
    ranked = sorted(found.values, key=lambda citation_id: -found.values[citation_id])
    best = next(
        (citation_id for citation_id in ranked if found.values[citation_id] >= bar(citation_id).threshold), None
    )
    if best is None:
        return Judged(True, bar(ranked[0] if ranked else "").threshold)
    threshold = bar(best).threshold
    sure = any(found.values[citation_id] >= bar(citation_id).doubt for citation_id in ranked)
    return Judged(False, threshold, doubtful=threshold > 0 and not sure)
