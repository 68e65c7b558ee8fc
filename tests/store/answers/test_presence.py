"""Who is seen to live: by a lock that goes with its connection, whatever ended that."""

import asyncio
import contextlib

import pytest

from gateway.errors import Unavailable
from gateway.store.answers.presence import Presence
from gateway.store.database.pooler import Way
from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.waiting import until


@pytest.fixture
async def opened(database):
    """An open one for each name; it believes at once what it sees."""
    async with contextlib.AsyncExitStack() as exits:

        async def made(name="here", settled_s=0.0):
            presence = Presence(database, name, settled_s)
            await presence.open()
            exits.push_async_callback(presence.close)
            return presence

        yield made


async def session(presence):
    async with presence.connection(ALL_TENANTS) as connection:
        return await connection.fetchval("select pg_backend_pid()")


async def test_who_has_a_connection_is_there_and_who_ended_is_missing(opened):
    here, there, third = [await opened(name) for name in ("here", "there", "third")]
    everybody = [here.owner, there.owner, third.owner]
    assert len(set(everybody)) == 3 and there.owner.startswith("there/")
    assert await here.missing(everybody) == set()
    there._connection.terminate()  # as the kernel closes the connection of a killed process
    there._closing = True
    async with asyncio.timeout(30):
        while not (missing := await here.missing(everybody)):
            await asyncio.sleep(0.01)
    assert missing == {there.owner}
    await third.close()
    async with asyncio.timeout(30):
        while await here.missing(everybody) != {there.owner, third.owner}:
            await asyncio.sleep(0.01)
    assert await here.missing(["of an older version", here.owner]) == set()


async def test_a_process_knows_whether_it_is_the_only_one(opened):
    here = await opened("here")
    assert not await here.has_others()
    there = await opened("there")
    assert await here.has_others() and await there.has_others()
    await there.close()
    async with asyncio.timeout(30):
        while await here.has_others():
            await asyncio.sleep(0.01)


async def test_a_lost_connection_is_taken_again_under_the_same_name(opened, database):
    here, there = await opened("here"), await opened("there")
    missed, owner = [], there.owner
    there.heed(lambda: None, lambda: missed.append(there.is_present))
    async with database.owner() as (connection, _):
        await connection.raw.execute("select pg_terminate_backend($1)", await session(there))
    await until(lambda: missed == [False] and there.is_present)
    assert there.owner == owner and await here.missing([owner]) == set()
    released = asyncio.Event()
    there.heed(released.set, lambda: None)
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("select pg_notify('citestream_lease', '')")
    async with asyncio.timeout(30):
        await released.wait()


async def test_statements_go_on_over_the_pool_while_the_connection_is_lost(opened, database, monkeypatch):
    here = await opened()
    own, owner = await session(here), here.owner

    async def away(**_):
        raise OSError("no route")

    monkeypatch.setattr(database, "own_connection", away)
    async with database.owner() as (connection, _):
        await connection.raw.execute("select pg_terminate_backend($1)", own)
    await until(lambda: not here.is_present)
    assert await session(here) != own and here.owner == owner
    assert await here.missing(["other/1"]) == set(), "who is not there itself says nothing of others"
    monkeypatch.undo()
    await until(lambda: here.is_present)
    assert await here.missing(["other/1"]) == {"other/1"}


async def test_one_that_has_come_only_now_says_nothing_of_others(opened):
    here = await opened(settled_s=1000.0)
    assert await here.missing(["other/1"]) == set()


async def test_behind_a_pooler_a_process_has_no_lock_and_is_never_missing(opened, database, monkeypatch):
    direct = await opened("direct")
    monkeypatch.setattr(database, "_ways", dict.fromkeys(database._ways, Way(pooled=True, prepares=True)))
    here = await opened("here")
    assert here.owner == "here" and here.is_present
    assert await here.missing([direct.owner, "other/1"]) == set()
    assert await direct.missing([here.owner]) == set()
    assert await session(here)


async def test_a_database_that_is_away_at_the_start_is_said(database, monkeypatch):
    async def away(**_):
        raise OSError("no route")

    monkeypatch.setattr(database, "own_connection", away)
    with pytest.raises(Unavailable):
        await Presence(database, "here", 0.0).open()
