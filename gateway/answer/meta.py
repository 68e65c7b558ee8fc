"""META: the facts behind `[DONE]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from gateway.answer.answer import Source
from gateway.answer.event_data import (
    AudioFacts,
    ConfidenceJson,
    EvidenceRuleJson,
    LateVerdictJson,
    Meta,
    MetaFollowUp,
    ReasonCounts,
    SessionFacts,
    StatusCounts,
    ThreadFacts,
)
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.summary import Summary


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What META says about a turn beside its answer."""

    question_uuid: str
    answer_uuid: str
    question_tokens: int
    answer_tokens: int
    source: Source
    provider: str
    model: str
    total_ms: int
    prompt_version: str = ""
    """Of the prompts that a model was asked with; empty: none was."""
    first_text_ms: int | None = None
    thread: ThreadFacts | None = None
    session: SessionFacts | None = None
    followup: MetaFollowUp | None = None
    memory: Mapping[str, Any] | None = None
    """What the answer memory decided; said only where the answer came from it."""
    confidence: ConfidenceJson | None = None
    """What the confidence gate said: {"level", "value"}; None where it was not asked."""
    strict_in_doubt: bool = False
    audio: AudioFacts | None = None
    """Where the sound of the answer is; None where it has none."""
    warnings: Sequence[str] = ()
    models: Sequence[tuple[str, str]] = ()
    """Provider and model of each that wrote; said only where they were several."""
    evidence_rule: EvidenceRule | None = None
    """Decided which citations stay `ok`."""


def meta(summary: Summary, facts: TurnFacts) -> Meta:
    """Returns the object behind `[META]`. Outside `answer`, what is absent is left out rather than null."""
    named: Meta = {
        "question": {"tokens": facts.question_tokens, "uuid": facts.question_uuid},
        "answer": {
            "tokens": facts.answer_tokens,
            "uuid": facts.answer_uuid,
            "isRefEmbedding": summary.is_ref_embedding,
            "isRefGraph": summary.is_ref_graph,
            "citationMode": summary.citation_mode,
            "paragraphCount": summary.paragraph_count,
            "refCount": summary.ref_count,
            "hasCitationError": summary.has_citation_error,
            "degradedReason": summary.degraded_reason,
            "complete": summary.complete,
            "source": facts.source,
            "citationStatus": cast(StatusCounts, dict(summary.citation_status)),
            "confidence": facts.confidence,
        },
        "model": {"provider": facts.provider, "name": facts.model},
        "timings": {"totalMs": facts.total_ms},
    }
    if facts.strict_in_doubt:
        named["answer"]["strictInDoubt"] = True
    if summary.citation_reason:
        named["answer"]["citationReason"] = cast(ReasonCounts, dict(summary.citation_reason))
    if rule := facts.evidence_rule:
        named["answer"]["evidenceRule"] = EvidenceRuleJson(
            claims=rule.claims, wrong=rule.wrong, confidence=rule.confidence, text=rule.text
        )
    if summary.late_verdicts:
        named["answer"]["lateVerdicts"] = [
            LateVerdictJson(paragraphIndex=late.paragraph, citationId=late.citation_id, status=cast(Any, late.status))
            for late in summary.late_verdicts
        ]
    if facts.first_text_ms is not None:
        named["timings"]["firstTextMs"] = facts.first_text_ms
    if facts.prompt_version:
        named["model"]["promptVersion"] = facts.prompt_version
    several = len(facts.models) > 1
    beside = {
        "thread": facts.thread,
        "session": facts.session,
        "followup": facts.followup,
        "memory": _memory(facts.memory) if facts.memory and facts.source == "memory" else None,
        "audioInfo": facts.audio,
        "warnings": list(facts.warnings) or None,
        "models": [{"provider": provider, "name": model} for provider, model in facts.models] if several else None,
    }
    return cast(Meta, {**named, **{name: value for name, value in beside.items() if value is not None}})


def _memory(decided: Mapping[str, Any]) -> dict[str, Any]:
    return {name: decided[name] for name in ("score", "responseId", "createdAt") if name in decided}


def rfc3339(moment: datetime) -> str:
    """Returns a time as META and REST documents spell it: in UTC, with milliseconds."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
