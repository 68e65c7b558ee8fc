"""Passages without an answer: `POST /v1/search`, for retrievers of other programs (docs/search.md)."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema
from starlette.requests import Request
from starlette.responses import Response

from gateway.answer.answer import Candidate
from gateway.conversation.question import LONGEST_QUESTION, Asker, Question, Scope
from gateway.http.bodies import FILLED, Absent, Positive, Spoken, Tongue, received, storable, up_to
from gateway.http.caller import caller, check_workspace
from gateway.http.endpoint import EVERYBODY, HttpEndpoint
from gateway.http.openapi.operation import Operation, body, ok
from gateway.http.openapi.shapes import named
from gateway.http.openapi.tags import SEARCH
from gateway.http.questions import Name
from gateway.http.replies import fresh
from gateway.models.prompt import Prompts
from gateway.services import services
from gateway.turn.passage_lookup import PassageLookup, PassagesFound

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


async def search(request: Request) -> Response:
    """Returns the passages that an answer to this question would be made from."""
    return fresh(await found(request, await received(request, PassageQuery)))


async def found(request: Request, asked: PassageQuery) -> dict[str, Any]:
    """Returns what a caller's search brings, whichever door it came through. Raises `Forbidden` for a workspace that
    they may not see, and what the knowledge sources raise when none works."""
    check_workspace(request, asked.workspace)
    parts, who = services(request), caller(request)
    question = Question.asked(
        Asker(who.tenant, who.subject),
        asked.query,
        usually_strict=False,
        language=asked.language,
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


def described(brought: PassagesFound, prompts: Prompts, language: str) -> dict[str, Any]:
    """Returns what was found as JSON; `warnings` only where the search was not whole."""
    warnings = [prompts.label(name, language).format(source=source) for name, source in brought.failures]
    return {
        "passages": [_described(passage) for passage in brought.passages],
        "confidence": {"level": brought.level, "value": round(brought.confidence, 4)},
        **({"warnings": warnings} if warnings else {}),
    }


def _described(passage: Candidate) -> dict[str, Any]:
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
    ok(named("Passages"), "The passages; none where nothing was found."),
    body(PassageQuery, EXAMPLE),
)
ENDPOINTS = [HttpEndpoint("POST", "/v1/search", search, roles=EVERYBODY, operation=SEARCHED)]
