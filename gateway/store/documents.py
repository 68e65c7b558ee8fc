"""Documents as they are stored, read without changing anything."""

from __future__ import annotations

import base64
import binascii
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg

from gateway.errors import InvalidField, NotFound
from gateway.knowledge.document import Line, NewPage, Passage, boxes
from gateway.store.database import Database
from gateway.store.queries import load

SQL = load(Path(__file__).with_name("library.sql"))
MOST_PER_PAGE = 100
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
    """`Library.list_documents`."""
    limit = max(1, min(limit, MOST_PER_PAGE))
    at, document_id = _read_cursor(cursor) if cursor else (None, None)
    async with database.connection() as connection:
        rows = await connection.fetch(
            SQL["list_documents"], tenant, workspaces, at, document_id, limit + 1, source_app, language
        )
    found = [_stored(row) for row in rows[:limit]]
    return found, _cursor(found[-1]) if len(rows) > limit else None


async def one(database: Database, tenant: str, document_id: str, within: Sequence[str] | None = None) -> StoredDocument:
    """`Library.get_document`."""
    async with database.connection() as connection:
        row = await connection.fetchrow(SQL["get_document"], tenant, canonical(document_id), within)
    if row is None:
        raise NotFound(f"There is no document {document_id}.")
    return _stored(row)


async def passages(
    database: Database, tenant: str, document_id: str, within: Sequence[str] | None = None
) -> list[Passage]:
    """`Library.passages_of`."""
    key = canonical(document_id)
    async with database.connection() as connection:
        row = await connection.fetchrow(SQL["layout_of"], tenant, key, within)
        if row is None:
            raise NotFound(f"There is no document {document_id}.")
        rows = await connection.fetch(SQL["passages_of"], tenant, key)
    layout = [Line(*line) for line in row["layout"] or ()]
    return [
        Passage(
            passage_id=str(row["passage_id"]), document_id=str(row["document_id"]), position=row["position"],
            heading=row["heading"] or None, page=row["page"], start=row["start_at"], end=row["end_at"],
            text=row["text"], chunk_hash=row["chunk_hash"], boxes=boxes(layout, row["start_at"], row["end_at"]),
            new_pages=tuple(NewPage(*new) for new in row["new_pages"] or ()),
        )
        for row in rows
    ]  # fmt: skip


def canonical(document_id: str) -> str:
    """A malformed id names nothing: `NotFound`."""
    try:
        return str(uuid.UUID(document_id))
    except ValueError:
        raise NotFound(f"There is no document {document_id[:80]}.") from None


def _stored(row: asyncpg.Record) -> StoredDocument:
    return StoredDocument(**{**dict(row), "document_id": str(row["document_id"])})


def _cursor(last: StoredDocument) -> str:
    micros = (last.created_at - _EPOCH) // timedelta(microseconds=1)
    return base64.urlsafe_b64encode(f"{micros} {last.document_id}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> tuple[datetime, str]:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode("ascii")
        micros, document_id = text.split(" ")
        return _EPOCH + timedelta(microseconds=int(micros)), str(uuid.UUID(document_id))
    except (ValueError, OverflowError, binascii.Error):
        raise InvalidField.named("cursor", "must be the next_cursor of an earlier page") from None
