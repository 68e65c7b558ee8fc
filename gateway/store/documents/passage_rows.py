"""Passages and the statistics of the corpus, inside the transaction that changes their documents.

`library.sql` says in which order rows are locked.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from gateway.ingestion.ports import Packed
from gateway.store.database import copy_rows
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

SQL = load("documents/passage_rows.sql")
COPIED_AT_ONCE, SENT_AT_ONCE = 4000, 200
"""Rows in one statement, so that none takes long; rows that are joined before the event loop goes on."""
COPIED_BYTES = 8 << 20
"""The same of a document whose rows are read while they are sent: about 3,000 passages of prose, 400 of Chinese that
has no word twice, for which the index alone takes seconds."""
LOOKED_THROUGH_AT_ONCE = 500
"""Passages whose words one statement counts in the database."""
MANY = 1000
"""Passages of one transaction for which the index gets more memory. A fifteenth of the time of PostgreSQL and a fifth
of what it writes are saved by it."""
COUNTED_AT_ONCE = 20_000
"""Terms per statement, sent as one text: in an array each would be looked at twice."""

T = TypeVar("T")


class Change:
    """What one transaction adds to the statistics of a workspace; losses are negative."""

    def __init__(self) -> None:
        self.passages = 0
        self.terms = 0
        self.df: Counter[str] = Counter()

    def add(self, documents: Iterable[Packed]) -> None:
        for document in documents:
            self.passages += len(document.passages)
            self.terms += document.length
            self.df.update(document.df)

    async def write(self, connection: TenantConnection, tenant: str, workspace: str) -> None:
        """Writes the corpus row first: it is the lock under which the terms change."""
        terms = await asyncio.to_thread(lambda: sorted(term for term, delta in self.df.items() if delta))
        if not (self.passages or self.terms or terms):
            return
        await connection.execute(SQL["count_corpus"], tenant, workspace, self.passages, self.terms)
        for part in batched(terms, COUNTED_AT_ONCE):
            deltas = list(map(self.df.__getitem__, part))
            counted = "\n".join(part), " ".join(map(str, deltas))
            await connection.execute(SQL["count_terms"], tenant, workspace, *counted)
            if lost := [term for term, delta in zip(part, deltas, strict=True) if delta < 0]:
                await connection.execute(SQL["drop_unused_terms"], tenant, workspace, lost)


async def prepare(connection: TenantConnection, passages: int) -> None:
    """Gives the index more memory for the rest of the transaction, where it is to take in many passages."""
    if passages >= MANY:
        await connection.execute(SQL["sort_more"])


async def insert(connection: TenantConnection, tenant: str, documents: Sequence[tuple[str, Packed]]) -> None:
    """Stores passages of documents, given with their ids."""
    await prepare(connection, sum(len(packed.passages) for _, packed in documents))
    await _copy(
        connection, tenant, "arriving_passage", copy_rows.PASSAGE, [(key, packed.passages) for key, packed in documents]
    )


async def forget(
    connection: TenantConnection, tenant: str, document_ids: Sequence[str], most: int | None = None
) -> Change:
    """Deletes passages of locked documents, all or `most`; returns what the statistics lose by it."""
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


async def shed(
    connection: TenantConnection, tenant: str, workspace: str, document_id: str, most: int | None = None
) -> int:
    """Deletes passages of a locked document, all or `most`, and counts them off; returns their number. Nothing of them
    is fetched, however many there are."""
    passages = length = 0
    await connection.execute(SQL["count_corpus"], tenant, workspace, 0, 0)
    while most is None or passages < most:
        some = LOOKED_THROUGH_AT_ONCE if most is None else min(LOOKED_THROUGH_AT_ONCE, most - passages)
        row = await connection.fetchrow(SQL["forget_some"], tenant, workspace, document_id, some)
        if row is None or not row["passages"]:
            break
        passages, length = passages + row["passages"], length + row["length"]
    await connection.execute(SQL["count_corpus"], tenant, workspace, -passages, -length)
    return passages


async def enlist(
    connection: TenantConnection, tenant: str, workspace: str, document_id: str, passages: int, *, gained: bool = True
) -> None:
    """Counts the passages of a document that are there, from the first position on, or counts them off."""
    length = 0
    await connection.execute(SQL["count_corpus"], tenant, workspace, 0, 0)
    for start in range(0, passages, LOOKED_THROUGH_AT_ONCE):
        part = tenant, workspace, document_id, start, start + LOOKED_THROUGH_AT_ONCE
        length += await connection.fetchval(SQL["count_some" if gained else "uncount_some"], *part)
        if not gained:
            await connection.execute(SQL["drop_uncounted"], *part)
    sign = 1 if gained else -1
    await connection.execute(SQL["count_corpus"], tenant, workspace, sign * passages, sign * length)


async def copy(
    connection: TenantConnection,
    tenant: str,
    document_id: str,
    table: str,
    columns: Sequence[str],
    tails: Iterator[list[bytes]],
) -> None:
    """Stores rows that are read while they are sent, given without tenant and document, a list at a time."""
    head = copy_rows.head(tenant, document_id, columns)

    async def sent(rows: list[bytes] | None) -> AsyncIterator[bytes]:
        yield copy_rows.SIGNATURE
        size = 0
        while rows is not None:
            data = b"".join(chain.from_iterable((head, tail) for tail in rows))
            yield data
            size += len(data)
            rows = await asyncio.to_thread(next, tails, None) if size < COPIED_BYTES else None
        yield copy_rows.END

    while (first := await asyncio.to_thread(next, tails, None)) is not None:
        await copy_in(connection, table, columns, sent(first))


async def copy_in(
    connection: TenantConnection, table: str, columns: Sequence[str], source: AsyncIterator[bytes]
) -> None:
    """Runs one COPY. Raises TimeoutError at once when the connection is lost: asyncpg itself waits for room in the
    socket until the statement's time is over, even after the connection has gone."""
    async with asyncio.timeout(None) as limit:

        def lost(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the statement has ended meanwhile
                limit.reschedule(0)

        connection.raw.add_termination_listener(lost)
        try:
            await connection.copy_to_table(table, columns=columns, format="binary", source=source)
        finally:
            connection.raw.remove_termination_listener(lost)


def batched(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yields slices of at most `size`."""
    return (items[start : start + size] for start in range(0, len(items), size))


async def _copy(
    connection: TenantConnection,
    tenant: str,
    table: str,
    columns: Sequence[str],
    documents: Sequence[tuple[str, Sequence[bytes]]],
) -> None:
    """Stores rows of documents, given without tenant and document."""
    whole = list(chain.from_iterable(_rows(copy_rows.head(tenant, key, columns), tails) for key, tails in documents))
    for part in batched(whole, COPIED_AT_ONCE):
        await copy_in(connection, table, columns, _sent(part))


def _rows(head: bytes, tails: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    return ((head, tail) for tail in tails)


async def _sent(part: Sequence[tuple[bytes, bytes]]) -> AsyncIterator[bytes]:
    yield copy_rows.SIGNATURE
    for some in batched(part, SENT_AT_ONCE):
        yield b"".join(chain.from_iterable(some))
    yield copy_rows.END
