"""Documents, passages and corpus statistics: every change is one transaction, every figure stays exact.

`library.sql` says in which order rows are locked; the order is what keeps concurrent ingestion free of deadlocks.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate, starmap
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import asyncpg

from gateway.errors import InvalidField, NotFound
from gateway.knowledge.document import Document, Line, Passage, boxes
from gateway.knowledge.index import (
    DEFAULT_WORKSPACE,
    IndexedDocument,
    IndexedPassage,
    Known,
    Status,
    Stored,
    index,
)
from gateway.ports import Query, Retrieval
from gateway.store import graph, originals, search
from gateway.store.database import Connection, Database, vector_bytes
from gateway.store.links import Spoken
from gateway.store.queries import load

SQL = load(Path(__file__).with_name("library.sql"))
MOST_PER_PAGE = 100
EMPTIED_AT_ONCE, FORGOTTEN_AT_ONCE = 50, 2000
"""Documents and passages per transaction when something is deleted: no lock is held for long."""
INSERTED_AT_ONCE, COUNTED_AT_ONCE = 250, 20_000
"""Passages and terms per statement: encoding them holds the event loop for some milliseconds."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


T = TypeVar("T")


class Counts(NamedTuple):
    documents: int
    passages: int


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


class Library:
    """The knowledge base in PostgreSQL. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.graph = graph.Graph(database)

    async def replace_document(
        self,
        tenant: str,
        document: Document,
        passages: Sequence[Passage],
        vectors: Sequence[Sequence[float]] | None,
        embedder_name: str,
    ) -> Status:
        """Store one document in place of the one with the same workspace and external id, if anything differs."""
        indexed = await asyncio.to_thread(index, tenant, document, passages, vectors, embedder_name)
        return (await self.replace(tenant, [indexed]))[0].status

    async def replace(self, tenant: str, documents: Sequence[IndexedDocument]) -> list[Stored]:
        """Store documents of one workspace, all or none, in one transaction; a result for each, in the order given.

        Several small documents together share the update of the statistics, which is most of a small one's work. Raises
        `NotFound` for an unknown tenant.
        """
        try:
            return await self._replace(tenant, documents)
        except asyncpg.ForeignKeyViolationError:
            raise NotFound(f"There is no tenant {tenant!r}.") from None

    async def _replace(self, tenant: str, documents: Sequence[IndexedDocument]) -> list[Stored]:
        workspace = _workspace_of(documents)
        ordered = sorted(documents, key=lambda entry: entry.document.external_id or entry.document.document_id)
        results: dict[int, Stored] = {}
        async with self.database.transaction() as connection:
            await graph.share(connection, tenant)
            changed: list[tuple[str, IndexedDocument]] = []
            replaced: list[str] = []
            for entry in ordered:
                row = await connection.fetchrow(SQL["upsert_document"], tenant, *_columns(entry, workspace))
                if row is None:
                    results[id(entry)] = Stored(await self._id_of(connection, tenant, workspace, entry), "unchanged")
                    continue
                changed.append((str(row["document_id"]), entry))
                results[id(entry)] = Stored(str(row["document_id"]), "ready")
                if row["version"] > 1:
                    replaced.append(str(row["document_id"]))
            await originals.write(connection, tenant, replaced, ((key, entry.document) for key, entry in changed))
            extracted = await graph.extracted_of(connection, tenant, replaced)
            change = await self._forget(connection, tenant, replaced)
            await self._insert(connection, tenant, changed)
            await asyncio.to_thread(change.add, [entry for _, entry in changed])
            await change.write(connection, tenant, workspace)
            await graph.link_documents(connection, tenant, workspace, [_spoken(*one) for one in changed])
            await graph.drop_unfounded(connection, tenant, extracted)
        return [results[id(entry)] for entry in documents]

    async def known(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, Known]:
        """What is stored under these external ids, to skip what has not changed before any work is done."""
        async with self.database.connection() as connection:
            rows = await connection.fetch(SQL["fingerprints"], tenant, workspace, list(external_ids))
        return {
            row["external_id"]: Known(str(row["document_id"]), row["title"], row["fingerprint"], row["passages"])
            for row in rows
        }

    async def settle(self) -> None:
        """After many changes: make searches as quick as they were before."""
        async with self.database.connection() as connection:
            await connection.execute(SQL["settle"])

    async def delete_document(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> None:
        """Remove a document with its passages. `NotFound` when the tenant has none of this id in these workspaces."""
        while True:
            async with self.database.transaction() as connection:
                await graph.share(connection, tenant)
                row = await connection.fetchrow(SQL["lock_document"], tenant, _uuid(document_id), within)
                if row is None:
                    raise NotFound(f"There is no document {document_id}.")
                whole = [(document_id, row["passages"])]
                if await self._remove_some(connection, tenant, row["workspace"], whole):
                    return

    async def empty_workspace(self, tenant: str, workspace: str) -> int:
        """Remove every document of a workspace, some at a time, and its graph; returns how many documents there were.

        No transaction is long and statistics are exact after each, so that everything else goes on meanwhile, and
        asking again finishes what was broken off.
        """
        removed = 0
        await self.graph.empty(tenant, workspace)
        while True:
            async with self.database.transaction() as connection:
                await graph.share(connection, tenant)
                rows = await connection.fetch(SQL["lock_workspace"], tenant, workspace, EMPTIED_AT_ONCE)
                if not rows:
                    return removed
                found = [(str(row["document_id"]), row["passages"]) for row in rows]
                removed += await self._remove_some(connection, tenant, workspace, found)

    async def list_documents(
        self,
        tenant: str,
        *,
        workspace: str | None = None,
        within: Sequence[str] | None = None,
        source_app: str | None = None,
        language: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> tuple[list[StoredDocument], str | None]:
        """Documents, newest first, without their text, and the cursor of the next page (None: this was the last).

        `within`: the workspaces to look in where `workspace` names none, None: all. `language`: a primary subtag in
        lower case.

        The order is by creation and never changes, so that pages neither repeat nor skip a document that stays.
        """
        limit = max(1, min(limit, MOST_PER_PAGE))
        at, document_id = _read_cursor(cursor) if cursor else (None, None)
        workspaces = within if workspace is None else [workspace]
        async with self.database.connection() as connection:
            rows = await connection.fetch(
                SQL["list_documents"], tenant, workspaces, at, document_id, limit + 1, source_app, language
            )
        found = [_stored(row) for row in rows[:limit]]
        return found, _cursor(found[-1]) if len(rows) > limit else None

    async def get_document(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> StoredDocument:
        """One document of these workspaces (None: of any) with its text. Raises `NotFound`."""
        async with self.database.connection() as connection:
            row = await connection.fetchrow(SQL["get_document"], tenant, _uuid(document_id), within)
        if row is None:
            raise NotFound(f"There is no document {document_id}.")
        return _stored(row)

    async def passages_of(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> list[Passage]:
        """The passages of a document of these workspaces (None: of any) in reading order. Raises `NotFound`."""
        async with self.database.connection() as connection:
            row = await connection.fetchrow(SQL["layout_of"], tenant, _uuid(document_id), within)
            if row is None:
                raise NotFound(f"There is no document {document_id}.")
            rows = await connection.fetch(SQL["passages_of"], tenant, _uuid(document_id))
        layout = [Line(*line) for line in row["layout"] or ()]
        return [
            Passage(
                passage_id=str(row["passage_id"]), document_id=str(row["document_id"]), position=row["position"],
                heading=row["heading"] or None, page=row["page"], start=row["start_at"], end=row["end_at"],
                text=row["text"], chunk_hash=row["chunk_hash"], boxes=boxes(layout, row["start_at"], row["end_at"]),
            )
            for row in rows
        ]  # fmt: skip

    async def search(
        self,
        query: Query,
        vector: Sequence[float] | None = None,
        embedder: str = "",
        calibration: tuple[float, float] | None = None,
    ) -> Retrieval:
        """The best passages for a question (`search.passages`)."""
        return await search.passages(self.database, query, vector, embedder, calibration)

    async def counts(self, tenant: str, within: Sequence[str] | None = None) -> Counts:
        """What lies in these workspaces, None: in all."""
        async with self.database.connection() as connection:
            (row,) = await connection.fetch(SQL["counts"], tenant, within)
        return Counts(row["documents"], row["passages"])

    async def documents_below(self, tenant: str, workspace: str, folder: str) -> dict[str, Known]:
        """Documents that were read from files below a folder (an absolute path), by their place."""
        async with self.database.connection() as connection:
            rows = await connection.fetch(SQL["documents_below"], tenant, workspace, folder.rstrip("/\\") + os.sep)
        return {row["external_id"]: Known(str(row["document_id"]), row["title"], "", 0) for row in rows}

    async def original(
        self, tenant: str, document_id: str, within: Sequence[str] | None = None
    ) -> tuple[originals.Original, AsyncIterator[bytes]]:
        """What was sent for a document of these workspaces (None: of any), and its bytes in parts. Raises `NotFound`."""
        original = await originals.describe(self.database, tenant, _uuid(document_id), within)
        return original, originals.read(self.database, tenant, original)

    async def has_seen(self, tenant: str, workspace: str) -> bool:
        """Whether this workspace ever held a document, deleted ones included."""
        async with self.database.connection() as connection:
            return bool(await connection.fetchval(SQL["has_seen"], tenant, workspace))

    async def _id_of(self, connection: Connection, tenant: str, workspace: str, entry: IndexedDocument) -> str:
        rows = await connection.fetch(SQL["fingerprints"], tenant, workspace, [_external_id(entry.document)])
        return str(rows[0]["document_id"])

    async def _forget(
        self, connection: Connection, tenant: str, document_ids: Sequence[str], most: int | None = None
    ) -> Change:
        """Delete passages of locked documents, all or `most`; returns what the statistics lose by it."""
        change = Change()
        if not document_ids:
            return change
        for row in await connection.fetch(SQL["forget_passages"], tenant, list(document_ids), most):
            if row["term"] is None:
                change.passages -= row["passages"]
                change.terms -= row["length"]
            else:
                change.df[row["term"]] -= row["passages"]
        return change

    async def _remove_some(
        self, connection: Connection, tenant: str, workspace: str, documents: Sequence[tuple[str, int]]
    ) -> int:
        """Delete the first of these locked documents, given with their passages, as far as one transaction should go.

        Returns how many are gone; of one that is too long, only passages go, and it is 0.
        """
        reach = list(accumulate(passages for _, passages in documents))
        chosen = [
            document_id for (document_id, _), sum_ in zip(documents, reach, strict=True) if sum_ <= FORGOTTEN_AT_ONCE
        ]
        extracted = await graph.extracted_of(connection, tenant, chosen)
        change = await self._forget(
            connection, tenant, chosen or [documents[0][0]], None if chosen else FORGOTTEN_AT_ONCE
        )
        if chosen:
            await connection.execute(SQL["delete_documents"], tenant, chosen)
        else:
            await connection.execute(SQL["shorten_document"], tenant, documents[0][0], -change.passages)
        await change.write(connection, tenant, workspace)
        await graph.drop_unfounded(connection, tenant, extracted)
        return len(chosen)

    async def _insert(
        self, connection: Connection, tenant: str, documents: Sequence[tuple[str, IndexedDocument]]
    ) -> None:
        """Passages and vectors, some hundreds in one statement: few enough to be encoded between two other things."""
        items = [(document_id, entry, item) for document_id, entry in documents for item in entry.passages]
        for part in batched(items, INSERTED_AT_ONCE):
            columns = map(list, zip(*starmap(_passage_columns, part), strict=True))
            await connection.execute(SQL["insert_passages"], tenant, *columns)
            vectors = [
                (document_id, item.passage.passage_id, vector_bytes(item.vector))
                for document_id, _, item in part
                if item.vector is not None
            ]
            if vectors and self.database.has_vectors:
                columns = map(list, zip(*vectors, strict=True))
                await connection.execute(SQL["insert_vectors"], tenant, documents[0][1].embedder, *columns)


class Change:
    """What one transaction adds to the statistics of a workspace; losses are negative."""

    def __init__(self) -> None:
        self.passages = 0
        self.terms = 0
        self.df: Counter[str] = Counter()

    def add(self, entries: Iterable[IndexedDocument]) -> None:
        for entry in entries:
            self.passages += len(entry.passages)
            self.terms += entry.length
            self.df.update(entry.df)

    async def write(self, connection: Connection, tenant: str, workspace: str) -> None:
        """The corpus row first: it is the lock under which the terms change."""
        df = await asyncio.to_thread(lambda: sorted((term, delta) for term, delta in self.df.items() if delta))
        if not (self.passages or self.terms or df):
            return
        await connection.execute(SQL["count_corpus"], tenant, workspace, self.passages, self.terms)
        for part in batched(df, COUNTED_AT_ONCE):
            terms, deltas = map(list, zip(*part, strict=True))
            await connection.execute(SQL["count_terms"], tenant, workspace, terms, deltas)
            lost = [term for term, delta in part if delta < 0]
            if lost:
                await connection.execute(SQL["drop_unused_terms"], tenant, workspace, lost)


def batched(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Slices of at most `size`."""
    return (items[start : start + size] for start in range(0, len(items), size))


