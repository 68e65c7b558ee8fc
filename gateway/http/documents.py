"""The knowledge base over HTTP: send, list, read and delete documents (protocol section 5.1)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal, get_args
from uuid import UUID

import orjson
from pydantic import AfterValidator, BaseModel, Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gateway.errors import InvalidField, NothingRead, UnsupportedType
from gateway.http import failed_documents, original_files
from gateway.http.bodies import FILLED_LINE, ON_ONE_LINE, Absent, Tongue, checked, media_type
from gateway.http.caller import caller, check_workspace, tenant
from gateway.http.downloads import Download
from gateway.http.endpoint import EVERYBODY, STAFF, HttpEndpoint
from gateway.http.openapi.operation import (
    JSON,
    Body,
    Operation,
    as_json,
    created,
    no_content,
    ok,
    page_of,
    parameters,
)
from gateway.http.openapi.shapes import named, one_of, shape
from gateway.http.openapi.tags import DOCUMENTS
from gateway.http.paging import SEARCH_SCHEMA, Words
from gateway.http.uploads import FORM, MB, FileDocuments, Name, TextDocument, files_of, filled, outcome, text_of
from gateway.ingestion.report import SAMPLE_LEFT_OUT
from gateway.knowledge.documents.corpus import Passage
from gateway.knowledge.documents.formats import KINDS, Kind, kind_called
from gateway.services import services
from gateway.store.knowledge.stored_documents import MOST_PER_PAGE, DocumentSearch, Order, StoredDocument

ORDERS = get_args(Order)


class Emptied(BaseModel):
    """The query that empties a workspace. Leaving the name out deletes nothing."""

    workspace: Annotated[Name, AfterValidator(filled)]


class PassagesQuery(BaseModel):
    """The query for a page of a document's passages."""

    cursor: str | None = None
    around: UUID | None = None
    limit: int = Field(MOST_PER_PAGE, ge=1, le=MOST_PER_PAGE)


class Shown(BaseModel):
    """The query for one document."""

    text: bool = True


class DocumentQuery(BaseModel):
    """The query of a list."""

    cursor: str | None = None
    q: Words = None
    kind: Annotated[Kind | None, Absent()] = None
    status: Annotated[Literal["ready", "failed"] | None, Absent()] = None
    sort: Annotated[Literal["newest", "title", "size", "passages", "cited"] | None, Absent()] = None

    workspace: Annotated[Name | None, Absent(blank=True)] = None
    source_app: Annotated[Name | None, Absent(blank=True)] = None
    language: Annotated[Tongue | None, Absent(blank=True)] = None
    limit: int = Field(50, ge=1, le=MOST_PER_PAGE)


async def create(request: Request) -> Response:
    """Stores a text sent as JSON or files sent as multipart; they are searchable when the call returns."""
    limit = services(request).settings.max_upload_mb * MB
    kind = media_type(request)
    left_out = partial(services(request).library.sample_left_out, tenant(request), _within(request))
    was_left_out = await left_out()
    if kind == JSON:
        results = await text_of(request, limit)
    elif kind == FORM:
        results = await files_of(request, limit)
    else:
        raise UnsupportedType("Send a text as application/json or files as multipart/form-data.")
    documents = [outcome(result) for result in results]
    failed = [document for document in documents if document["status"] == "failed"]
    if len(failed) == len(documents):
        raise NothingRead(documents)
    warnings = {} if was_left_out or not await left_out() else {"warnings": [SAMPLE_LEFT_OUT]}
    return JSONResponse({"documents": documents, **warnings}, 207 if failed else 201)


async def index(request: Request) -> Response:
    """Lists documents in pages, newest first, or what failed to become one."""
    listing = checked(DocumentQuery, dict(request.query_params))
    if listing.status == "failed":
        check_workspace(request, listing.workspace)
        return await failed_documents.listed(request, listing.workspace, listing.q, listing.cursor, listing.limit)
    documents, cursor = await listed(request, listing)
    return JSONResponse({"documents": [described(document) for document in documents], "next_cursor": cursor})


