"""Documents, passages and corpus statistics: every change is one transaction, every figure stays exact.

`library.sql` says in which order rows are locked; the order is what keeps concurrent ingestion free of deadlocks.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import asyncpg

from gateway.errors import NotFound
from gateway.ingestion.ports import DocumentRow, Packed, Stored, UnreadSource
from gateway.ingestion.processes.spool import Spool
from gateway.ingestion.source_file import Source
from gateway.knowledge.documents.corpus import Passage
from gateway.knowledge.workspaces import SAMPLE_WORKSPACE
from gateway.models.ports import Embedder
from gateway.retrieval.ports import Query, Retrieval
from gateway.store.accounts import allowances, audit
from gateway.store.database.copy_rows import pack
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.documents import failed_sources, lengthy_documents, originals, passage_rows, stored_documents
from gateway.store.documents.document_row import upsert
from gateway.store.documents.failed_sources import FailedSource, FailureSearch
from gateway.store.documents.stored_documents import DocumentSearch, PassagePage, StoredDocument
from gateway.store.documents.stored_parts import StoredParts
from gateway.store.graph import graph_rows
from gateway.store.search import passage_search

SQL = load(Path(__file__).with_name("library.sql"))
EMPTIED_AT_ONCE, FORGOTTEN_AT_ONCE = 50, 1000
"""Documents and passages per transaction when something is deleted: no lock stays for long."""


class Counts(NamedTuple):
    documents: int
    passages: int


class Library:
    """The knowledge base in PostgreSQL. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.graph = graph_rows.GraphRows(database)
        self.parts = StoredParts(database)

    pack = staticmethod(pack)
    """Makes rows of what is to be stored; a function of its own, for worker processes."""

    async def replace(self, tenant: str, entries: Sequence[Packed]) -> list[Stored]:
        """Stores documents of one workspace, all or none, in one transaction; returns a result for each, in the order
        given.

        Several small documents together share the update of the statistics, which is most of a small one's work. Raises
        `NotFound` for an unknown tenant.
        """
        try:
            return await self._replace(tenant, entries)
        except asyncpg.ForeignKeyViolationError:
            raise NotFound(f"There is no tenant {tenant!r}.") from None

    async def _replace(self, tenant: str, entries: Sequence[Packed]) -> list[Stored]:
        workspace = _workspace_of(entries)
        ordered = sorted(entries, key=lambda entry: entry.external_id)
        results: dict[int, Stored] = {}
        async with self.database.transaction(tenant) as connection:
            await graph_rows.share(connection, tenant)
            changed: list[tuple[str, Packed]] = []
            versions: list[int] = []
            replaced: list[str] = []
            for entry in ordered:
                key, version = await upsert(connection, tenant, entry)
                results[id(entry)] = Stored(key, "ready" if version else "unchanged")
                if version:
                    changed.append((key, entry))
                    versions.append(version)
                if version > 1:
                    replaced.append(key)
            await originals.write(connection, tenant, replaced, ((key, entry.document) for key, entry in changed))
            extracted = await graph_rows.extracted_of(connection, tenant, replaced)
            for row in await connection.fetch(SQL["lengthy_documents"], tenant, replaced, FORGOTTEN_AT_ONCE):
                await passage_rows.shed(connection, tenant, workspace, str(row["document_id"]))
            change = await passage_rows.forget(connection, tenant, replaced)
            await passage_rows.insert(connection, tenant, changed, vectors=self.database.has_vectors)
            await asyncio.to_thread(change.add, [entry for _, entry in changed])
            await change.write(connection, tenant, workspace)
            await graph_rows.link_documents(
                connection, tenant, workspace, [(key, entry.document) for key, entry in changed]
            )
            await graph_rows.drop_unfounded(connection, tenant, extracted)
            stored = [key for key, _ in changed]
            details = [{"workspace": workspace, "version": version} for version in versions]
            await audit.note(connection, tenant, "document.saved", stored, details)
            await allowances.weigh(connection, tenant, stored)
        return [results[id(entry)] for entry in entries]

    async def replace_lengthy(self, tenant: str, entry: Packed, spool: Spool) -> Stored:
        """Stores one document of any length, in one transaction. Raises `NotFound` for an unknown tenant."""
        try:
            return await lengthy_documents.store(self.database, tenant, entry, spool)
        except asyncpg.ForeignKeyViolationError:
            raise NotFound(f"There is no tenant {tenant!r}.") from None

    async def add_vectors(self, tenant: str, stored: str, embedder: Embedder, fingerprint: str, then: str) -> None:
        """Gives a stored document vectors (`lengthy_documents.add_vectors`)."""
        await lengthy_documents.add_vectors(self.database, tenant, stored, embedder, fingerprint, then)

    @property
    def has_vectors(self) -> bool:
        return self.database.has_vectors

    async def known(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, DocumentRow]:
        """Returns what is stored under these external ids, to skip what has not changed before any work is done."""
        async with self.database.connection(tenant) as connection:
            rows = await connection.fetch(SQL["known_documents"], tenant, workspace, list(external_ids))
        return {row["external_id"]: stored_documents.of_row(DocumentRow, row) for row in rows}

    async def unread(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, UnreadSource]:
        """Returns which of these could not be read when they came last."""
        async with self.database.connection(tenant) as connection:
            rows = await connection.fetch(SQL["unread"], tenant, workspace, list(external_ids))
        return {row["external_id"]: UnreadSource(row["fingerprint"], row["reason"]) for row in rows}

    async def keep_unread(self, tenant: str, workspace: str, external_id: str, unread: UnreadSource) -> None:
        """Remembers that something cannot be read. Raises `NotFound` for an unknown tenant."""
        async with self.database.connection(tenant) as connection:
            try:
                await connection.execute(SQL["keep_unread"], tenant, workspace, external_id, *unread)
            except asyncpg.ForeignKeyViolationError:
                raise NotFound(f"There is no tenant {tenant!r}.") from None

    async def note(
        self, tenant: str, outcomes: Sequence[tuple[Source, str | None]], *, with_content: bool = False
    ) -> None:
        """Remembers what failed and why, and forgets earlier failures of what went well (None). Raises `NotFound` for
        an unknown tenant."""
        await failed_sources.note(self.database, tenant, outcomes, with_content=with_content)

    async def failures(self, tenant: str, wanted: FailureSearch) -> list[FailedSource]:
        """Returns what failed when it came last, newest first."""
        return await failed_sources.failures(self.database, tenant, wanted)

    async def failed(self, tenant: str, failure_id: str, within: Sequence[str] | None = None) -> Source | None:
        """Returns what failed, to be tried again: what is known of it as unreadable is forgotten. None where its
        content was not stored. Raises `NotFound`."""
        source = await failed_sources.source_of(self.database, tenant, failure_id, within)
        if source is not None:
            async with self.database.connection(tenant) as connection:
                await connection.execute(SQL["forget_unread"], tenant, source.workspace, source.external_id)
        return source

    async def dismiss(self, tenant: str, failure_id: str, within: Sequence[str] | None = None) -> bool:
        """Forgets a failure; returns False where there is none of this id."""
        return await failed_sources.dismiss(self.database, tenant, failure_id, within)

    async def settle(self) -> None:
        """Makes searches as quick after many changes as they were before."""
        async with self.database.owner() as (connection, _):
            await connection.raw.execute(SQL["settle"])

    async def delete_document(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> None:
        """Removes a document with its passages. Raises `NotFound` when the tenant has none of this id in these
        workspaces."""
        while True:
            async with self.database.transaction(tenant) as connection:
                await graph_rows.share(connection, tenant)
                row = await connection.fetchrow(
                    SQL["lock_document"], tenant, stored_documents.canonical(document_id), within
                )
                if row is None:
                    raise NotFound(f"There is no document {document_id}.")
                whole = [(document_id, row["passages"])]
                if await self._remove_some(connection, tenant, row["workspace"], whole):
                    named = [stored_documents.canonical(document_id)]
                    await audit.note(connection, tenant, "document.deleted", named, [{"workspace": row["workspace"]}])
                    return

    async def empty_workspace(self, tenant: str, workspace: str) -> int:
        """Removes every document of a workspace, some at a time, and its graph; returns how many documents there were.

        No transaction is long and statistics are exact after each, so that everything else goes on meanwhile, and
        asking again finishes what was broken off.
        """
        removed = 0
        await self.graph.empty(tenant, workspace)
        async with self.database.transaction(tenant) as connection:
            await connection.execute(SQL["forget_unread"], tenant, workspace, None)
            await connection.execute(failed_sources.SQL["forget_workspace"], tenant, workspace)
            await audit.note(connection, tenant, "workspace.emptied", [workspace])
        while True:
            async with self.database.transaction(tenant) as connection:
                await graph_rows.share(connection, tenant)
                rows = await connection.fetch(SQL["lock_workspace"], tenant, workspace, EMPTIED_AT_ONCE)
                if not rows:
                    return removed
                found = [(str(row["document_id"]), row["passages"]) for row in rows]
                gone = await self._remove_some(connection, tenant, workspace, found)
                deleted = [document_id for document_id, _ in found[:gone]]
                details = [{"workspace": workspace}] * gone
                await audit.note(connection, tenant, "document.deleted", deleted, details)
                removed += gone

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
        """Returns documents, newest first, without their text, and the cursor of the next page (None: this was the
        last).

        `within`: the workspaces to look in where `workspace` names none, None: all. `language`: a primary subtag in
        lower case.

        The order is by creation and never changes, so that pages neither repeat nor skip a document that stays.
        """
        workspaces = within if workspace is None else [workspace]
        wanted = DocumentSearch(workspaces, source_app, language, cursor=cursor, limit=limit)
        return await self.search_documents(tenant, wanted)

    async def search_documents(self, tenant: str, wanted: DocumentSearch) -> tuple[list[StoredDocument], str | None]:
        """Returns the same for any filters and any order."""
        return await stored_documents.page(self.database, tenant, wanted)

    async def workspaces(self, tenant: str, within: Sequence[str] | None = None) -> list[tuple[str, int, int]]:
        """Returns the names of these workspaces (None: of all) that hold documents, with how many documents and
        passages they hold."""
        async with self.database.connection(tenant) as connection:
            rows = await connection.fetch(SQL["workspaces"], tenant, within)
        return [(row["workspace"], row["documents"], row["passages"]) for row in rows]

    async def get_document(
        self, tenant: str, document_id: str, within: Sequence[str] | None = None, *, text: bool = True
    ) -> StoredDocument:
        """Returns one document of these workspaces (None: of any), with its text if it is wanted. Raises `NotFound`."""
        return await stored_documents.by_id(self.database, tenant, document_id, within, text=text)

    async def named_documents(
        self, tenant: str, name: str, path: str, workspace: str | None = None, limit: int = 10
    ) -> list[StoredDocument]:
        """Returns documents that a person calls by this external id, source, file name or title, or that were read from
        the file at an absolute `path`; newest first, without their text."""
        return await stored_documents.named(
            self.database, tenant, name, path, [workspace] if workspace else None, limit
        )

    async def passages_of(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> list[Passage]:
        """Returns the passages of a document of these workspaces (None: of any) in reading order. Raises `NotFound`."""
        return await stored_documents.passages(self.database, tenant, document_id, within)

    async def passage_page(
        self, tenant: str, document_id: str, within: Sequence[str] | None, cursor: str | None, limit: int
    ) -> PassagePage:
        """Returns at most `limit` of them, from the first on or where a cursor points.

        Raises `NotFound`; `InvalidField` for a cursor of another kind, or of a document that was replaced since: pages
        of two texts do not belong together.
        """
        return await stored_documents.passage_page(self.database, tenant, document_id, within, cursor, limit)

    async def passages_around(
        self, tenant: str, document_id: str, within: Sequence[str] | None, passage_id: str, limit: int
    ) -> PassagePage:
        """Returns at most `limit` of them with this one in the middle. Raises `NotFound` where the document has none of
        this id."""
        return await stored_documents.passages_around(self.database, tenant, document_id, within, passage_id, limit)

    async def search(
        self,
        query: Query,
        vector: Sequence[float] | None = None,
        embedder: str = "",
        calibration: tuple[float, float] | None = None,
    ) -> Retrieval:
        """Returns the best passages for a question (`passage_search.passages`)."""
        return await passage_search.passages(self.database, query, vector, embedder, calibration)

    async def counts(self, tenant: str, within: Sequence[str] | None = None) -> Counts:
        """Counts what lies in these workspaces, None: in all."""
        async with self.database.connection(tenant) as connection:
            (row,) = await connection.fetch(SQL["counts"], tenant, within)
        return Counts(row["documents"], row["passages"])

    async def documents_below(self, tenant: str, workspace: str, folder: str) -> dict[str, DocumentRow]:
        """Returns documents that were read from files below a folder (an absolute path), by the paths of these."""
        async with self.database.connection(tenant) as connection:
            rows = await connection.fetch(SQL["documents_below"], tenant, workspace, folder.rstrip("/\\") + os.sep)
        return {row["external_id"]: stored_documents.of_row(DocumentRow, row) for row in rows}

    async def original(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> originals.Original:
        """Returns what is known of the file that was sent for a document of these workspaces (None: of any). Raises
        `NotFound`."""
        return await originals.describe(self.database, tenant, stored_documents.canonical(document_id), within)

    async def has_seen(self, tenant: str, workspace: str) -> bool:
        """Tells whether this workspace ever had a document, deleted ones included."""
        async with self.database.connection(tenant) as connection:
            return bool(await connection.fetchval(SQL["has_seen"], tenant, workspace))

    async def sample_left_out(self, tenant: str, within: Sequence[str] | None = None) -> bool:
        """Tells whether there are sample documents that a search leaves out, for there are others in these workspaces
        (None: in all)."""
        async with self.database.connection(tenant) as connection:
            holding: list[str] = await connection.fetchval(SQL["holding"], tenant, within)
        return SAMPLE_WORKSPACE in holding and len(holding) > 1

    async def _remove_some(
        self, connection: TenantConnection, tenant: str, workspace: str, whole: Sequence[tuple[str, int]]
    ) -> int:
        """Deletes the first of these locked documents, given with their passages, as far as one transaction should go.

        Returns how many are gone; of one that is too long, only passages go, and it is 0.
        """
        reach = list(accumulate(count for _, count in whole))
        chosen = [document_id for (document_id, _), sum_ in zip(whole, reach, strict=True) if sum_ <= FORGOTTEN_AT_ONCE]
        if not chosen:
            gone = await passage_rows.shed(connection, tenant, workspace, whole[0][0], FORGOTTEN_AT_ONCE)
            await connection.execute(SQL["shorten_document"], tenant, whole[0][0], gone)
            return 0
        extracted = await graph_rows.extracted_of(connection, tenant, chosen)
        change = await passage_rows.forget(connection, tenant, chosen)
        await connection.execute(SQL["delete_documents"], tenant, chosen)
        await change.write(connection, tenant, workspace)
        await graph_rows.drop_unfounded(connection, tenant, extracted)
        return len(chosen)


def _workspace_of(entries: Sequence[Packed]) -> str:
    workspaces = {entry.document.workspace for entry in entries}
    if len(workspaces) != 1:
        raise ValueError("documents of one workspace are stored together")
    if len({entry.external_id for entry in entries}) != len(entries):
        raise ValueError("one document is given twice")
    return workspaces.pop()
