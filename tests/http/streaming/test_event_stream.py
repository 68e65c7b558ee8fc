"""One reader's stream: what is sent at once and what has to wait, keep-alive, patience, and the reader's leave."""

import asyncio

import pytest

from gateway.answer.events import Finished, Numbered, TextAdded
from gateway.errors import Unauthorized
from gateway.http.application import create_app
from gateway.http.streaming import event_stream, keep_alive
from gateway.http.streaming.connections import CONNECTION
from gateway.http.streaming.event_stream import EventStream
from gateway.telemetry import families
from gateway.wire.shared.frame import KEEP_ALIVE
from tests.support import sse
from tests.support.waiting import idle, until

END = [Numbered(5, 1, 0, Finished({}))]


class Spelled:
    """An encoder that writes numbers, and cannot write one of them."""

    def encode(self, numbered):
        if numbered.seq == 9:
            raise ValueError("cannot be encoded")
        return b"%d%s " % (numbered.seq, b"" if numbered.id else b" refused")


class Reading:
    """A stream and its reader's connection, which takes parts while it is `is_ready`; `sent`: those it took."""

    def __init__(self, **stream):
        self.sent, self.ended, self.call, self.body = [], False, None, None
        self.taking = asyncio.Event()
        self.taking.set()
        self.batches, self.opened, self.closed = asyncio.Queue(), False, False
        self.response = EventStream(self._opened, Spelled(), {}, **stream)
        self.task = asyncio.ensure_future(self._outermost(self.response))

    async def _outermost(self, app):
        scope = {"type": "http", "method": "GET", "headers": [], CONNECTION: self}
        await app(scope, None, self._send)
        assert not self.opened, "nothing is sent before everything inside has returned"
        await self.body()

    @property
    def is_ready(self):
        return self.taking.is_set()

    async def send(self, body):
        await self.taking.wait()
        assert not self.ended
        self.sent.append(body)

    async def end(self):
        self.ended = True

    def on_left(self, call):
        self.call = call

    def forget(self):
        self.call = None

    async def over(self):
        async with asyncio.timeout(30):
            await self.task

    async def _send(self, message):
        assert message["type"] == "http.response.start"

    async def _opened(self):
        self.opened = True
        try:
            while batch := await self.batches.get():
                if isinstance(batch, Exception):
                    raise batch
                yield batch
        finally:
            self.closed = True


def words(*numbers):
    return [Numbered(number, 1, 0, TextAdded("word")) for number in numbers]


def test_the_keep_alive_is_no_event():
    assert sse.parse(KEEP_ALIVE) == []


async def test_a_stream_has_no_task_beside_its_callers_own():
    before = asyncio.all_tasks()
    reading = Reading()
    await idle()
    assert asyncio.all_tasks() - before == {reading.task}
    reading.call()
    await reading.over()
    assert reading.closed and reading.call is None and not reading.ended


async def test_a_time_out_of_what_is_sent_is_no_reader_that_left():
    reading = Reading()
    await idle()
    reading.batches.put_nowait(TimeoutError("the log did not answer"))
    with pytest.raises(TimeoutError, match="did not answer"):
        await reading.over()


async def test_every_batch_is_sent_in_order_once_the_connection_takes_it():
    reading = Reading(after=1)
    reading.batches.put_nowait(words(1, 2))
    await idle()
    reading.taking.clear()
    reading.batches.put_nowait(words(3))
    reading.batches.put_nowait(words(4))
    await idle()
    assert reading.sent == [b"2 "]
    reading.taking.set()
    reading.batches.put_nowait(END)
    reading.batches.put_nowait(None)
    await reading.over()
    assert reading.sent == [b"2 ", b"3 ", b"4 ", b"5 "] and reading.ended


async def test_events_before_the_cursor_are_not_sent():
    reading = Reading(after=3)
    for batch in (words(1, 2), words(3, 4), END, None):
        reading.batches.put_nowait(batch)
    await reading.over()
    assert reading.sent == [b"4 ", b"5 "]


