"""The knowledge base over HTTP: send, list, read and delete documents (protocol section 5.1)."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal
from urllib.parse import quote

import orjson
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, WithJsonSchema
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message

from gateway.errors import InvalidField, InvalidJson, TooLarge, UnsupportedType
from gateway.http import caller
from gateway.http.bodies import (
    ON_ONE_LINE,
    Absent,
    Tongue,
    checked,
    json_object,
    media_type,
    patient,
    plain,
    read_bytes,
    without_null,
)
from gateway.http.caller import tenant
from gateway.ingestion.ingest import IngestResult
from gateway.ingestion.reading import fields
from gateway.ingestion.source_file import LONGEST_ID, SMALL, Source
from gateway.ingestion.spool import TEXT
from gateway.knowledge.documents.corpus import Passage
from gateway.knowledge.documents.extraction import Unreadable, clean_text, clean_title
from gateway.knowledge.documents.formats import MARKDOWN, MEDIA_TYPES, PDF
from gateway.services import services
from gateway.store.knowledge.stored_documents import MOST_PER_PAGE, StoredDocument

MB = 1024 * 1024
MOST_FILES = 100
LARGEST_METADATA = 16 * 1024
ROOM_FOR_FIELDS = 64 * 1024
VIEWER = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The policy under which a PDF is shown: browsers keep their viewer out of a sandbox; no script of ours or anybody's runs."""
"""Bytes that a multipart body may have beside its files."""
TEXT_AT_ONCE = 256 * 1024
"""Characters of a document's text that are sent at a time."""

FILLED_TEXT = r"[^\s\x00-\x1f\x7f-\x9f\ufeff]"
FILLED_TITLE = r"[^\s\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
"""A text and a title have at least one of these, in the description of a request."""
_NUL_IN_JSON = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def _titled(text: str) -> str:
    title = clean_title(text)
    if not title:
        raise ValueError("must not be empty")
    return title


def _filled(text: str) -> str:
    if not clean_text(text).strip():
        raise ValueError("must not be empty")
    return text


def _object(value: Any) -> Any:
    """In a form, metadata is JSON text."""
    if isinstance(value, str):
        try:
            return orjson.loads(value) if value.strip() else {}
        except ValueError:
            raise ValueError("must be a JSON object") from None
    return value


def _storable(value: dict[str, Any]) -> dict[str, Any]:
    try:
        encoded = orjson.dumps(value)
    except (TypeError, ValueError):
        raise ValueError("must be plain JSON: 64-bit numbers, whole characters, at most 250 levels") from None
    if len(encoded) > LARGEST_METADATA:
        raise ValueError(f"must be at most {LARGEST_METADATA // 1024} KB")
    if _NUL_IN_JSON.search(encoded):
        raise ValueError("must not contain the character NUL")
    return value


def _shown(longest: int, pattern: str) -> WithJsonSchema:
    """How a text is described."""
    return WithJsonSchema({"type": "string", "maxLength": longest, "pattern": pattern})


Title = Annotated[str, Field(max_length=10_000), AfterValidator(_titled), _shown(10_000, FILLED_TITLE)]
Name = Annotated[str, Field(max_length=200), AfterValidator(plain), _shown(200, ON_ONE_LINE)]
Language = Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", max_length=35)]


class Fields(BaseModel):
    """What may come with a file or a text."""

    title: Annotated[Title | None, Absent(blank=True)] = None
    source: Annotated[str, Field(max_length=2000), AfterValidator(plain), _shown(2000, ON_ONE_LINE)] = ""
    external_id: Annotated[
        Annotated[str, Field(max_length=LONGEST_ID), AfterValidator(plain), _shown(LONGEST_ID, ON_ONE_LINE)] | None,
        Absent(blank=True),
    ] = None
    workspace: Annotated[Name | None, Absent(blank=True)] = None
    source_app: Annotated[Name | None, Absent(blank=True)] = None
    language: Annotated[Language | None, Absent(blank=True)] = None
    metadata: Annotated[dict[str, Any], BeforeValidator(_object), AfterValidator(_storable)] = Field(
        default_factory=dict
    )


class TextDocument(Fields):
    """The JSON body: a Markdown or plain text."""

    title: Title
    text: Annotated[str, AfterValidator(_filled), WithJsonSchema({"type": "string", "pattern": FILLED_TEXT})]


