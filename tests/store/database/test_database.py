"""The pool: codecs, and a database that is away."""

import asyncio
import contextlib
import gc
import itertools
import logging
import warnings
from collections.abc import Coroutine
from urllib.parse import urlsplit

import asyncpg
import pytest

from gateway.errors import DatabaseUnreachable, InvalidField, Unavailable
from gateway.store.database import database as store_database
from gateway.store.database.database import Database, address
from gateway.store.database.tenancy import ALL_TENANTS
from tests.faults.toxics import Proxy
from tests.support.postgres import eventually
from tests.support.server import running
from tests.support.waiting import idle


async def test_json_and_vectors_come_back_as_they_went(database):
    async with database.connection(ALL_TENANTS) as connection:
        value = {"text": "引用\u2028", "list": [1, 0.5, None]}
        assert await connection.fetchval("select $1::jsonb", value) == value
        assert await connection.fetchval("select $1::jsonb[]", [value, {}]) == [value, {}]
        if database.has_vectors:
            assert await connection.fetchval("select $1::vector", [0.5, -1.0]) == [0.5, -1.0]


class CancelledAt:
    """Awaits a coroutine, and cancels the task that it runs in at the given one of its pauses."""

    def __init__(self, work: Coroutine, pause: int) -> None:
        self._work, self._pause = work, pause

    def __await__(self):
        steps, told = self._work.__await__(), None
        for number in itertools.count():
            try:
                step = steps.send(None) if told is None else steps.throw(told)
            except StopIteration as end:
                return end.value
            if number == self._pause:
                asyncio.current_task().cancel()
            try:
                told = yield step
            except asyncio.CancelledError as error:
                told = error


async def test_whenever_opening_is_given_up_no_connection_stays_open(database_url):
    async def opened(pause):
        database = Database(database_url)
        await CancelledAt(database.open(), pause)
        await database.close()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for pause in range(500):
            [outcome] = await asyncio.gather(opened(pause), return_exceptions=True)
            if outcome is None:
                break
            assert isinstance(outcome, asyncio.CancelledError)
        gc.collect()
    assert pause > 10 and outcome is None
    assert [str(warning.message) for warning in caught if "unclosed" in str(warning.message)] == []


async def test_a_lost_connection_is_unavailable_and_the_pool_recovers(database):
    with pytest.raises(Unavailable):
        async with database.owner() as (connection, _):
            await connection.raw.execute("select pg_terminate_backend(pg_backend_pid())")
    assert await database.ready()


async def test_an_unreachable_database_names_its_setting_and_hides_the_password():
    with pytest.raises(DatabaseUnreachable, match="DATABASE_URL") as caught:
        await Database("postgresql://user:secret@127.0.0.1:1/none").open()
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("sqlstate", ["57P01", "57P02", "57P03", "53300", "53100", "08006"])
async def test_a_server_that_stops_or_is_full_is_unavailable(database, sqlstate):
    with pytest.raises(Unavailable):
        async with database.connection(ALL_TENANTS) as connection:
            await connection.execute(f"do $$ begin raise exception 'x' using errcode = '{sqlstate}'; end $$")


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("select $1::text", "a\0b"),
        ("select $1::text", "a\udc80b"),
        ("select $1::text[]", ["a\0b"]),
        ("select $1::jsonb", {"a": "\0"}),
        ("select $1::jsonb", {"a": "\ud800"}),
        ("select $1::jsonb", {"a": 2**70}),
        ("select $1::integer", 2**31),
        ("select $1::bigint", 2**63),
    ],
)
async def test_a_value_that_no_column_takes_is_a_wrong_field_and_is_not_logged(database, caplog, statement, value):
    with pytest.raises(InvalidField, match="cannot be stored"):
        async with database.connection(ALL_TENANTS) as connection:
            await connection.fetchval(statement, value)
    assert "cannot be stored" in caplog.text and repr(value) not in caplog.text
    assert await database.ready()


@pytest.mark.parametrize(("statement", "value"), [("select $1::text", 7), ("select 1 / $1::integer", 0)])
async def test_a_mistake_of_ours_stays_one(database, statement, value):
    with pytest.raises(asyncpg.DataError):
        async with database.connection(ALL_TENANTS) as connection:
            await connection.fetchval(statement, value)


async def test_what_is_no_url_is_a_sentence_without_its_password():
    for url in ("postgresql://user:secret@[::bad/x", "postgresql://user:secret@host:99999999/x", "nonsense"):
        with pytest.raises(DatabaseUnreachable, match="DATABASE_URL") as caught:
            await Database(url).open()
        assert "secret" not in str(caught.value)


