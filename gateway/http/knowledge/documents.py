"""The knowledge base over HTTP: send, list, read and delete documents (protocol section 5.1)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from functools import partial
from typing import Annotated, Literal, NotRequired, get_args
from uuid import UUID

import orjson
from pydantic import AfterValidator, BaseModel, Field
from starlette.responses import JSONResponse, Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Id
from gateway.errors import InvalidField, NothingRead, UnsupportedType
from gateway.http.door.bodies import (
    FILLED_LINE,
    ON_ONE_LINE,
    OrAbsent,
    OrBlank,
    Tongue,
    media_type,
    queried,
    text_schema,
)
from gateway.http.door.endpoint import EVERYBODY, STAFF, endpoints_of
from gateway.http.door.paging import SEARCH_SCHEMA, Page, Words
from gateway.http.door.visit import Visit
from gateway.http.knowledge import failed_documents, original_files
from gateway.http.knowledge.downloads import Download
from gateway.http.knowledge.uploads import (
    FORM,
    MB,
    FileDocuments,
    Name,
    TextDocument,
    files_of,
    filled,
    outcome,
    text_of,
)
from gateway.http.openapi.json_schema import component, named, object_of, one_of
from gateway.http.openapi.operation import (
    JSON,
    Body,
    Operation,
    as_json,
    created,
    no_content,
    ok,
    page,
    parameter,
)
from gateway.http.openapi.tags import DOCUMENTS
from gateway.http.replies import shown_as
from gateway.ingestion.ingest_report import SAMPLE_LEFT_OUT
from gateway.knowledge.documents import corpus
from gateway.knowledge.format_table import KINDS, Kind
from gateway.store.documents.stored_documents import (
    MOST_PER_PAGE,
    DocumentJson,
    DocumentSearch,
    Order,
    StoredDocument,
    described,
)

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
    kind: OrAbsent[Kind] = None
    status: OrAbsent[Literal["ready", "failed"]] = None
    sort: OrAbsent[Literal["newest", "title", "size", "passages", "cited"]] = None

    workspace: OrBlank[Name] = None
    source_app: OrBlank[Name] = None
    language: OrBlank[Tongue] = None
    limit: int = Field(50, ge=1, le=MOST_PER_PAGE)


class SavedWithWarnings(failed_documents.SavedDocuments):
    warnings: NotRequired[list[str]]


component(DocumentJson)


class DocumentPage(Page):
    documents: list[DocumentJson]


class Box(TypedDict):
    page: Count
    left: float
    bottom: float
    right: float
    top: float
    start: Count
    end: Count


@component
class PassageJson(TypedDict):
    """`start` and `end` count code points of the document's `text`; a box is a line of a page."""

    passage_id: str
    position: Count
    heading: str | None
    page: Count | None
    page_end: Count | None
    start: Count
    end: Count
    text: str
    boxes: list[Box]


class PassagesPage(Page):
    passages: list[PassageJson]
    around: Count | None
    previous_cursor: str | None


class WorkspaceCounts(TypedDict):
    workspace: str
    documents: Count
    passages: Count


class Workspaces(TypedDict):
    workspaces: list[WorkspaceCounts]


async def create(visit: Visit) -> Response:
    """Stores a text sent as JSON or files sent as multipart; they are searchable when the call returns."""
    limit = visit.services.settings.max_upload_mb * MB
    kind = media_type(visit)
    left_out = partial(visit.services.library.sample_left_out, visit.caller.tenant, visit.caller.within)
    was_left_out = await left_out()
    if kind == JSON:
        results = await text_of(visit, limit)
    elif kind == FORM:
        results = await files_of(visit, limit)
    else:
        raise UnsupportedType("Send a text as application/json or files as multipart/form-data.")
    documents = [outcome(result) for result in results]
    failed = [document for document in documents if document["status"] == "failed"]
    if len(failed) == len(documents):
        raise NothingRead(documents)
    saved = SavedWithWarnings(documents=documents)
    if not was_left_out and await left_out():
        saved["warnings"] = [SAMPLE_LEFT_OUT]
    return JSONResponse(saved, 207 if failed else 201)


