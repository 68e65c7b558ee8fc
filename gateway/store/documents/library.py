"""Documents, passages and corpus statistics: every change is one transaction, every figure stays exact.

`library.sql` says in which order rows are locked; the order is what keeps concurrent ingestion free of deadlocks.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from gateway.errors import NotFound
from gateway.ingestion.ports import DocumentRow, Packed, Stored
from gateway.knowledge.workspaces import SAMPLE_WORKSPACE
from gateway.store.accounts import allowances, audit
from gateway.store.database.copy_rows import pack
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection, known
from gateway.store.documents import failed_sources, originals, passage_rows, stored_documents
from gateway.store.documents.document_row import upsert
from gateway.store.documents.exchange.passage_exchange import with_old_ids
from gateway.store.documents.failed_sources import FailedSources
from gateway.store.documents.lengthy_documents import LengthyDocuments
from gateway.store.documents.stored_parts import StoredParts
from gateway.store.graph import graph_rows
from gateway.store.search import sample
from gateway.store.search.passage_search import PassageSearch

SQL = load("documents/library.sql")
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
        self.documents = stored_documents.StoredDocuments(database)
        self.lengthy = LengthyDocuments(database)
        self.failures = FailedSources(database)
        self.passages = PassageSearch(database)

    pack = staticmethod(pack)
    """Makes rows of what is to be stored; a function of its own, for worker processes."""

    async def replace(self, tenant: str, entries: Sequence[Packed]) -> list[Stored]:
        """Stores documents of one workspace, all or none, in one transaction; returns a result for each, in the order
        given.

        Several small documents together share the update of the statistics, which is most of a small one's work. Raises
        `NotFound` for an unknown tenant.
        """
        with known(tenant):
            return await self._replace(tenant, entries)

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
            if replaced:
                known_as = dict(await with_old_ids(connection, tenant, [new for new in changed if new[0] in replaced]))
                changed = [(key, known_as.get(key, entry)) for key, entry in changed]
            await originals.write(connection, tenant, replaced, ((key, entry.document) for key, entry in changed))
            extracted = await graph_rows.extracted_of(connection, tenant, replaced)
            for row in await connection.fetch(SQL["lengthy_documents"], tenant, replaced, FORGOTTEN_AT_ONCE):
                await passage_rows.shed(connection, tenant, workspace, str(row["document_id"]))
            change = await passage_rows.forget(connection, tenant, replaced)
            await passage_rows.insert(connection, tenant, changed)
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

    async def known(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, DocumentRow]:
        """Returns what is stored under these external ids, to skip what has not changed before any work is done."""
        async with self.database.connection(tenant) as connection:
            rows = await connection.fetch(SQL["known_documents"], tenant, workspace, list(external_ids))
        return {row["external_id"]: stored_documents.of_row(DocumentRow, row) for row in rows}

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
            await connection.execute(failed_sources.SQL["forget_unread"], tenant, workspace, None)
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

    async def workspaces(self, tenant: str, within: Sequence[str] | None = None) -> list[tuple[str, int, int]]:
        """Returns the names of these workspaces (None: of all) that hold documents, with how many documents and
        passages they hold."""
        async with self.database.connection(tenant) as connection:
            rows = await connection.fetch(SQL["workspaces"], tenant, within)
        return [(row["workspace"], row["documents"], row["passages"]) for row in rows]

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

    async def has_seen(self, tenant: str, workspace: str) -> bool:
        """Tells whether this workspace ever had a document, deleted ones included."""
        async with self.database.connection(tenant) as connection:
            return bool(await connection.fetchval(SQL["has_seen"], tenant, workspace))

    async def sample_left_out(self, tenant: str, within: Sequence[str] | None = None) -> bool:
        """Tells whether there are sample documents that a search leaves out, for there are others in these workspaces
        (None: in all)."""
        async with self.database.connection(tenant) as connection:
            holding: list[str] = await connection.fetchval(sample.SQL["holding"], tenant, within)
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
