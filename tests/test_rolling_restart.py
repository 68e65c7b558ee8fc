"""One gateway after the other is restarted behind a real nginx or HAProxy, while people read and ask."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter

import pytest

from tests.fakes.loopback import LoopbackServer
from tests.fakes.upstream import FakeUpstream, chunk
from tests.faults.conftest import client
from tests.faults.gateways import FACTS, Scripts, add_rules, asked, gateways
from tests.faults.history import Reading, check, read
from tests.support.proxies import EACH, installed, proxy

READERS = range(700, 710)
FIRST_QUESTION = 720


class Backend(LoopbackServer):
    """Answers every request with 200; the answer to `/stream` does not end."""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while head := await reader.readuntil(b"\r\n\r\n"):
                    endless = b" /stream " in head
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\nok\n" % (1000 if endless else 3))
                    await writer.drain()
                    if endless:
                        await asyncio.Event().wait()
        finally:
            writer.close()


@EACH
async def test_both_gateways_can_fail_one_after_the_other_while_streams_are_open(tmp_path, name, text):
    """A stream never ends well, so nothing that a proxy remembers of a failure is forgotten meanwhile. HAProxy looks
    every 50 ms here, and what it has found down stays so."""
    installed(name)
    text = text.replace("inter 2s fall 2 rise 1", "inter 50ms fall 1 rise 1000")
    async with contextlib.AsyncExitStack() as open_, Backend() as first, Backend() as second:
        asking = await open_.enter_async_context(proxy(name, tmp_path, text, first.url, second.url))
        for _ in range(6):
            stream = await open_.enter_async_context(asking.stream("GET", "/stream"))
            assert stream.status_code == 200
        for gateway in (first, second, first):
            await gateway.__aexit__()
            for _ in range(2):  # the second time, HAProxy has seen it
                each = (asking.post("/v1/answers", headers={"Connection": "close"}) for _ in range(20))
                answers = await asyncio.gather(*each)
                assert Counter(answer.status_code for answer in answers) == {200: 20}
            await gateway.__aenter__()


def speaking(mark, until, numbers):
    """A model that writes a paragraph every fifth of a second until this event is set."""

    async def behave(exchange):
        await exchange.head()
        await exchange.frame(chunk({"content": '{"paragraphs": ['}))
        for comma in itertools.chain([""], itertools.repeat(", ")):
            number = next(numbers)
            told = f"{FACTS[number % len(FACTS)]} {mark}p{number}."
            await exchange.frame(chunk({"content": f'{comma}{{"citations": ["E1"], "text": "{told}"}}'}))
            if until.is_set():
                break
            await asyncio.sleep(0.2)
        await exchange.frame(chunk({"content": "]}"}))
        await exchange.frame(chunk(finish="stop"))
        await exchange.frame("[DONE]")
        await exchange.end()

    return behave


@pytest.mark.slow
@pytest.mark.timeout(180)
@EACH
async def test_no_reader_sees_an_error_page_during_a_rolling_restart(database_url, tmp_path, name, text):
    """Ten answers outlast both restarts, and five new questions a second arrive."""
    installed(name)
    over, scripts, pages = asyncio.Event(), Scripts(), []
    for number in READERS:
        scripts.play(number, speaking(f"mark-{number}-", over, itertools.count()))

    async def note(answer):
        pages.append((answer.request.method, answer.request.url.path, answer.status_code))

    async with (
        FakeUpstream(scripts) as upstream,
        gateways(2, database_url, upstream.url) as two,
        proxy(name, tmp_path, text, *(process.url for process in two.all)) as before,
        client() as made,
    ):
        made.event_hooks = {"response": [note]}
        where = str(before.base_url).rstrip("/")
        await add_rules(two.all[0].url)
        streams = [Reading() for _ in READERS]
        reading = [
            asyncio.ensure_future(read(made, where, asked(number), reading=one))
            for number, one in zip(READERS, streams, strict=True)
        ]
        while not all(FACTS[0] in one.text for one in streams):
            await asyncio.sleep(0.05)
        questions = []

        async def ask():
            for number in itertools.count(FIRST_QUESTION):
                questions.append(asyncio.ensure_future(read(made, where, asked(number))))
                await asyncio.sleep(0.2)

        asking = asyncio.ensure_future(ask())
        for process in two.all:
            await process.terminated(within_s=20)
            process.kill()
            await process.start()
        asking.cancel()
        over.set()
        ended = await asyncio.gather(*reading, *questions)
        assert {status for _, _, status in pages} == {200}, Counter(pages)
        posts = sum(method == "POST" for method, _, _ in pages)
        assert posts == len(ended), "no question was lost without a response"
        assert all(one.connections > 1 for one in streams), "every reader was sent away"
        for one in ended:
            assert one.events[-1].name == "[DONE]"
        for number, one in zip(READERS, streams, strict=True):
            await check(database_url, [one], mark=f"mark-{number}-")
