"""What could not become a document when it came last: listed for staff, tried again, dismissed by deleting it."""

from __future__ import annotations

import contextlib
from typing import Literal

from starlette.responses import JSONResponse, Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Id, Time
from gateway.errors import NotFound
from gateway.http.door.caller import allowed
from gateway.http.door.paging import Page, cut, moment_and_uuid, moment_numbers
from gateway.http.door.visit import Visit
from gateway.http.knowledge.uploads import outcome
from gateway.http.openapi.components import SavedDocument
from gateway.http.openapi.json_schema import component
from gateway.http.openapi.operation import Operation, ok, parameter
from gateway.http.replies import shown_as
from gateway.ingestion.source_file import SMALL
from gateway.store.documents.failed_sources import FailedSource, FailureSearch


@component
class FailedDocument(TypedDict):
    document_id: Id
    """Of the failure: it can be tried again or deleted."""
    title: str
    status: Literal["failed"]
    error: str
    file_name: str
    workspace: str
    source: str
    external_id: str
    size: Count
    """Bytes of the text or file."""
    can_retry: bool
    """Whether the text or file is still stored."""
    failed_at: Time


class FailedPage(Page):
    documents: list[FailedDocument]


class SavedDocuments(TypedDict):
    documents: list[SavedDocument]


async def listed(visit: Visit, workspace: str | None, words: str | None, cursor: str | None, limit: int) -> Response:
    """Returns a page of failures, newest first. Raises `Forbidden` for everybody but staff."""
    asker = allowed(visit.caller, ("staff",))
    workspaces = asker.within if workspace is None else [workspace]
    search = FailureSearch(workspaces, words, moment_and_uuid(cursor or None), limit + 1)
    found = await visit.services.library.failures.listed(asker.tenant, search)
    page, following = cut(found, limit, lambda failed: moment_numbers(failed.failed_at, failed.failure_id))
    return JSONResponse(FailedPage(documents=[_failed(failure) for failure in page], next_cursor=following))


async def retry(visit: Visit) -> Response:
    """Tries once more what failed. A new failure takes the place of the old one."""
    asker, parts = visit.caller, visit.services
    source = await parts.library.failures.source_of(asker.tenant, visit.path_id, asker.within)
    if source is None:
        raise NotFound("What was sent is not stored any more; send it again.")
    async with contextlib.nullcontext() if len(source.sent) <= SMALL else parts.ingestor.large:
        results = await parts.ingestor.sources(asker.tenant, [source])
    return JSONResponse(SavedDocuments(documents=[outcome(result) for result in results]))


def _failed(failure: FailedSource) -> FailedDocument:
    return shown_as(
        FailedDocument,
        failure,
        document_id=failure.failure_id,
        status="failed",
        error=failure.reason,
        can_retry=failure.is_stored,
    )


RETRY = Operation(
    "retryDocument: Try a failed document again. With what was sent then.",
    ok(SavedDocuments, "What became of it."),
    parameters=(parameter("id", Id, "The failed document's id."),),
)
