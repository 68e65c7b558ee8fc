"""Reads documents in requests, a text as JSON or files as a form, into what the ingestor takes."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import PurePosixPath
from typing import Annotated, Any

import orjson
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.types import Message

from gateway.errors import InvalidField, InvalidJson, TooLarge
from gateway.http.door.bodies import (
    ON_ONE_LINE,
    OrBlank,
    bounded_text,
    check_fields,
    checked,
    json_object,
    patient,
    plain,
    read_bytes,
    without_null,
)
from gateway.http.door.visit import Visit
from gateway.http.openapi.components import SavedDocument
from gateway.http.openapi.json_schema import Schema
from gateway.http.openapi.operation import JSON
from gateway.http.replies import shown_as
from gateway.ingestion.ingest_result import IngestResult
from gateway.ingestion.processes.document_frames import fields
from gateway.ingestion.processes.spool import TEXT
from gateway.ingestion.source_file import LONGEST_ID, SMALL, Source
from gateway.knowledge.documents.header_values import sent_file_name
from gateway.knowledge.extraction import Unreadable, clean_text, clean_title
from gateway.knowledge.format_table import MARKDOWN, MEDIA_TYPES

MB = 1024 * 1024
FORM = "multipart/form-data"
MOST_FILES = 100
LARGEST_METADATA = 16 * 1024
ROOM_FOR_FIELDS = 64 * 1024
"""Bytes that a multipart body may have beside its files."""

FILLED_TEXT = r"[^\s\x00-\x1f\x7f-\x9f\ufeff]"
FILLED_TITLE = r"[^\s\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
"""Patterns that a text and a title must contain, for the descriptions of requests."""
_NUL_IN_JSON = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def _titled(text: str) -> str:
    title = clean_title(text)
    if not title:
        raise ValueError("must not be empty")
    return title


def filled(text: str) -> str:
    if not clean_text(text).strip():
        raise ValueError("must not be empty")
    return text


def _object(value: Any) -> Any:
    """Returns the metadata of a form, where it is JSON text."""
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


Title = Annotated[str, *bounded_text(10_000, _titled, FILLED_TITLE)]
Name = Annotated[str, *bounded_text(200, plain, ON_ONE_LINE)]
Language = Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", max_length=35)]


class DocumentFields(BaseModel):
    """What may come with a file or a text."""

    title: OrBlank[Title] = None
    source: Annotated[str, *bounded_text(2000, plain, ON_ONE_LINE)] = ""
    external_id: OrBlank[Annotated[str, *bounded_text(LONGEST_ID, plain, ON_ONE_LINE)]] = None
    workspace: OrBlank[Name] = None
    source_app: OrBlank[Name] = None
    language: OrBlank[Language] = None
    metadata: Annotated[dict[str, Any], BeforeValidator(_object), AfterValidator(_storable)] = Field(
        default_factory=dict
    )

    def named(self, workspace: str) -> dict[str, Any]:
        """Returns the fields of the same names that a source has."""
        return {**{name: getattr(self, name) for name in DocumentFields.model_fields}, "workspace": workspace}


class TextDocument(DocumentFields):
    """The JSON body: a Markdown or plain text."""

    title: Title
    text: Annotated[str, AfterValidator(filled), WithJsonSchema({"type": "string", "pattern": FILLED_TEXT})]


def _with_files(schema: Schema) -> None:
    """Describes the form: files beside the fields that a text has too. A form knows no null."""
    several = {
        "type": "array",
        "minItems": 1,
        "items": {"type": "string", "contentMediaType": "application/octet-stream"},
    }
    fields = {name: _without_null(field) for name, field in schema["properties"].items()}
    schema["properties"] = {"file": {"description": "One or more files.", **several}, **fields}
    schema["required"] = ["file"]


def _without_null(field: Schema) -> Schema:
    kinds = [kind for kind in field.get("anyOf", ()) if kind != {"type": "null"}]
    return {name: value for name, value in field.items() if name != "default"} | ({"anyOf": kinds} if kinds else {})


class FileDocuments(DocumentFields):
    """What may come with a file or a text."""

    model_config = ConfigDict(json_schema_extra=_with_files)


async def text_of(visit: Visit, limit: int) -> list[IngestResult]:
    """Ingests the text of a JSON body. A long body is taken apart in a process of its own."""
    ingestor = visit.services.ingestor
    sent = await read_bytes(visit, limit)
    if len(sent) <= SMALL:
        body = _text_document(visit, json_object(sent))
        return await ingestor.sources(visit.caller.tenant, [_text_source(visit, body, body.text)])
    async with ingestor.large:
        try:
            async with ingestor.apart.run(fields, sent, None, "The body") as (spool, end):
                del sent
                given, text = await asyncio.to_thread(lambda: (spool.head, b"".join(spool.contents(TEXT))))
        except Unreadable as error:
            raise TooLarge(str(error)) from None
        if end["wrong"]:
            raise InvalidJson(f"The body {end['wrong']}.")
        body = _text_document(visit, given)
        return await ingestor.sources(visit.caller.tenant, [_text_source(visit, body, text)])


def _text_document(visit: Visit, given: dict[str, Any]) -> TextDocument:
    check_fields(visit, JSON, given)
    return checked(TextDocument, without_null(given))


def _text_source(visit: Visit, body: TextDocument, text: str | bytes) -> Source:
    named = body.named(visit.caller.workspace_to_write(body.workspace))
    return Source(text, **named, media_type=MARKDOWN, is_text=True)


async def files_of(visit: Visit, limit: int) -> list[IngestResult]:
    """Ingests the files of a form. Large ones wait on the disk for their turn."""
    ingestor = visit.services.ingestor
    sent = await multipart_form(visit, limit)
    try:
        files = [value for _, value in sent.multi_items() if isinstance(value, UploadFile)]
        if not files:
            raise InvalidField("file: send at least one file.", [{"field": "file", "message": "is missing"}])
        check_fields(visit, FORM, sent)
        given = checked(FileDocuments, {name: value for name, value in sent.items() if isinstance(value, str)})
        if len(files) > 1 and (given.external_id or given.title or given.source):
            message = "title, source and external_id belong to one file; send several files without them"
            raise InvalidField(f"{message}.", [{"field": "file", "message": message}])
        workspace = visit.caller.workspace_to_write(given.workspace)
        is_small = sum(file.size or 0 for file in files) <= SMALL
        async with contextlib.nullcontext() if is_small else ingestor.large:
            sources = [await _file_source(file, given, workspace) for file in files]
            return await ingestor.sources(visit.caller.tenant, sources)
    finally:
        await sent.close()


async def _file_source(file: UploadFile, given: DocumentFields, workspace: str) -> Source:
    name = file_name(file.filename or "")
    media_type = None if PurePosixPath(name).suffix.lower() in MEDIA_TYPES else file.content_type
    named = given.named(workspace)
    return Source(await file.read(), name, **{**named, "source": given.source or name}, media_type=media_type)


async def multipart_form(visit: Visit, limit: int) -> FormData:
    """Returns the multipart form. Raises `TooSlow`, and `TooLarge` as soon as more than `limit` bytes (and room for
    the fields) have come."""
    too_large = TooLarge(f"An upload may have at most {limit // MB} MB (GATEWAY_MAX_UPLOAD_MB).")
    most = limit + ROOM_FOR_FIELDS
    declared = visit.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise too_large
    size, body = 0, patient(visit)

    async def receive() -> Message:
        nonlocal size
        message = await body()
        size += len(message.get("body", b""))
        if size > most:
            raise too_large
        return message

    if not visit.headers.get("content-type", "").lower().startswith(FORM):
        return FormData()
    limits = {"max_files": MOST_FILES, "max_fields": MOST_FILES, "max_part_size": ROOM_FOR_FIELDS}
    try:
        return await _NamedFiles(visit.headers, visit.reading(receive).stream(), **limits).parse()
    except MultiPartException as error:
        raise InvalidField.named("body", error.message) from None


class _NamedFiles(MultiPartParser):
    """Reads the file names of a form as mail programs write them too: in `filename*` alone, or in encoded words."""

    def on_headers_finished(self) -> None:
        part = self._current_part
        if name := sent_file_name(part.content_disposition or b""):
            assert part.content_disposition
            part.content_disposition += b'; filename="file"'  # else a part with `filename*` alone is no file
        super().on_headers_finished()
        if name and part.file is not None:
            part.file.filename = name


def outcome(result: IngestResult) -> SavedDocument:
    """Returns what became of a text or file, with the fields of the protocol."""
    shown = shown_as(SavedDocument, result)
    if not result.error:
        del shown["error"]
    if not result.note:
        del shown["note"]
    return shown


def file_name(sent: str) -> str:
    """Returns the last part of the name that a browser or a script sent, on one line, fit to be shown."""
    return clean_title(PurePosixPath(sent.replace("\\", "/")).name) or "file"
