"""What could not become a document when it came last: listed for staff, tried again, dismissed by deleting it."""

from __future__ import annotations

import contextlib
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gateway.errors import NotFound
from gateway.http.caller import allowed, caller
from gateway.http.endpoint import STAFF, HttpEndpoint
from gateway.http.openapi.operation import Operation, ok, parameters
from gateway.http.openapi.tags import DOCUMENTS
from gateway.http.paging import cursor_at, cut, micros, moment_and_uuid
from gateway.http.uploads import outcome
from gateway.ingestion.source_file import SMALL
from gateway.services import services
from gateway.store.database import rfc3339
from gateway.store.knowledge.failed_sources import FailedSource, FailureSearch


async def listed(
    request: Request, workspace: str | None, words: str | None, cursor: str | None, limit: int
) -> Response:
    """Returns a page of failures, newest first. Raises `Forbidden` for everybody but staff."""
    asker = allowed(caller(request), ("staff",))
    workspaces = asker.within if workspace is None else [workspace]
    search = FailureSearch(workspaces, words, moment_and_uuid(cursor or None), limit + 1)
    page, last = cut(await services(request).library.failures.listed(asker.tenant, search), limit)
    following = cursor_at(micros(last.failed_at), UUID(last.failure_id).int) if last else None
    return JSONResponse({"documents": [_failed(failure) for failure in page], "next_cursor": following})


async def retry(request: Request) -> Response:
    """Tries once more what failed. A new failure takes the place of the old one."""
    asker, parts = caller(request), services(request)
    source = await parts.library.failures.source_of(asker.tenant, request.path_params["id"], asker.within)
    if source is None:
        raise NotFound("What was sent is not stored any more; send it again.")
    async with contextlib.nullcontext() if len(source.sent) <= SMALL else parts.ingestor.large:
        results = await parts.ingestor.sources(asker.tenant, [source])
    return JSONResponse({"documents": [outcome(result) for result in results]})


def _failed(failure: FailedSource) -> dict[str, Any]:
    return {
        "document_id": failure.failure_id,
        "title": failure.title,
        "status": "failed",
        "error": failure.reason,
        "file_name": failure.file_name,
        "workspace": failure.workspace,
        "source": failure.source,
        "external_id": failure.external_id,
        "size": failure.size,
        "can_retry": failure.is_stored,
        "failed_at": rfc3339(failure.failed_at),
    }


RETRY = Operation(
    DOCUMENTS,
    "retryDocument: Try a failed document again. With what was sent then.",
    ok("{documents: SavedDocument[]}", "What became of it."),
    parameters=parameters("id: id, -- The failed document's id."),
)
ENDPOINTS = [HttpEndpoint("POST", "/v1/documents/{id}/retry", retry, roles=STAFF, operation=RETRY)]
