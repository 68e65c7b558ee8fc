"""Bodies of aiohttp: looked at while many streams bring something, and waited for otherwise."""

import asyncio
import contextlib
from types import SimpleNamespace

import pytest
from aiohttp import StreamReader
from aiohttp.base_protocol import BaseProtocol

from gateway.models.crowd import MANY, Crowd
from gateway.models.transport import beat as beats
from gateway.models.transport.aiohttp_body import AiohttpBody
from gateway.models.transport.beat import MUCH, RESTS, TOGETHER, Beat
from tests.support.waiting import idle, until


class Stream(AiohttpBody):
    """A body that tells how often it was waited for, and the task that reads it to its end."""

    def __init__(self, beat):
        super().__init__(SimpleNamespace(content=StreamReader(_Connected(asyncio.get_running_loop()), 2**16)))
        self.waits, self.parts = 0, []
        self.task = asyncio.ensure_future(self._read(beat))

    async def __anext__(self):
        self.waits += 1
        return await super().__anext__()

    async def _read(self, beat):
        await beat.after(self, lambda part: self.parts.append(part) is None)

    def bring(self, part):
        self.reader.feed_data(part)


class _Connected(BaseProtocol):
    """The connection of a body: nothing has to be told to it."""

    connected = True

    def resume_reading(self, resume_parser=True):
        pass


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """However slow the machine is, nobody is taken for silent."""
    monkeypatch.setattr(beats, "QUIET_S", 60)


@contextlib.asynccontextmanager
async def streams(beat, number=TOGETHER):
    """Yields so many that have brought something together twice, so that they are looked at from then on if they are
    many."""
    made = [Stream(beat) for _ in range(number)]
    await idle()
    try:
        async with asyncio.timeout(30):
            for part in (b"one", b"two"):
                await together(beat, made, part)
            yield made
    finally:
        for stream in made:
            stream.task.cancel()
        await asyncio.gather(*(stream.task for stream in made), return_exceptions=True)


async def together(beat, made, part):
    """All bring a part before the next beat; returns when it has been taken."""
    beat._last = asyncio.get_running_loop().time() + 0.02  # the first that is woken waits for the others
    for stream in made:
        stream.bring(part)
    await until(lambda: all(stream.parts[-1:] == [part] for stream in made))


async def test_what_many_bring_together_is_found_by_looking():
    beat = Beat(every_s=0.005, crowd=Crowd())
    async with streams(beat) as made:
        waits = [stream.waits for stream in made]
        for number in range(20):
            await together(beat, made, b"%d" % number)
        assert [stream.waits for stream in made] == waits
        whole = [b"one", b"two", *(b"%d" % number for number in range(20))]
        assert all(stream.parts == whole for stream in made), "nothing lost, nothing twice, nothing empty"


async def test_few_streams_are_waited_for():
    beat = Beat(every_s=0.005, crowd=Crowd())
    async with streams(beat, TOGETHER - 1) as made:
        await together(beat, made, b"three")
        assert all(stream.waits == 4 for stream in made)


async def test_what_comes_between_two_looks_is_taken_in_one_part():
    beat = Beat(every_s=0.005, crowd=Crowd())
    async with streams(beat) as made:
        for part in (b"three ", b"four"):
            made[0].bring(part)
        await until(lambda: len(made[0].parts) == 3)
        assert made[0].parts[-1] == b"three four"


async def test_a_body_that_is_silent_is_waited_for_again_and_no_beat_is_due(monkeypatch):
    beat = Beat(every_s=0.005, crowd=Crowd())
    async with streams(beat) as made:
        waits = [stream.waits for stream in made]
        monkeypatch.setattr(beats, "QUIET_S", 0.02)
        await together(beat, made, b"three")
        await until(lambda: all(stream.waits == before + 1 for stream, before in zip(made, waits, strict=True)))
        await until(lambda: not beat._due)
        made[0].bring(b"four")
        await until(lambda: made[0].parts[-1] == b"four")


async def test_the_end_and_the_failure_of_a_body_that_is_looked_at_reach_its_task(monkeypatch):
    beat = Beat(every_s=0.005, crowd=Crowd())
    async with streams(beat) as made:
        monkeypatch.setattr(beats, "QUIET_S", 0.1)
        await together(beat, made, b"three")
        made[0].reader.feed_eof()
        made[1].reader.set_exception(ConnectionResetError("away"))
        made[2].bring(b"four")
        made[2].reader.set_exception(ConnectionResetError("away"))
        made[3].bring(b"four")
        made[3].reader.feed_eof()
        await asyncio.wait([stream.task for stream in made])
        ended = [type(stream.task.exception()) for stream in made]
        assert ended == [StopAsyncIteration, ConnectionResetError, ConnectionResetError, StopAsyncIteration]
        assert made[3].parts[-1] == b"four"


async def test_who_is_cancelled_while_its_body_is_looked_at_takes_nothing_more():
    beat = Beat(every_s=0.005, crowd=Crowd())
    async with streams(beat) as made:
        made[0].task.cancel()
        await asyncio.wait([made[0].task])
        assert made[0].task.cancelled()
        await together(beat, made[1:], b"three")
        made[0].bring(b"three")
        await together(beat, made[1:], b"four")
        assert made[0].parts == [b"one", b"two"]


async def test_in_a_crowd_a_stream_that_is_looked_at_rests_behind_much(monkeypatch):
    monkeypatch.setattr(beats, "CROWDED_S", 0.005)
    crowd = Crowd()
    beat, beaten = Beat(every_s=0.005, crowd=crowd), []
    async with streams(beat, TOGETHER + 1) as made:
        with contextlib.ExitStack() as waiting:
            for _ in range(MANY):
                waiting.enter_context(crowd.joined())
            await together(beat, made, b"x" * (MUCH + 1))
            go_on = beat._go_on
            monkeypatch.setattr(beat, "_go_on", lambda: beaten.append(1) or go_on())
            for stream in made:
                stream.bring(b"more")
            await until(lambda: made[0].parts[-1] == b"more")
        assert len(beaten) >= RESTS
