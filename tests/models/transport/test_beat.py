"""The clock that streams share."""

import asyncio
from contextlib import ExitStack

import pytest

from gateway.models.crowd import MANY, Crowd
from gateway.models.transport.beat import CROWDED_S, EACH_S, MANY_S, Beat
from tests.support.waiting import idle


async def here():
    """Arrives without being waited for."""


def timers_of(beat, monkeypatch):
    """Returns a list that gets, for each timer of the beat, the seconds until it rings; other tests' timers go by."""
    loop, due = asyncio.get_running_loop(), []
    call_at = loop.call_at

    def counted(when, back, *rest, **more):
        if back == beat._go_on:
            due.append(when - loop.time())
        return call_at(when, back, *rest, **more)

    monkeypatch.setattr(loop, "call_at", counted)
    return due


async def awaited(waiting):
    return await waiting


def begin(waiting):
    return asyncio.ensure_future(awaited(waiting))


class Waits:
    """A body whose bytes come from `comes`; tells what became of who waited."""

    def __init__(self):
        self.comes, self.cancelled = asyncio.get_running_loop().create_future(), False

    async def read(self):
        await asyncio.sleep(0)
        try:
            return await self.comes
        except asyncio.CancelledError:
            self.cancelled = True
            raise


async def test_the_first_after_a_silence_goes_on_at_once():
    beat = Beat(every_s=0.05)
    for _ in range(2):
        going = begin(beat.after(here()))
        await idle()
        assert going.done()
        await asyncio.sleep(0.06)


async def test_all_others_go_on_together_with_one_timer(monkeypatch):
    beat, went = Beat(every_s=0.05), []

    async def after(number):
        await beat.after(here())
        went.append(number)

    await beat.after(here())
    timers = timers_of(beat, monkeypatch)
    async with asyncio.timeout(30):
        await asyncio.gather(*(after(number) for number in range(20)))
    assert len(timers) == 1
    assert went == list(range(20))


async def test_what_arrives_between_two_beats_wakes_its_task_at_the_beat_alone():
    beat, body = Beat(every_s=0.05), Waits()
    await beat.after(here())
    steps = []

    class Counted:
        def __await__(self):
            waits = awaited(beat.after(body.read())).__await__()
            while True:
                try:
                    steps.append(next(waits))
                except StopIteration as end:
                    return end.value
                yield steps[-1]

    async def reading():
        return await Counted()

    going = asyncio.ensure_future(reading())
    await idle()
    assert len(steps) == 2 and steps[0] is None  # it gave way, and waits
    body.comes.set_result(b"text")
    await idle()
    assert len(steps) == 2 and not going.done()
    async with asyncio.timeout(30):
        assert await going == b"text"
    assert len(steps) == 2


async def test_who_is_cancelled_cancels_what_it_waited_for_before_and_after_it_came():
    for came in (False, True):
        beat, body = Beat(every_s=60), Waits()
        await beat.after(here())
        going = begin(beat.after(body.read()))
        await idle()
        if came:
            body.comes.set_result(b"text")
            await idle()
        going.cancel()
        await asyncio.wait([going], timeout=30)
        assert going.cancelled() and body.cancelled
        assert body.comes.done()


async def test_what_fails_fails_and_what_bears_a_cancellation_goes_on():
    beat, body = Beat(every_s=0.01), Waits()
    going = begin(beat.after(body.read()))
    await idle()
    body.comes.set_exception(ConnectionResetError("away"))
    with pytest.raises(ConnectionResetError):
        await asyncio.wait_for(going, 30)

    async def patient():
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0)
            return b"the rest"

    going = begin(beat.after(patient()))
    await idle()
    going.cancel()
    assert await asyncio.wait_for(going, 30) == b"the rest"


async def test_one_that_leaves_keeps_nobody():
    beat = Beat(every_s=0.02)
    await beat.after(here())
    leaving, staying = begin(beat.after(here())), begin(beat.after(here()))
    await idle()
    leaving.cancel()
    async with asyncio.timeout(30):
        await staying
        await beat.after(here())
    assert leaving.cancelled()


async def test_beats_are_further_apart_while_a_crowd_waits_and_as_before_behind_it(monkeypatch):
    loop, crowd = asyncio.get_running_loop(), Crowd()
    beat = Beat(every_s=0.001, crowd=crowd)
    due = timers_of(beat, monkeypatch)

    async def pause():
        beat._last = loop.time()
        await beat.after(here())
        return due.pop()

    with ExitStack() as waiting:
        for _ in range(MANY - 1):
            waiting.enter_context(crowd.joined())
        assert await pause() <= 0.001
        with crowd.joined():
            assert 0.001 < await pause() <= CROWDED_S
    assert await pause() <= 0.001


async def test_beats_are_further_apart_the_more_streams_wait_up_to_a_bound(monkeypatch):
    loop, many = asyncio.get_running_loop(), int(0.5 * MANY_S / EACH_S)
    beat, bodies = Beat(every_s=0.001, crowd=Crowd()), [Waits() for _ in range(4 * many)]
    due = timers_of(beat, monkeypatch)

    async def pause():
        beat._last = loop.time() + 60  # whatever else the loop does meanwhile, it is not over
        turn = loop.create_future()
        beat._join(turn)
        turn.cancel()
        beat._waiting.clear()
        return due.pop() - 60

    assert await pause() <= 0.001
    going = [begin(beat.after(body.read())) for body in bodies[:many]]
    await idle()
    assert 0.4 * MANY_S < await pause() <= 0.5 * MANY_S
    going += [begin(beat.after(body.read())) for body in bodies[many:]]
    await idle()
    assert 0.9 * MANY_S < await pause() <= MANY_S
    for task in going:
        task.cancel()
    await asyncio.wait(going, timeout=30)
    assert await pause() <= 0.001
