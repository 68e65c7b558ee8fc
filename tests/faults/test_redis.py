"""Redis that helps, and that is down, dies, forgets, is slow or loses messages (F31, F32): no answer notices."""

import asyncio
import functools

import pytest

from gateway.live.readers import Following
from tests.fakes.redis import FakeRedis
from tests.fakes.upstream import answer_json
from tests.faults.conftest import two_gateways
from tests.faults.gateways import paragraphs, stalled
from tests.faults.history import Reading, check, read


@pytest.mark.fault("F31")
async def test_a_reader_elsewhere_is_woken_by_a_hint(monkeypatch):
    """Its next poll is ten minutes away, so that every event it sees is a hint's."""
    monkeypatch.setattr("gateway.app.Following", functools.partial(Following, poll_s=600))
    async with FakeRedis() as redis, two_gateways(redis_url=redis.url) as pair:
        question = pair.scripts.play(700, stalled("mark-700-", 1))
        begun = await read(pair.client, pair.here.url, question, until=lambda reading: "Dogs" in reading.text)
        there = asyncio.ensure_future(read(pair.client, pair.there.url, reading=Reading(begun.where)))
        async with asyncio.timeout(20):
            while not (pair.there.services.following._mirrors and redis.subscribers == 2):
                await asyncio.sleep(0.01)
        stop = asyncio.ensure_future(pair.client.post(f"{pair.here.url}{begun.where}/stop"))
        await check(pair.database_url, [await there], mark="mark-700-")
        assert (await stop).status_code == 200


@pytest.mark.fault("F31", "F32")
@pytest.mark.timeout(300)
async def test_redis_that_is_no_help_costs_nothing_but_the_hint():
    """One turn for each state of Redis, with readers on both processes; each begins while the turn is under way."""
    async with FakeRedis() as redis:
        await redis.down()  # from the start
        async with two_gateways(redis_url=redis.url) as pair:

            async def turn(number, meanwhile):
                mark = f"mark-{number}-"
                question = pair.scripts.play(number, answer_json(paragraphs(mark, 4), 8, pause_s=0.01))
                begun = await read(pair.client, pair.here.url, question, until=lambda one: "Dogs" in one.text)
                readers = [
                    asyncio.ensure_future(read(pair.client, server.url, reading=Reading(begun.where)))
                    for server in (pair.here, pair.there)
                ]
                await meanwhile()
                readings = await asyncio.gather(*readers)
                await check(pair.database_url, readings, mark=mark)
                assert all(reading.meta["complete"] and not reading.dropped for reading in readings)
                for server in (pair.here, pair.there):
                    assert (await server.client.get("/readyz")).status_code == 200

            async def subscribed():
                await redis.up()
                async with asyncio.timeout(20):
                    while redis.subscribers < 2:
                        await asyncio.sleep(0.01)

            async def flushed():
                redis.flush()

            async def slow():
                redis.latency_s = 2

            async def losing():
                redis.latency_s, redis.drop = 0, 0.1

            for number, meanwhile in enumerate((flushed, subscribed, redis.down, subscribed, flushed, losing, slow)):
                await turn(710 + number, meanwhile)
        assert redis.published
