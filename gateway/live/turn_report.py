"""What is told of a turn when it has come to its end: one line of the log, and its figures. Ids, counts, times and
reasons; never what was asked or answered.
"""

from __future__ import annotations

import logging
from typing import Any, get_args

from gateway.answer.answer import DoubtReason, Reason
from gateway.answer.events import Failed, Finished
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.telemetry import families
from gateway.telemetry.bounded import among
from gateway.telemetry.tracing import request_context

log = logging.getLogger(__name__)

CODES = ("unavailable", "upstream_error", "upstream_timeout", "upstream_refused", "internal")
"""Codes of failed turns; with the reasons of degraded answers, what a turn's reason can be."""
REASONS = frozenset((*get_args(Reason), *CODES))
DOUBTS = frozenset(get_args(DoubtReason))


def reason(outcome: TurnOutcome) -> str:
    """Returns why a turn is not what it should be: an error's code, or why its answer is degraded; else `none`."""
    if isinstance(outcome.end, Failed):
        return among(REASONS, outcome.end.code)
    return among(REASONS, outcome.answer_meta.get("degradedReason"))


def report(turn: Turn, outcome: TurnOutcome, *, events: int, epoch: int) -> None:
    """Counts a turn whose end is committed, and writes its line. `events`: how many it has; `epoch`: of the process
    that ended it."""
    answer = outcome.answer_meta
    why, citations = reason(outcome), dict(answer.get("citationStatus") or {})
    families.TURNS.labels(outcome.state, why, outcome.source).inc()
    families.TURN_TIME.labels(outcome.source).observe(outcome.total_ms / 1000)
    if outcome.first_text_ms is not None:
        families.FIRST_TEXT.labels(outcome.source).observe(outcome.first_text_ms / 1000)
    families.TURN_EVENTS.inc(events)
    families.PARAGRAPHS.inc(answer.get("paragraphCount", 0))
    families.REFERENCES.inc(answer.get("refCount", 0))
    for status, count in citations.items():
        families.CITATIONS.labels(status).inc(count)
    for doubt, count in (answer.get("citationReason") or {}).items():
        families.WEAK.labels(among(DOUBTS, doubt)).inc(count)
    for figure, (hits, cases) in outcome.quality.items():
        labels = figure, families.model_name(outcome.model), families.prompt_name(outcome.prompt_version)
        families.QUALITY_HITS.labels(*labels).inc(hits)
        families.QUALITY_CASES.labels(*labels).inc(cases)
    if outcome.gate_decision is not None:
        families.GATE.labels(outcome.gate_decision).inc()
    if log.isEnabledFor(logging.INFO):
        fields = {**_ids(turn), **_end(outcome, why), **_counts(outcome, citations), "events": events, "epoch": epoch}
        log.info("turn", extra={"fields": {name: value for name, value in fields.items() if value is not None}})


def _ids(turn: Turn) -> dict[str, Any]:
    question = turn.question
    return {
        "answer_uuid": turn.answer_uuid,
        "question_uuid": turn.question_uuid,
        "turn_id": turn.turn_id,
        "tenant": request_context.plain_id(question.asker.tenant),
        "thread_id": request_context.plain_id(question.conversation.thread_id),
        "session_id": request_context.plain_id(question.conversation.session_id),
        "round": turn.round.number if turn.round else None,
    }


def _end(outcome: TurnOutcome, why: str) -> dict[str, Any]:
    answer = outcome.answer_meta
    return {
        "outcome": outcome.state,
        "reason": why,
        "source": outcome.source,
        "complete": answer.get("complete") if isinstance(outcome.end, Finished) else False,
        "gate": outcome.gate_decision,
        "confidence": None if outcome.confidence is None else round(outcome.confidence, 4),
        "provider": outcome.provider,
        "model": families.model_name(outcome.model),
        "first_text_ms": outcome.first_text_ms,
        "total_ms": outcome.total_ms,
    }


def _counts(outcome: TurnOutcome, citations: dict[str, int]) -> dict[str, Any]:
    answer = outcome.answer_meta
    return {
        "question_tokens": outcome.question_tokens,
        "answer_tokens": outcome.answer_tokens,
        "paragraphs": answer.get("paragraphCount"),
        "references": answer.get("refCount"),
        "citations": {status: count for status, count in citations.items() if count} or None,
        "weak": answer.get("citationReason"),
        "passes": outcome.passes,
    }