async def index(visit: Visit) -> Response:
    """Lists documents in pages, newest first, or what failed to become one."""
    listing = queried(visit, DocumentQuery)
    if listing.status == "failed":
        visit.caller.check_workspace(listing.workspace)
        return await failed_documents.listed(visit, listing.workspace, listing.q, listing.cursor, listing.limit)
    documents, cursor = await listed(visit, listing)
    return JSONResponse(DocumentPage(documents=[described(document) for document in documents], next_cursor=cursor))


async def listed(visit: Visit, listing: DocumentQuery) -> tuple[list[StoredDocument], str | None]:
    """Returns one page of the documents that the caller may see, and the next one's cursor. Raises `Forbidden` for a
    workspace that they may not."""
    visit.caller.check_workspace(listing.workspace)
    return await visit.services.library.documents.page(
        visit.caller.tenant,
        DocumentSearch(
            visit.caller.within if listing.workspace is None else [listing.workspace],
            listing.source_app,
            listing.language,
            listing.q,
            sorted(KINDS[listing.kind]) if listing.kind else None,
            None if listing.sort == "newest" else listing.sort,
            listing.cursor,
            listing.limit,
        ),
    )


async def empty(visit: Visit) -> Response:
    """Empties a workspace, which must be named."""
    workspace = queried(visit, Emptied).workspace
    visit.caller.check_workspace(workspace)
    await visit.services.library.empty_workspace(visit.caller.tenant, workspace)
    return Response(status_code=204)


async def show(visit: Visit) -> Response:
    """Returns a document with the text that its passages' offsets point into, unless it is not wanted."""
    text = queried(visit, Shown).text
    library = visit.services.library
    document = await library.documents.by_id(*_named(visit), text=False)
    if not text:
        return JSONResponse(described(document))
    parts = _with_text(document, library.parts.text(visit.caller.tenant, document))
    return Download(parts, visit.services.downloads, headers={"Content-Type": "application/json"})


async def passages(visit: Visit) -> Response:
    """Lists a document's passages in pages, in reading order, from the first on or around one of them."""
    wanted, library = queried(visit, PassagesQuery), visit.services.library
    if wanted.around is not None:
        if wanted.cursor:
            raise InvalidField.named("cursor", "comes in the place of `around`, not beside it")
        found = await library.documents.passages_around(*_named(visit), str(wanted.around), wanted.limit)
    else:
        found = await library.documents.passage_page(*_named(visit), wanted.cursor, wanted.limit)
    return JSONResponse(
        PassagesPage(
            passages=[_passage(passage) for passage in found.passages],
            around=found.around,
            previous_cursor=found.before,
            next_cursor=found.behind,
        )
    )


async def workspaces(visit: Visit) -> Response:
    """Lists the workspaces that the caller may see and that hold documents."""
    found = await visit.services.library.workspaces(visit.caller.tenant, visit.caller.within)
    counts = [WorkspaceCounts(workspace=name, documents=number, passages=passages) for name, number, passages in found]
    return JSONResponse(Workspaces(workspaces=counts))


async def delete(visit: Visit) -> Response:
    """Deletes a document, or dismisses a failure. Searches no longer find it; answers keep what they cited."""
    named, library = _named(visit), visit.services.library
    if not await library.failures.dismiss(*named):
        await library.delete_document(*named)
    return Response(status_code=204)


def _named(visit: Visit) -> tuple[str, str, Sequence[str] | None]:
    """Returns the tenant, the id of the document that the path names, and the workspaces it may lie in."""
    return visit.caller.tenant, visit.path_id, visit.caller.within


async def _with_text(document: StoredDocument, parts: AsyncGenerator[str]) -> AsyncGenerator[bytes]:
    """Yields the JSON of a document with its text."""
    before = orjson.dumps(described(document))[:-1] + b',"text":"'
    async for part in parts:
        yield before + orjson.dumps(part)[1:-1]
        before = b""
    yield b'"}'


def _passage(passage: corpus.Passage) -> PassageJson:
    return shown_as(PassageJson, passage, boxes=[shown_as(Box, line) for line in passage.boxes])


