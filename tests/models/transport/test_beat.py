"""The clock that streams share."""

import asyncio
from contextlib import ExitStack

import pytest

from gateway.models.crowd import MANY, Crowd
from gateway.models.transport import beat as beats
from gateway.models.transport.beat import CROWDED_S, EACH_S, MANY_S, MUCH, RESTS, Beat
from tests.support.waiting import idle


class Here:
    """A body of which a part is always there."""

    def __aiter__(self):
        return self

    async def __anext__(self):
        return b"text"


def none(part):
    """A tap that leaves everything."""
    return False


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
    """A body whose next part comes from `comes`; tells what became of who waited, and keeps what it gave."""

    def __init__(self):
        self.parts, self.cancelled = [], False
        self.expect()

    def expect(self):
        self.comes = asyncio.get_running_loop().create_future()

    def tap(self, part):
        self.parts.append(part)
        return False

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.comes
        except asyncio.CancelledError:
            self.cancelled = True
            raise


async def test_the_first_after_a_silence_goes_on_at_once():
    beat = Beat(every_s=0.05)
    for _ in range(2):
        going = begin(beat.after(Here(), none))
        await idle()
        assert going.done()
        await asyncio.sleep(0.06)


async def test_all_others_go_on_together_with_one_timer(monkeypatch):
    beat, went = Beat(every_s=0.05), []

    async def after(number):
        await beat.after(Here(), none)
        went.append(number)

    await beat.after(Here(), none)
    timers = timers_of(beat, monkeypatch)
    async with asyncio.timeout(30):
        await asyncio.gather(*(after(number) for number in range(20)))
    assert len(timers) == 1
    assert went == list(range(20))


async def test_what_arrives_between_two_beats_wakes_its_task_at_the_beat_alone():
    beat, body = Beat(every_s=0.05), Waits()
    await beat.after(Here(), none)
    steps = []

    class Counted:
        def __await__(self):
            waits = awaited(beat.after(body, body.tap)).__await__()
            while True:
                try:
                    steps.append(next(waits))
                except StopIteration:
                    return
                yield steps[-1]

    async def reading():
        await Counted()

    going = asyncio.ensure_future(reading())
    await idle()
    assert len(steps) == 1
    body.comes.set_result(b"text")
    await idle()
    assert not going.done() and not body.parts
    async with asyncio.timeout(30):
        await going
    assert len(steps) == 1 and body.parts == [b"text"]


async def test_what_is_tapped_wakes_nobody_until_something_is_left():
    loop, beat, body, tapped = asyncio.get_running_loop(), Beat(every_s=0.001), Waits(), asyncio.Event()

    def tap(part):
        body.parts.append((part, asyncio.current_task(loop)))
        if part == b"left":
            return False
        body.expect()
        tapped.set()
        return True

    going = begin(beat.after(body, tap))
    await idle()
    for part in (b"one", b"two"):
        tapped.clear()
        body.comes.set_result(part)
        async with asyncio.timeout(30):
            await tapped.wait()
        assert not going.done()
    body.comes.set_result(b"left")
    async with asyncio.timeout(30):
        await going
    assert body.parts == [(b"one", None), (b"two", None), (b"left", None)], "each in no task's time"


async def test_parts_that_are_there_already_are_tapped_one_a_beat(monkeypatch):
    beat, parts = Beat(every_s=0.002), []

    def tap(part):
        parts.append(part)
        return len(parts) < 4

    timers = timers_of(beat, monkeypatch)
    async with asyncio.timeout(30):
        await beat.after(Here(), tap)
    assert len(parts) == 4 and len(timers) == 3


async def test_who_is_cancelled_cancels_what_it_waited_for_before_and_after_it_came():
    for came in (False, True):
        beat, body = Beat(every_s=60), Waits()
        await beat.after(Here(), none)
        going = begin(beat.after(body, body.tap))
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
    going = begin(beat.after(body, body.tap))
    await idle()
    body.comes.set_exception(ConnectionResetError("away"))
    with pytest.raises(ConnectionResetError):
        await asyncio.wait_for(going, 30)

    for gives_way in (False, True):

        async def patient():
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if gives_way:  # noqa: B023
                    await asyncio.sleep(0)
            yield b"the rest"

        body = Waits()
        going = begin(beat.after(aiter(patient()), body.tap))
        await idle()
        going.cancel()
        await asyncio.wait_for(going, 30)
        assert body.parts == [b"the rest"]


