"""The bench of one answer: its parts are where it looks for them, and what is done counts for who asked for it."""

import asyncio
import importlib
import sys
import time

import asyncpg
import pytest

from bench.answer_parts import account, statements
from gateway.store.database import tenancy
from gateway.store.database.statements import load


@pytest.mark.parametrize(("module", "name"), [(module, name) for _, module, name in account.SEAMS])
def test_every_part_of_an_answer_is_where_the_bench_looks_for_it(module, name):
    found = importlib.import_module(module)
    for step in name.split("."):
        found = getattr(found, step)
    assert callable(found)


def burn(ms):
    end = time.thread_time() + ms / 1000
    while time.thread_time() < end:
        pass


def spent(counted):
    """Whole tens of milliseconds by part."""
    return {part: round(ns / 1e7) for part, ns in counted.spent_ns.items() if ns > 5e6}


def test_what_tasks_and_threads_do_counts_for_the_part_that_began_them():
    counted = account.Account()

    async def inner():
        with counted.on("inner"):
            burn(20)
            await asyncio.sleep(0)
            burn(20)
            await asyncio.to_thread(burn, 30)

    async def outer():
        with counted.on("outer"):
            burn(10)
            asked = asyncio.create_task(started())
            await inner()
            await asked
            burn(10)

    async def started():
        await asyncio.sleep(0)
        burn(20)

    async def main():
        account.watch(counted)
        await asyncio.create_task(outer())

    seams, account.SEAMS = account.SEAMS, ()
    try:
        asyncio.run(main())
    finally:
        account.SEAMS = seams
    assert spent(counted) == {"inner": 7, "outer": 4}


def test_a_statement_is_called_by_the_name_that_its_file_gives_it():
    trips = statements.Trips()
    (file,) = statements.STORE.rglob("turns.sql")
    name, body = next(iter(load(file).items()))
    assert trips.name("query", f"{body}\n") == name
    assert trips.name("prepare", body) == f"prepare {name}"
    assert trips.name("query", "BEGIN;") == "begin"


@pytest.mark.parametrize("name", ["open_turn", "append_events", "finish_turn"])
def test_a_statement_keeps_its_name_when_it_says_which_tenants_it_is_for(name):
    (file,) = statements.STORE.rglob("turns.sql")
    declared = tenancy.declaring(load(file)[name], 9)
    assert declared != load(file)[name] and statements.Trips().name("prepare", declared) == f"prepare {name}"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the clock of another process")
async def test_each_round_trip_counts_once_for_the_part_that_asked(database_url, monkeypatch):
    monkeypatch.setattr(asyncpg.Connection, "__init__", asyncpg.Connection.__init__)  # put back afterwards
    trips = statements.Trips()
    trips.watch()
    connection = await asyncpg.connect(database_url)
    try:
        token = account.PART.set("search")
        async with connection.transaction():
            assert await connection.fetchval("select 6 * $1::int", 7) == 42
            assert await connection.fetchval("select 6 * $1::int", 7) == 42
        account.PART.reset(token)
    finally:
        await connection.close()
    assert trips.count == {
        ("search", "begin"): 1,
        ("search", "prepare select 6 * $1::int"): 1,
        ("search", "select 6 * $1::int"): 2,
        ("search", "commit"): 1,
    }
    assert all(seconds > 0 for seconds in trips.spent_s.values())