def _uuid(document_id: str) -> str:
    """A malformed id names nothing: `NotFound`."""
    try:
        return str(uuid.UUID(document_id))
    except ValueError:
        raise NotFound(f"There is no document {document_id[:80]}.") from None


def _external_id(document: Document) -> str:
    return document.external_id or document.document_id


def _workspace_of(documents: Sequence[IndexedDocument]) -> str:
    workspaces = {entry.document.workspace or DEFAULT_WORKSPACE for entry in documents}
    if len(workspaces) != 1:
        raise ValueError("documents of one workspace are stored together")
    if len({_external_id(entry.document) for entry in documents}) != len(documents):
        raise ValueError("one document is given twice")
    return workspaces.pop()


def _columns(entry: IndexedDocument, workspace: str) -> tuple[Any, ...]:
    document = entry.document
    return (
        document.document_id, _external_id(document), workspace, document.source_app, document.title, document.source,
        document.language, document.media_type, document.content_hash, entry.fingerprint, document.text,
        len(entry.passages), dict(document.metadata), document.file_name,
        list(map(list, document.layout)) or None,
    )  # fmt: skip


def _spoken(document_id: str, entry: IndexedDocument) -> Spoken:
    document = entry.document
    passages = {
        item.passage.passage_id: f"{item.passage.heading or ''}\n{item.passage.text}" for item in entry.passages
    }
    return Spoken(document_id, _external_id(document), document.source, passages)


def _passage_columns(document_id: str, entry: IndexedDocument, indexed: IndexedPassage) -> tuple[Any, ...]:
    passage = indexed.passage
    return (
        document_id, entry.document.language, passage.passage_id, passage.position, passage.heading or "", passage.page,
        passage.start, passage.end, passage.text, passage.chunk_hash, indexed.length, indexed.lexemes,
    )  # fmt: skip


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
        message = "must be the next_cursor of an earlier page"
        raise InvalidField(f"cursor: {message}.", [{"field": "cursor", "message": message}]) from None
