"""A document of any length, from the file that a reader's process has written: a little at a time, in one transaction.

Until it commits nobody sees anything of it, and the document that it replaces is whole. Neither its text nor its rows
are ever held together here; what the statistics gain and lose is counted by PostgreSQL, from the rows themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from gateway.ingestion.ports import Packed, Stored
from gateway.ingestion.processes.spool import LAYOUT, ROWS, TEXT, Spool
from gateway.models.ports import Embedder
from gateway.store.accounts import allowances, audit
from gateway.store.database import copy_rows
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection, known
from gateway.store.documents import originals, passage_rows
from gateway.store.documents.document_row import upsert
from gateway.store.documents.exchange.passage_exchange import NewRows, exchange
from gateway.store.graph import graph_rows

SQL = load("documents/library.sql")
VECTORS_SQL = {**load("documents/lengthy_documents.sql"), **load("documents/reindex_rows.sql")}
LAYOUT_FROM = -(1 << 20)
"""The parts of a document's text count down from -1, those that its layout is put together from from here."""
EMBEDDED_AT_ONCE = 64


class LengthyDocuments(Rows):
    """Documents of any length. Raises `errors.Unavailable` when the database is away."""

    async def replace(self, tenant: str, entry: Packed, spool: Spool) -> Stored:
        """Stores it in place of the one with the same workspace and external id, if anything differs. Raises `NotFound`
        for an unknown tenant."""
        with known(tenant):
            return await self._replace(tenant, entry, spool)

    async def _replace(self, tenant: str, entry: Packed, spool: Spool) -> Stored:
        document, workspace = entry.document, entry.document.workspace
        async with self._database.transaction(tenant) as connection:
            await graph_rows.share(connection, tenant)
            key, version = await upsert(connection, tenant, entry)
            if not version:
                return Stored(key, "unchanged")
            old = [key] if version > 1 else []
            await originals.write(connection, tenant, old, [(key, document)])
            await write_text(connection, tenant, key, spool)
            rows = NewRows(spool.rows(ROWS), entry.count)
            await exchange(
                connection, tenant, replace(document, document_id=key), rows, has_vectors=self._database.has_vectors
            )
            detail = {"workspace": workspace, "version": version}
            await audit.note(connection, tenant, "document.saved", [key], [detail])
            await allowances.weigh(connection, tenant, [key])
        return Stored(key, "ready")

    async def add_vectors(self, tenant: str, stored: str, embedder: Embedder, fingerprint: str, then: str) -> None:
        """Gives the passages of a stored document vectors, a few in a transaction, and at last the fingerprint `then`
        in place of the one it has. Broken off, it is finished by re-indexing, or when the document comes again."""
        last = -1
        while True:
            async with self._database.connection(tenant) as connection:
                bare = await connection.fetch(
                    VECTORS_SQL["without_vector"], tenant, stored, embedder.name, last, EMBEDDED_AT_ONCE
                )
                if not bare:
                    await connection.execute(VECTORS_SQL["approve"], tenant, stored, fingerprint, then)
                    return
            vectors = await embedder.embed([row["text"] for row in bare])
            ids = [row["passage_id"] for row in bare]
            await self._database.execute(
                tenant,
                VECTORS_SQL["add_vectors"],
                embedder.name,
                [tenant] * len(ids),
                ids,
                list(map(copy_rows.vector_bytes, vectors)),
            )
            last = bare[-1]["position"]


async def write_text(connection: TenantConnection, tenant: str, key: str, spool: Spool) -> None:
    """Stores text and layout in parts; the first one of the text and the layout go to the document. A parameter would
    be held several times."""
    text = originals.text_parts(content.decode() for content in spool.contents(TEXT))
    parts = chain(_parts(text, originals.text_part(0)), _parts(spool.contents(LAYOUT), LAYOUT_FROM))
    await passage_rows.copy(connection, tenant, key, "arriving_original", copy_rows.ORIGINAL, parts)
    await connection.execute(SQL["assemble_document"], tenant, key, LAYOUT_FROM)
    await connection.execute(SQL["drop_parts"], tenant, key, LAYOUT_FROM)


def _parts(contents: Iterator[bytes], first: int) -> Iterator[list[bytes]]:
    return ([copy_rows.part(first - number, data)] for number, data in enumerate(contents))
