"""What is decided about a turn before a model is asked, and what is stored of a turn that another process began."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from typing import Any, assert_never

from gateway.answer import events
from gateway.answer.answer import Candidates, Source
from gateway.answer.event_data import SectionTitle
from gateway.answer.events import Numbered
from gateway.answer.evidence.disagreement import Disagreement
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.gate.confidence_gate import ConfidenceReason
from gateway.conversation.question import known_fields
from gateway.conversation.turn import FollowUpFacts, MemoryFacts, Turn
from gateway.conversation.usage import Usage


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """What was searched for, and what the search says about it."""

    query: str = ""
    """What was looked for."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Inverse document frequency of the question's terms: input of the evidence check."""
    first_query: str | None = None
    """The question as it was asked, if the search for it came before."""
    meant: str | None = None
    """The question as it can be understood by itself, where that is not how it was asked."""
    subject: str | None = None
    """What it is about, without the words that only point."""
    sample_left_out: bool = False
    """The search excluded the sample documents, which a refusal says."""


@dataclass(frozen=True, slots=True)
class GateFacts:
    """What the confidence gate decided."""

    confidence: float | None = None
    threshold: float | None = None
    """What the confidence had to reach; None: the gate was not asked."""
    doubtful: bool = False
    """The gate let it through in doubt: the passages may not hold the answer."""
    reason: ConfidenceReason | None = None
    """Why the answer is not confident, whatever the gate found."""

    @property
    def confident(self) -> bool:
        """Whether the gate was asked and is sure that the candidates hold the answer."""
        return bool(self.threshold) and not self.doubtful


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is decided before generation and never changes afterwards, whoever goes on with it."""

    candidates: Candidates
    search: SearchFacts = field(default_factory=SearchFacts)
    gate: GateFacts = field(default_factory=GateFacts)
    source: Source = "model"
    """Who answers. Anything but the model is an early end: the gate, a clarification, the memory, what is
    said about the collection."""
    answer_text: str = ""
    """What an early end says, in the form a model would write it."""
    warnings: tuple[str, ...] = ()
    memory: MemoryFacts = field(default_factory=MemoryFacts)
    followup: FollowUpFacts = field(default_factory=FollowUpFacts)
    outline: tuple[SectionTitle, ...] = ()
    """The sections of the thread before this answer."""
    opening: str = ""
    """What the gateway itself says before the answer."""
    disagreements: tuple[Disagreement, ...] = ()
    """What the candidates disagree about."""
    says_few: bool = False
    """The answer says if it has fewer sections than a deliverable is asked for."""
    spent: Usage | None = None
    """What asking a model has cost until here; None: none was asked."""
    evidence_rule: EvidenceRule | None = None
    """The calibrated rule that decides which citations stay `ok`."""

    @property
    def decided(self) -> dict[str, Any]:
        """Everything beside the candidates, as rows and recordings keep it."""
        return {
            "query": self.search.query,
            "first_query": self.search.first_query,
            "weights": dict(self.search.weights),
            "confidence": self.gate.confidence,
            "threshold": self.gate.threshold,
            "doubtful": self.gate.doubtful,
            **({"reason": self.gate.reason, "opening": self.opening} if self.gate.reason else {}),
            "source": self.source,
            "said": self.answer_text,
            "warnings": list(self.warnings),
            "memory": dict(self.memory),
            "followup": dict(self.followup),
            "meant": self.search.meant,
            "subject": self.search.subject,
            "outline": list(self.outline),
            "sample_left_out": self.search.sample_left_out,
            "disagreements": [each.to_json() for each in self.disagreements],
            **({"says_few": True} if self.says_few else {}),
            "spent": astuple(self.spent) if self.spent else None,
            **({"evidence_rule": self.evidence_rule.to_json()} if self.evidence_rule else {}),
        }

    @classmethod
    def of(cls, candidates: Candidates, decided: Mapping[str, Any]) -> Prepared:
        """Candidates with what was `decided`; what this version does not know is left out."""
        known = {
            **known_fields(cls, decided),
            "search": SearchFacts(**known_fields(SearchFacts, decided)),
            "gate": GateFacts(**known_fields(GateFacts, decided)),
            "answer_text": str(decided.get("said", "")),
            "disagreements": tuple(map(Disagreement.from_json, decided.get("disagreements", ()))),
            "spent": Usage(*decided["spent"]) if decided.get("spent") else None,
            "evidence_rule": EvidenceRule.from_json(decided.get("evidence_rule")),
        }
        return cls(candidates, **known)


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """What is stored of a turn that another process began."""

    turn: Turn
    frozen: Prepared | None
    """None: it had not got so far."""
    events: tuple[Numbered, ...]
    elapsed_ms: int
    """Milliseconds since the turn began."""

    @property
    def model_texts(self) -> list[str]:
        """Returns what models wrote for this turn, a text for each process that asked one."""
        texts: dict[int, str] = {}
        for numbered in self.events:
            match numbered.event:
                case events.StateChanged(state="responding"):
                    texts.setdefault(numbered.epoch, "")
                case events.TextAdded(text=text) | events.Thinking(text=text):
                    if numbered.epoch in texts:
                        texts[numbered.epoch] += text
                case events.Started() | events.StateChanged() | events.ReferenceShown() | events.AudioAdded():
                    pass
                case events.ParagraphFinished() | events.TextRolledBack() | events.OutlineFound():
                    pass
                case events.CitationsFinished() | events.Finished() | events.Failed():
                    pass
                case _:
                    assert_never(numbered.event)
        return list(texts.values())