class Emptied(BaseModel):
    """The query that empties a workspace; nothing is deleted by leaving the name out."""

    workspace: Annotated[Name, AfterValidator(_filled)]


class Paged(BaseModel):
    """Which page of a document's passages is wanted."""

    cursor: str | None = None
    limit: int = Field(MOST_PER_PAGE, ge=1, le=MOST_PER_PAGE)


class DocumentQuery(Paged):
    """The query of a list."""

    workspace: Annotated[Name | None, Absent(blank=True)] = None
    source_app: Annotated[Name | None, Absent(blank=True)] = None
    language: Annotated[Tongue | None, Absent(blank=True)] = None
    limit: int = Field(50, ge=1, le=MOST_PER_PAGE)


class Opening(BaseModel):
    """The query of an original: `inline` opens a PDF in the browser's viewer; everything else is saved in any case."""

    disposition: Literal["attachment", "inline"] = "attachment"


async def create(request: Request) -> Response:
    """`POST /v1/documents`: a text as JSON or files as multipart; searchable when the call returns."""
    limit = services(request).settings.max_upload_mb * MB
    kind = media_type(request)
    if kind == "application/json":
        results = await _text(request, limit)
    elif kind == "multipart/form-data":
        results = await _files(request, limit)
    else:
        raise UnsupportedType("Send a text as application/json or files as multipart/form-data.")
    return JSONResponse({"documents": [_result(result) for result in results]}, 201)


async def index(request: Request) -> Response:
    """`GET /v1/documents`: newest first, in pages."""
    listing = checked(DocumentQuery, dict(request.query_params))
    caller.check_workspace(request, listing.workspace)
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
    """`DELETE /v1/documents?workspace=W`: empties a workspace, which must be named."""
    workspace = checked(Emptied, dict(request.query_params)).workspace
    caller.check_workspace(request, workspace)
    await services(request).library.empty_workspace(tenant(request), workspace)
    return Response(status_code=204)


async def show(request: Request) -> Response:
    """`GET /v1/documents/{id}`: one document with the text that its passages' offsets point into."""
    document = await services(request).library.get_document(*_named(request))
    return StreamingResponse(_with_text(document), media_type="application/json")


async def passages(request: Request) -> Response:
    """`GET /v1/documents/{id}/passages`: in reading order, in pages."""
    page = checked(Paged, dict(request.query_params))
    found, cursor = await services(request).library.passage_page(*_named(request), page.cursor, page.limit)
    return JSONResponse({"passages": [_passage(passage) for passage in found], "next_cursor": cursor})


async def content(request: Request) -> Response:
    """`GET /v1/documents/{id}/content`: what was sent, byte for byte, to be saved and never to be run; a PDF can be shown."""
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
    """`DELETE /v1/documents/{id}`: gone for searches from now on; answers keep what they cited."""
    await services(request).library.delete_document(*_named(request))
    return Response(status_code=204)


ROUTES = [
    Route("/v1/documents", create, methods=["POST"]),
    Route("/v1/documents", index, methods=["GET"]),
    Route("/v1/documents", empty, methods=["DELETE"]),
    Route("/v1/documents/{id}", show, methods=["GET"]),
    Route("/v1/documents/{id}", delete, methods=["DELETE"]),
    Route("/v1/documents/{id}/passages", passages, methods=["GET"]),
    Route("/v1/documents/{id}/content", content, methods=["GET"]),
]


def _named(request: Request) -> tuple[str, str, Sequence[str] | None]:
    """Tenant and id of the document that the path names, and the workspaces it may lie in."""
    return tenant(request), request.path_params["id"], _within(request)


def _within(request: Request) -> Sequence[str] | None:
    return caller.caller(request).within


