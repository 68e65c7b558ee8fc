"""Documents as they are stored, read without changing anything."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar, cast

import asyncpg
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Id, Time
from gateway.answer.meta import rfc3339
from gateway.answer.references import DateFrom
from gateway.errors import InvalidField, NotFound
from gateway.ingestion.ports import DocumentRow
from gateway.knowledge.documents.corpus import LayoutLine, NewPage, Passage, boxes
from gateway.knowledge.documents.omissions import LeftOut
from gateway.knowledge.format_table import kind_called
from gateway.store.database.statements import Rows, from_row, load
from gateway.store.database.tenancy import TenantConnection

SQL = load("documents/library.sql")
MOST_PER_PAGE = 100
READ_AT_ONCE = 500
"""Passages that are made from rows at once, in some 5 ms, where a whole document is read."""
Order = Literal["title", "size", "passages", "cited"]
Row = TypeVar("Row", bound=DocumentRow)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StoredDocument(DocumentRow):
    """A document as it is read. `text` is empty in lists."""

    version: int
    created_at: datetime
    updated_at: datetime
    size: int | None = None
    """Bytes of what was sent."""
    cited: int | None = None
    """How many answers cite it."""
    text: str = ""
    text_parts: int = 1
    """How many parts its text is stored in; known of a single document."""


@dataclass(frozen=True, slots=True)
class DocumentSearch:
    """Which documents a list shows, and how. None and an empty order mean: whichever, newest first."""

    workspaces: Sequence[str] | None = None
    source_app: str | None = None
    language: str | None = None
    """A primary subtag in lower case."""
    words: str | None = None
    """A part of the title or the file name."""
    media_types: Sequence[str] | None = None
    order: Order | None = None
    cursor: str | None = None
    limit: int = 50


EVERYTHING = DocumentSearch()


@dataclass(frozen=True, slots=True)
class PassagePage:
    """Some passages of a document in reading order, and the cursors of what stands before and behind them."""

    passages: list[Passage]
    before: str | None
    behind: str | None
    around: int | None = None
    """The position of the passage that was asked for."""


class StoredDocuments(Rows):
    """Reads documents and their passages. Raises `errors.Unavailable` when the database is away."""

    async def page(self, tenant: str, wanted: DocumentSearch = EVERYTHING) -> tuple[list[StoredDocument], str | None]:
        """Returns documents without their text, newest first or in another order, and the cursor of the next page
        (None: this was the last).

        The order is by creation and never changes, so that pages neither repeat nor skip a document that stays.
        """
        limit = max(1, min(wanted.limit, MOST_PER_PAGE))
        filters = wanted.workspaces, wanted.source_app, wanted.language, wanted.words, wanted.media_types
        async with self._database.connection(tenant) as connection:
            if wanted.order is None:
                seen = _read_cursor(wanted.cursor) if wanted.cursor else (None, None)
                rows = await connection.fetch(SQL["list_documents"], tenant, *filters, *seen, limit + 1)
            else:
                sorted_by = _sorted_cursor(wanted.order, wanted.cursor)
                rows = await connection.fetch(
                    SQL["sort_documents"], tenant, *filters, wanted.order, *sorted_by, limit + 1
                )
        found = [of_row(StoredDocument, row) for row in rows[:limit]]
        if len(rows) <= limit:
            return found, None
        if wanted.order is None:
            return found, _cursor(found[-1])
        last = rows[limit - 1]
        return found, encoded_cursor(f"{wanted.order} {last['by_number']} {last['document_id']} {last['by_text']}")

    async def by_id(
        self, tenant: str, document_id: str, within: Sequence[str] | None = None, *, text: bool = True
    ) -> StoredDocument:
        """Returns one document of these workspaces (None: of any), with its text if it is wanted. Raises `NotFound`."""
        row = await self._database.fetchrow(tenant, SQL["get_document"], tenant, canonical(document_id), within, text)
        if row is None:
            raise NotFound(f"There is no document {document_id}.")
        return of_row(StoredDocument, row)

    async def named(
        self, tenant: str, name: str, path: str, workspaces: Sequence[str] | None = None, limit: int = 10
    ) -> list[StoredDocument]:
        """Returns documents that a person calls by this external id, source, file name or title, or that were read from
        the file at an absolute `path`; newest first, without their text."""
        rows = await self._database.fetch(tenant, SQL["named_documents"], tenant, workspaces, name, path, limit)
        return [of_row(StoredDocument, row) for row in rows]

    async def passages(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> list[Passage]:
        """Returns the passages of a document of these workspaces (None: of any) in reading order: of one moment, and in
        parts, between which others have their turn. Raises `NotFound`."""
        key = canonical(document_id)
        found: list[Passage] = []
        async with (
            self._database.connection(tenant) as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            row = await _version(connection, tenant, key, within)
            while part := await _part(connection, row, found[-1].position if found else -1, READ_AT_ONCE):
                found += part
        return found

    async def passage_page(
        self, tenant: str, document_id: str, within: Sequence[str] | None, cursor: str | None, limit: int
    ) -> PassagePage:
        """Returns at most `limit` of them, from the first on or where a cursor points.

        Raises `NotFound`; `InvalidField` for a cursor of another kind, or of a document that was replaced since: pages
        of two texts do not belong together.
        """
        key, seen = canonical(document_id), _numbers(cursor) if cursor else None
        async with self._database.connection(tenant) as connection:
            row = await _version(connection, tenant, key, within)
            version, reached = seen or (row["version"], -1)
            if version != row["version"]:
                raise InvalidField.named(
                    "cursor", "the document was replaced since that page; begin with the first one"
                )
            if seen and reached < 0:  # a page before another
                found = await _part(connection, row, -reached, limit, before=True)
            else:
                found = await _part(connection, row, reached, limit)
        return _turned(row, found)

    async def passages_around(
        self, tenant: str, document_id: str, within: Sequence[str] | None, passage_id: str, limit: int
    ) -> PassagePage:
        """Returns at most `limit` of them with this one in the middle. Raises `NotFound` where the document has
        none of this id."""
        key = canonical(document_id)
        async with self._database.connection(tenant) as connection:
            row = await _version(connection, tenant, key, within)
            position = await connection.fetchval(SQL["position_of"], tenant, key, canonical(passage_id, "passage"))
            if position is None:
                raise NotFound(f"There is no passage {passage_id} in the document {key}.")
            first = max(0, min(position - limit // 2, row["passages"] - limit))
            found = await _part(connection, row, first - 1, limit)
        return replace(_turned(row, found), around=position)


def _turned(document: asyncpg.Record, found: list[Passage]) -> PassagePage:
    """Returns passages with the cursors of the pages beside them. Positions count from 0 without gaps."""
    before = behind = None
    if found and found[0].position > 0:
        before = encoded_cursor(f"{document['version']} {-found[0].position}")
    if found and found[-1].position + 1 < document["passages"]:
        behind = encoded_cursor(f"{document['version']} {found[-1].position}")
    return PassagePage(found, before, behind)


async def _version(connection: TenantConnection, tenant: str, key: str, within: Sequence[str] | None) -> asyncpg.Record:
    row = await connection.fetchrow(SQL["version_of"], tenant, key, within)
    if row is None:
        raise NotFound(f"There is no document {key}.")
    return row


async def _part(
    connection: TenantConnection, document: asyncpg.Record, reached: int, limit: int, *, before: bool = False
) -> list[Passage]:
    """Returns passages behind a position, or before it, with the lines of this part of the document alone: of a long
    one there are many."""
    key = document["tenant_id"], document["document_id"]
    rows = await connection.fetch(SQL["passages_before" if before else "passages_of"], *key, reached, limit)
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
        boxes=tuple(line for line in boxes(layout, row["start_at"], row["end_at"]) if line.left < line.right),
        new_pages=tuple(NewPage(*new) for new in row["new_pages"] or ()),
    )


def canonical(named: str, kind: str = "document") -> str:
    """Returns an id as PostgreSQL writes it. A malformed one names nothing: `NotFound`."""
    try:
        return str(uuid.UUID(named))
    except ValueError:
        raise NotFound(f"There is no {kind} {named[:80]}.") from None


def of_row(kind: type[Row], row: asyncpg.Record) -> Row:
    return from_row(kind, row, document_id=str(row["document_id"]))


def _cursor(last: StoredDocument) -> str:
    micros = (last.created_at - _EPOCH) // timedelta(microseconds=1)
    return encoded_cursor(f"{micros} {last.document_id}")


def _read_cursor(cursor: str) -> tuple[datetime, str]:
    """Returns creation time and id of the last document of a page."""
    try:
        micros, document_id = decoded_cursor(cursor)
        return _EPOCH + timedelta(microseconds=int(micros)), str(uuid.UUID(document_id))
    except (ValueError, OverflowError):
        raise foreign_cursor() from None


def _sorted_cursor(order: Order, cursor: str | None) -> tuple[int | None, str | None, str | None]:
    """Returns number, text and id by which the last document of a page was sorted; nothing without a cursor."""
    if not cursor:
        return None, None, None
    try:
        name, number, document_id, *text = decoded_cursor(cursor)
        if name != order or len(number) > 18:
            raise foreign_cursor()
        return int(number), " ".join(text), str(uuid.UUID(document_id))
    except ValueError:
        raise foreign_cursor() from None


def _numbers(cursor: str) -> tuple[int, int]:
    """Returns the version of the document and the position of the last passage of a page."""
    try:
        version, position = (int(part) for part in decoded_cursor(cursor) if len(part) < 10)
    except ValueError:
        raise foreign_cursor() from None
    return version, position


def encoded_cursor(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decoded_cursor(cursor: str) -> list[str]:
    """Returns the parts of a cursor. Raises `ValueError` where it is none."""
    padded = cursor + "=" * (-len(cursor) % 4)
    return base64.b64decode(padded, altchars=b"-_", validate=True).decode().split(" ")


def foreign_cursor() -> InvalidField:
    """Returns the refusal of a cursor that is another list's."""
    return InvalidField.named("cursor", "must be the next_cursor of an earlier page")


