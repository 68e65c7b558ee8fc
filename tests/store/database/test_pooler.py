"""PgBouncer in transaction mode before the database, a real one where it is installed: what it keeps of a session, and
that everything works all the same."""

import asyncio
import logging

import pytest

from gateway import slots
from gateway.errors import WrongUse
from gateway.ingestion.ingest import Ingestor
from gateway.store.database.database import Database, connect
from gateway.store.database.migrations import migrate
from gateway.store.database.pooler import DIRECT, Way, way
from gateway.store.database.tenancy import ALL_TENANTS, NO_TENANT
from gateway.store.documents.library import Library
from gateway.store.search import nearest
from tests.fakes.upstream import FakeUpstream
from tests.faults.conftest import client
from tests.faults.gateways import FACTS, Scripts, add_rules, gateways, rest, stalled
from tests.faults.history import Reading, check, read
from tests.support.hashed_vectors import HashEmbedder
from tests.support.pgbouncer import pooled

STATEMENTS = pytest.mark.parametrize("statements", [0, 100], ids=["forgets statements", "keeps statements"])


async def looked_at(url):
    connection = await connect(url)
    try:
        return await way(connection)
    finally:
        await connection.close()


async def test_without_a_pooler_nothing_lies_between(database_url):
    assert await looked_at(database_url) == DIRECT


@STATEMENTS
async def test_a_pooler_is_noticed_and_whether_it_keeps_prepared_statements(database_url, tmp_path, statements):
    async with pooled(database_url, tmp_path, statements=statements) as url:
        assert await looked_at(url) == Way(pooled=True, prepares=statements > 0)
        for _ in range(3):  # nothing is left behind that would be in the way of the next one
            assert await looked_at(url) == Way(pooled=True, prepares=statements > 0)


@pytest.mark.parametrize(
    ("statements", "size", "mode"),
    [
        (0, 12, "transaction"),
        (100, 12, "transaction"),
        pytest.param(0, 4, "transaction", marks=pytest.mark.slow),
        pytest.param(0, 40, "session", marks=pytest.mark.slow),
    ],
    ids=["forgets statements", "keeps statements", "few sessions", "whole sessions"],
)
@pytest.mark.timeout(180)
async def test_streams_takeovers_readers_ingestion_and_search_work_through_it(
    database_url, tmp_path, statements, size, mode
):
    """Two processes, each with eleven connections, on fewer sessions that each transaction gets in turn."""
    scripts = Scripts()
    async with (
        pooled(database_url, tmp_path, statements=statements, size=size, mode=mode) as url,
        FakeUpstream(scripts) as upstream,
        gateways(2, url, upstream.url) as two,
        client() as made,
    ):
        here, there = (process.url for process in two.all)
        await add_rules(here)
        more = {"title": "Dogs", "text": "Dogs wait outside beside the bicycle stand. " * 40}
        added = await asyncio.gather(
            *(made.post(f"{here}/v1/documents", json=more | {"title": f"Dogs {number}"}) for number in range(6))
        )
        assert {answer.status_code for answer in added} == {201}
        searches = await asyncio.gather(
            *(made.post(f"{where}/v1/search", json={"query": "Where do dogs wait?"}) for where in [here, there] * 10)
        )
        assert all("bicycle stand" in answer.text for answer in searches)

        whole = await asyncio.gather(*(read(made, here, scripts.play(number)) for number in range(300, 312)))
        for number, reading in enumerate(whole, 300):
            await check(database_url, [reading], mark=f"mark-{number}-")

        mark = "mark-320-"
        question = scripts.play(320, stalled(mark, 1), rest(mark, 2))
        seen = await read(made, here, question, until=lambda reading: FACTS[1][:4] in reading.text)
        follower = asyncio.ensure_future(read(made, there, reading=Reading(seen.where)))
        two.kill(two.all[0])
        await read(made, there, reading=seen)
        await check(database_url, [seen, await follower], mark=mark)
        assert seen.events[-1].id.startswith("2-"), "the other process went on"