TEXT_EXAMPLE = {"title": "Loans", "text": "A book may be borrowed for three weeks.", "source": "loans.md"}
WORKSPACE = text_schema(200, ON_ONE_LINE)
LANGUAGE = {"type": "string", "pattern": "^([A-Za-z]{2,3})?$"}

SAVE = Operation(
    "saveDocuments: Save documents. A text as JSON, or files as a form. The same workspace with the same `external_id` "
    "(else `source`) replaces. Searchable when the call returns.",
    {
        **created(
            SavedWithWarnings, "Every document was stored. `warnings`: what changes for searches, such as the sample."
        ),
        "207": as_json(SavedWithWarnings, "Some files failed; `status` says which."),
    },
    Body(
        {JSON: {"schema": named("TextDocument"), "example": TEXT_EXAMPLE}, FORM: {"schema": named("FileDocuments")}},
        {JSON: TextDocument, FORM: FileDocuments},
    ),
    refusals=(NothingRead,),
)
LIST = Operation(
    "listDocuments: List documents. Newest first.",
    ok(DocumentPage | failed_documents.FailedPage, "One page; the last one's `next_cursor` is null."),
    parameters=(
        parameter("q", SEARCH_SCHEMA, "Only with this in the title or the file name."),
        parameter("workspace", WORKSPACE, "Only of this workspace."),
        parameter("kind", one_of(*KINDS, ""), "Only of this form."),
        parameter("source_app", WORKSPACE, "Only from this application."),
        parameter("language", LANGUAGE, "Only in this language (primary subtag)."),
        parameter("status", one_of("ready", "failed", ""), "`failed`: for staff, the sources that could not be read."),
        parameter(
            "sort",
            one_of("newest", *ORDERS, ""),
            "By title from a to z, else the greatest first; without it the newest first.",
        ),
        *page(MOST_PER_PAGE, 50),
    ),
)
EMPTY = Operation(
    "emptyWorkspace: Empty a workspace. Deletes all documents of the workspace named.",
    no_content("It is empty."),
    parameters=(
        parameter(
            "workspace", text_schema(200, FILLED_LINE), "The workspace; nothing is deleted without it.", required=True
        ),
    ),
)
BY_ID = parameter("id", Id, "The document's id.")
_about_document = partial(Operation, parameters=(BY_ID,))
WITH_TEXT = {"allOf": [named("Document"), object_of({"text": str}, {"text"})]}
SHOW = _about_document(
    "readDocument: Read a document.",
    ok(WITH_TEXT, "The document, with the text that offsets count in."),
    parameters=(BY_ID, parameter("text", bool, "`false`: without its text.")),
)
DELETE = _about_document(
    "deleteDocument: Delete a document, or dismiss a failed one. Answers keep what they cited.",
    no_content("It is deleted."),
)
PASSAGES = _about_document(
    "readPassages: Read a document's passages. In reading order, from the first on or around one of them.",
    ok(PassagesPage, "What searches find; `around` is the position of the passage asked for."),
    parameters=(
        BY_ID,
        parameter("around", Id, "A passage in the middle of the page, instead of a cursor."),
        *page(MOST_PER_PAGE, MOST_PER_PAGE),
    ),
)
WORKSPACES = Operation(
    "listWorkspaces: List workspaces. Those that you may see and that hold documents.", ok(Workspaces, "By name.")
)
ENDPOINTS = endpoints_of(
    DOCUMENTS,
    ("GET", "/v1/workspaces", EVERYBODY, workspaces, WORKSPACES),
    ("POST", "/v1/documents", STAFF, create, SAVE),
    ("GET", "/v1/documents", EVERYBODY, index, LIST),
    ("DELETE", "/v1/documents", STAFF, empty, EMPTY),
    ("POST", "/v1/documents/{id}/retry", STAFF, failed_documents.retry, failed_documents.RETRY),
    ("GET", "/v1/documents/{id}", EVERYBODY, show, SHOW),
    ("DELETE", "/v1/documents/{id}", STAFF, delete, DELETE),
    ("GET", "/v1/documents/{id}/passages", EVERYBODY, passages, PASSAGES),
    ("GET", "/v1/documents/{id}/content", EVERYBODY, original_files.content, original_files.CONTENT),
)
