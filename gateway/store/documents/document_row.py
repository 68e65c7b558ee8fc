"""The row of a document, inside the transaction that stores the document."""

from __future__ import annotations

from gateway.ingestion.ports import Packed
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.documents.originals import first

SQL = load("documents/library.sql")


async def upsert(connection: TenantConnection, tenant: str, entry: Packed) -> tuple[str, int]:
    """Stores the row in place of the one with the same workspace and external id. Returns the id and the version that
    the document has in the database; version 0: nothing has changed."""
    row, text = entry.row, first(entry.document.text)
    layout = list(map(list, entry.document.layout)) or None
    stored = await connection.fetchrow(SQL["upsert_document"], tenant, row.columns(), text, layout)
    if stored is not None:
        return str(stored["document_id"]), stored["version"]
    [known] = await connection.fetch(SQL["known_documents"], tenant, row.workspace, [row.external_id])
    return str(known["document_id"]), 0
