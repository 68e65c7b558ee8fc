"""Paragraphs and references as REST documents spell them: snake_case around the snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from gateway.answer import answer, event_data
from gateway.answer.answer import Reason, ReferenceType, Status
from gateway.answer.events import ParagraphFinished, ReferenceShown
from gateway.answer.json_types import CitationId, Count


class CitationHead(TypedDict):
    citation_id: CitationId
    status: Status
    score: float | None
    original_id: NotRequired[CitationId]


class Citation(CitationHead):
    evidence: list[answer.EvidenceRange]


class Paragraph(TypedDict):
    index: Count
    text: str
    citation_ids: list[CitationId]
    citations: list[Citation]
    degraded: Reason | None


class Reference(TypedDict):
    """A source that a paragraph cites, or that supports an answer without paragraph citations, as it was then."""

    citation_id: CitationId
    type: ReferenceType
    payload: event_data.Payload


class Offered(TypedDict):
    """A reference that the model was given, cited or not."""

    citation_id: CitationId
    type: ReferenceType
    title: str
    heading: str
    document_id: NotRequired[str]
    passage_id: NotRequired[str]
    text: NotRequired[str]
    """Only if the answer is read by its uuid."""


def paragraph(finished: ParagraphFinished) -> Paragraph:
    return {
        "index": finished.index,
        "text": finished.text,
        "citation_ids": finished.citation_ids,
        "citations": [_citation(citation) for citation in finished.citations],
        "degraded": cast(Reason | None, finished.degraded),
    }


def reference(shown: ReferenceShown) -> Reference:
    kind = cast(ReferenceType, shown.type)
    return {"citation_id": shown.citation_id, "type": kind, "payload": cast(event_data.Payload, dict(shown.payload))}


def offered(entry: Mapping[str, Any]) -> Offered:
    """Returns an entry of `offered` that is given in the spelling of the event."""
    return cast(Offered, {_REST_NAMES.get(name, name): value for name, value in entry.items()})


_REST_NAMES = {"citationId": "citation_id", "documentId": "document_id", "passageId": "passage_id"}


def _citation(citation: answer.Citation) -> Citation:
    named: Citation = {
        "citation_id": citation.citation_id,
        "status": citation.status,
        "score": citation.score,
        "evidence": [part.named() for part in citation.evidence],
    }
    if citation.original_id is not None:
        named["original_id"] = citation.original_id
    return named


def citation_of(stored: event_data.Citation) -> Citation:
    """Returns a citation that is given in the spelling of the event."""
    status, score, evidence = stored["status"], stored["score"], stored["evidence"]
    named: Citation = {"citation_id": stored["citationId"], "status": status, "score": score, "evidence": evidence}
    if "originalId" in stored:
        named["original_id"] = stored["originalId"]
    return named
