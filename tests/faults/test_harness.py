"""The harness itself: the proxy spoils what it says, and the checker sees every kind of wrong history."""

import asyncio
from dataclasses import replace

import pytest

from tests.fakes.upstream import FakeUpstream
from tests.faults import history
from tests.faults.history import Reading
from tests.faults.modes import MODES
from tests.faults.toxics import Proxy
from tests.support import sse


def reading(*events, after=0):
    return Reading("/v1/answers/a", after, [sse.Sent(id, name, data) for id, name, data in events])


GOOD = reading(("1-1", "[START]", "{}"), ("1-2", "", "Hi"), ("2-3", "[DONE]", "[META]{}"))


def test_a_good_history_passes():
    history.check_reading(GOOD)
    history.check_agree([GOOD, reading(("1-2", "", "Hi"), after=1)])


@pytest.mark.parametrize(
    "events",
    [
        [("1-1", "", "a"), ("1-3", "", "b")],
        [("1-1", "", "a"), ("1-1", "", "a")],
        [("1-2", "", "a")],
        [("2-1", "", "a"), ("1-2", "", "b")],
        [("1-1", "[DONE]", "x"), ("1-2", "[DONE]", "x")],
        [("1-1", "[DONE]", "x"), ("1-2", "", "late")],
    ],
    ids=["gap", "twice", "late start", "old epoch", "two ends", "after the end"],
)
def test_a_wrong_history_is_seen(events):
    with pytest.raises(AssertionError):
        history.check_reading(reading(*events))


@pytest.mark.parametrize("other", [("1-2", "", "Ho"), ("2-2", "", "Hi"), ("1-2", "[THINKING]", "Hi")])
def test_two_readers_who_saw_different_things_are_seen(other):
    with pytest.raises(AssertionError):
        history.check_agree([GOOD, reading(other, after=1)])


def test_foreign_text_is_seen():
    with pytest.raises(AssertionError):
        history.check_foreign(reading(("1-1", "", "mark-7-p0")), "mark-8-")


@pytest.fixture
async def echo():
    """A proxy before a server that sends everything back."""

    async def answer(reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server, Proxy("127.0.0.1", server.sockets[0].getsockname()[1]) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        yield proxy, reader, writer
        writer.close()


async def test_bytes_pass_whole_when_they_are_sliced_and_slow(echo):
    proxy, reader, writer = echo
    proxy.down.slice, proxy.up.latency_s, proxy.down.bytes_per_s = 1, 0.01, 1e6
    writer.write(bytes(range(256)))
    assert await asyncio.wait_for(reader.readexactly(256), 5) == bytes(range(256))


@pytest.mark.parametrize("how", ["close", "reset", "half"])
async def test_a_connection_is_cut_at_a_byte(echo, how):
    proxy, reader, writer = echo
    proxy.down = replace(proxy.down)
    proxy.up.cut_after, proxy.up.cut = 3, how
    writer.write(b"abcdef")
    seen = b""
    try:
        seen = await asyncio.wait_for(reader.read(), 5)
    except ConnectionError:
        assert how == "reset"
    assert seen in (b"", b"abc") and (how != "half" or seen == b"abc")


async def test_a_black_hole_says_nothing_until_it_is_healed(echo):
    proxy, reader, writer = echo
    proxy.down.blackhole = True
    writer.write(b"abc")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.1)
    assert proxy.connections == 1
    proxy.heal()
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        await asyncio.wait_for(reader.readexactly(1), 5)


async def test_the_model_can_fail_in_twenty_ways():
    assert len(MODES) >= 20
    async with FakeUpstream(lambda request: MODES["empty"]) as upstream:
        assert upstream.url
