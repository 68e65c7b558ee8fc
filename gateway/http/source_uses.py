"""What cites a document, and what became of the sources of an answer (docs/reading-room.md)."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gateway.http.bodies import checked
from gateway.http.caller import READERS, caller
from gateway.http.endpoint import EVERYBODY, HttpEndpoint
from gateway.http.openapi.operation import Operation, ok, page_of, parameters
from gateway.http.openapi.shapes import shape
from gateway.http.openapi.tags import ANSWERS, DOCUMENTS
from gateway.http.paging import MOST_PER_PAGE, USUAL_PAGE, PageQuery, cursor_at, cut, micros, moment_and_uuid
from gateway.http.replies import fresh
from gateway.http.stored_answers import UUID_IN_PATH, known
from gateway.services import services
from gateway.store.database import rfc3339
from gateway.store.knowledge.document_uses import CitingAnswer


async def citations(request: Request) -> Response:
    """Lists the caller's answers that cite a document; those who may read everybody's are told how many they are."""
    page, asker, parts = checked(PageQuery, dict(request.query_params)), caller(request), services(request)
    after = moment_and_uuid(page.cursor)
    document = await parts.library.documents.by_id(asker.tenant, request.path_params["id"], asker.within, text=False)
    uses, key = parts.reading.uses, (asker.tenant, document.document_id)
    found, last = cut(await uses.citing(*key, asker.subject, after, page.limit + 1), page.limit)
    cursor = cursor_at(micros(last.asked_at), uuid.UUID(last.stored.answer_uuid).int) if last else None
    answers = [_citing(answer) for answer in found if asker.may_read(answer.stored)]
    everybodys = await uses.times_cited(*key) if asker.role in READERS else None
    return fresh({"answers": answers, "next_cursor": cursor, "cited": everybodys})


async def sources(request: Request) -> Response:
    """Returns what became of the passages that an answer cites. Nothing is known here of documents that a remote
    retriever brought: these are left out."""
    tenant, answer_uuid, _ = await known(request)
    parts = services(request)
    found = await parts.reading.uses.sources_now(tenant, answer_uuid)
    is_remote = "remote" in parts.settings.retrievers
    shown = [
        {
            "citation_id": source.citation_id,
            "document_id": source.document_id,
            "state": source.state,
            "passage_id": source.passage_id,
        }
        for source in found
        if source.state != "deleted" or not is_remote
    ]
    return fresh({"sources": shown})


def _citing(answer: CitingAnswer) -> dict[str, Any]:
    return {
        "answer_uuid": answer.stored.answer_uuid,
        "question": answer.stored.question,
        "asked_at": rfc3339(answer.asked_at),
        "thread_id": answer.thread_id,
        "caller_app": answer.caller_app,
        "citations": [
            {"citation_id": citation_id, "passage_id": passage_id}
            for citation_id, passage_id in zip(answer.citation_ids, answer.passages, strict=True)
        ],
    }


CITING = """{
    answers: {
        answer_uuid: uuid, question: text, asked_at: time, thread_id: text | null, caller_app: text | null,
        citations: {citation_id: citation_id, passage_id: text}[]
    }[],
    next_cursor: text | null,
    cited: count | null -- How many answers of everybody cite it; null for those who may not read these.
}"""
SOURCES = """{sources: {
    citation_id: citation_id, document_id: text,
    state: 'current' | 'changed' | 'deleted', -- Whether the document still has a passage of this text.
    passage_id: id | null -- That passage, else the one that stands there now.
}[]}"""
_paged = partial(parameters, "id: id, -- The document's id.\n" + page_of(MOST_PER_PAGE, USUAL_PAGE))
CITATIONS = Operation(
    DOCUMENTS,
    "documentCitations: What cites a document. Your own answers, newest first.",
    ok(shape(CITING), "One page."),
    parameters=_paged(),
)
SOURCES_NOW = Operation(
    ANSWERS,
    "answerSources: What became of an answer's sources. Whether the cited passages are still in their documents.",
    ok(shape(SOURCES), "The cited passages, in order of first citation; those of a remote retriever may be missing."),
    parameters=UUID_IN_PATH,
)
ENDPOINTS = [
    HttpEndpoint("GET", "/v1/documents/{id}/citations", citations, roles=EVERYBODY, operation=CITATIONS),
    HttpEndpoint("GET", "/v1/answers/{uuid}/sources", sources, roles=EVERYBODY, operation=SOURCES_NOW),
]
