"""Rows of documents made anew: counted by another recipe, or given vectors by another embedder.

Every step is one short transaction that leaves the knowledge base whole, and what is done is seen from the rows
themselves; so the work can stop anywhere and go on anywhere. `library.sql` says in which order rows are locked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

from gateway.errors import NotFound
from gateway.ingestion.processes.document_frames import Recount, Task, recount
from gateway.ingestion.processes.isolation import S_PER_MB, Apart
from gateway.ingestion.processes.spool import ROWS, Spool
from gateway.ingestion.processes.workers import Stopped, one_worker
from gateway.ingestion.reindex import Bare, Key
from gateway.ingestion.source_file import FEW, SMALL, recut
from gateway.knowledge.documents.corpus import Document, LayoutLine, Passage
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.search.index import IndexedDocument, index, is_split_so, made_by, recipe_of
from gateway.store.database.copy_rows import PASSAGE, pack, vector_bytes
from gateway.store.database.database import Database
from gateway.store.database.statements import from_row, load
from gateway.store.database.tenancy import ALL_TENANTS, TenantConnection
from gateway.store.database.tsvector import passage_lexemes
from gateway.store.documents.library import Library
from gateway.store.documents.passage_rows import Change, batched, copy, enlist, insert
from gateway.store.graph import graph_rows
from gateway.store.search import nearest

log = logging.getLogger(__name__)

SQL = load("documents/reindex_rows.sql")
LOCK = 0x72_65_69_6E  # "rein"
AT_ONCE = 500
"""Rows changed by one statement where no text is read."""
NEW_FROM = 1 << 30
"""Position of the first new passage of a long document while the old ones are still there."""


class ReindexRows:
    """The store's half of `gateway.ingestion.reindex`. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, library: Library, apart: Apart | None = None) -> None:
        self._library, self._apart = library, apart or Apart()
        self.database: Database = library.database

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Tells whether this process is the one that does the work. The lock goes with its connection."""
        return self.database.alone(LOCK)

    async def is_pending(self, embedder: str) -> bool:
        async with self.database.connection(ALL_TENANTS) as connection:
            return bool(await connection.fetchval(SQL["is_pending"], made_by(embedder)))

    async def to_count(self) -> int:
        """Counts the passages of documents that another recipe counted."""
        async with self.database.connection(ALL_TENANTS) as connection:
            return int(await connection.fetchval(SQL["passages_to_count"], recipe_of()))

    async def documents_to_count(self, after: Key, limit: int) -> list[Key]:
        """Returns tenant and id of the next documents of another recipe."""
        async with self.database.connection(ALL_TENANTS) as connection:
            rows = await connection.fetch(SQL["documents_to_count"], recipe_of(), *after, limit)
        return [(row["tenant_id"], str(row["document_id"])) for row in rows]

    async def count(self, tenant: str, document_id: str) -> int:
        """Counts the words of a stored document anew; returns its passages, 0 when it changed or went meanwhile.

        One that was split in another way is split anew, from its stored text. Passages that are as before keep their
        ids, so that whatever points at them still does; new ones get their vectors with the next step.
        """
        async with self.database.connection(tenant) as connection:
            row = await connection.fetchrow(SQL["document"], tenant, document_id, SMALL)
        if row is None:
            return 0
        if row["text"] is None or row["passages"] > FEW:
            return await self._count_lengthy(tenant, _document(document_id, dict(row)), dict(row))
        before = passages = await self._library.documents.passages(tenant, document_id)
        document = _document(document_id, dict(row))
        mark = recipe_of(row["fingerprint"])
        try:
            if not is_split_so(row["fingerprint"]):
                passages = _with_old_ids(await one_worker().run(recut, document), before)
                mark = recipe_of(row["fingerprint"], vectors=False)
            new = await one_worker().run(index, tenant, document, passages, None, "")
        except Stopped:
            return await self._count_lengthy(tenant, document, dict(row))
        change = Change()
        change.passages = len(passages) - len(before)
        async with self.database.transaction(tenant) as connection:
            await graph_rows.share(connection, tenant)
            if not await connection.fetchval(SQL["lock_document"], tenant, document_id, row["fingerprint"]):
                return 0
            for old in await connection.fetch(SQL["counted"], tenant, document_id):
                if old["term"] is None:
                    change.terms -= old["count"]
                else:
                    change.df[old["term"]] -= old["count"]
            await _exchange(connection, tenant, [passage.passage_id for passage in before], new)
            change.terms += new.length
            await asyncio.to_thread(change.df.update, new.df)
            await connection.execute(SQL["mark"], tenant, document_id, mark, len(passages))
            await change.write(connection, tenant, row["workspace"])
        return len(passages)

    async def _count_lengthy(self, tenant: str, document: Document, row: Mapping[str, Any]) -> int:
        """Does what `count` does, for a document of any length: read in a process of its own, exchanged in the
        database."""
        key, mark = document.document_id, recipe_of(row["fingerprint"], vectors=False)
        again = Recount(Task(tenant, "", None, pack), replace(document, text=""), NEW_FROM)
        try:
            text = await self._text_of(tenant, key)
            async with self._apart.run(recount, text, again, document.title, S_PER_MB) as (spool, end):
                passages: int = end["passages"]
                async with self.database.transaction(tenant) as connection:
                    await graph_rows.share(connection, tenant)
                    if await connection.fetchval(SQL["lock_document"], tenant, key, row["fingerprint"]):
                        await _exchange_lengthy(connection, tenant, document, spool, passages)
                        await connection.execute(SQL["mark"], tenant, key, mark, passages)
        except NotFound:
            return 0
        except Unreadable as error:  # stays as it is, and is not tried for ever
            log.error("document %s is not counted anew: %s", key, error)
            async with self.database.connection(tenant) as connection:
                await connection.execute(SQL["mark"], tenant, key, mark, row["passages"])
            return int(row["passages"])
        return passages

    async def _text_of(self, tenant: str, document_id: str) -> bytearray:
        """Returns a long text in UTF-8. Raises `NotFound` if the document is replaced or deleted meanwhile."""
        text = bytearray()
        async for part in self._library.parts.text(
            tenant, await self._library.documents.by_id(tenant, document_id, text=False)
        ):
            text += part.encode()
        return text

    async def missing(self, embedder: str) -> int:
        """Counts the passages without a vector of this embedder."""
        async with self.database.connection(ALL_TENANTS) as connection:
            return int(await connection.fetchval(SQL["missing_vectors"], embedder))

    async def bare(self, embedder: str, after: Key, limit: int) -> list[Bare]:
        """Returns the next passages without a vector of this embedder."""
        async with self.database.connection(ALL_TENANTS) as connection:
            rows = await connection.fetch(SQL["next_without_vector"], embedder, *after, limit)
        return [Bare(row["tenant_id"], str(row["passage_id"]), row["text"]) for row in rows]

    async def add(self, embedder: str, passages: Sequence[Bare], vectors: Sequence[Sequence[float]]) -> None:
        tenants, ids = [passage.tenant for passage in passages], [passage.passage_id for passage in passages]
        async with self.database.connection(tenants) as connection:
            await connection.execute(SQL["add_vectors"], embedder, tenants, ids, list(map(vector_bytes, vectors)))

    async def finish(self, embedder: str, *, vectors: bool) -> None:
        """Marks what is done. Where `vectors` were made, those of other embedders go first."""
        done, counted = made_by(embedder), recipe_of()
        async with self.database.connection(ALL_TENANTS) as connection:
            if vectors:
                while _rows(await connection.execute(SQL["drop_old_vectors"], embedder, AT_ONCE)):
                    pass
                while _rows(await connection.execute(SQL["mark_vectors"], done, counted, embedder, AT_ONCE)):
                    pass
            else:
                while _rows(await connection.execute(SQL["mark_without_vectors"], done, counted, AT_ONCE)):
                    pass

    async def build_index(self, embedder: str) -> bool:
        """Builds the index of vectors (`nearest.build`)."""
        return await nearest.build(self.database, embedder)


async def _exchange_lengthy(
    connection: TenantConnection, tenant: str, document: Document, spool: Spool, passages: int
) -> None:
    """Stores a document's passages as they are counted and split now, those that are as before under their ids."""
    key, workspace = document.document_id, document.workspace
    before = await connection.fetchval(SQL["positions"], tenant, key)
    extracted = await graph_rows.extracted_of(connection, tenant, [key])
    await enlist(connection, tenant, workspace, key, before, gained=False)
    await copy(connection, tenant, key, "arriving_passage", PASSAGE, spool.rows(ROWS))
    await connection.execute(SQL["drop_others"], tenant, key, NEW_FROM)
    for start in range(NEW_FROM, NEW_FROM + passages, AT_ONCE):
        await connection.execute(SQL["renew"], tenant, key, NEW_FROM, start, start + AT_ONCE)
    await connection.execute(SQL["settle_positions"], tenant, key, NEW_FROM)
    await enlist(connection, tenant, workspace, key, passages)
    await graph_rows.link_lengthy(connection, tenant, workspace, key, document, passages)
    await graph_rows.drop_unfounded(connection, tenant, extracted)


