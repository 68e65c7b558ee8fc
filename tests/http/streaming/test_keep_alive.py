"""One timer tells all streams when to keep their connection alive."""

import asyncio

import pytest

from gateway.http.streaming.keep_alive import KEEP_ALIVE_S, KeepAlive, of_loop


class Loop:
    """A clock that is moved by hand, with its timers."""

    def __init__(self):
        self.now, self.timers = 100.0, []

    def time(self):
        return self.now

    def call_at(self, due, call):
        self.timers.append((due, call))
        return object()

    def until(self, now):
        while self.timers and min(self.timers)[0] <= now:
            self.timers.remove(timer := min(self.timers))
            self.now = timer[0]
            timer[1]()
        self.now = now


class Stream:
    def __init__(self, loop):
        self._loop, self.called = loop, []

    def keep_alive(self):
        self.called.append(self._loop.now)


@pytest.fixture
def loop():
    return Loop()


def test_each_stream_is_called_in_its_own_time_by_one_timer(loop):
    kept, first, second = KeepAlive(loop), Stream(loop), Stream(loop)
    kept.add(first)
    loop.until(104.0)
    kept.add(second)
    for moment in range(105, 100 + 3 * KEEP_ALIVE_S):
        loop.until(float(moment))
        assert len(loop.timers) == 1
    assert first.called == [100.0 + KEEP_ALIVE_S, 100.0 + 2 * KEEP_ALIVE_S]
    assert second.called == [104.0 + KEEP_ALIVE_S, 104.0 + 2 * KEEP_ALIVE_S]


def test_who_has_left_is_not_called_and_nobody_costs_no_timer(loop):
    kept, stays, leaves = KeepAlive(loop), Stream(loop), Stream(loop)
    kept.add(stays)
    kept.add(leaves)
    kept.discard(leaves)
    kept.discard(leaves)
    loop.until(101.0 + KEEP_ALIVE_S)
    assert stays.called and not leaves.called
    kept.discard(stays)
    loop.until(101.0 + 3 * KEEP_ALIVE_S)
    assert len(stays.called) == 1 and not loop.timers
    kept.add(leaves)
    loop.until(101.0 + 4 * KEEP_ALIVE_S)
    assert len(leaves.called) == 1


def test_a_stream_may_leave_when_it_is_called(loop):
    kept, other = KeepAlive(loop), Stream(loop)

    class Leaves:
        def keep_alive(self):
            kept.discard(self)

    kept.add(Leaves())
    kept.add(other)
    loop.until(100.0 + 2 * KEEP_ALIVE_S)
    assert len(other.called) == 2


async def test_a_loop_has_one():
    assert of_loop() is of_loop()
    other = asyncio.new_event_loop()
    try:
        assert await asyncio.to_thread(other.run_until_complete, _found()) is not of_loop()
    finally:
        other.close()


async def _found():
    return of_loop()
