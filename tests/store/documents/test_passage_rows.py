"""Passages and statistics as one transaction writes them."""

import asyncio
from uuid import uuid4

import pytest

from gateway.errors import Unavailable
from gateway.knowledge.search.index import index
from gateway.store.database import copy_rows
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.documents.passage_rows import MANY, Change, copy, forget, prepare
from tests.support.corpus import document, passages, put, statistics


async def test_more_rows_than_one_statement_takes_all_arrive(database, monkeypatch):
    monkeypatch.setattr("gateway.store.documents.passage_rows.COPIED_AT_ONCE", 3)
    monkeypatch.setattr("gateway.store.documents.passage_rows.SENT_AT_ONCE", 2)
    library = Library(database)
    new = document("\n".join(f"wine {number}" for number in range(8)))
    made = index("default", new, passages(new), "none")
    await library.replace("default", [library.pack(made)])
    assert [one.text for one in await library.documents.passages("default", new.document_id)] == [
        f"wine {number}" for number in range(8)
    ]


async def test_what_is_forgotten_is_what_the_statistics_lose(database):
    library = Library(database)
    await put(library, "salt salt\nbread", external_id="a", title="")
    (stored,), _ = await library.documents.page("default")
    async with database.transaction(ALL_TENANTS) as connection:
        change = await forget(connection, "default", [stored.document_id])
        await change.write(connection, "default", "default")
    assert (change.passages, change.terms, change.df) == (-2, -3, {"salt": -1, "bread": -1, "///und": -2})
    assert await statistics(library) == ({}, {})


async def test_a_change_without_anything_writes_nothing():
    await Change().write(None, "default", "default")


async def test_rows_that_are_read_while_they_are_sent_arrive_in_several_statements(database, monkeypatch):
    monkeypatch.setattr("gateway.store.documents.passage_rows.COPIED_BYTES", 250)
    document_id, parts = str(uuid4()), [[copy_rows.part(number, b"x" * 100)] for number in range(7)]
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("create temporary table original (like original)")
        await connection.execute("create temporary table statements (size int)")
        await connection.execute(
            "create function pg_temp.counted() returns trigger language plpgsql as "
            "'begin insert into statements select count(*) from new_rows; return null; end'"
        )
        await connection.execute(
            "create trigger counted after insert on original referencing new table as new_rows "
            "for each statement execute function pg_temp.counted()"
        )
        await copy(connection, "default", document_id, "original", copy_rows.ORIGINAL, iter(parts))
        stored = await connection.fetch("select part, data from original order by part")
        sizes = [row["size"] for row in await connection.fetch("select size from statements")]
        await connection.execute("discard temp")
    assert [(row["part"], len(row["data"])) for row in stored] == [(number, 100) for number in range(7)]
    assert sizes == [2, 2, 2, 1]


async def test_the_index_has_more_memory_only_in_a_transaction_that_brings_many(database):
    async def sizes(passages):
        async with database.transaction(ALL_TENANTS) as connection:
            await connection.execute("set local work_mem = '1MB'")
            await prepare(connection, passages)
            return [
                await connection.fetchval(f"select current_setting('{name}')")
                for name in ("work_mem", "gin_pending_list_limit")
            ]

    assert await sizes(MANY) == ["16MB", "8MB"]
    assert await sizes(MANY - 1) == ["1MB", "4MB"]


@pytest.mark.parametrize("size", [1, 1_000_000])
async def test_a_connection_lost_in_mid_copy_is_told_at_once(database, monkeypatch, size):
    """Small rows: it goes while they are read; large ones: while the socket is full and asyncpg waits for room."""
    monkeypatch.setattr("gateway.store.documents.passage_rows.COPIED_BYTES", 1 << 40)
    text, loop, ended = b"x" * size, asyncio.get_running_loop(), []

    async def end(pid):
        async with database.owner() as (other, _):
            await other.raw.execute("select pg_terminate_backend($1)", pid)

    def rows(pid):
        for number in range(1000):
            if number == 5:
                ended.append(asyncio.run_coroutine_threadsafe(end(pid), loop))
                if size == 1:
                    ended[0].result()
            yield [copy_rows.part(20 * number + row, text) for row in range(20)]

    async def sent():
        async with database.connection(ALL_TENANTS) as connection:
            pid = await connection.fetchval("select pg_backend_pid()")
            await copy(connection, "default", str(uuid4()), "original", copy_rows.ORIGINAL, rows(pid))

    with pytest.raises(Unavailable):
        await asyncio.wait_for(sent(), 10)
    await asyncio.wrap_future(ended[0])
