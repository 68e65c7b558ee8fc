"""Passages without an answer: `POST /v1/search`, for retrievers of other programs (docs/search.md)."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema
from starlette.responses import Response

from gateway.conversation.question import LONGEST_QUESTION, Asker, Question, Scope
from gateway.http.asking.questions import Name
from gateway.http.door.bodies import FILLED, Absent, Positive, Spoken, Tongue, received, storable, up_to
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import component
from gateway.http.openapi.operation import Operation, body, ok
from gateway.http.openapi.tags import SEARCH
from gateway.http.replies import fresh
from gateway.turn.searching.passage_lookup import FoundPassage, PassageLookup, Passages, described

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


component(FoundPassage)
component(Passages)


async def search(visit: Visit) -> Response:
    """Returns the passages that an answer to this question would be made from."""
    return fresh(await found(visit, await received(visit, PassageQuery)))


async def found(visit: Visit, asked: PassageQuery) -> Passages:
    """Returns what a caller's search brings, whichever door it came through. Raises `Forbidden` for a workspace that
    they may not see, and what the knowledge sources raise when none works."""
    visit.caller.check_workspace(asked.workspace)
    parts, who = visit.services, visit.caller
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


EXAMPLE = {"query": "How long may a book be borrowed?", "workspace": "library", "limit": 4}
SEARCHED = Operation(
    "search: Find passages. Those that an answer would be made from, best first, and whether the gateway would answer "
    "from them: `confident`, `doubtful` or `nothing`. No model is asked and nothing is stored.",
    ok(Passages, "The passages; none where nothing was found."),
    body(PassageQuery, EXAMPLE),
)
ENDPOINTS = endpoints_of(SEARCH, ("POST", "/v1/search", EVERYBODY, search, SEARCHED))
