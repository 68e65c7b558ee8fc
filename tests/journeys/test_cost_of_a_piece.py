"""What a piece of an answer costs, counted and not timed: statements, sends, tasks, timers, what it leaves in memory;
and what an answer holds in memory while it is written. A piece that began to cost more would make every stream
dearer, and no test of what readers see would notice."""

import asyncio
import collections
import contextlib
import gc
import statistics
import sys
import tracemalloc

import asyncpg
import httpx2

from gateway import words
from gateway.answer.reading.characters import MOST_PIECES
from gateway.live.feed import KEPT
from gateway.models.prompt import Prompt
from gateway.store.database.database import Database
from tests.fakes.upstream import FakeUpstream, answer_json, chunk
from tests.support.server import running
from tests.support.waiting import until

OPENING = '{"paragraphs":[{"citationIds":["E1"],"text":"A citation is a link'
FIRST, STRETCHES, PIECES = 40, 3, MOST_PIECES * (KEPT + 1)
"""The beginning, whose costs are its own; how many stretches behind it; the pieces of each: behind so many, a feed has
let go of as many events as it has taken, and pieces of text are gathered as often as they were kept."""
NAMES = ("statement", "argument", "create_task", "call_at")


class Counts:
    """What was done, by name."""

    def __init__(self, monkeypatch):
        self.done = collections.Counter()
        loop = asyncio.get_running_loop()
        for name in ("call_at", "create_task"):
            monkeypatch.setattr(loop, name, self._counting(name, getattr(loop, name)))
        prepare = Database._prepare

        async def prepared(database, connection):
            await prepare(database, connection)
            connection.add_query_logger(lambda sent: self.done.update(statement=1, argument=len([*sent.args])))

        monkeypatch.setattr(Database, "_prepare", prepared)

    def _counting(self, name, work):
        def counted(*arguments, **named):
            self.done[name] += 1
            return work(*arguments, **named)

        return counted

    @contextlib.contextmanager
    def blocks(self):
        gc.collect()
        before = sys.getallocatedblocks()
        yield
        gc.collect()
        self.done["block"] = sys.getallocatedblocks() - before


class Pieces:
    """A model that writes the next piece when it is told to."""

    def __init__(self):
        self._more = asyncio.Semaphore(0)
        self.over = False

    def write(self):
        self._more.release()

    def end(self):
        self.over = True
        self.write()

    async def behave(self, exchange):
        await exchange.head()
        await exchange.frame(chunk({"content": OPENING}))
        while await self._more.acquire() and not self.over:
            await exchange.frame(chunk({"content": " and"}))
        await exchange.frame(chunk({"content": '."}]}'}))
        await exchange.frame(chunk({}, "stop"))
        await exchange.frame("[DONE]")
        await exchange.end()


class Reader:
    """A reader on a bare connection, which neither waits nor schedules anything of its own."""

    def __init__(self, url):
        self._address = url.removeprefix("http://").split(":")
        self.sends = 0

    async def ask(self):
        self._input, self._output = await asyncio.open_connection(*self._address)
        body = b'{"question": "What is a citation?"}'
        head = (
            "POST /v1/answers HTTP/1.1\r\nHost: {}:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
        )
        self._output.write(head.format(*self._address, len(body)).encode() + body)
        await self.until(b"data: A citation")

    async def until(self, wanted):
        """Reads on until these words have come. Each send of the server is one chunk of HTTP, which ends like this."""
        seen = b""
        while wanted not in seen:
            more = await self._input.read(65536)
            assert more, "the stream broke off"
            seen += more
        self.sends += seen.count(b"\n\n\r\n")

    def close(self):
        self._output.close()


@contextlib.asynccontextmanager
async def asked(database_url, streams, behind_first=lambda: None):
    """Yields so many models and readers, in the middle of their answers, and their server. `behind_first` is called
    when the first is there, and what is loaded and compiled once."""
    models = [Pieces() for _ in range(streams)]
    async with (
        FakeUpstream([model.behave for model in models]) as upstream,
        running(database_url, sample=True, provider="openai", openai_base_url=upstream.url) as server,
        asyncio.timeout(60),
    ):
        await asyncio.to_thread(words.load_model)  # begun by the start; what it allocates is no piece's
        readers = [Reader(server.url) for _ in models]
        await readers[0].ask()
        behind_first()
        await asyncio.gather(*(reader.ask() for reader in readers[1:]))
        yield models, readers, server
        for model in models:
            model.end()
        await asyncio.gather(*(reader.until(b"event: [DONE]") for reader in readers))
        for reader in readers:
            reader.close()