async def test_a_reader_that_is_sent_away_is_told_when_to_come_back():
    reading = Reading()
    reading.batches.put_nowait(words(1))
    reading.batches.put_nowait(None)
    await reading.over()
    low, high = event_stream.RETRY_MS
    assert reading.sent[:-1] == [b"1 "] and low <= int(reading.sent[-1].split()[1]) <= high and reading.ended


async def test_a_reader_whose_key_is_withdrawn_is_told_so():
    left = []

    async def on_leave():
        left.append(True)

    reading = Reading(on_leave=on_leave)
    reading.batches.put_nowait(words(1, 2))
    reading.batches.put_nowait(Unauthorized("withdrawn"))
    await reading.over()
    assert reading.sent == [b"1 2 ", b"2 refused "] and not left


async def test_an_event_that_cannot_be_encoded_ends_its_own_stream_and_sends_nothing():
    reading = Reading()
    reading.batches.put_nowait(words(8, 9))
    with pytest.raises(ValueError, match="encoded"):
        await reading.over()
    assert not reading.sent and reading.closed


@pytest.mark.parametrize("leaves", ["left", "stuck"])
async def test_leaving_early_is_told_and_leaving_behind_the_end_is_not(leaves, monkeypatch):
    told = []

    async def on_leave():
        told.append(True)

    if leaves == "stuck":
        monkeypatch.setattr(event_stream, "SEND_TIMEOUT_S", 0.01)
    early = Reading(on_leave=on_leave)
    early.batches.put_nowait(words(1))
    early.taking.clear()
    await idle()
    if leaves == "left":
        early.call()
    await early.over()
    assert told == [True] and early.closed
    whole = Reading(on_leave=on_leave)
    whole.batches.put_nowait(END)
    whole.batches.put_nowait(None)
    await whole.over()
    assert told == [True]


async def test_a_silent_stream_is_kept_alive_until_its_reader_takes_nothing_any_more(monkeypatch):
    monkeypatch.setattr(keep_alive, "KEEP_ALIVE_S", 0.001)
    monkeypatch.setattr(keep_alive, "_of_loops", {})  # the loop's own waits for streams of other tests
    gone = families.READERS_GONE._value.get()
    reading, plain = Reading(), Reading(media_type="application/jsonl")
    await until(lambda: len(reading.sent) > 3)
    assert set(reading.sent) == {KEEP_ALIVE} and not plain.sent
    reading.taking.clear()
    await reading.over()
    assert reading.closed and families.READERS_GONE._value.get() == gone + 1
    plain.call()
    await plain.over()


async def test_nothing_is_sent_behind_the_end(monkeypatch):
    monkeypatch.setattr(keep_alive, "KEEP_ALIVE_S", 0.001)
    monkeypatch.setattr(keep_alive, "_of_loops", {})
    reading, ends = Reading(), asyncio.Event()
    reading.end = ends.wait
    reading.batches.put_nowait(END)
    reading.batches.put_nowait(None)
    await idle()
    sent = [*reading.sent]
    for _ in range(3):
        reading.response._body.keep_alive()
        await idle()
    assert reading.sent == sent
    ends.set()
    await reading.over()


async def test_nothing_between_the_connection_and_the_endpoint_waits_for_the_end_of_a_stream(sample):
    """Two coroutines of the application do; with what stands between there are a dozen."""
    app, reading = create_app(sample.services), Reading()
    reading.task.cancel()

    async def endpoint(scope, receive, send):
        await reading.response(scope, receive, send)

    async def ignored(*_):
        pass

    app.router.default = endpoint
    headers = [(b"host", b"127.0.0.1")]
    scope = {"type": "http", "method": "GET", "path": "/nowhere", "query_string": b"", "headers": headers}
    asked = asyncio.ensure_future(app({**scope, CONNECTION: reading}, ignored, ignored))
    await idle()
    assert [name.split(".")[0] for name in waiting(asked.get_coro())] == ["_Application", "Observer", "_Body", "_Body"]
    reading.call()
    await asyncio.wait_for(asked, 30)


def waiting(coroutine):
    """Returns the names of the coroutines that wait for one another."""
    while getattr(coroutine, "cr_frame", None) is not None:
        yield coroutine.__qualname__
        coroutine = coroutine.cr_await
