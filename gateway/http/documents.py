"""The knowledge base over HTTP: send, list, read and delete documents (protocol section 5.1)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import quote

import orjson
from pydantic import AfterValidator, BaseModel, Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from gateway.errors import UnsupportedType
from gateway.http.bodies import FILLED_LINE, ON_ONE_LINE, Absent, Tongue, checked, media_type
from gateway.http.caller import caller, check_workspace, tenant
from gateway.http.endpoint import EVERYBODY, STAFF, HttpEndpoint
from gateway.http.openapi.operation import (
    JSON,
    Body,
    Operation,
    created,
    header,
    no_content,
    ok,
    page_of,
    parameters,
    response,
)
from gateway.http.openapi.shapes import named, shape
from gateway.http.openapi.tags import DOCUMENTS
from gateway.http.uploads import MB, FileDocuments, Name, TextDocument, files_of, filled, text_of
from gateway.ingestion.ingest import IngestResult
from gateway.knowledge.documents.corpus import Passage
from gateway.knowledge.documents.formats import PDF
from gateway.services import services
from gateway.store.knowledge.stored_documents import MOST_PER_PAGE, StoredDocument

VIEWER = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The policy under which a PDF is shown. Browsers do not show a PDF in a sandbox, so it allows their viewer and no
script."""
TEXT_AT_ONCE = 256 * 1024
"""Characters of a document's text that are sent at a time."""


class Emptied(BaseModel):
    """The query that empties a workspace. Leaving the name out deletes nothing."""

    workspace: Annotated[Name, AfterValidator(filled)]


class Paged(BaseModel):
    """The query for a page of a document's passages."""

    cursor: str | None = None
    limit: int = Field(MOST_PER_PAGE, ge=1, le=MOST_PER_PAGE)


class DocumentQuery(Paged):
    """The query of a list."""

    workspace: Annotated[Name | None, Absent(blank=True)] = None
    source_app: Annotated[Name | None, Absent(blank=True)] = None
    language: Annotated[Tongue | None, Absent(blank=True)] = None
    limit: int = Field(50, ge=1, le=MOST_PER_PAGE)


class Opening(BaseModel):
    """The query of an original. `inline` opens a PDF in the browser's viewer; everything else is saved in any case."""

    disposition: Literal["attachment", "inline"] = "attachment"


async def create(request: Request) -> Response:
    """Stores a text sent as JSON or files sent as multipart; they are searchable when the call returns."""
    limit = services(request).settings.max_upload_mb * MB
    kind = media_type(request)
    if kind == "application/json":
        results = await text_of(request, limit)
    elif kind == "multipart/form-data":
        results = await files_of(request, limit)
    else:
        raise UnsupportedType("Send a text as application/json or files as multipart/form-data.")
    return JSONResponse({"documents": [_result(result) for result in results]}, 201)


async def index(request: Request) -> Response:
    """Lists documents in pages, newest first."""
    listing = checked(DocumentQuery, dict(request.query_params))
    check_workspace(request, listing.workspace)
    library = services(request).library
    documents, cursor = await library.list_documents(
        tenant(request),
        workspace=listing.workspace,
        within=_within(request),
        source_app=listing.source_app,
        language=listing.language,
        cursor=listing.cursor,
        limit=listing.limit,
    )
    return JSONResponse({"documents": [described(document) for document in documents], "next_cursor": cursor})


async def empty(request: Request) -> Response:
    """Empties a workspace, which must be named."""
    workspace = checked(Emptied, dict(request.query_params)).workspace
    check_workspace(request, workspace)
    await services(request).library.empty_workspace(tenant(request), workspace)
    return Response(status_code=204)


async def show(request: Request) -> Response:
    """Returns a document with the text that its passages' offsets point into."""
    document = await services(request).library.get_document(*_named(request))
    return StreamingResponse(_with_text(document), media_type="application/json")


async def passages(request: Request) -> Response:
    """Lists a document's passages in pages, in reading order."""
    page = checked(Paged, dict(request.query_params))
    found, cursor = await services(request).library.passage_page(*_named(request), page.cursor, page.limit)
    return JSONResponse({"passages": [_passage(passage) for passage in found], "next_cursor": cursor})


async def content(request: Request) -> Response:
    """Returns what was sent, byte for byte, to be saved and never to be run. A PDF can be shown."""
    disposition = checked(Opening, dict(request.query_params)).disposition
    original, data = await services(request).library.original(*_named(request))
    name = original.file_name or f"{original.title}.md"
    charset = "" if original.parts or not original.media_type.startswith("text/") else "; charset=utf-8"
    shown = disposition == "inline" and original.media_type == PDF
    tag = f'"{original.content_hash}"'
    headers = {
        "Content-Type": original.media_type + charset,
        "Content-Disposition": f"{'inline' if shown else 'attachment'}; filename*=UTF-8''{quote(name, safe='')}",
        "Content-Security-Policy": VIEWER if shown else "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "private, no-cache",
        "ETag": tag,
    }
    known = {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}
    if known & {tag, "*"}:
        return Response(status_code=304, headers=headers)
    headers["Content-Length"] = str(original.size)
    return Response(headers=headers) if request.method == "HEAD" else StreamingResponse(data, headers=headers)


async def delete(request: Request) -> Response:
    """Deletes a document. Searches no longer find it; answers keep what they cited."""
    await services(request).library.delete_document(*_named(request))
    return Response(status_code=204)


def _named(request: Request) -> tuple[str, str, Sequence[str] | None]:
    """Returns the tenant, the id of the document that the path names, and the workspaces it may lie in."""
    return tenant(request), request.path_params["id"], _within(request)


