"""A turn: one question and its answer, from admission to its end."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from gateway.answer.answer import Asks, RefType, Source
from gateway.answer.events import Failed, Finished
from gateway.conversation.followups.thread_state import ThreadState
from gateway.conversation.question import Question

State = Literal["done", "aborted", "failed", "no_context"]
GateDecision = Literal["confident", "doubtful", "refused", "off"]


class FollowUpFacts(TypedDict, total=False):
    """What a question points at, as rows and recordings keep it; empty if it is no follow-up."""

    resolved: bool
    ref_type: RefType
    section_ids: list[str]
    titles: list[str]
    matched: list[str]
    """The words that pointed."""
    citation_ids: list[str]
    """Sources of the answer `answer_uuid` that the question is about; only if `ref_type` is `citation`."""
    answer_uuid: str
    asks: Asks


class MemoryFacts(TypedDict, total=False):
    """The decision of the answer memory, as rows and recordings keep it; empty if it was not asked."""

    question: str
    decision: str
    """`hit`, or the reason why no answer was served."""
    score: float
    responseId: int
    createdAt: str
    veto: str
    candidate: int
    """A pending entry that would have been served."""
    judged: int
    """The entry that came nearest."""


def new_uuid() -> str:
    """32 lower-case hex digits, version 4, no dashes: older clients check this."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Round:
    """The round of a session that a turn is."""

    number: int
    index: int
    """Of its question among the session's messages, from 1."""
    full: bool = False
    """It is the session's last one."""
    language: str | None = None
    """The session's."""


@dataclass(frozen=True, slots=True)
class Turn:
    question: Question
    answer_uuid: str = field(default_factory=new_uuid)
    question_uuid: str = field(default_factory=new_uuid)
    turn_id: str = field(default_factory=new_uuid)
    round: Round | None = None
    """Known once a turn of a session is admitted."""


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """How a turn ended: what the final transaction stores beside the terminal event."""

    end: Finished | Failed
    state: State
    text: str = ""
    source: Source = "model"
    references: tuple[str, ...] = ()
    """The ids of `refs`, in order."""
    cited: bool = True
    """Whether paragraphs cite the references (`Summary.cited`)."""
    retrieval_query: str | None = None
    """What the first pass looked for; None: nothing was looked for."""
    second_query: str | None = None
    """What the second pass looked for."""
    resolved_question: str | None = None
    """The question as it can be understood by itself, where that is not how it was asked."""
    followup: FollowUpFacts = field(default_factory=FollowUpFacts)
    brought: ThreadState | None = None
    """What later questions of the thread can point at in this answer."""
    top_score: float | None = None
    confidence: float | None = None
    gate_threshold: float | None = None
    gate_decision: GateDecision | None = None
    provider: str | None = None
    model: str | None = None
    prompt_version: str | None = None
    question_tokens: int | None = None
    answer_tokens: int | None = None
    first_text_ms: int | None = None
    total_ms: int = 0
    quality: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What a model's answer adds to the rates of live traffic: hits and cases of each figure."""
    memory: MemoryFacts = field(default_factory=MemoryFacts)

    @property
    def passes(self) -> int:
        return sum(query is not None for query in (self.retrieval_query, self.second_query))

    @property
    def answer_meta(self) -> Mapping[str, Any]:
        """The `answer` object of META; empty for a failed turn."""
        return self.end.meta["answer"] if isinstance(self.end, Finished) else {}
