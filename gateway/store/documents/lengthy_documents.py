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
from gateway.store.accounts import allowances, audit
from gateway.store.database import copy_rows
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection, known
from gateway.store.documents import originals, passage_rows
from gateway.store.documents.document_row import upsert
from gateway.store.documents.exchange.passage_exchange import NewRows, exchange
from gateway.store.graph import graph_rows

SQL = load("documents/library.sql")
LAYOUT_FROM = -(1 << 20)
"""The parts of a document's text count down from -1, those that its layout is put together from from here."""


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
