"""The JSON of each event, without `seq` (`answer.events.data`). The type of the event `X` is `XJson`."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from gateway.answer.answer import (
    Asks,
    CitationMode,
    DoubtReason,
    EvidenceRange,
    Reason,
    ReferenceType,
    RefType,
    Source,
    Status,
)
from gateway.answer.gate.confidence_gate import ConfidenceLevel, ConfidenceReason
from gateway.answer.json_types import Base64, CitationId, Count, Time, Uuid
from gateway.answer.references import ReferencePayload


class DoubtfulRange(TypedDict):
    """Code points of the paragraph's text."""

    start: Count
    end: Count


class DisagreementJson(TypedDict):
    """Other sources that disagree with the cited one."""

    citationIds: list[CitationId]
    value: str
    """What the first of them has instead."""


class EventCitation(TypedDict):
    citationId: CitationId
    status: Status
    score: float | None
    evidence: list[EvidenceRange]
    originalId: NotRequired[CitationId]
    reason: NotRequired[DoubtReason]
    """Why the status is `weak`."""
    ranges: NotRequired[list[DoubtfulRange]]
    """What in the paragraph's text is in doubt."""
    sourceValue: NotRequired[str]
    """What the source has instead."""
    disagreement: NotRequired[DisagreementJson]
    """The paragraph rests on one of several sources that disagree."""


Payload = TypeAliasType("Payload", ReferencePayload)
"""The name of the union in the OpenAPI document."""


class StartedJson(TypedDict):
    answerUuid: Uuid
    questionUuid: Uuid
    language: str
    threadId: NotRequired[str]
    sessionId: NotRequired[str]
    rollback: NotRequired[Literal[True]]


class StateChangedJson(TypedDict):
    state: Literal[
        "question_analysing",
        "memory_searching",
        "knowledge_searching",
        "responding",
        "repairing",
        "provider_switching",
        "resuming",
    ]
    remark: str


class TextAddedJson(TypedDict):
    text: str


class ThinkingJson(TextAddedJson):
    pass


class ReferenceShownJson(TypedDict):
    citationId: CitationId
    type: ReferenceType
    payload: Payload


class ParagraphFinishedJson(TypedDict):
    paragraphIndex: Count
    revision: Count
    text: str
    citationIds: list[CitationId]
    citations: list[EventCitation]
    degraded: Reason | None
    own: NotRequired[Literal[True]]
    """The gateway itself wrote it, and it needs no source."""


class TextRolledBackJson(TypedDict):
    textOffset: Count
    paragraphIndex: Count


class SectionTitle(TypedDict):
    id: str
    title: str


class SectionJson(SectionTitle):
    paragraphs: list[Count]


class OutlineFoundJson(TypedDict):
    sections: list[SectionJson]


class Offer(TypedDict):
    """A reference that the model was given, without its text."""

    citationId: CitationId
    type: ReferenceType
    title: str
    heading: str
    documentId: NotRequired[str]
    passageId: NotRequired[str]


class CitationsFinishedJson(TypedDict):
    paragraphCount: Count
    refCount: Count
    offered: NotRequired[list[Offer]]
    """All references that the model was given."""


class AudioAddedJson(TypedDict):
    frame: Base64
    paragraphIndex: Count


class FailedJson(TypedDict):
    code: Literal[
        "upstream_error",
        "upstream_timeout",
        "upstream_refused",
        "content_filter",
        "unavailable",
        "internal",
        "unauthorized",
    ]
    message: str
    retryable: bool


class ConfidenceJson(TypedDict):
    """The result of the confidence gate."""

    level: ConfidenceLevel
    """`doubtful`: the passages may not contain the answer."""
    value: float
    """0 to 1."""
    reason: NotRequired[ConfidenceReason]
    """Why the answer is not `confident` though the passages cover the question."""


class QuestionFacts(TypedDict):
    tokens: Count
    uuid: Uuid


class LateVerdictJson(TypedDict):
    paragraphIndex: Count
    citationId: CitationId
    status: Literal["ok", "weak", "dropped"]


class StatusCounts(TypedDict):
    ok: Count
    weak: Count
    moved: Count
    unchecked: Count
    dropped: Count


class ReasonCounts(TypedDict, total=False):
    figure: Count
    name: Count
    negation: Count
    comparison: Count
    part: Count
    wording: Count
    calibrated: Count


class EvidenceRuleJson(TypedDict):
    """The calibrated rule that decides which citations stay `ok`."""

    claims: Count
    """Labelled claims that it was calibrated on."""
    wrong: float
    """At most this share of the claims that stay `ok` is unsupported."""
    confidence: float
    """The confidence of this bound."""
    text: str


class AnswerMeta(QuestionFacts):
    isRefEmbedding: bool
    isRefGraph: bool
    citationMode: CitationMode
    paragraphCount: Count
    refCount: Count
    hasCitationError: bool
    degradedReason: Reason | None
    complete: bool
    source: Source
    citationStatus: StatusCounts
    citationReason: NotRequired[ReasonCounts]
    """Weak citations by why they are weak; only reasons that occur."""
    confidence: ConfidenceJson | None
    strictInDoubt: NotRequired[Literal[True]]
    """The gate was in doubt: no paragraph was shown before its check, nor without a source."""
    evidenceRule: NotRequired[EvidenceRuleJson]
    lateVerdicts: NotRequired[list[LateVerdictJson]]
    """The verifier's verdicts on citations of paragraphs that had been sent before."""


class AudioFacts(TypedDict, total=False):
    path: str
    uuid: str
    url: str
    mediaType: str
    duration: float


class ThreadFacts(TypedDict):
    threadId: str
    outline: NotRequired[list[SectionTitle]]


class MetaFollowUp(TypedDict):
    resolved: bool
    sectionIds: list[str]
    refType: RefType
    citationIds: NotRequired[list[CitationId]]
    """Sources of the answer `answerUuid` that the question is about."""
    answerUuid: NotRequired[str]
    asks: NotRequired[Asks]
    question: NotRequired[str]


class SessionFacts(TypedDict):
    sessionId: str
    round: Count
    sessionFull: bool
    notice: NotRequired[str]


class MetaMemory(TypedDict):
    score: float
    responseId: Count
    createdAt: Time


class ModelName(TypedDict):
    provider: str
    name: str


class WritingModel(ModelName):
    promptVersion: NotRequired[str]
    """The first 12 hex digits of the hash of the prompts that an answer was asked for with; absent if no model was."""


class Timings(TypedDict):
    firstTextMs: NotRequired[Count]
    totalMs: Count


class Meta(TypedDict):
    """The facts after `[DONE]`. Outside `answer`, a missing value is absent rather than null."""

    question: QuestionFacts
    answer: AnswerMeta
    audioInfo: NotRequired[AudioFacts]
    """Where the sound of the answer is, and its duration in seconds."""
    warnings: NotRequired[list[str]]
    thread: NotRequired[ThreadFacts]
    followup: NotRequired[MetaFollowUp]
    """The part of the conversation that the question refers to, and the question as it was understood. Absent if the
    question does not depend on the conversation."""
    session: NotRequired[SessionFacts]
    memory: NotRequired[MetaMemory]
    model: WritingModel
    models: NotRequired[list[ModelName]]
    timings: Timings


FinishedJson = Meta
