"""Documents as they are stored, read without changing anything."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg

from gateway.errors import InvalidField, NotFound
from gateway.knowledge.documents.corpus import LayoutLine, NewPage, Passage, boxes
from gateway.store.database import Connection, Database
from gateway.store.statements import load

SQL = load(Path(__file__).with_name("library.sql"))
MOST_PER_PAGE = 100
READ_AT_ONCE = 500
"""Passages that are made from rows at once, in some 5 ms, where a whole document is read."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document's row. `text` is empty in lists; `passages` is their number."""

    document_id: str
    external_id: str
    workspace: str
    source_app: str | None
    title: str
    source: str
    language: str | None
    media_type: str
    content_hash: str
    passages: int
    version: int
    metadata: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    text: str = ""


async def page(
    database: Database,
    tenant: str,
    workspaces: Sequence[str] | None,
    source_app: str | None,
    language: str | None,
    cursor: str | None,
    limit: int,
) -> tuple[list[StoredDocument], str | None]:
    """Reads for `Library.list_documents`."""
    limit = max(1, min(limit, MOST_PER_PAGE))
    at, document_id = _read_cursor(cursor) if cursor else (None, None)
    async with database.connection() as connection:
        rows = await connection.fetch(
            SQL["list_documents"], tenant, workspaces, at, document_id, limit + 1, source_app, language
        )
    found = [_stored(row) for row in rows[:limit]]
    return found, _cursor(found[-1]) if len(rows) > limit else None


async def by_id(
    database: Database, tenant: str, document_id: str, within: Sequence[str] | None = None
) -> StoredDocument:
    """Reads for `Library.get_document`."""
    async with database.connection() as connection:
        row = await connection.fetchrow(SQL["get_document"], tenant, canonical(document_id), within)
    if row is None:
        raise NotFound(f"There is no document {document_id}.")
    return _stored(row)


async def named(
    database: Database, tenant: str, name: str, path: str, workspaces: Sequence[str] | None, limit: int
) -> list[StoredDocument]:
    """Reads for `Library.named_documents`."""
    async with database.connection() as connection:
        rows = await connection.fetch(SQL["named_documents"], tenant, workspaces, name, path, limit)
    return [_stored(row) for row in rows]


async def passages(
    database: Database, tenant: str, document_id: str, within: Sequence[str] | None = None
) -> list[Passage]:
    """Reads for `Library.passages_of`: of one moment, and in parts, between which others have their turn."""
    key = canonical(document_id)
    found: list[Passage] = []
    async with database.connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        row = await _version(connection, tenant, key, within)
        while part := await _part(connection, row, found[-1].position if found else -1, READ_AT_ONCE):
            found += part
    return found


async def passage_page(
    database: Database, tenant: str, document_id: str, within: Sequence[str] | None, cursor: str | None, limit: int
) -> tuple[list[Passage], str | None]:
    """Reads for `Library.passage_page`."""
    key, seen = canonical(document_id), _numbers(cursor) if cursor else None
    async with database.connection() as connection:
        row = await _version(connection, tenant, key, within)
        version, after = seen or (row["version"], -1)
        if version != row["version"]:
            raise InvalidField.named("cursor", "the document was replaced since that page; begin with the first one")
        found = await _part(connection, row, after, limit + 1)
    return found[:limit], _encoded(f"{version} {found[limit - 1].position}") if len(found) > limit else None


async def _version(connection: Connection, tenant: str, key: str, within: Sequence[str] | None) -> asyncpg.Record:
    row = await connection.fetchrow(SQL["version_of"], tenant, key, within)
    if row is None:
        raise NotFound(f"There is no document {key}.")
    return row


async def _part(connection: Connection, document: asyncpg.Record, after: int, limit: int) -> list[Passage]:
    """Returns passages behind a position, with the lines of this part of the document alone: of a long one there are
    many."""
    key = document["tenant_id"], document["document_id"]
    rows = await connection.fetch(SQL["passages_of"], *key, after, limit)
    layout: list[LayoutLine] = []
    if rows and document["laid_out"]:
        between = min(row["start_at"] for row in rows), max(row["end_at"] for row in rows)
        layout = [LayoutLine(*line) for line in await connection.fetchval(SQL["layout_between"], *key, *between)]
    return [_passage(row, layout) for row in rows]


def _passage(row: asyncpg.Record, layout: Sequence[LayoutLine]) -> Passage:
    return Passage(
        passage_id=str(row["passage_id"]),
        document_id=str(row["document_id"]),
        position=row["position"],
        heading=row["heading"] or None,
        page=row["page"],
        start=row["start_at"],
        end=row["end_at"],
        text=row["text"],
        chunk_hash=row["chunk_hash"],
        boxes=boxes(layout, row["start_at"], row["end_at"]),
        new_pages=tuple(NewPage(*new) for new in row["new_pages"] or ()),
    )


def canonical(document_id: str) -> str:
    """Returns a document's id as PostgreSQL writes it. A malformed one names nothing: `NotFound`."""
    try:
        return str(uuid.UUID(document_id))
    except ValueError:
        raise NotFound(f"There is no document {document_id[:80]}.") from None


def _stored(row: asyncpg.Record) -> StoredDocument:
    return StoredDocument(**{**dict(row), "document_id": str(row["document_id"])})


def _cursor(last: StoredDocument) -> str:
    micros = (last.created_at - _EPOCH) // timedelta(microseconds=1)
    return _encoded(f"{micros} {last.document_id}")


def _read_cursor(cursor: str) -> tuple[datetime, str]:
    """Returns creation time and id of the last document of a page."""
    try:
        micros, document_id = _decoded(cursor)
        return _EPOCH + timedelta(microseconds=int(micros)), str(uuid.UUID(document_id))
    except (ValueError, OverflowError):
        raise _foreign() from None


def _numbers(cursor: str) -> tuple[int, int]:
    """Returns the version of the document and the position of the last passage of a page."""
    try:
        version, position = (int(part) for part in _decoded(cursor) if len(part) < 10)
    except ValueError:
        raise _foreign() from None
    return version, position


def _encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _decoded(cursor: str) -> list[str]:
    """Returns the parts of a cursor. Raises `ValueError` where it is none."""
    padded = cursor + "=" * (-len(cursor) % 4)
    return base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii").split(" ")


def _foreign() -> InvalidField:
    return InvalidField.named("cursor", "must be the next_cursor of an earlier page")
