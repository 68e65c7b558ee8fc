"""Passages without an answer: `POST /v1/search`, for retrievers of other programs (docs/search.md)."""

from __future__ import annotations

from typing import Annotated

from starlette.responses import Response

from gateway.conversation.question import Asker, Question
from gateway.http.asking.questions import DocumentIds, Name, PassageLanguages, QuestionText, scope_of
from gateway.http.door.bodies import DescribedModel, OrAbsent, Positive, Spoken, received, up_to
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import component
from gateway.http.openapi.operation import Operation, body, ok
from gateway.http.openapi.tags import SEARCH
from gateway.http.replies import fresh
from gateway.turn.searching.passage_lookup import FoundPassageJson, PassageLookup, PassagesJson, described

MOST_PASSAGES = 100


class PassageQuery(DescribedModel):
    """The body of `POST /v1/search`; null means absent."""

    query: QuestionText
    """A question or some words, in any language; blanks around it do not count."""
    workspace: OrAbsent[Name] = None
    """Only documents of this workspace."""
    source_app: OrAbsent[Name] = None
    """Only documents from this application."""
    document_ids: DocumentIds = None
    """Only these documents; an empty list is refused."""
    languages: PassageLanguages = None
    """Only passages in these languages (primary subtags)."""
    language: OrAbsent[Spoken] = None
    """Of the query, where its words do not tell. It filters nothing."""
    limit: Annotated[Positive, *up_to(MOST_PASSAGES)] | None = None
    """The most passages; absent: as many as an answer is made from (`GATEWAY_TOP_K`)."""


component(FoundPassageJson)
component(PassagesJson)


async def search(visit: Visit) -> Response:
    """Returns the passages that an answer to this question would be made from."""
    return fresh(await found(visit, await received(visit, PassageQuery)))


async def found(visit: Visit, asked: PassageQuery) -> PassagesJson:
    """Returns what a caller's search brings, whichever door it came through. Raises `Forbidden` for a workspace that
    they may not see, and what the knowledge sources raise when none works."""
    parts, who = visit.services, visit.caller
    question = Question.asked(
        Asker(who.tenant, who.subject),
        asked.query,
        usually_strict=False,
        language=asked.language,
        scope=scope_of(visit, asked.workspace, asked.source_app, asked.document_ids, asked.languages),
    )
    brought = await PassageLookup(parts.ask.preparation.search).find(question, asked.limit)
    return described(brought, parts.prompts, question.language)


EXAMPLE = {"query": "How long may a book be borrowed?", "workspace": "library", "limit": 4}
SEARCHED = Operation(
    "search: Find passages. Those that an answer would be made from, best first, and whether the gateway would answer "
    "from them: `confident`, `doubtful` or `nothing`. No model is asked and nothing is stored.",
    ok(PassagesJson, "The passages; none where nothing was found."),
    body(PassageQuery, EXAMPLE),
)
ENDPOINTS = endpoints_of(SEARCH, ("POST", "/v1/search", EVERYBODY, search, SEARCHED))
