"""Original files in PostgreSQL, in parts: every process can serve them, and a backup of the database has them.

An original that `document.text` gives back exactly (most Markdown and plain text) is not stored a second time.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gateway.errors import NotFound
from gateway.knowledge.documents.corpus import Document
from gateway.store.database import Database
from gateway.store.statements import load
from gateway.store.tenancy import TenantConnection

SQL = load(Path(__file__).with_name("originals.sql"))
PART_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Original:
    """What was sent for one document. `content_hash` is its SHA-256 in hex, `size` its bytes."""

    document_id: str
    file_name: str
    """The name that the file came under; empty for a text that came as JSON."""
    title: str
    media_type: str
    content_hash: str
    size: int
    parts: int
    """The number of parts. 0: the stored text in UTF-8 is the original."""


async def write(
    connection: TenantConnection, tenant: str, replaced: Sequence[str], changed: Iterable[tuple[str, Document]]
) -> None:
    """Takes old parts out and puts new parts in, within the transaction that stores these documents."""
    if replaced:
        await connection.execute(SQL["forget_originals"], tenant, list(replaced))
    for document_id, document in changed:
        data = document.original
        if data is not None:
            # Cut as they are sent: all parts at once are the file a second time.
            parts = (
                (tenant, document_id, at // PART_BYTES, data[at : at + PART_BYTES])
                for at in range(0, len(data), PART_BYTES)
            )
            await connection.executemany(SQL["insert_part"], parts, columns=4)


async def describe(database: Database, tenant: str, document_id: str, within: Sequence[str] | None = None) -> Original:
    """Returns name, type and size of an original; `document_id` in canonical form. Raises `NotFound`, for a document
    that is not `within` these workspaces too."""
    async with database.connection(tenant) as connection:
        row = await connection.fetchrow(SQL["describe"], tenant, document_id, within)
        if row is None:
            raise NotFound(f"There is no document {document_id}.")
        if not row["parts"]:
            text = await connection.fetchval(SQL["text"], tenant, document_id, row["content_hash"]) or ""
            if hashlib.sha256(text.encode()).hexdigest() != row["content_hash"]:
                raise NotFound("The original of this document was not kept; ingest it again.")
    return Original(
        document_id,
        row["file_name"],
        row["title"],
        row["media_type"],
        row["content_hash"],
        row["size"] if row["parts"] else row["text_size"],
        row["parts"],
    )


async def read(
    database: Database, tenant: str, original: Original, start: int = 0, end: int | None = None
) -> AsyncIterator[bytes]:
    """Yields the original from byte `start` up to `end` (None: its end), part by part. No connection is taken while a
    slow reader takes one in.

    Raises `NotFound` when the document is replaced or deleted meanwhile: half of two files is none.
    """
    key = (tenant, original.document_id, original.content_hash)
    end = original.size if end is None else end

    async def part(connection: TenantConnection, number: int) -> bytes:
        if original.parts:
            data: bytes | None = await connection.fetchval(SQL["part"], *key, number)
        else:
            text = await connection.fetchval(SQL["text"], *key)
            data = None if text is None else text.encode()
        if data is None:
            raise NotFound("The document was replaced while it was read.")
        return data

    length = PART_BYTES if original.parts else max(1, original.size)
    for number in range(start // length, max(1, -(-end // length))):
        before = number * length
        yield (await database.read(tenant, partial(part, number=number)))[max(0, start - before) : max(0, end - before)]
