"""Paragraphs and references as REST documents spell them: snake_case around the snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gateway.answer.answer import Citation
from gateway.answer.events import ParagraphFinished, ReferenceShown


def paragraph(finished: ParagraphFinished) -> dict[str, Any]:
    return {
        "index": finished.index,
        "text": finished.text,
        "citation_ids": finished.citation_ids,
        "citations": [_citation(citation) for citation in finished.citations],
        "degraded": finished.degraded,
    }


def reference(shown: ReferenceShown) -> dict[str, Any]:
    return {"citation_id": shown.citation_id, "type": shown.type, "payload": dict(shown.payload)}


def offered(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Returns an entry of `offered` that is given in the spelling of the event."""
    return {_REST_NAMES.get(name, name): value for name, value in entry.items()}


_REST_NAMES = {"citationId": "citation_id", "documentId": "document_id", "passageId": "passage_id"}


def _citation(citation: Citation) -> dict[str, Any]:
    named: dict[str, Any] = {
        "citation_id": citation.citation_id,
        "status": citation.status,
        "score": citation.score,
        "evidence": [part.named() for part in citation.evidence],
    }
    return named if citation.original_id is None else {**named, "original_id": citation.original_id}


def citation_of(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a citation that is given in the spelling of the event."""
    named = {"citation_id": stored["citationId"], **{name: stored[name] for name in ("status", "score", "evidence")}}
    return named if "originalId" not in stored else {**named, "original_id": stored["originalId"]}