async def _text(request: Request, limit: int) -> list[IngestResult]:
    """Ingest the text of a JSON body. A long body is taken apart in a process of its own."""
    ingestor = services(request).ingestor
    sent = await read_bytes(request, limit)
    if len(sent) <= SMALL:
        body = checked(TextDocument, without_null(json_object(sent)))
        return await ingestor.sources(tenant(request), [_text_source(request, body, body.text)])
    async with ingestor.large:
        try:
            async with ingestor.apart.run(fields, sent, None, "The body") as (spool, end):
                del sent
                given, text = await asyncio.to_thread(lambda: (spool.head, b"".join(spool.contents(TEXT))))
        except Unreadable as error:
            raise TooLarge(str(error)) from None
        if end["wrong"]:
            raise InvalidJson(f"The body {end['wrong']}.")
        body = checked(TextDocument, without_null(given))
        return await ingestor.sources(tenant(request), [_text_source(request, body, text)])


def _text_source(request: Request, body: TextDocument, text: str | bytes) -> Source:
    return Source(
        text, title=body.title, source=body.source, external_id=body.external_id,
        workspace=caller.workspace_to_write(request, body.workspace), source_app=body.source_app, language=body.language,
        metadata=body.metadata, media_type=MARKDOWN, is_text=True,
    )  # fmt: skip


async def _files(request: Request, limit: int) -> list[IngestResult]:
    """Ingest the files of a form. Large ones wait on the disk for their turn."""
    ingestor = services(request).ingestor
    form = await _form(request, limit)
    try:
        files = [value for _, value in form.multi_items() if isinstance(value, UploadFile)]
        given = checked(Fields, {name: value for name, value in form.items() if isinstance(value, str)})
        if not files:
            raise InvalidField("file: send at least one file.", [{"field": "file", "message": "is missing"}])
        if len(files) > 1 and (given.external_id or given.title or given.source):
            message = "title, source and external_id belong to one file; send several files without them"
            raise InvalidField(f"{message}.", [{"field": "file", "message": message}])
        workspace = caller.workspace_to_write(request, given.workspace)
        is_small = sum(file.size or 0 for file in files) <= SMALL
        async with contextlib.nullcontext() if is_small else ingestor.large:
            sources = [await _file_source(file, given, workspace) for file in files]
            return await ingestor.sources(tenant(request), sources)
    finally:
        await form.close()


async def _file_source(file: UploadFile, given: Fields, workspace: str) -> Source:
    name = file_name(file.filename or "")
    return Source(
        await file.read(), name, title=given.title, source=given.source or name, external_id=given.external_id,
        workspace=workspace, source_app=given.source_app, language=given.language,
        media_type=None if PurePosixPath(name).suffix.lower() in MEDIA_TYPES else file.content_type, metadata=given.metadata,
    )  # fmt: skip


async def _form(request: Request, limit: int) -> FormData:
    """The multipart form, or `TooLarge` as soon as more than `limit` bytes (and room for the fields) have come, or `TooSlow`."""
    too_large = TooLarge(f"An upload may have at most {limit // MB} MB (GATEWAY_MAX_UPLOAD_MB).")
    most = limit + ROOM_FOR_FIELDS
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise too_large
    size, body = 0, patient(request)

    async def receive() -> Message:
        nonlocal size
        message = await body()
        size += len(message.get("body", b""))
        if size > most:
            raise too_large
        return message

    try:
        return await Request(request.scope, receive).form(
            max_files=MOST_FILES, max_fields=MOST_FILES, max_part_size=ROOM_FOR_FIELDS
        )
    except HTTPException as error:  # Starlette's word for a malformed form
        raise InvalidField.named("body", error.detail) from None


def file_name(sent: str) -> str:
    """The last part of the name a browser or a script sent, on one line, fit to be shown."""
    return clean_title(PurePosixPath(sent.replace("\\", "/")).name) or "file"


def _result(result: IngestResult) -> dict[str, Any]:
    shown = {"document_id": result.document_id, "title": result.title, "status": result.status}
    return {**shown, "passages": result.passages, **({"error": result.error} if result.error else {})}


def described(document: StoredDocument) -> dict[str, Any]:
    """A document without its text, as REST documents spell it."""
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
    """The JSON of a document with its text, which may be of many megabytes: others have their turn between its parts."""
    yield orjson.dumps(described(document))[:-1] + b',"text":"'
    for start in range(0, len(document.text), TEXT_AT_ONCE):
        yield orjson.dumps(document.text[start : start + TEXT_AT_ONCE])[1:-1]
        await asyncio.sleep(0)
    yield b'"}'


def _time(moment: datetime) -> str:
    """RFC 3339, UTC."""
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