def _document(document_id: str, row: Mapping[str, Any]) -> Document:
    layout = tuple(LayoutLine(*line) for line in row["layout"] or ())
    return from_row(Document, row, document_id=document_id, text=row["text"] or "", layout=layout)


async def _exchange(connection: TenantConnection, tenant: str, before: Sequence[str], new: IndexedDocument) -> None:
    """Stores a document's passages, those `before` given by their ids, as they are counted and split now."""
    old, document = set(before), new.document
    same = [entry for entry in new.passages if entry.passage.passage_id in old]
    for part in batched(same, AT_ONCE):
        counted = replace(new, passages=tuple(part))
        await connection.execute(
            SQL["recount"],
            tenant,
            [entry.passage.passage_id for entry in part],
            [entry.length for entry in part],
            await asyncio.to_thread(lambda counted: [*passage_lexemes(counted)], counted),
            [entry.passage.position for entry in part],
            [entry.passage.heading or "" for entry in part],
        )
    fresh = tuple(entry for entry in new.passages if entry.passage.passage_id not in old)
    gone = old - {entry.passage.passage_id for entry in same}
    if not fresh and not gone:
        return
    extracted = await graph_rows.extracted_of(connection, tenant, [document.document_id])
    await connection.execute(SQL["drop_passages"], tenant, list(gone))
    rows = await asyncio.to_thread(pack, replace(new, passages=fresh))
    await insert(connection, tenant, [(document.document_id, rows)], vectors=False)
    await graph_rows.link_documents(connection, tenant, document.workspace, [(document.document_id, document)])
    await graph_rows.drop_unfounded(connection, tenant, extracted)


def _with_old_ids(passages: Sequence[Passage], before: Sequence[Passage]) -> list[Passage]:
    """Returns passages with the ids of those that had the same text at the same place before."""
    ids = {(passage.start, passage.end, passage.chunk_hash): passage.passage_id for passage in before}
    return [
        replace(passage, passage_id=ids.get((passage.start, passage.end, passage.chunk_hash), passage.passage_id))
        for passage in passages
    ]


def _rows(status: str) -> int:
    """Returns how many rows a statement changed, by its command tag."""
    return int(status.rpartition(" ")[2])
