"""The optional Redis: what it carries, and that nothing waits for it when it is gone, slow, silent or forgetful."""

import asyncio
import contextlib
import logging
import shutil
import sys

import pytest

from gateway.errors import WrongUse
from gateway.live import redis_hints
from gateway.live.redis_hints import Hints, Redis
from tests.fakes.redis import FakeRedis
from tests.support.waiting import until

SOON_S = 15


@contextlib.asynccontextmanager
async def real(folder):
    """Debian's redis-server, where it is installed."""
    socket = folder / "redis.sock"
    process = await asyncio.create_subprocess_exec(
        *("redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder),
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        await until(socket.exists)
        yield f"unix://{socket}"
    finally:
        process.terminate()
        await process.wait()


@pytest.fixture
def patient(monkeypatch):
    """For what it carries; how long anybody waits for it is another matter, and a loaded machine's."""
    monkeypatch.setattr(redis_hints, "ANSWER_S", SOON_S)


@pytest.fixture(params=["fake", "real"])
async def url(request, tmp_path, patient):
    if request.param == "real":
        if shutil.which("redis-server") is None:
            pytest.skip("redis-server is not installed")
        async with real(tmp_path) as found:
            yield found
    else:
        async with FakeRedis() as fake:
            yield fake.url


@pytest.fixture
async def fake(monkeypatch):
    """A fake, with waits that a test can sit out."""
    monkeypatch.setattr(redis_hints, "RETURN_S", (0.01, 0.05))
    monkeypatch.setattr(redis_hints, "QUIET_S", 0.3)
    async with FakeRedis() as made:
        yield made


@contextlib.asynccontextmanager
async def connected(url):
    redis = Redis(url)
    try:
        yield redis
    finally:
        await redis.aclose()


@contextlib.asynccontextmanager
async def telling(url):
    """Hints of one process, and all the answers it has heard of."""
    async with connected(url) as redis:
        heard, both = set(), Hints(redis)
        await both.open(heard.update)
        try:
            yield both, heard
        finally:
            await both.close()


def lines(caplog):
    return [record.message for record in caplog.records if record.name == "gateway.live.redis_hints"]


async def test_a_value_is_kept_for_its_time(url):
    async with connected(url) as redis:
        assert await redis.get("a") is None
        assert await redis.set("a", b"\x00\xff", 60) and await redis.get("a") == b"\x00\xff"
        assert await redis.delete("a", "b") and await redis.get("a") is None
        assert await redis.set("short", b"x", 0.001)
        async with asyncio.timeout(SOON_S):
            while await redis.get("short") is not None:
                await asyncio.sleep(0.01)


async def test_what_one_process_tells_all_hear(url):
    async with telling(url) as (first, own), telling(url) as (_, other):
        async with asyncio.timeout(SOON_S):
            while not {"a", "b"} <= own & other:
                first.tell(["a", "b"])
                await asyncio.sleep(0.01)


class Deaf:
    """A client that takes being cancelled for an answer, once, as a real one does when both come together."""

    def __init__(self):
        self.asked, self.cancelled = asyncio.Event(), 0

    async def publish(self, message):
        self.asked.set()
        if self.cancelled:
            return False
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
        return False

    async def messages(self):
        await asyncio.Event().wait()
        yield ""


async def test_hints_end_where_the_client_loses_that_they_shall(fake):
    client = Deaf()
    both = Hints(client)
    await both.open(print)
    both.tell(["a"])
    async with asyncio.timeout(SOON_S):
        await client.asked.wait()
        await both.close()
    assert client.cancelled == 1


async def test_hints_gather_while_a_message_is_under_way(fake):
    async with telling(fake.url) as (both, heard):
        await until(lambda: fake.subscribers)
        for number in range(1000):
            both.tell([str(number)])
            await asyncio.sleep(0)
        await until(lambda: len(heard) == 1000)
        assert len(fake.published) < 500


@pytest.mark.usefixtures("patient")
async def test_forgotten_values_are_values_not_there(fake):
    async with connected(fake.url) as redis:
        await redis.set("a", b"1", 60)
        fake.flush()
        assert await redis.get("a") is None and await redis.set("a", b"2", 60)


async def test_one_that_is_down_costs_nothing_and_is_said_once(fake, caplog):
    caplog.set_level(logging.INFO)
    await fake.down()
    async with telling(fake.url) as (both, heard), connected(fake.url) as redis:
        for _ in range(20):
            both.tell(["lost"])
            assert await redis.get("a") is None and not await redis.set("a", b"", 1) and not await redis.delete("a")
        await until(lambda: lines(caplog))
        await fake.up()
        async with asyncio.timeout(SOON_S):
            while "found" not in heard:
                both.tell(["found"])
                await asyncio.sleep(0.05)
        await until(lambda: len(lines(caplog)) >= 3)
        async with asyncio.timeout(SOON_S):
            while not await redis.set("a", b"1", 1):
                await asyncio.sleep(0.05)
    away, back = ([line for line in lines(caplog) if word in line] for word in ("away", "back"))
    assert len(away) == len(back) == 2  # once for each of the two connections' owners
    assert "without it" in away[0]


async def test_one_that_dies_under_a_subscription_is_found_again(fake):
    async with telling(fake.url) as (both, heard):
        await until(lambda: fake.subscribers)
        await fake.down()
        both.tell(["lost"])
        await fake.up()
        await until(lambda: fake.subscribers)
        async with asyncio.timeout(SOON_S):
            while "again" not in heard:
                both.tell(["again"])
                await asyncio.sleep(0.05)


async def test_one_that_only_falls_silent_is_noticed(fake, caplog):
    async with telling(fake.url):
        await until(lambda: "PING" in fake.commands)  # quiet is not yet silent
        assert not lines(caplog)
        fake.silent = True
        await until(lambda: lines(caplog))
        fake.silent = False
        await fake.down()
        await fake.up()
        await until(lambda: len(lines(caplog)) == 2)
    assert "silent" in lines(caplog)[0] and "back" in lines(caplog)[1]


async def test_a_slow_one_is_left_alone_for_a_while(fake):
    fake.latency_s = 2
    async with connected(fake.url) as redis:
        for _ in range(200):
            assert await redis.get("a") is None
    assert fake.commands.count("GET") <= 3


@pytest.mark.usefixtures("patient")
async def test_more_callers_than_connections_wait_for_each_other(fake):
    async with connected(fake.url) as redis:
        await redis.set("a", b"1", 60)
        assert await asyncio.gather(*(redis.get("a") for _ in range(100))) == [b"1"] * 100


@pytest.mark.parametrize("given", ["localhost:6379", "http://localhost", "redis://localhost:port"])
def test_an_address_that_cannot_work_is_refused_at_start(given):
    with pytest.raises(WrongUse, match="REDIS_URL"):
        Redis(given)


def test_without_the_package_the_start_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(WrongUse, match=r"citestream\[redis\]"):
        Redis("redis://localhost")
