"""Where the benches keep their data: nothing of it stays when they end, and what a killed one left goes with the
next."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from gateway import slots
from gateway.store.bundled.embedded import acquire
from gateway.store.database.database import Database
from gateway.store.database.migrations import migrate
from tests.support import leftovers


@asynccontextmanager
async def data_directory() -> AsyncIterator[Path]:
    """A data directory for an embedded server, removed with its cluster when the server has stopped."""
    leftovers.clear()
    data = Path(tempfile.mkdtemp(prefix=leftovers.BENCH))
    try:
        yield data
    finally:
        await leftovers.removed(data)


@asynccontextmanager
async def address() -> AsyncIterator[str]:
    """The address of a database: `BENCH_DATABASE_URL`, else that of an embedded server of its own."""
    if given := os.environ.get("BENCH_DATABASE_URL"):
        yield given
        return
    async with data_directory() as data:
        embedded = await acquire(data)
        try:
            yield embedded.url
        finally:
            embedded.release()


@asynccontextmanager
async def database() -> AsyncIterator[Database]:
    """An empty migrated database at `address`."""
    async with address() as url, opened(url) as connected:
        yield connected


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """The database of an address, migrated."""
    await migrate(url, slots.resource("migrations"))
    database = Database(url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()