async def listed(request: Request, listing: DocumentQuery) -> tuple[list[StoredDocument], str | None]:
    """Returns one page of the documents that the caller may see, and the next one's cursor. Raises `Forbidden` for a
    workspace that they may not."""
    check_workspace(request, listing.workspace)
    return await services(request).library.documents.page(
        tenant(request),
        DocumentSearch(
            _within(request) if listing.workspace is None else [listing.workspace],
            listing.source_app,
            listing.language,
            listing.q,
            sorted(KINDS[listing.kind]) if listing.kind else None,
            None if listing.sort == "newest" else listing.sort,
            listing.cursor,
            listing.limit,
        ),
    )


async def empty(request: Request) -> Response:
    """Empties a workspace, which must be named."""
    workspace = checked(Emptied, dict(request.query_params)).workspace
    check_workspace(request, workspace)
    await services(request).library.empty_workspace(tenant(request), workspace)
    return Response(status_code=204)


async def show(request: Request) -> Response:
    """Returns a document with the text that its passages' offsets point into, unless it is not wanted."""
    text = checked(Shown, dict(request.query_params)).text
    library = services(request).library
    document = await library.documents.by_id(*_named(request), text=False)
    if not text:
        return JSONResponse(described(document))
    parts = _with_text(document, library.parts.text(tenant(request), document))
    return Download(parts, services(request).downloads, headers={"Content-Type": "application/json"})


async def passages(request: Request) -> Response:
    """Lists a document's passages in pages, in reading order, from the first on or around one of them."""
    wanted, library = checked(PassagesQuery, dict(request.query_params)), services(request).library
    if wanted.around is not None:
        if wanted.cursor:
            raise InvalidField.named("cursor", "comes in the place of `around`, not beside it")
        page = await library.documents.passages_around(*_named(request), str(wanted.around), wanted.limit)
    else:
        page = await library.documents.passage_page(*_named(request), wanted.cursor, wanted.limit)
    return JSONResponse(
        {
            "passages": [_passage(passage) for passage in page.passages],
            "around": page.around,
            "previous_cursor": page.before,
            "next_cursor": page.behind,
        }
    )


async def workspaces(request: Request) -> Response:
    """Lists the workspaces that the caller may see and that hold documents."""
    found = await services(request).library.workspaces(tenant(request), _within(request))
    named = [{"workspace": name, "documents": documents, "passages": passages} for name, documents, passages in found]
    return JSONResponse({"workspaces": named})


async def delete(request: Request) -> Response:
    """Deletes a document, or dismisses a failure. Searches no longer find it; answers keep what they cited."""
    named, library = _named(request), services(request).library
    if not await library.failures.dismiss(*named):
        await library.delete_document(*named)
    return Response(status_code=204)


def _named(request: Request) -> tuple[str, str, Sequence[str] | None]:
    """Returns the tenant, the id of the document that the path names, and the workspaces it may lie in."""
    return tenant(request), request.path_params["id"], _within(request)


def _within(request: Request) -> Sequence[str] | None:
    return caller(request).within


def described(document: StoredDocument) -> dict[str, Any]:
    """Returns a document without its text, with the fields of the protocol."""
    return {
        "document_id": document.document_id,
        "title": document.title,
        "status": "ready",
        "passages": document.passages,
        "source": document.source,
        "file_name": document.file_name,
        "external_id": document.external_id,
        "workspace": document.workspace,
        "source_app": document.source_app,
        "language": document.language,
        "media_type": document.media_type,
        "kind": kind_called(document.media_type),
        "size": document.size,
        "cited": document.cited,
        "metadata": dict(document.metadata),
        "version": document.version,
        "created_at": _time(document.created_at),
        "updated_at": _time(document.updated_at),
    }


async def _with_text(document: StoredDocument, parts: AsyncGenerator[str]) -> AsyncGenerator[bytes]:
    """Yields the JSON of a document with its text."""
    before = orjson.dumps(described(document))[:-1] + b',"text":"'
    async for part in parts:
        yield before + orjson.dumps(part)[1:-1]
        before = b""
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
            {
                "page": line.page,
                "left": line.left,
                "bottom": line.bottom,
                "right": line.right,
                "top": line.top,
                "start": line.start,
                "end": line.end,
            }
            for line in passage.boxes
        ],
    }


