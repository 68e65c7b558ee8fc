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
from gateway.store.database import Database
from gateway.store.migrations import migrate
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
async def database() -> AsyncIterator[Database]:
    """An empty migrated database: that of `BENCH_DATABASE_URL`, else of an embedded server of its own."""
    if given := os.environ.get("BENCH_DATABASE_URL"):
        async with _opened(given) as opened:
            yield opened
        return
    async with data_directory() as data:
        embedded = await acquire(data)
        try:
            async with _opened(embedded.url) as opened:
                yield opened
        finally:
            embedded.release()


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    await migrate(url, slots.resource("migrations"))
    database = Database(url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()
