"""Rows of documents made anew: counted by another recipe, or given vectors by another embedder.

Every step is one short transaction that leaves the knowledge base whole, and what is done is seen from the rows
themselves; so the work can stop anywhere and go on anywhere. `library.sql` says in which order rows are locked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from typing import Any

import asyncpg

from gateway.errors import NotFound
from gateway.ingestion.processes.document_frames import Recount, Task, recount
from gateway.ingestion.processes.isolation import S_PER_MB, USUAL, Apart, Bounds
from gateway.ingestion.processes.spool import ROWS
from gateway.ingestion.processes.workers import Stopped, one_worker
from gateway.ingestion.reindex import Bare, Key
from gateway.ingestion.source_file import FEW, SMALL, split_anew
from gateway.knowledge.documents.corpus import Document, LayoutLine
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.search.index import index, is_split_so, made_by, recipe_of
from gateway.store.database.copy_rows import pack, vector_bytes
from gateway.store.database.database import Database
from gateway.store.database.statements import from_row, load
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.database.tsvector import passage_lexemes
from gateway.store.documents.exchange.passage_exchange import NewRows, exchange
from gateway.store.documents.library import Library
from gateway.store.documents.passage_rows import Change, batched
from gateway.store.documents.rereading.stored_reading import StoredReading
from gateway.store.graph import graph_rows
from gateway.store.search import nearest, plain_vectors
from gateway.store.search.plain_vectors import of_plain

log = logging.getLogger(__name__)

SQL = load("documents/reindex_rows.sql")
LOCK = 0x72_65_69_6E  # "rein"
AT_ONCE = 500
"""Rows changed by one statement where no text is read."""
NEWEST = 64
"""Documents that are looked at together for passages without vectors."""


class ReindexRows:
    """The store's half of `gateway.ingestion.reindex`. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, library: Library, apart: Apart | None = None, bounds: Bounds = USUAL) -> None:
        self._library, self._apart = library, apart or Apart()
        self.database: Database = library.database
        self._reading = StoredReading(library, self._apart, bounds)
        self._of_vectors = SQL if self.database.has_vectors else {name: of_plain(text) for name, text in SQL.items()}

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Tells whether this process is the one that does the work. The lock goes with its connection."""
        return self.database.alone(LOCK)

    async def is_pending(self, embedder: str) -> bool:
        async with self.database.connection(ALL_TENANTS) as connection:
            return bool(await connection.fetchval(SQL["is_pending"], made_by(embedder), *self._reading.readings))

    async def to_count(self) -> int:
        """Counts the passages of documents that another recipe counted or another version read."""
        async with self.database.connection(ALL_TENANTS) as connection:
            return int(await connection.fetchval(SQL["passages_to_count"], recipe_of(), *self._reading.readings))

    async def documents_to_count(self, after: Key, limit: int) -> list[Key]:
        """Returns tenant and id of the next of these documents."""
        async with self.database.connection(ALL_TENANTS) as connection:
            rows = await connection.fetch(
                SQL["documents_to_count"], recipe_of(), *self._reading.readings, *after, limit
            )
        return [(row["tenant_id"], str(row["document_id"])) for row in rows]

    async def count(self, tenant: str, document_id: str) -> int:
        """Reads a stored document again if its format is read otherwise now, or counts its words anew. Returns how many
        passages it had, 0 if it changed or went meanwhile.

        One that was split in another way is split anew, from its stored text. Passages that are as before keep their
        ids, so that whatever points at them still does; new ones get their vectors with the next step.
        """
        async with self.database.connection(tenant) as connection:
            row = await connection.fetchrow(SQL["document"], tenant, document_id, SMALL, *self._reading.readings)
        if row is None:
            return 0
        if row["is_outdated"]:
            await self._reading.read(tenant, document_id)
            return int(row["passages"])
        document = _document(document_id, dict(row))
        if row["text"] is not None and row["passages"] <= FEW:
            with suppress(Stopped):  # a process of its own can do it, or says why not
                if is_split_so(row["fingerprint"]):
                    return await self._recount(tenant, document, row)
                entry = await one_worker().run(split_anew, pack, tenant, document)
                rows = NewRows(iter([list(entry.passages)]), entry.count)
                return await self._exchange(tenant, document, row["fingerprint"], rows)
        return await self._count_lengthy(tenant, document, row)

    async def _recount(self, tenant: str, document: Document, row: asyncpg.Record) -> int:
        """Counts the words of passages that stay as they are."""
        key, mark = document.document_id, row["fingerprint"]
        passages = await self._library.documents.passages(tenant, key)
        new = await one_worker().run(index, tenant, document, passages, "")
        change = Change()
        async with self.database.transaction(tenant) as connection:
            if not await connection.fetchval(SQL["lock_document"], tenant, key, mark):
                return 0
            for old in await connection.fetch(SQL["counted"], tenant, key):
                if old["term"] is None:
                    change.terms -= old["count"]
                else:
                    change.df[old["term"]] -= old["count"]
            for part in batched(new.passages, AT_ONCE):
                counted = replace(new, passages=tuple(part))
                await connection.execute(
                    SQL["recount"],
                    tenant,
                    [entry.passage.passage_id for entry in part],
                    [entry.length for entry in part],
                    await asyncio.to_thread(lambda counted: [*passage_lexemes(counted)], counted),
                )
            change.terms += new.length
            await asyncio.to_thread(change.df.update, new.df)
            await connection.execute(SQL["mark"], tenant, key, recipe_of(mark), len(passages))
            await change.write(connection, tenant, row["workspace"])
        return len(passages)

    async def _exchange(self, tenant: str, document: Document, mark: str, rows: NewRows) -> int:
        """Stores a document's passages as they are counted and split now; returns their number."""
        key, has_vectors = document.document_id, self.database.has_vectors
        async with self.database.transaction(tenant) as connection:
            await graph_rows.share(connection, tenant)
            if not await connection.fetchval(SQL["lock_document"], tenant, key, mark):
                return 0
            await exchange(connection, tenant, document, rows, has_vectors=has_vectors)
            await connection.execute(SQL["mark"], tenant, key, recipe_of(mark, vectors=False), rows.number)
        return rows.number

    async def _count_lengthy(self, tenant: str, document: Document, row: asyncpg.Record) -> int:
        """Does what `count` does, for a document of any length: read in a process of its own, exchanged in the
        database."""
        key, mark = document.document_id, row["fingerprint"]
        again = Recount(Task(tenant, "", pack), replace(document, text=""))
        try:
            text = await self._text_of(tenant, key)
            async with self._apart.run(recount, text, again, document.title, S_PER_MB) as (spool, end):
                rows = NewRows(spool.rows(ROWS), end["passages"])
                return await self._exchange(tenant, document, mark, rows)
        except NotFound:
            return 0
        except Unreadable as error:  # stays as it is, and is not tried for ever
            log.error("document %s is not counted anew: %s", key, error)
            async with self.database.connection(tenant) as connection:
                await connection.execute(SQL["mark"], tenant, key, recipe_of(mark, vectors=False), row["passages"])
            return int(row["passages"])

    async def _text_of(self, tenant: str, document_id: str) -> bytearray:
        """Returns a long text in UTF-8. Raises `NotFound` if the document is replaced or deleted meanwhile."""
        text = bytearray()
        async for part in self._library.parts.text(
            tenant, await self._library.documents.by_id(tenant, document_id, text=False)
        ):
            text += part.encode()
        return text

    async def stored(self) -> object:
        """Returns the sums of the statistics: other ones mean that documents were stored or deleted."""
        async with self.database.connection(ALL_TENANTS) as connection:
            return tuple(await connection.fetchrow(SQL["stored"]) or ())

    async def stores_vectors(self) -> bool:
        """Returns whether passages get vectors: with pgvector all, without it those of a small database."""
        if self.database.has_vectors:
            return True
        async with self.database.connection(ALL_TENANTS) as connection:
            return await plain_vectors.are_few(connection)

    async def missing(self, embedder: str) -> int:
        """Counts the passages without a vector of this embedder."""
        async with self.database.connection(ALL_TENANTS) as connection:
            return int(await connection.fetchval(self._of_vectors["missing_vectors"], embedder))

    async def bare(self, embedder: str, limit: int, reached: Mapping[Key, int]) -> list[Bare]:
        """Returns passages without a vector of this embedder, of the newest documents that need some, after the
        positions that were `reached` in them."""
        places = [key[0] for key in reached], [key[1] for key in reached], list(reached.values())
        async with self.database.connection(ALL_TENANTS) as connection:
            rows = await connection.fetch(
                self._of_vectors["next_without_vector"],
                *(recipe_of(), made_by(embedder), embedder, NEWEST, limit, *places),
            )
        return [
            Bare(row["tenant_id"], str(row["passage_id"]), row["text"], str(row["document_id"]), row["position"])
            for row in rows
        ]

    async def add(self, embedder: str, passages: Sequence[Bare], vectors: Sequence[Sequence[float]]) -> None:
        tenants, ids = [passage.tenant for passage in passages], [passage.passage_id for passage in passages]
        async with self.database.connection(tenants) as connection:
            if not self.database.has_vectors:
                await plain_vectors.add(connection, embedder, tenants, ids, vectors)
                return
            await connection.execute(SQL["add_vectors"], embedder, tenants, ids, list(map(vector_bytes, vectors)))

    async def approve(self, embedder: str) -> int:
        """Marks documents whose passages all have vectors, of the newest that are not marked; returns how many."""
        async with self.database.connection(ALL_TENANTS) as connection:
            status = await connection.execute(
                self._of_vectors["mark_vectors"], recipe_of(), made_by(embedder), embedder, NEWEST
            )
        return _rows(status)

    async def drop_others(self, embedder: str) -> None:
        """Deletes the vectors of other embedders."""
        async with self.database.connection(ALL_TENANTS) as connection:
            while _rows(await connection.execute(self._of_vectors["drop_old_vectors"], embedder, AT_ONCE)):
                pass

    async def finish(self, embedder: str) -> None:
        """Marks all documents that are counted, without vectors."""
        async with self.database.connection(ALL_TENANTS) as connection:
            while _rows(await connection.execute(SQL["mark_without_vectors"], made_by(embedder), recipe_of(), AT_ONCE)):
                pass

    async def build_index(self, embedder: str) -> bool:
        """Builds the index of vectors (`nearest.build`)."""
        return await nearest.build(self.database, embedder)


def _document(document_id: str, row: Mapping[str, Any]) -> Document:
    layout = tuple(LayoutLine(*line) for line in row["layout"] or ())
    return from_row(Document, row, document_id=document_id, text=row["text"] or "", layout=layout)


def _rows(status: str) -> int:
    """Returns how many rows a statement changed, by its command tag."""
    return int(status.rpartition(" ")[2])