async def test_a_piece_costs_one_statement_one_send_no_task_and_few_timers(database_url, monkeypatch):
    counts = Counts(monkeypatch)
    async with asked(database_url, 1) as ([model], [reader], _):

        async def write():
            model.write()
            await reader.until(b" an")

        for _ in range(FIRST):
            await write()
        sends, each = reader.sends, collections.defaultdict(list)
        for _ in range(STRETCHES):
            with counts.blocks():
                for _ in range(PIECES):
                    before = counts.done.copy()
                    await write()
                    for name in NAMES:
                        each[name].append(counts.done[name] - before[name])
            each["block"].append(counts.done["block"] / PIECES)
        assert reader.sends - sends == STRETCHES * PIECES
    # Tasks of other tests, which live in this loop too, work beside some of the pieces, never beside half of them.
    usual = {name: statistics.median(numbers) for name, numbers in each.items()}
    assert usual["statement"] == 1
    assert usual["argument"] <= 8, (
        "a tenant, an epoch, five columns and the tenants; the driver looks at every value of each"
    )
    assert usual["create_task"] == 0
    assert usual["call_at"] <= 2, "pace of reading, pace of writing, the driver's limit on a statement"
    assert usual["block"] <= 8, "two or three by itself; other tests' tasks keep some, too"


async def test_pieces_of_many_answers_share_statements(database_url, monkeypatch):
    """While one statement is under way the others' pieces gather, and are written by the next."""
    counts = Counts(monkeypatch)
    other = await asyncpg.connect(database_url)
    async with asked(database_url, 20) as (models, readers, server):
        live = server.services.live
        async with other.transaction():
            await other.execute("lock table stream_event in exclusive mode")
            counts.done.clear()
            for model in models:
                model.write()
            await until(lambda: sum(live.writing(answer) or bool(answer.waiting) for answer in live.running) == 20)
        await asyncio.gather(*(reader.until(b" an") for reader in readers))
        assert counts.done["statement"] <= 8, counts.done
    await other.close()


def asking():
    """Returns the prompts and the requests to models' services that somebody holds."""
    gc.collect()
    return {id(each) for each in gc.get_objects() if type(each) in (Prompt, httpx2.Request)}


async def test_an_answer_that_is_written_holds_few_kilobytes_and_nothing_of_its_request(database_url):
    """Counts the memory of Python alone, and with it that of the model and the reader, which are in this process."""
    streams, before = 11, asking()
    try:
        async with asked(database_url, streams, behind_first=tracemalloc.start):
            assert not asking() - before, "a prompt, or a request with it, is still there"
            each = tracemalloc.get_traced_memory()[0] / (streams - 1)
    finally:
        tracemalloc.stop()
    assert each <= 150_000, f"{each:.0f} bytes; 142,000 are usual"


async def test_an_answer_that_has_ended_is_let_go_at_once(database_url):
    """Nothing of it lies in a cycle: the collector looks at what is old hardly ever, and until then all of a crowd's
    answers would stay."""
    first, more = 2, 5
    script = [answer_json([(["E1"], "A citation is a link.")])] * (first + more)
    async with (
        FakeUpstream(script) as upstream,
        running(database_url, sample=True, provider="openai", openai_base_url=upstream.url) as server,
        asyncio.timeout(60),
    ):

        async def ask(times):
            for _ in range(times):
                answer = await server.client.post("/v1/answers", json={"question": "What is a citation?"})
                assert b"[DONE]" in answer.content
            await until(lambda: not server.services.live.running)

        await ask(first)
        gc.collect()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            await ask(more)
            gc.collect()
            left = collections.Counter(type(each).__name__ for each in gc.garbage if is_ours(each))
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
    assert not [name for name, number in left.items() if number >= more], left


def is_ours(found):
    return type(found).__module__.startswith(("gateway", "uvicorn"))