def test_an_address_has_no_password():
    assert address("postgresql://user:secret@db.example:5432/citestream") == "db.example:5432/citestream"
    assert address("postgresql://user@/citestream?host=/run/x") == "local socket/citestream"


async def test_a_database_that_goes_and_comes_back_is_two_lines_of_the_log_whoever_meets_it(database_url, caplog):
    """Leases, takeover, requests to stop, purging, re-indexing and doors: all of one process."""
    caplog.set_level(logging.DEBUG)

    def met(logger):
        return sum(record.name == logger for record in caplog.records)

    async with Proxy.before_database(database_url) as proxy, running(proxy.database(database_url)) as server:
        proxy.refuses = True
        proxy.reset()
        gateway = server.gateway
        upkeep = [asyncio.create_task(work()) for work in (gateway.retention.serve, gateway.reindexer.serve)]
        for _ in range(3):
            assert (await server.client.get("/v1/status")).status_code == 503
        await eventually(lambda: met("gateway.live.takeover") > 8 and met("gateway.store.recordings.retention") > 1, 30)
        await eventually(lambda: gateway.reindexer.progress.state == "paused", 30)
        proxy.heal()
        await eventually(lambda: "the database is reachable again" in caplog.text, 30)
        for task in upkeep:
            task.cancel()
        await asyncio.gather(*upkeep, return_exceptions=True)
    loud = [one.getMessage() for one in caplog.records if one.levelno > logging.INFO and one.name.startswith("gateway")]
    assert len(loud) == 2, loud
    assert loud[0].startswith("the database is unreachable: ") and loud[0].endswith("; it is waited for")
    assert loud[1].startswith("the database is reachable again after ")


async def test_a_database_that_is_put_back_from_a_backup_is_away_meanwhile(database_url, empty_url):
    """Its name leads nowhere for a moment."""
    name = urlsplit(database_url).path[1:]
    database, admin = Database(database_url), await asyncpg.connect(empty_url)
    await database.open()
    try:
        async with asyncio.timeout(40):  # a session takes a while to end, and the pool opens others in its place
            while True:
                await admin.fetch("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name)
                with contextlib.suppress(asyncpg.ObjectInUseError):
                    await admin.execute(f"alter database {name} rename to {name}_aside")
                    break
        try:
            assert not await database.ready()
        finally:
            await admin.execute(f"alter database {name}_aside rename to {name}")
        assert await database.ready()
    finally:
        await admin.close()
        await database.close()


async def test_one_statement_that_fails_does_not_take_the_database_away(database, caplog):
    for sqlstate in ("40P01", "40001", "57014"):
        with pytest.raises(Unavailable) as lost:
            async with database.connection(ALL_TENANTS) as connection:
                await connection.execute(f"do $$ begin raise exception 'x' using errcode = '{sqlstate}'; end $$")
        assert not lost.value.told
    assert caplog.text == ""


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


async def test_waiting_statements_get_the_connections_that_others_return(small):
    async with contextlib.AsyncExitStack() as both:
        for _ in range(2):
            await both.enter_async_context(small.connection(ALL_TENANTS))
        assert small.figures()["pool_connections"] == {"busy": 2.0, "idle": 0.0}
        waiting = [asyncio.ensure_future(served_by(small)) for _ in range(5)]
        await idle()
        waiting[1].cancel()
    async with asyncio.timeout(5):
        pids = await asyncio.gather(*waiting, return_exceptions=True)
    assert len({pid for pid in pids if isinstance(pid, int)}) <= 2 and isinstance(pids[1], asyncio.CancelledError)
    assert small.figures()["pool_connections"] == {"busy": 0.0, "idle": 2.0}


async def test_a_statement_that_waits_too_long_for_a_connection_is_refused(small, monkeypatch):
    monkeypatch.setattr(store_database, "PATIENCE_S", 0.01)
    async with small.connection(ALL_TENANTS), small.connection(ALL_TENANTS):
        with pytest.raises(Unavailable):
            await served_by(small)
    assert await served_by(small)


async def test_a_connection_that_was_ended_is_not_used_again(small):
    first = await served_by(small)
    async with small.connection(ALL_TENANTS), small.owner() as (killer, _):
        await killer.raw.execute(
            f"select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid = {first}"
            " and pid <> pg_backend_pid()"
        )
    assert await small.ready() and await served_by(small)


async def test_a_connection_whose_user_was_interrupted_is_cleaned_up(small):
    interrupted = asyncio.ensure_future(served_by(small, "select pg_sleep(60)"))
    async with small.owner() as (watching, _), asyncio.timeout(5):
        while not await watching.raw.fetchval("select count(*) from pg_stat_activity where query ~ '^select pg_sl'"):
            pass
    interrupted.cancel()
    with pytest.raises(asyncio.CancelledError):
        await interrupted
    assert await small.ready()