TEXT_EXAMPLE = {"title": "Loans", "text": "A book may be borrowed for three weeks.", "source": "loans.md"}
WORKSPACE = {"type": "string", "maxLength": 200, "pattern": ON_ONE_LINE}

SAVED = "{documents: SavedDocument[], warnings?: text[]}"
SAVE = Operation(
    DOCUMENTS,
    "saveDocuments: Save documents. A text as JSON, or files as a form. The same workspace with the same `external_id` "
    "(else `source`) replaces. Searchable when the call returns.",
    {
        **created(SAVED, "Every document was stored. `warnings`: what changes for searches, such as the sample."),
        "207": as_json(SAVED, "Some files failed; `status` says which."),
    },
    Body(
        {JSON: {"schema": named("TextDocument"), "example": TEXT_EXAMPLE}, FORM: {"schema": named("FileDocuments")}},
        {JSON: TextDocument, FORM: FileDocuments},
    ),
    refusals=(NothingRead,),
)
LIST = Operation(
    DOCUMENTS,
    "listDocuments: List documents. Newest first.",
    ok(
        "{documents: Document[], next_cursor: text | null} | {documents: FailedDocument[], next_cursor: text | null}",
        "One page; the last one's `next_cursor` is null.",
    ),
    parameters=parameters(
        """
        q?: search, -- Only with this in the title or the file name.
        workspace?: name, -- Only of this workspace.
        kind?: kind, -- Only of this form.
        source_app?: name, -- Only from this application.
        language?: /^([A-Za-z]{2,3})?$/, -- Only in this language (primary subtag).
        status?: status, -- `failed`: for staff, what could not become a document when it came last.
        sort?: sort, -- By title from a to z, else the greatest first; without it the newest first.
        """
        + page_of(MOST_PER_PAGE, 50),
        name=WORKSPACE,
        search=SEARCH_SCHEMA,
        kind=one_of(*KINDS, ""),
        sort=one_of("newest", *ORDERS, ""),
        status=one_of("ready", "failed", ""),
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
WITH_TEXT = {"allOf": [named("Document"), shape("{text?: text}")]}
SHOW = _about_document(
    "readDocument: Read a document.",
    ok(WITH_TEXT, "The document, with the text that offsets count in."),
    parameters=parameters(BY_ID + "text?: flag -- `false`: without its text."),
)
DELETE = _about_document(
    "deleteDocument: Delete a document, or dismiss a failed one. Answers keep what they cited.",
    no_content("It is deleted."),
)
PASSAGES = _about_document(
    "readPassages: Read a document's passages. In reading order, from the first on or around one of them.",
    ok(
        "{passages: Passage[], around: count | null, previous_cursor: text | null, next_cursor: text | null}",
        "What searches find; `around` is the position of the passage asked for.",
    ),
    parameters=parameters(
        BY_ID
        + "around?: id, -- A passage that the page lies around, in the place of a cursor.\n"
        + page_of(MOST_PER_PAGE, MOST_PER_PAGE)
    ),
)
WORKSPACES = Operation(
    DOCUMENTS,
    "listWorkspaces: List workspaces. Those that you may see and that hold documents.",
    ok("{workspaces: {workspace: text, documents: count, passages: count}[]}", "By name."),
)
ENDPOINTS = [
    HttpEndpoint("GET", "/v1/workspaces", workspaces, roles=EVERYBODY, operation=WORKSPACES),
    HttpEndpoint("POST", "/v1/documents", create, roles=STAFF, operation=SAVE),
    HttpEndpoint("GET", "/v1/documents", index, roles=EVERYBODY, operation=LIST),
    HttpEndpoint("DELETE", "/v1/documents", empty, roles=STAFF, operation=EMPTY),
    *failed_documents.ENDPOINTS,
    HttpEndpoint("GET", "/v1/documents/{id}", show, roles=EVERYBODY, operation=SHOW),
    HttpEndpoint("DELETE", "/v1/documents/{id}", delete, roles=STAFF, operation=DELETE),
    HttpEndpoint("GET", "/v1/documents/{id}/passages", passages, roles=EVERYBODY, operation=PASSAGES),
    *original_files.ENDPOINTS,
]
