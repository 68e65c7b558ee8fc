"""Long texts and originals, read in stored parts, by number. No connection is taken while a slow reader takes a part
in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

from gateway.errors import NotFound
from gateway.store.database.database import Database
from gateway.store.database.statements import from_row
from gateway.store.database.tenancy import TenantConnection
from gateway.store.documents.originals import SQL, Original, text_part
from gateway.store.documents.stored_documents import StoredDocument, canonical

READ_AT_ONCE = 2
"""Parts that a process reads from the database at the same time. Any number of downloads leaves the other connections
to everybody else."""


class StoredParts:
    """Reads parts. Raises `NotFound` if the document is replaced or deleted meanwhile: half of two files is none."""

    def __init__(self, database: Database) -> None:
        self._database, self._places = database, asyncio.Semaphore(READ_AT_ONCE)

    async def describe(self, tenant: str, document_id: str, within: Sequence[str] | None = None) -> Original:
        """Returns name, type and size of the original of a document of these workspaces (None: of any). Raises
        `NotFound`."""
        document_id = canonical(document_id)
        row = await self._database.fetchrow(tenant, SQL["describe"], tenant, document_id, within)
        if row is None:
            raise NotFound(f"There is no document {document_id}.")
        parts = tuple(row["sent"] or row["text"])
        return from_row(Original, row, document_id=document_id, is_text=not row["sent"], parts=parts)

    async def text(self, tenant: str, document: StoredDocument) -> AsyncGenerator[str]:
        """Yields the text of a document."""
        for number in range(document.text_parts):
            key = document.document_id, document.version, text_part(number)
            yield (await self._part("text_part", tenant, *key)).decode()

    async def original(
        self, tenant: str, original: Original, start: int = 0, end: int | None = None
    ) -> AsyncGenerator[bytes]:
        """Yields the original from byte `start` up to `end` (None: its end)."""
        end = original.size if end is None else end
        before = 0
        for number, size in enumerate(original.parts):
            if before < end and before + size > start:
                if original.is_text:
                    key = original.document_id, original.version, text_part(number)
                    data = await self._part("text_part", tenant, *key)
                else:
                    data = await self._part("part", tenant, original.document_id, original.content_hash, number)
                yield data[max(0, start - before) : max(0, end - before)]
            before += size

    async def _part(self, statement: str, tenant: str, *key: object) -> bytes:
        async def read(connection: TenantConnection) -> bytes | None:
            found: bytes | None = await connection.fetchval(SQL[statement], tenant, *key)
            return found

        async with self._places:
            data = await self._database.read(tenant, read, lambda found: found is not None)
        if data is None:
            raise NotFound("The document was replaced while it was read.")
        return data
