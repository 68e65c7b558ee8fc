"""Passages without an answer: `POST /v1/search`, for retrievers of other programs (docs/search.md)."""

from __future__ import annotations

from typing import Annotated, NotRequired
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.answer import Candidate
from gateway.answer.event_data import Confidence
from gateway.answer.json_types import Count
from gateway.conversation.question import LONGEST_QUESTION, Question, Scope
from gateway.http.asking.questions import Name
from gateway.http.door.bodies import FILLED, Absent, Positive, Spoken, Tongue, received, storable, up_to
from gateway.http.door.endpoint import EVERYBODY, HttpEndpoint
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import component
from gateway.http.openapi.operation import Operation, body, ok
from gateway.http.openapi.tags import SEARCH
from gateway.http.replies import fresh
from gateway.models.prompt import Prompts
from gateway.turn.searching.passage_lookup import PassageLookup, PassagesFound

MOST_PASSAGES = 100


class PassageQuery(BaseModel):
    """The body of `POST /v1/search`; null means absent."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    query: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUESTION, strict=True),
        AfterValidator(storable),
        WithJsonSchema({"type": "string", "maxLength": LONGEST_QUESTION, "pattern": FILLED}),
    ]
    """A question or some words, in any language; blanks around it do not count."""
    workspace: Annotated[Name | None, Absent()] = None
    """Only documents of this workspace."""
    source_app: Annotated[Name | None, Absent()] = None
    """Only documents from this application."""
    document_ids: Annotated[list[UUID], Field(min_length=1, max_length=1000)] | None = None
    """Only these documents; an empty list is refused."""
    languages: Annotated[list[Tongue], Field(min_length=1, max_length=20)] | None = None
    """Only passages in these languages (primary subtags)."""
    language: Annotated[Spoken | None, Absent()] = None
    """Of the query, where its words do not tell. It filters nothing."""
    limit: Annotated[Positive, *up_to(MOST_PASSAGES)] | None = None
    """The most passages; absent: as many as an answer is made from (`GATEWAY_TOP_K`)."""


class FoundPosition(TypedDict):
    start: Count | None
    end: Count | None
    page: Count | None
    page_end: Count | None


@component
class FoundPassage(TypedDict):
    """`position` counts code points of the document's text."""

    document_id: str | None
    passage_id: str | None
    title: str | None
    source: str | None
    heading: str | None
    position: FoundPosition
    text: str
    score: float | None
    language: str | None


@component
class Passages(TypedDict):
    """Passages without an answer, best first."""

    passages: list[FoundPassage]
    confidence: Confidence
    warnings: NotRequired[list[str]]
    """Parts of the search that did not work."""


async def search(visit: Visit) -> Response:
    """Returns the passages that an answer to this question would be made from."""
    return fresh(await found(visit, await received(visit, PassageQuery)))


async def found(visit: Visit, asked: PassageQuery) -> Passages:
    """Returns what a caller's search brings, whichever door it came through. Raises `Forbidden` for a workspace that
    they may not see, and what the knowledge sources raise when none works."""
    visit.caller.check_workspace(asked.workspace)
    parts, who = visit.services, visit.caller
    question = Question.asked(
        who.tenant,
        asked.query,
        usually_strict=False,
        language=asked.language,
        subject=who.subject,
        scope=Scope(
            asked.workspace,
            asked.source_app,
            tuple(dict.fromkeys(map(str, asked.document_ids or ()))),
            tuple(dict.fromkeys(asked.languages or ())),
            () if asked.workspace else who.workspaces,
        ),
    )
    brought = await PassageLookup(parts.ask.preparation.search).find(question, asked.limit)
    return described(brought, parts.prompts, question.language)


def described(brought: PassagesFound, prompts: Prompts, language: str) -> Passages:
    """Returns what was found as JSON; `warnings` only where the search was not whole."""
    warnings = [prompts.label(name, language).format(source=source) for name, source in brought.failures]
    told: Passages = {
        "passages": [_described(passage) for passage in brought.passages],
        "confidence": {"level": brought.level, "value": round(brought.confidence, 4)},
    }
    if warnings:
        told["warnings"] = warnings
    return told


def _described(passage: Candidate) -> FoundPassage:
    payload = passage.payload
    position = payload.get("position") or {}
    return {
        "document_id": payload.get("documentId"),
        "passage_id": payload.get("embeddingId"),
        "title": payload.get("title"),
        "source": payload.get("source"),
        "heading": position.get("heading"),
        "position": {
            "start": position.get("start"),
            "end": position.get("end"),
            "page": position.get("page"),
            "page_end": position.get("pageEnd"),
        },
        "text": passage.text,
        "score": payload.get("score"),
        "language": passage.language,
    }


EXAMPLE = {"query": "How long may a book be borrowed?", "workspace": "library", "limit": 4}
SEARCHED = Operation(
    SEARCH,
    "search: Find passages. Those that an answer would be made from, best first, and whether the gateway would answer "
    "from them: `confident`, `doubtful` or `nothing`. No model is asked and nothing is stored.",
    ok(Passages, "The passages; none where nothing was found."),
    body(PassageQuery, EXAMPLE),
)
ENDPOINTS = [HttpEndpoint("POST", "/v1/search", search, roles=EVERYBODY, operation=SEARCHED)]