def _within(request: Request) -> Sequence[str] | None:
    return caller(request).within


def _result(result: IngestResult) -> dict[str, Any]:
    shown = {"document_id": result.document_id, "title": result.title, "status": result.status}
    return {**shown, "passages": result.passages, **({"error": result.error} if result.error else {})}


def described(document: StoredDocument) -> dict[str, Any]:
    """Returns a document without its text, with the fields of the protocol."""
    return {
        "document_id": document.document_id,
        "title": document.title,
        "status": "ready",
        "passages": document.passages,
        "source": document.source,
        "external_id": document.external_id,
        "workspace": document.workspace,
        "source_app": document.source_app,
        "language": document.language,
        "media_type": document.media_type,
        "metadata": dict(document.metadata),
        "version": document.version,
        "created_at": _time(document.created_at),
        "updated_at": _time(document.updated_at),
    }


async def _with_text(document: StoredDocument) -> AsyncGenerator[bytes]:
    """Yields the JSON of a document with its text. The text may have many megabytes, so other requests have their
    turn between its parts."""
    yield orjson.dumps(described(document))[:-1] + b',"text":"'
    for start in range(0, len(document.text), TEXT_AT_ONCE):
        yield orjson.dumps(document.text[start : start + TEXT_AT_ONCE])[1:-1]
        await asyncio.sleep(0)
    yield b'"}'


def _time(moment: datetime) -> str:
    """Returns a time in RFC 3339, in UTC."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "passage_id": passage.passage_id,
        "position": passage.position,
        "heading": passage.heading,
        "page": passage.page,
        "page_end": passage.page_end,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
        "boxes": [
            {"page": line.page, "left": line.left, "bottom": line.bottom, "right": line.right, "top": line.top}
            for line in passage.boxes
        ],
    }


TEXT_EXAMPLE = {"title": "Loans", "text": "A book may be borrowed for three weeks.", "source": "loans.md"}
WORKSPACE = {"type": "string", "maxLength": 200, "pattern": ON_ONE_LINE}
FORM = "multipart/form-data"

SAVE = Operation(
    DOCUMENTS,
    "saveDocuments: Save documents. A text as JSON, or files as a form. The same workspace with the same `external_id` "
    "(else `source`) replaces. Searchable when the call returns.",
    created("{documents: SavedDocument[]}", "What became of each document."),
    Body(
        {JSON: {"schema": named("TextDocument"), "example": TEXT_EXAMPLE}, FORM: {"schema": named("FileDocuments")}},
        {JSON: TextDocument, FORM: FileDocuments},
    ),
)
LIST = Operation(
    DOCUMENTS,
    "listDocuments: List documents. Newest first.",
    ok("{documents: Document[], next_cursor: text | null}", "One page; the last one's `next_cursor` is null."),
    parameters=parameters(
        """
        workspace?: name, -- Only of this workspace.
        source_app?: name, -- Only from this application.
        language?: /^([A-Za-z]{2,3})?$/, -- Only in this language (primary subtag).
        """
        + page_of(MOST_PER_PAGE, 50),
        name=WORKSPACE,
    ),
)
EMPTY = Operation(
    DOCUMENTS,
    "emptyWorkspace: Empty a workspace. Deletes all documents of the workspace named.",
    no_content("It is empty."),
    parameters=parameters(
        "workspace: name -- The workspace; nothing is deleted without it.", name={**WORKSPACE, "pattern": FILLED_LINE}
    ),
)
BY_ID = "id: id, -- The document's id.\n"
_about_document = partial(Operation, DOCUMENTS, parameters=parameters(BY_ID))
WITH_TEXT = {"allOf": [named("Document"), shape("{text: text}")]}
SHOW = _about_document(
    "readDocument: Read a document.", ok(WITH_TEXT, "The document with the text that offsets count in.")
)
DELETE = _about_document(
    "deleteDocument: Delete a document. Answers keep what they cited.", no_content("It is deleted.")
)
PASSAGES = _about_document(
    "readPassages: Read a document's passages. In reading order.",
    ok("{passages: Passage[], next_cursor: text | null}", "What searches find; the last page's `next_cursor` is null."),
    parameters=parameters(BY_ID + page_of(MOST_PER_PAGE, MOST_PER_PAGE)),
)
CONTENT = _about_document(
    "readContent: Download what was sent. Byte for byte, to be saved and never to be run; a PDF can be shown.",
    {
        "200": response("The original file.", {"*/*": {}}, {"ETag": header("text", "Hash of the content.")}),
        "304": response("One has it already."),
    },
    parameters=parameters(
        f"""
        {BY_ID}
        disposition?: 'attachment' | 'inline', -- `inline`: a PDF opens in the browser's viewer.
        If-None-Match?: text -- The `ETag` one has.
        """
    ),
)
ENDPOINTS = [
    HttpEndpoint("POST", "/v1/documents", create, roles=STAFF, operation=SAVE),
    HttpEndpoint("GET", "/v1/documents", index, roles=EVERYBODY, operation=LIST),
    HttpEndpoint("DELETE", "/v1/documents", empty, roles=STAFF, operation=EMPTY),
    HttpEndpoint("GET", "/v1/documents/{id}", show, roles=EVERYBODY, operation=SHOW),
    HttpEndpoint("DELETE", "/v1/documents/{id}", delete, roles=STAFF, operation=DELETE),
    HttpEndpoint("GET", "/v1/documents/{id}/passages", passages, roles=EVERYBODY, operation=PASSAGES),
    HttpEndpoint("GET", "/v1/documents/{id}/content", content, roles=EVERYBODY, operation=CONTENT),
]
