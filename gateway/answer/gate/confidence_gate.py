"""The confidence gate: does the knowledge base speak about this question at all?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gateway.answer.answer import Candidate
from gateway.answer.gate.gate_features import NONE, CorpusWords, features
from gateway.answer.gate.gate_rule import RULE, GateRule

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

    For each the larger of (a) what the fitted `rule` makes of plain figures about the two (`gate_features`), of a
    question of several sentences the best, and (b) its closeness in `cosines`, at most 1. A candidate without a word of
    the question has (b) alone.
    """
    values = {}
    for citation_id, found in features(question, language, candidates, corpus).items():
        cosine = min(1.0, max(0.0, (cosines or {}).get(citation_id, 0.0)))
        values[citation_id] = max([cosine, *(rule.confidence(figures) for figures in found if figures.matched > NONE)])
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
