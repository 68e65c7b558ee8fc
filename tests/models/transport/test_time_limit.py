"""The limit on waits that follow one another."""

import asyncio

import pytest

from gateway.models.transport.time_limit import TimeLimit, TooLate


@pytest.fixture
def limit():
    made = TimeLimit()
    yield made
    made.close()


def now():
    return asyncio.get_running_loop().time()


async def test_a_wait_that_ends_in_time_gives_its_result(limit):
    assert await limit.wait(asyncio.sleep(0, "piece"), now() + 10) == "piece"
    with pytest.raises(KeyError):
        await limit.wait(raising(KeyError), now() + 10)


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
            await limit.wait(waiting(), now() + 0.01)
    assert ended == [True, True] and asyncio.current_task().cancelling() == 0
    assert await limit.wait(asyncio.sleep(0, "piece"), now() + 10) == "piece"


async def test_each_wait_has_its_own_limit(limit):
    """The timer of the first rings during the second, which may wait longer."""
    await limit.wait(asyncio.sleep(0), now() + 0.01)
    await limit.wait(asyncio.sleep(0.05), now() + 30)
    with pytest.raises(TooLate):  # and a nearer end comes before the far timer
        async with asyncio.timeout(20):
            await limit.wait(asyncio.Event().wait(), now() + 0.01)


async def test_what_happens_between_two_waits_is_not_limited(limit):
    await limit.wait(asyncio.sleep(0), now() + 0.01)
    await asyncio.sleep(0.05)
    await limit.wait(asyncio.sleep(0), now() + 0.01)


async def test_the_time_outs_of_what_is_waited_for_are_not_the_limits(limit):
    with pytest.raises(TimeoutError) as caught:
        await limit.wait(raising(TimeoutError), now() + 10)
    assert type(caught.value) is TimeoutError


async def test_a_cancellation_by_others_stays_one(limit):
    begun = asyncio.Event()

    async def waiting():
        begun.set()
        await limit.wait(asyncio.Event().wait(), now() + 10)

    task = asyncio.ensure_future(waiting())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()


async def test_one_timer_serves_any_number_of_waits(limit, monkeypatch):
    set_timers = []
    call_at = asyncio.get_running_loop().call_at
    monkeypatch.setattr(
        asyncio.get_running_loop(), "call_at", lambda when, *rest: set_timers.append(when) or call_at(when, *rest)
    )
    for _ in range(1000):
        await limit.wait(asyncio.sleep(0), now() + 60)
    assert len(set_timers) == 1