class DocumentJson(TypedDict):
    document_id: Id
    title: str
    status: Literal["ready"]
    passages: Count
    source: str
    file_name: str
    """The name of the file; empty for a text."""
    external_id: str | None
    workspace: str
    source_app: str | None
    language: str | None
    media_type: str
    kind: str
    """Its form: `markdown`, `text`, `html`, `pdf`, `word`, `table`, `code`, `slides`, `book`, `mail` or `notebook`."""
    size: Count | None
    """Bytes of the text or file."""
    cited: Count | None
    """How many answers cite it; up to 500 citations are counted."""
    metadata: dict[str, Any]
    date: str
    """When it was last changed: a date, or a time (RFC 3339)."""
    date_from: DateFrom
    """Where `date` comes from; `file` is the file's time, `loaded` the time of loading."""
    loaded_at: Time
    author: str
    """Who wrote it, as the file states it; empty if it does not."""
    note: str
    """A sentence on what of the file could not be read; empty if it was read as a whole."""
    left_out: list[LeftOut]
    version: Count
    created_at: Time
    updated_at: Time


def described(document: StoredDocument) -> DocumentJson:
    """Returns a document without its text, with the fields of the protocol."""
    made = {
        "status": "ready",
        "kind": kind_called(document.media_type),
        "metadata": dict(document.metadata),
        "date": document.date_text or rfc3339(document.updated_at),
        "loaded_at": rfc3339(document.updated_at),
        "created_at": rfc3339(document.created_at),
        "updated_at": rfc3339(document.updated_at),
    }
    fields = {name: made[name] if name in made else getattr(document, name) for name in DocumentJson.__annotations__}
    return cast(DocumentJson, fields)
