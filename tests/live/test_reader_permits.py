"""Readers under a key: who is told when it no longer holds, and when."""

import asyncio

import pytest

from gateway.errors import Unauthorized, Unavailable
from gateway.limits.access_key import hashed
from gateway.live.reader_permits import Permits
from tests.support.keyed import keyed
from tests.support.waiting import idle, until


class Held:
    """Keys that hold until they are taken away."""

    def __init__(self, *valid):
        self.valid, self.asked, self.away = set(valid), [], False

    async def holding(self, hashes):
        self.asked.append(sorted(hashes))
        if self.away:
            raise Unavailable("away")
        return self.valid & set(hashes)


class Feed:
    """Batches that come when they are told to."""

    def __init__(self):
        self.waiting, self.closed = asyncio.Queue(), False

    async def batches(self):
        try:
            while (batch := await self.waiting.get()) is not None:
                yield batch
        finally:
            self.closed = True


@pytest.fixture
def valid():
    return Held("one", "other")


async def test_a_reader_that_waits_is_told_and_lets_its_feed_go(valid):
    permits, feed, other = Permits(valid), Feed(), Feed()
    reading, staying = permits.while_valid("one", feed.batches()), permits.while_valid("other", other.batches())
    feed.waiting.put_nowait("first")
    assert await anext(reading) == "first"
    waiting, undisturbed = asyncio.ensure_future(anext(reading)), asyncio.ensure_future(anext(staying))
    await idle()
    valid.valid.remove("one")
    await permits.sweep()
    with pytest.raises(Unauthorized, match="follow it"):
        await waiting
    assert feed.closed and valid.asked == [["one", "other"]]
    other.waiting.put_nowait("still")
    assert await undisturbed == "still"
    other.waiting.put_nowait(None)
    assert [batch async for batch in staying] == []
    await permits.sweep()
    assert len(valid.asked) == 1  # nobody is left to ask about


async def test_a_reader_that_is_sending_is_told_before_the_next_batch(valid):
    permits, feed = Permits(valid), Feed()
    reading = permits.while_valid("one", feed.batches())
    feed.waiting.put_nowait("first")
    feed.waiting.put_nowait("second")
    assert await anext(reading) == "first"
    valid.valid.clear()
    await permits.sweep()
    with pytest.raises(Unauthorized):
        await anext(reading)
    assert feed.closed


async def test_a_feed_that_takes_its_time_to_close_is_not_hurried_again(valid):
    class Slow(Feed):
        def __init__(self):
            super().__init__()
            self.may_close = asyncio.Event()

        async def batches(self):
            try:
                yield await self.waiting.get()
            finally:
                await self.may_close.wait()
                self.closed = True

    permits, feed = Permits(valid), Slow()
    waiting = asyncio.ensure_future(anext(permits.while_valid("one", feed.batches())))
    await idle()
    valid.valid.clear()
    for _ in range(3):
        await permits.sweep()
        await idle()
    assert not waiting.done()
    feed.may_close.set()
    with pytest.raises(Unauthorized):
        await waiting
    assert feed.closed


async def test_where_no_key_is_needed_nobody_is_asked_about(valid):
    permits, feed = Permits(valid), Feed()
    feed.waiting.put_nowait("first")
    feed.waiting.put_nowait(None)
    assert [batch async for batch in permits.while_valid(None, feed.batches())] == ["first"]
    await permits.sweep()
    assert valid.asked == [] and feed.closed


async def test_the_sweep_survives_a_database_that_is_away(valid):
    permits, feed = Permits(valid, every_s=0.001), Feed()
    valid.valid.clear()
    valid.away = True
    await permits.open()
    waiting = asyncio.ensure_future(anext(permits.while_valid("one", feed.batches())))
    async with asyncio.timeout(20):
        await until(lambda: len(valid.asked) >= 3)
        assert not waiting.done()
        valid.away = False
        with pytest.raises(Unauthorized):
            await waiting
    await permits.close()


async def test_a_feed_that_times_out_by_itself_is_no_withdrawn_key(valid):
    async def failing():
        raise TimeoutError("its own")
        yield

    with pytest.raises(TimeoutError, match="its own"):
        await anext(Permits(valid).while_valid("one", failing()))


async def test_keys_and_sessions_that_hold():
    async with keyed() as at:
        keys = at.server.gateway.keys
        secrets = {name: at.keys[name] for name in ("user", "other", "app", "staff")}
        rows = {name: await keys.find(secret) for name, secret in secrets.items()}
        sessions = {name: await keys.open_session(rows[name], 1) for name in ("user", "app", "staff")}
        names = {hashed(secret): name for name, secret in secrets.items()}
        names |= {hashed(secret): f"page of {name}" for name, secret in sessions.items()}
        await keys.revoke(rows["user"])
        await keys.close_session(sessions["staff"])
        short = await keys.create("acme", "user", expires_days=-1)
        found = await keys.holding([*names, hashed(short), "0" * 64])
        assert {names[found_hash] for found_hash in found} == {"other", "app", "page of app", "staff"}
