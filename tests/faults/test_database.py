"""PostgreSQL that dies, is away, full, slow or in the way (F25-F30): what was shown is stored, and everything
recovers."""

import asyncio
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import asyncpg
import pytest

from gateway.http.door import visit
from gateway.store.bundled import cluster as clusters
from gateway.store.bundled.embedded import acquire
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.faults import history
from tests.faults.conftest import SETTINGS, client
from tests.faults.gateways import Scripts, add_rules, asked, execute, paragraphs
from tests.faults.history import Reading, check, read
from tests.faults.toxics import Proxy
from tests.support.leftovers import PLACE
from tests.support.server import running


def slowly(mark, count=6, pause_s=0.01):
    return answer_json(paragraphs(mark, count), 6, pause_s=pause_s)


@contextlib.asynccontextmanager
async def answering(url, **settings):
    scripts = Scripts()
    scripts.otherwise = slowly
    async with (
        FakeUpstream(scripts) as upstream,
        running(url, openai_base_url=upstream.url, **SETTINGS | settings) as server,
        client() as made,
    ):
        await add_rules(server.url)
        yield server, scripts, made


def some(count):
    return lambda reading: len(reading.events) >= count


async def check_all(url, readings, first):
    for number, reading in enumerate(readings, first):
        await check(url, [reading], mark=f"mark-{number}-")
    # A turn whose admission was committed though its caller was told otherwise ends by takeover, a lease later.
    async with asyncio.timeout(30):
        while await history.running(url):
            await asyncio.sleep(0.05)


@pytest.mark.fault("F25")
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_postgres_is_killed_while_answers_are_written():
    """A cluster of its own; its supervisor starts the server again. Commits wait for the disk there."""
    folder = Path(tempfile.mkdtemp(prefix=PLACE))
    embedded = await acquire(folder / "data")
    url = embedded.url
    try:
        async with answering(url) as (server, _, made):
            turns = [asyncio.ensure_future(read(made, server.url, asked(number))) for number in range(400, 406)]
            first = await read(made, server.url, asked(406), until=some(12))
            pid = next((folder / "data").rglob("postmaster.pid"), None) or next(
                clusters.home_of(folder / "data")[0].rglob("postmaster.pid")
            )
            os.kill(int(pid.read_text().split()[0]), signal.SIGKILL)
            await read(made, server.url, reading=first)
            readings = [*await asyncio.gather(*turns), first]
            await check_all(url, readings, 400)
            assert all(reading.events[-1].name == "[DONE]" for reading in readings)
    finally:
        embedded.release()
        home = clusters.home_of(folder / "data")[0]
        shutil.rmtree(folder, ignore_errors=True)
        if home != folder / "data":
            shutil.rmtree(home, ignore_errors=True)


async def away_for(database_url, seconds, first):
    async with (
        Proxy.before_database(database_url) as proxy,
        answering(proxy.database(database_url)) as (
            server,
            _,
            made,
        ),
    ):
        readings = await asyncio.gather(
            *(read(made, server.url, asked(number), until=some(12)) for number in range(first, first + 4))
        )
        followers = [
            asyncio.ensure_future(read(made, server.url, reading=one, within_s=seconds + 40)) for one in readings
        ]
        proxy.refuses = True
        proxy.reset()
        refused = await made.post(f"{server.url}/v1/answers", json=asked(first + 50))
        assert refused.status_code == 503 and int(refused.headers["retry-after"]) > 0
        await asyncio.sleep(seconds)  # the fault itself
        proxy.heal()
        await asyncio.gather(*followers)
        await check_all(database_url, readings, first)
        assert all(reading.meta["complete"] or seconds > 15 for reading in readings)
        again = await read(made, server.url, asked(first + 51))
        assert again.meta["complete"]


@pytest.mark.fault("F26")
async def test_a_database_that_is_away_for_a_while_is_waited_for(database_url):
    await away_for(database_url, 2, 410)


