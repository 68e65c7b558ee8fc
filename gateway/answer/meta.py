"""META: the facts behind `[DONE]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gateway.answer.stream import Summary


def meta(
    summary: Summary,
    *,
    question_uuid: str,
    answer_uuid: str,
    question_tokens: int,
    answer_tokens: int,
    source: str,
    provider: str,
    model: str,
    first_text_ms: int | None,
    total_ms: int,
    thread: Mapping[str, Any] | None = None,
    session: Mapping[str, Any] | None = None,
    followup: Mapping[str, Any] | None = None,
    memory: Mapping[str, Any] | None = None,
    warnings: Sequence[str] = (),
    models: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    """The object behind `[META]`. Outside `answer`, what is absent is left out rather than null. `memory`: what the
    answer memory decided, said only where the answer came from it. `models`: provider and model of each that wrote,
    said only where they were several."""
    named: dict[str, Any] = {
        "question": {"tokens": question_tokens, "uuid": question_uuid},
        "answer": {
            "tokens": answer_tokens,
            "uuid": answer_uuid,
            "isRefEmbedding": summary.is_ref_embedding,
            "isRefGraph": summary.is_ref_graph,
            "citationMode": summary.citation_mode,
            "paragraphCount": summary.paragraph_count,
            "refCount": summary.ref_count,
            "hasCitationError": summary.has_citation_error,
            "degradedReason": summary.degraded_reason,
            "complete": summary.complete,
            "source": source,
            "citationStatus": dict(summary.citation_status),
        },
        "model": {"provider": provider, "name": model},
        "timings": {"totalMs": total_ms},
    }
    if first_text_ms is not None:
        named["timings"]["firstTextMs"] = first_text_ms
    known = ("score", "responseId", "createdAt")
    beside = {
        "thread": thread,
        "session": session,
        "followup": followup,
        "memory": {name: memory[name] for name in known if name in memory} if memory and source == "memory" else None,
        "warnings": list(warnings) or None,
        "models": [{"provider": one, "name": name} for one, name in models] if len(models) > 1 else None,
    }
    return named | {name: value for name, value in beside.items() if value is not None}
