"""Paragraphs and references as REST documents spell them: snake_case around the snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, cast

from typing_extensions import TypedDict

from gateway.answer import answer, event_data
from gateway.answer.answer import DoubtReason, Reason, ReferenceType, Status
from gateway.answer.events import ParagraphFinished, ReferenceShown, data
from gateway.answer.json_types import CitationId, Count


class RemarkOnDisagreement(TypedDict):
    """Other sources that disagree with the cited one, and what the first of them has instead."""

    citation_ids: list[CitationId]
    value: str


class DoubtJson(TypedDict):
    """Why the status is `weak`, and which sources disagree; empty in any other case."""

    reason: NotRequired[DoubtReason]
    ranges: NotRequired[list[event_data.DoubtfulRange]]
    """What in the paragraph's text is in doubt, in code points."""
    source_value: NotRequired[str]
    """What the source has instead."""
    disagreement: NotRequired[RemarkOnDisagreement]


class CitationHead(DoubtJson):
    citation_id: CitationId
    status: Status
    score: float | None
    original_id: NotRequired[CitationId]


class CitationJson(CitationHead):
    evidence: list[answer.EvidenceRange]


class ParagraphJson(TypedDict):
    index: Count
    text: str
    citation_ids: list[CitationId]
    citations: list[CitationJson]
    degraded: Reason | None
    own: NotRequired[Literal[True]]


class Reference(TypedDict):
    """A source that a paragraph cites, or that supports an answer without paragraph citations, as it was then."""

    citation_id: CitationId
    type: ReferenceType
    payload: event_data.Payload


class OfferedJson(TypedDict):
    """A reference that the model was given, cited or not."""

    citation_id: CitationId
    type: ReferenceType
    title: str
    heading: str
    document_id: NotRequired[str]
    passage_id: NotRequired[str]
    text: NotRequired[str]
    """Only if the answer is read by its uuid."""


def paragraph(finished: ParagraphFinished) -> ParagraphJson:
    told: ParagraphJson = {
        "index": finished.index,
        "text": finished.text,
        "citation_ids": finished.citation_ids,
        "citations": [citation_of(citation) for citation in data(finished)["citations"]],
        "degraded": cast(Reason | None, finished.degraded),
    }
    if finished.own:
        told["own"] = True
    return told


def reference(shown: ReferenceShown) -> Reference:
    return {"citation_id": shown.citation_id, "type": shown.type, "payload": shown.reference}


def offered(entry: Mapping[str, Any]) -> OfferedJson:
    """Returns an entry of `offered` that is given in the spelling of the event."""
    return cast(OfferedJson, _renamed(entry))


def citation_of(stored: Mapping[str, Any]) -> CitationJson:
    """Returns a citation that is given in the spelling of the event."""
    return cast(CitationJson, _renamed(stored))


def doubt(citation: CitationHead) -> DoubtJson:
    """Returns what makes a citation weak, and which sources disagree with it."""
    return cast(DoubtJson, {name: value for name, value in citation.items() if name in DoubtJson.__annotations__})


def _renamed(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        _REST_NAMES.get(name, name): _renamed(value) if isinstance(value, Mapping) else value
        for name, value in entry.items()
    }


_REST_NAMES = {
    "citationId": "citation_id",
    "citationIds": "citation_ids",
    "documentId": "document_id",
    "originalId": "original_id",
    "passageId": "passage_id",
    "sourceValue": "source_value",
}
