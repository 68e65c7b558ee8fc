"""A used database that is given to another test is as fresh as a new one; one that was changed otherwise is not
given."""

from __future__ import annotations

import asyncpg
import pytest

from tests.support.recycling import Pattern

MESSAGE = (
    "insert into message (tenant_id, message_id, caller_app, turn_id, role, type, content, status)"
    " values ('default', gen_random_uuid(), 'app', gen_random_uuid(), 'user', 'user_request', 'How long?', 'complete')"
    " returning seq"
)
CHANGES = (
    "create table more (id int)",
    "create index on message (thread_id)",
    "alter table answer set (fillfactor = 90)",
    "truncate answer cascade",
    "insert into tenant (tenant_id) values ('more')",
    "create function more() returns int language sql as 'select 1'",
    "select lo_create(0)",
    "analyze tenant",
)


async def fetched(url, statement):
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetch(statement)
    finally:
        await connection.close()


async def test_a_filled_database_is_emptied_and_counts_from_the_start_again(database_url):
    pattern, left = await Pattern.of(database_url), await asyncpg.connect(database_url)
    ((first,),) = await fetched(database_url, MESSAGE)
    assert await pattern.restored(database_url)
    assert left.is_closed() or not await alive(left), "nobody else is connected"
    assert await fetched(database_url, "select 1 from message") == []
    assert await fetched(database_url, MESSAGE) == [(first,)]
    assert await fetched(database_url, "select tenant_id from tenant") == [("default",)]


async def alive(connection):
    try:
        return await connection.fetchval("select true")
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return False


@pytest.mark.parametrize("change", CHANGES)
async def test_a_changed_database_is_not_used_again(database_url, change):
    pattern = await Pattern.of(database_url)
    await fetched(database_url, change)
    assert not await pattern.restored(database_url)
