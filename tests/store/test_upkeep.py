"""Retention over a real database: what was begun is ended."""

import uuid

import asyncpg

from gateway.store.documents.library import Library
from gateway.store.sessions.session_rows import Sessions
from gateway.store.upkeep import Upkeep


async def test_an_erasure_that_was_broken_off_is_ended(database, database_url):
    upkeep = Upkeep(database, Library(database), Sessions(database), 365, 30)
    assert await upkeep.erase() == 0 and not await upkeep.once()
    connection = await asyncpg.connect(database_url)
    try:
        row = "insert into erasure values ('default', $1, 'user', 'user:ann', null, now() - interval '1 hour')"
        await connection.execute(row, uuid.uuid4())
        assert await upkeep.erase() == 1 and await upkeep.erase() == 0
        assert (
            await connection.fetchval("select count(*) from erasure where done_at is not null and named is null") == 1
        )
    finally:
        await connection.close()
