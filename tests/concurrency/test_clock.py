"""The clock that streams share."""

import asyncio
from contextlib import ExitStack

import pytest

from gateway.concurrency.clock import CROWDED_TICK_S, LONGEST_TICK_S, TICK_PER_STREAM_S, TICK_S, Clock
from gateway.concurrency.crowd import MANY, Crowd
from tests.support.waiting import idle


@pytest.fixture
async def timers(monkeypatch):
    """Gets, for each timer of a clock, the seconds until it rings."""
    loop, seconds = asyncio.get_running_loop(), []
    call_at = loop.call_at

    def noted(when, callback, *rest, **more):
        if getattr(callback, "__func__", None) is Clock._wake:
            seconds.append(when - loop.time())
        return call_at(when, callback, *rest, **more)

    monkeypatch.setattr(loop, "call_at", noted)
    return seconds


async def test_the_first_stream_after_a_silence_does_not_wait(timers):
    clock = Clock(tick_s=0.05)
    for _ in range(2):
        async with asyncio.timeout(30):
            await clock.tick()
        await asyncio.sleep(0.06)
    assert timers == []


async def test_all_others_go_on_together_with_one_timer(timers):
    clock, went = Clock(tick_s=0.05), []

    async def stream(number):
        await clock.tick()
        went.append(number)

    await clock.tick()
    streams = [asyncio.create_task(stream(number)) for number in range(20)]
    await idle()
    assert went == [] and len(timers) == 1
    async with asyncio.timeout(30):
        await streams[0]
    assert went == list(range(20))


async def test_a_stream_that_is_cancelled_does_not_disturb_the_others(timers):
    clock = Clock(tick_s=0.05)
    await clock.tick()
    first, second = (asyncio.create_task(clock.tick()) for _ in range(2))
    await idle()
    first.cancel()
    async with asyncio.timeout(30):
        await second
    assert first.cancelled() and len(timers) == 1
    await clock.tick()
    assert len(timers) == 2, "the clock goes on"


async def tick_s(clock, timers, monkeypatch):
    """Returns how long a tick is, by a loop whose time stands still."""
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)
    await clock.tick()
    waiting = asyncio.create_task(clock.tick())
    await idle()
    waiting.cancel()
    (seconds,) = timers
    return pytest.approx(seconds)


@pytest.mark.parametrize(
    ("streams", "seconds"),
    [(1, TICK_S), (150, TICK_S), (300, 300 * TICK_PER_STREAM_S), (500, LONGEST_TICK_S), (5000, LONGEST_TICK_S)],
)
async def test_ticks_are_longer_the_more_streams_are_open(timers, monkeypatch, streams, seconds):
    clock = Clock(crowd=Crowd())
    clock.streams = streams
    assert await tick_s(clock, timers, monkeypatch) == seconds


@pytest.mark.parametrize(("waiting", "seconds"), [(MANY - 1, TICK_S), (MANY, CROWDED_TICK_S)])
async def test_ticks_are_long_while_many_questions_wait(timers, monkeypatch, waiting, seconds):
    crowd = Crowd()
    with ExitStack() as questions:
        for _ in range(waiting):
            questions.enter_context(crowd.joined())
        assert await tick_s(Clock(crowd=crowd), timers, monkeypatch) == seconds