@pytest.mark.slow
@pytest.mark.fault("F26")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seconds", [10, 60])
async def test_a_database_that_is_away_for_long_is_waited_for(database_url, seconds):
    await away_for(database_url, seconds, 420)


async def searching_while_away(database_url, seconds, first):
    """Every message of the database takes its time, so that questions still search when it goes away."""
    async with (
        Proxy.before_database(database_url) as proxy,
        answering(proxy.database(database_url)) as (server, _, made),
    ):
        proxy.down.latency_s = 0.1
        numbers = range(first, first + 6)
        readings = await asyncio.gather(*(read(made, server.url, asked(number), until=some(2)) for number in numbers))
        assert not any(reading.text for reading in readings)
        followers = [asyncio.ensure_future(read(made, server.url, reading=reading)) for reading in readings]
        proxy.refuses = True
        proxy.reset()
        await asyncio.sleep(seconds)  # the fault itself
        proxy.heal()
        await asyncio.gather(*followers)
        await check_all(database_url, readings, first)
        assert all(reading.meta["complete"] for reading in readings)


@pytest.mark.fault("F26")
async def test_questions_that_still_search_wait_for_the_database(database_url):
    await searching_while_away(database_url, 1, 600)


@pytest.mark.slow
@pytest.mark.fault("F26")
async def test_questions_that_still_search_wait_ten_seconds_for_the_database(database_url):
    await searching_while_away(database_url, 10, 610)


async def frozen(database_url, first):
    """Connections are there and new ones can be made, and not a byte comes back. Without a known key, with one, and for
    an endpoint of each family, every question gets its 503 within ten seconds."""
    asking = {
        "/v1/answers": asked(first),
        "/v1/chat/completions": {
            "model": "citestream",
            "messages": [{"role": "user", "content": "What may I borrow?"}],
        },
        "/api/query": {"query": "What may I borrow?", "thread_id": "a"},
    }
    async with (
        Proxy.before_database(database_url) as proxy,
        answering(proxy.database(database_url)) as (server, _, made),
    ):
        proxy.up.blackhole = True
        async with asyncio.timeout(10):
            answers = await asyncio.gather(
                *(made.post(f"{server.url}{path}", json=body) for path, body in asking.items() for _ in range(6))
            )
        assert {answer.status_code for answer in answers} == {503}
        assert all(answer.headers["retry-after"] for answer in answers)
        proxy.heal()
        async with asyncio.timeout(60):
            while (again := await read(made, server.url, asked(first + 1))).events[-1].name != "[DONE]":
                await asyncio.sleep(0.05)
        await check(database_url, [again])


@pytest.mark.fault("F26")
async def test_a_frozen_database_is_a_503_in_time(database_url, monkeypatch):
    monkeypatch.setattr(visit, "ADMISSION_S", 1.0)
    await frozen(database_url, 620)


@pytest.mark.slow
@pytest.mark.fault("F26")
async def test_a_frozen_database_is_a_503_within_ten_seconds(database_url):
    await frozen(database_url, 630)


@pytest.mark.fault("F26")
async def test_a_database_that_swallows_everything_is_given_up(database_url):
    """No FIN, no reset: the connections are dead, and nobody says so until the path is there again."""
    async with (
        Proxy.before_database(database_url) as proxy,
        answering(proxy.database(database_url)) as (
            server,
            _,
            made,
        ),
    ):
        reading = await read(made, server.url, asked(430), until=some(12))
        proxy.up.blackhole = True
        left = asyncio.ensure_future(read(made, server.url, reading=reading))  # it is never shown what is not stored
        async with running(database_url, **SETTINGS, openai_base_url=server.gateway.settings.openai_base_url) as other:
            whole = await read(made, other.url, reading=Reading(reading.where), within_s=30)
        proxy.heal()
        await left
        await check(database_url, [reading, whole], mark="mark-430-")


