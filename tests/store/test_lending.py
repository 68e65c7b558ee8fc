"""Connections that are lent: who gets the same again, who comes next, and what goes back to the pool."""

import asyncio
import contextlib

import pytest
from asyncpg.pool import Pool

from gateway.errors import Unavailable
from gateway.store import lending
from gateway.store.database.database import Database
from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.waiting import idle


@pytest.fixture
async def small(database_url):
    """A database of two connections."""
    opened = Database(database_url, size=2)
    await opened.open()
    yield opened
    await opened.close()


async def served_by(database, statement="select 1"):
    """Returns which connection runs a statement."""
    async with database.connection(ALL_TENANTS) as connection:
        await connection.raw.execute(statement)
        return connection.raw.get_server_pid()


async def test_one_after_the_other_get_the_same_connection_without_the_pool(small, monkeypatch):
    first = await served_by(small)

    def asked(*_, **__):
        raise AssertionError("the pool was asked")

    monkeypatch.setattr(Pool, "acquire", asked)
    monkeypatch.setattr(Pool, "release", asked)
    assert {await served_by(small) for _ in range(5)} == {first}
    assert small.figures()["pool_connections"] == {"busy": 0.0, "idle": 2.0}
    monkeypatch.undo()


async def test_who_waits_for_a_connection_comes_next(small):
    async with contextlib.AsyncExitStack() as both:
        for _ in range(2):
            await both.enter_async_context(small.connection(ALL_TENANTS))
        assert small.figures()["pool_connections"] == {"busy": 2.0, "idle": 0.0}
        waiting = [asyncio.ensure_future(served_by(small)) for _ in range(3)]
        await asyncio.sleep(0)
    async with asyncio.timeout(5):
        assert len(await asyncio.gather(*waiting)) == 3


async def test_who_waits_gets_what_is_given_back_in_order_and_without_the_pool(small, monkeypatch):
    served, pids = [], []

    async def serve(number):
        pids.append(await served_by(small))
        served.append(number)

    async with contextlib.AsyncExitStack() as both:
        for _ in range(2):
            await both.enter_async_context(small.connection(ALL_TENANTS))
        waiting = [asyncio.ensure_future(serve(number)) for number in range(6)]
        await idle()
        waiting[1].cancel()
        waiting[4].cancel()
        monkeypatch.setattr(Pool, "acquire", None)
        monkeypatch.setattr(Pool, "release", None)
    async with asyncio.timeout(5):
        await asyncio.gather(*waiting, return_exceptions=True)
    monkeypatch.undo()
    assert sorted(served) == [0, 2, 3, 5] and len(set(pids)) <= 2


async def test_one_who_leaves_as_a_connection_comes_passes_it_on(small):
    async with contextlib.AsyncExitStack() as both:
        for _ in range(2):
            await both.enter_async_context(small.connection(ALL_TENANTS))
        leaving, staying = (asyncio.ensure_future(served_by(small)) for _ in range(2))
        await idle()
    leaving.cancel()  # it has the connection already, and was not there to take it
    async with asyncio.timeout(5):
        await asyncio.gather(leaving, staying, return_exceptions=True)
    assert leaving.cancelled() and staying.result()
    assert small.figures()["pool_connections"] == {"busy": 0.0, "idle": 2.0}


async def test_who_waits_may_ask_the_pool_when_a_connection_went_back_to_it(small):
    interrupted = asyncio.ensure_future(served_by(small, "select pg_sleep(60)"))
    async with small.owner() as (watching, _), asyncio.timeout(5):
        while not await watching.raw.fetchval("select count(*) from pg_stat_activity where query ~ '^select pg_sl'"):
            pass
        waiting = asyncio.ensure_future(served_by(small))
        await idle()
        interrupted.cancel()
        assert await waiting
    await asyncio.gather(interrupted, return_exceptions=True)


async def test_who_waits_too_long_is_told_so(small, monkeypatch):
    monkeypatch.setattr(lending, "PATIENCE_S", 0.01)
    async with small.connection(ALL_TENANTS), small.connection(ALL_TENANTS):
        with pytest.raises(Unavailable):
            await served_by(small)
    assert await served_by(small)


async def test_one_that_nobody_wants_goes_back_to_the_pool_while_another_is_used(small, monkeypatch):
    async with small.connection(ALL_TENANTS), small.connection(ALL_TENANTS):
        pass
    pooled = small.pool.get_idle_size()
    await served_by(small)
    assert small.pool.get_idle_size() == pooled == 0
    monkeypatch.setattr(lending, "IDLE_S", -1.0)
    await served_by(small)
    assert small.pool.get_idle_size() == 1 and small.figures()["pool_connections"] == {"busy": 0.0, "idle": 2.0}


async def test_a_connection_that_was_ended_is_not_lent_again(small):
    async with small.owner() as (connection, _):
        first = connection.raw.get_server_pid()
    async with small.connection(ALL_TENANTS) as other, small.owner() as (killer, _):
        assert other.raw.get_server_pid() == first
        await killer.raw.execute(f"select pg_terminate_backend({first}, 5000)")
    assert first not in {await served_by(small) for _ in range(3)}


async def test_one_whose_user_was_interrupted_is_cleaned_up_by_the_pool(small):
    interrupted = asyncio.ensure_future(served_by(small, "select pg_sleep(60)"))
    async with small.owner() as (watching, _), asyncio.timeout(5):
        while not await watching.raw.fetchval("select count(*) from pg_stat_activity where query ~ '^select pg_sl'"):
            pass
    interrupted.cancel()
    with pytest.raises(asyncio.CancelledError):
        await interrupted
    assert await small.ready()


async def test_a_transaction_that_was_left_open_ends(small):
    async with small.connection(ALL_TENANTS) as connection:
        await connection.raw.execute("begin")
    async with small.connection(ALL_TENANTS) as connection:
        assert not connection.raw.is_in_transaction()


async def test_now_and_then_a_connection_goes_through_the_pool(small, monkeypatch):
    given, release = [], Pool.release
    monkeypatch.setattr(Pool, "release", lambda pool, connection: given.append(1) or release(pool, connection))
    monkeypatch.setattr(lending, "TURNS", 3)
    for _ in range(6):
        await served_by(small)
    assert len(given) == 2
    monkeypatch.undo()
