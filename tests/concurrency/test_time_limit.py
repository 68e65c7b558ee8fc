"""The limit on waits that follow one another."""

import asyncio
from math import inf

import pytest

from gateway.concurrency.time_limit import TimeLimit, TooLate, in_time, unbroken
from tests.support.waiting import idle


@pytest.fixture
async def limit():
    made = TimeLimit()
    yield made
    made.close()


async def wait(limit, waiting, until):
    with limit.until(until):
        return await waiting


def now():
    return asyncio.get_running_loop().time()


async def test_a_wait_that_ends_in_time_gives_its_result(limit):
    assert await wait(limit, asyncio.sleep(0, "piece"), now() + 10) == "piece"
    with pytest.raises(KeyError):
        await wait(limit, raising(KeyError), now() + 10)


async def raising(error):
    raise error


async def test_a_late_wait_is_cancelled_and_its_task_goes_on(limit):
    ended = []

    async def waiting():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    for _ in range(2):  # the second one needs a timer of its own
        with pytest.raises(TooLate):
            await wait(limit, waiting(), now() + 0.01)
    assert ended == [True, True] and asyncio.current_task().cancelling() == 0
    assert await wait(limit, asyncio.sleep(0, "piece"), now() + 10) == "piece"


async def test_each_wait_has_its_own_limit(limit):
    """The timer of the first rings during the second, which may wait longer."""
    await wait(limit, asyncio.sleep(0), now() + 0.01)
    await wait(limit, asyncio.sleep(0.05), now() + 30)
    with pytest.raises(TooLate):  # and a nearer end comes before the far timer
        async with asyncio.timeout(20):
            await wait(limit, asyncio.Event().wait(), now() + 0.01)


async def test_a_wait_without_an_end_is_ended_from_outside(limit):
    async def waiting():
        await wait(limit, asyncio.Event().wait(), inf)

    task = asyncio.ensure_future(waiting())
    await idle()
    limit.expire()
    limit.expire()
    with pytest.raises(TooLate):
        await task
    limit.expire()  # nobody waits
    assert await wait(limit, asyncio.sleep(0, "piece"), inf) == "piece"


async def test_an_end_that_meets_an_error_leaves_nothing_behind(limit):
    async def failing():
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise KeyError from None

    with pytest.raises(KeyError):
        await wait(limit, failing(), now() + 0.01)
    assert asyncio.current_task().cancelling() == 0


async def test_what_happens_between_two_waits_is_not_limited(limit):
    await wait(limit, asyncio.sleep(0), now() + 0.01)
    await asyncio.sleep(0.05)
    await wait(limit, asyncio.sleep(0), now() + 0.01)


async def test_the_time_outs_of_what_is_waited_for_are_not_the_limits(limit):
    with pytest.raises(TimeoutError) as caught:
        await wait(limit, raising(TimeoutError), now() + 10)
    assert type(caught.value) is TimeoutError


async def test_a_cancellation_by_others_stays_one(limit):
    begun = asyncio.Event()

    async def waiting():
        begun.set()
        await wait(limit, asyncio.Event().wait(), now() + 10)

    task = asyncio.ensure_future(waiting())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()


async def test_one_timer_serves_any_number_of_waits(limit, monkeypatch):
    loop, set_timers = asyncio.get_running_loop(), []
    call_at = loop.call_at

    def counted(when, back, *rest, **more):
        if back == limit._ring:  # other tests' timers go by
            set_timers.append(when)
        return call_at(when, back, *rest, **more)

    monkeypatch.setattr(loop, "call_at", counted)
    for _ in range(1000):
        await wait(limit, asyncio.sleep(0), now() + 60)
    assert len(set_timers) == 1


async def test_work_that_heeds_no_cancellation_is_left_to_itself():
    over, cancelled = asyncio.Event(), asyncio.Event()

    async def stubborn():
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()
            await over.wait()
            raise ValueError("nobody hears this")

    with pytest.raises(TooLate):
        await in_time(0.01, stubborn())
    await cancelled.wait()
    over.set()
    await idle()


async def test_work_in_time_gives_its_result_or_its_error():
    assert await in_time(10, asyncio.sleep(0, "done")) == "done"
    with pytest.raises(KeyError):
        await in_time(10, raising(KeyError))


async def test_a_cancellation_by_others_ends_the_work_too():
    begun, ended = asyncio.Event(), asyncio.Event()

    async def working():
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            ended.set()

    task = asyncio.ensure_future(in_time(10, working()))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await ended.wait()


async def test_work_that_must_not_break_ends_before_the_cancellation_goes_on():
    begun, may_end, ended = asyncio.Event(), asyncio.Event(), False

    async def work():
        nonlocal ended
        begun.set()
        await may_end.wait()
        ended = True

    task = asyncio.create_task(unbroken(work()))
    await begun.wait()
    task.cancel()
    await idle()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 5)
    assert ended