async def test_the_end_of_a_body_is_told_to_its_task_even_behind_a_tapped_part():
    async def short():
        yield b"one"
        await asyncio.sleep(0)

    parts = []
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(awaited(Beat().after(aiter(short()), lambda part: parts.append(part) is None)), 30)
    assert parts == [b"one"]


async def test_a_part_that_came_with_a_cancellation_is_given_to_nobody():
    beat, body = Beat(every_s=60), Waits()
    await beat.after(Here(), none)
    body.comes.set_result(b"text")
    going = begin(beat.after(body, body.tap))
    await idle()  # the part is there, and waits for the beat
    going.cancel()
    await asyncio.wait([going], timeout=30)
    assert going.cancelled() and not body.parts
    beat._go_on()
    assert not body.parts


async def test_who_is_cancelled_when_a_part_was_left_to_it_is_cancelled():
    body = Waits()

    def cancelling(part):
        asyncio.get_running_loop().call_soon(reading.cancel)  # between the part and the task's next step
        return False

    reading = begin(Beat().after(body, cancelling))
    await idle()
    body.comes.set_result(b"one")
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(reading, 10)


async def test_one_that_leaves_keeps_nobody():
    beat = Beat(every_s=0.02)
    await beat.after(Here(), none)
    leaving, staying = begin(beat.after(Here(), none)), begin(beat.after(Here(), none))
    await idle()
    leaving.cancel()
    async with asyncio.timeout(30):
        await staying
        await beat.after(Here(), none)
    assert leaving.cancelled()


async def test_beats_are_further_apart_while_a_crowd_waits_and_as_before_behind_it(monkeypatch):
    loop, crowd = asyncio.get_running_loop(), Crowd()
    beat = Beat(every_s=0.001, crowd=crowd)
    due = timers_of(beat, monkeypatch)

    async def pause():
        beat._last = loop.time()
        await beat.after(Here(), none)
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
        beat._join(None)
        beat._reached.clear()
        beat._due = False
        return due.pop() - 60

    assert await pause() <= 0.001
    going = [begin(beat.after(body, body.tap)) for body in bodies[:many]]
    await idle()
    assert 0.4 * MANY_S < await pause() <= 0.5 * MANY_S
    going += [begin(beat.after(body, body.tap)) for body in bodies[many:]]
    await idle()
    assert 0.9 * MANY_S < await pause() <= MANY_S
    for task in going:
        task.cancel()
    await asyncio.wait(going, timeout=30)
    assert await pause() <= 0.001


async def test_in_a_crowd_a_stream_that_brings_much_rests_and_one_that_brings_little_does_not(monkeypatch):
    crowd, went = Crowd(), []
    monkeypatch.setattr(beats, "CROWDED_S", 0.002)

    class Brings(Here):
        def __init__(self, size):
            self.size = size

        async def __anext__(self):
            return b"x" * self.size

    def tap(part):
        went.append(len(part))
        return len(went) < 6 * (RESTS + 1)

    little, much = MUCH // 2, 2 * MUCH
    with ExitStack() as waiting:
        for _ in range(MANY):
            waiting.enter_context(crowd.joined())
        beat = Beat(every_s=0.001, crowd=crowd)
        both = [begin(beat.after(Brings(size), tap)) for size in (little, much)]
        async with asyncio.timeout(30):
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        await asyncio.wait(both, timeout=30)
    rests = [len(run) for run in "".join("l" if size == little else "m" for size in went).split("m")[1:-1]]
    assert rests and set(rests) <= {RESTS, RESTS + 1}, "beats of the other's own, and one that they may share"


async def test_without_a_crowd_no_stream_rests():
    beat, went = Beat(every_s=0.001, crowd=Crowd()), []

    class Much(Here):
        async def __anext__(self):
            return b"x" * (2 * MUCH)

    def tap(part):
        went.append(beat._last)
        return len(went) < 4

    async with asyncio.timeout(30):
        await beat.after(Much(), tap)
    assert len(set(went)) == 4
