"""What cites a document, and what became of the sources of an answer (docs/reading-room.md)."""

from __future__ import annotations

from dataclasses import asdict

from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import CitationId, Count, Id, Time, Uuid
from gateway.http.asking.stored_answers import UUID_IN_PATH, known
from gateway.http.door.bodies import queried
from gateway.http.door.caller import READERS
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.paging import PAGE, Page, PageQuery, cut, moment_and_uuid, moment_numbers
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import Operation, ok, parameter
from gateway.http.openapi.tags import ANSWERS, DOCUMENTS
from gateway.http.replies import fresh, shown_as
from gateway.store.reading_room.document_uses import CitingAnswer, SourceNow


class CitedPassage(TypedDict):
    citation_id: CitationId
    passage_id: str


class Citing(TypedDict):
    answer_uuid: Uuid
    question: str
    asked_at: Time
    thread_id: str | None
    caller_app: str | None
    citations: list[CitedPassage]


class CitingPage(Page):
    answers: list[Citing]
    cited: Count | None
    """How many answers of all users cite it. Null for callers who may not read these."""


class SourcesJson(TypedDict):
    sources: list[SourceNow]


async def citations(visit: Visit) -> Response:
    """Lists the caller's answers that cite a document; those who may read everybody's are told how many they are."""
    page, asker, parts = queried(visit, PageQuery), visit.caller, visit.services
    after = moment_and_uuid(page.cursor)
    document = await parts.library.documents.by_id(asker.tenant, visit.path_id, asker.within, text=False)
    uses, key = parts.reading.uses, (asker.tenant, document.document_id)
    citing = await uses.citing(*key, asker.subject, after, page.limit + 1)
    found, cursor = cut(citing, page.limit, lambda answer: moment_numbers(answer.asked_at, answer.stored.answer_uuid))
    answers = [_citing(answer) for answer in found if asker.may_read(answer.stored)]
    everybodys = await uses.times_cited(*key) if asker.role in READERS else None
    return fresh(CitingPage(answers=answers, next_cursor=cursor, cited=everybodys))


async def sources(visit: Visit) -> Response:
    """Returns what became of the passages that an answer cites. Nothing is known here of documents that a remote
    retriever brought: these are left out."""
    tenant, answer_uuid, _ = await known(visit)
    parts = visit.services
    found = await parts.reading.uses.sources_now(tenant, answer_uuid)
    is_remote = bool(parts.settings.retriever_url)
    return fresh({"sources": [asdict(source) for source in found if source.state != "deleted" or not is_remote]})


def _citing(answer: CitingAnswer) -> Citing:
    cited = zip(answer.citation_ids, answer.passages, strict=True)
    return shown_as(
        Citing,
        answer,
        answer_uuid=answer.stored.answer_uuid,
        question=answer.stored.question,
        citations=[CitedPassage(citation_id=citation_id, passage_id=passage_id) for citation_id, passage_id in cited],
    )


CITATIONS = Operation(
    "documentCitations: What cites a document. Your own answers, newest first.",
    ok(CitingPage, "One page."),
    parameters=(parameter("id", Id, "The document's id."), *PAGE),
)
SOURCES_NOW = Operation(
    "answerSources: What became of an answer's sources. Whether the cited passages are still in their documents.",
    ok(SourcesJson, "The cited passages, in order of first citation; those of a remote retriever may be missing."),
    parameters=UUID_IN_PATH,
)
ENDPOINTS = [
    *endpoints_of(DOCUMENTS, ("GET", "/v1/documents/{id}/citations", EVERYBODY, citations, CITATIONS)),
    *endpoints_of(ANSWERS, ("GET", "/v1/answers/{uuid}/sources", EVERYBODY, sources, SOURCES_NOW)),
]