@pytest.mark.fault("F27")
async def test_sessions_that_are_terminated_cost_nothing(database_url):
    chance = random.Random(27)
    async with answering(database_url) as (server, _, made):
        turns = [asyncio.ensure_future(read(made, server.url, asked(number))) for number in range(440, 450)]
        admin = await asyncpg.connect(database_url)
        try:
            for _ in range(15):
                await admin.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity "
                    "where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5"
                )
                await asyncio.sleep(chance.uniform(0.02, 0.1))
        finally:
            await admin.close()
        await check_all(database_url, [await turn for turn in turns], 440)
        for turn in turns:  # a search whose session is ended may be the end of its turn
            end = (await turn).events[-1]
            assert end.json["retryable"] if end.name == "[ERROR]" else (await turn).meta["complete"]


@pytest.mark.fault("F28")
async def test_more_turns_than_connections_wait_for_each_other(database_url):
    """Forty turns at once on ten connections."""
    async with answering(database_url) as (server, scripts, made):
        scripts.otherwise = lambda mark: slowly(mark, 3, 0)
        readings = await asyncio.gather(*(read(made, server.url, asked(number)) for number in range(500, 540)))
        await check_all(database_url, readings, 500)
        assert all(reading.meta["complete"] and reading.connections == 1 for reading in readings)


FAIL = """
create sequence fault;
create table broken (now boolean);
insert into broken values (true);
grant all on sequence fault to citestream_app;
grant select on broken to citestream_app;
create function fail() returns trigger language plpgsql as $$
begin
    if {when} then raise exception 'injected' using errcode = '{code}'; end if;
    return new;
end $$;
create trigger fail before insert on stream_event for each row execute function fail();
"""


@pytest.mark.fault("F29")
@pytest.mark.parametrize("code", ["40P01", "40001"])
async def test_a_deadlock_is_tried_again(database_url, code):
    async with answering(database_url) as (server, _, made):
        await execute_script(database_url, FAIL.format(when="nextval('fault') between 20 and 22", code=code))
        readings = await asyncio.gather(*(read(made, server.url, asked(number)) for number in range(570, 573)))
        await check_all(database_url, readings, 570)
        assert all(reading.meta["complete"] for reading in readings)


@pytest.mark.fault("F30")
async def test_a_full_disk_stops_answers_and_they_go_on_when_there_is_room(database_url):
    async with answering(database_url) as (server, _, made):
        reading = await read(made, server.url, asked(580), until=some(8))
        await execute_script(database_url, FAIL.format(when="(select now from broken)", code="53100"))
        follower = asyncio.ensure_future(read(made, server.url, reading=reading))
        await asyncio.sleep(1.5)  # longer than the lease
        await execute(database_url, "update broken set now = false")
        await follower
        await check_all(database_url, [reading], 580)
        assert reading.events[-1].name == "[DONE]"
        assert (await read(made, server.url, asked(581))).meta["complete"]


@pytest.mark.fault("F20")
async def test_a_transaction_that_stands_still_does_not_keep_its_lease(database_url):
    """A process that is paused in the middle of its transaction holds a lock on the lease; the server ends it."""
    from gateway.conversation.turn import Turn
    from gateway.store.answers.leases import Leases
    from gateway.store.answers.presence import Presence
    from gateway.store.answers.turn_rows import LEASES, Answers
    from gateway.store.database.database import Database
    from tests.support.questions import question_of

    database = Database(database_url)
    await database.open()
    try:
        answers = Answers(database, "old", 0.0)
        turn = Turn(question_of("default", "Why?", "en"))
        await answers.open_turn(turn)
        paused = await asyncpg.connect(database_url)
        await paused.execute("begin")
        await paused.fetch(LEASES["lock"], [turn.answer_uuid], [1])
        leases = Leases(database, answers, Presence(database, "new", 60.0), 60.0)
        assert await leases.claim(1) == []
        async with asyncio.timeout(30):
            while not await leases.claim(1):
                await asyncio.sleep(0.05)
        with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            await paused.close()
    finally:
        await database.close()


async def execute_script(url, script):
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(script)
    finally:
        await connection.close()