async def test_a_lock_is_one_processs_alone_and_goes_with_its_work(database_url, tmp_path):
    async with pooled(database_url, tmp_path) as url:
        here, there = Database(url), Database(url)
        await here.open()
        await there.open()
        try:
            for first, second in ((here, there), (there, here)):
                async with first.alone(7) as alone:
                    assert alone
                    for _ in range(5):
                        assert await first.ready()  # others have their turn meanwhile
                        async with second.alone(7) as too:
                            assert not too
        finally:
            await here.close()
            await there.close()


async def test_an_open_lock_keeps_no_dead_rows_alive(database):
    """It is an open transaction, and may last for hours."""
    async with database.alone(8), database.owner() as (connection, _):
        held = await connection.raw.fetch(
            "select backend_xmin, backend_xid from pg_stat_activity where state ~ '^idle in'"
            " and datname = current_database()"
        )
        assert [tuple(row) for row in held] == [(None, None)]


async def test_processes_that_start_at_once_migrate_once_through_it(empty_url, tmp_path):
    folder = slots.resource("migrations")
    async with pooled(empty_url, tmp_path) as url:
        applied = await asyncio.gather(*(migrate(url, folder) for _ in range(4)))
    files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    assert sorted(map(len, applied)) == [0, 0, 0, len(files)]


async def test_the_index_of_vectors_is_built_through_it(database, database_url, vectors, tmp_path):
    library = Library(database)
    await Ingestor(library, HashEmbedder()).text("default", "Apples are red.", title="Apples")
    async with pooled(database_url, tmp_path) as url:
        through = Database(url)
        await through.open()
        try:
            assert await nearest.build(through, HashEmbedder().name, at_least=1)
            assert not await nearest.build(through, HashEmbedder().name, at_least=1), "it is there"
            async with through.connection(NO_TENANT) as connection:
                assert await connection.fetchval("show maintenance_work_mem") == "64MB", "no setting stays behind"
        finally:
            await through.close()


async def test_a_direct_address_has_sessions_of_its_own(database_url, tmp_path):
    async with pooled(database_url, tmp_path) as url:
        for direct, kept in ((None, False), (database_url, True)):
            database = Database(url, direct=direct)
            await database.open()
            try:
                assert database.session_url == direct
                async with database.owner() as (connection, own):
                    assert own == kept
                    if own:
                        await connection.raw.execute("set work_mem = '5MB'")
                        assert await connection.fetchval("show work_mem") == "5MB"
            finally:
                await database.close()


async def test_what_is_no_direct_address_is_a_sentence(database_url, empty_url, tmp_path):
    async with pooled(database_url, tmp_path) as url:
        with pytest.raises(WrongUse, match="leads to a pooler"):
            await Database(url, direct=url).open()
        with pytest.raises(WrongUse, match="another database than DATABASE_URL"):
            await Database(url, direct=empty_url).open()


async def test_a_direct_address_serves_the_writer_although_all_of_the_poolers_sessions_are_taken(
    database_url, tmp_path
):
    async with pooled(database_url, tmp_path, size=2) as url:
        database = Database(url, direct=database_url)
        await database.open()
        taken = [await connect(url) for _ in range(2)]
        try:
            for connection in taken:
                await connection.execute("begin")
            async with asyncio.timeout(20), database.connection(ALL_TENANTS, urgent=True) as connection:
                assert await connection.fetchval("select true")
        finally:
            for connection in taken:
                await connection.close()
            await database.close()


@pytest.mark.parametrize("has_direct", [False, True])
@STATEMENTS
async def test_the_log_says_once_what_a_pooler_costs(database_url, tmp_path, caplog, statements, has_direct):
    caplog.set_level(logging.INFO)
    async with pooled(database_url, tmp_path, statements=statements) as url:
        database = Database(url, direct=database_url if has_direct else None)
        await database.open()
        await database.close()
    told = [(record.levelname, record.getMessage()) for record in caplog.records if "pooler" in record.getMessage()]
    expected = [("INFO", "needs DATABASE_DIRECT_URL")] * (not has_direct) + [("WARNING", "1.21 or newer")] * (
        not statements
    )
    assert [level for level, _ in told] == [level for level, _ in expected]
    assert all(words in message for (_, message), (_, words) in zip(told, expected, strict=True))
