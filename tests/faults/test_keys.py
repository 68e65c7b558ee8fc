"""A key that is revoked while its streams run (F58): they end with a word that a client can act on, and the answers go
on."""

import asyncio
import json

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from gateway.http.legacy.chat import SIGNED_OUT
from gateway.limits.access_key import hashed
from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, chunk, paragraphs_json, text
from tests.support import postgres, sse
from tests.support.server import running

PROMISED_S = 60
LOADED = 5
"""Times what is promised: a machine under load is slow."""
QUESTION = "How long may a borrowed book stay at home?"
FIRST, SECOND = "A borrowed book may stay at home for three weeks.", "Then it has to come back."
USER = {"X-User-Ref": "ada"}


class Halved:
    """A model that says one paragraph, and the second one when it is told to."""

    def __init__(self):
        self.go_on = asyncio.Event()

    async def __call__(self, exchange):
        whole = paragraphs_json([(["E1"], FIRST), ([], SECOND)])
        middle = whole.index(SECOND) + 5
        await exchange.head()
        await exchange.frame(chunk({"content": whole[:middle]}))
        await self.go_on.wait()

        async def no_head():
            """It was sent already."""

        exchange.head = no_head
        await text(whole[middle:])(exchange)


@pytest.fixture
async def at():
    model = Halved()
    async with postgres.fresh_database(_migrate) as url, FakeUpstream(lambda _: model) as upstream:
        fields = {"openai_base_url": upstream.url, "openai_model": "x", "gate_threshold": 0, "require_keys": "on"}
        async with running(url, provider="openai", silence_timeout_s=600, total_timeout_s=900, **fields) as server:
            admin = await server.gateway.keys.create("acme", "admin")
            document = {"title": "Rules", "text": FIRST}
            await server.client.post("/v1/documents", json=document, headers={"Authorization": f"Bearer {admin}"})
            yield server, model


class Streams:
    """All that one key reads at the same time, until it is shut out."""

    def __init__(self, server, key):
        self.server, self.started = server, asyncio.Semaphore(0)
        self.client = httpx2.AsyncClient(
            base_url=server.url, headers={"Authorization": f"Bearer {key}", **USER}, timeout=PROMISED_S * LOADED
        )
        self.where = ""

    async def stream(self, method, path, body=None, **more):
        """All bytes; `started` counts those that have shown the first paragraph."""
        seen = b""
        async with self.client.stream(method, path, json=body, **more) as answer:
            self.where = self.where or answer.headers.get("location", "")
            assert answer.status_code == 200
            async for part in answer.aiter_bytes():
                if b"three weeks" not in seen and b"three weeks" in seen + part:
                    self.started.release()
                seen += part
        return seen

    async def tool(self, key):
        """The MCP tool's result. Its first progress is the first paragraph."""

        async def progress(done, total, message):
            self.started.release()

        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=PROMISED_S * LOADED)
        transport = streamable_http_client(f"{self.server.url}/mcp", http_client=http)
        async with http, Client(transport) as client:
            return await client.call_tool("query_knowledge_base", {"question": QUESTION}, progress_callback=progress)


@pytest.mark.fault("F58")
async def test_every_stream_of_a_revoked_key_ends_and_its_answers_go_on(at):
    server, model = at
    keys = server.gateway.keys
    key, successor, bystander = [await keys.create("acme", "app") for _ in range(3)]
    mine, others = Streams(server, key), Streams(server, bystander)
    asked = {"question": QUESTION}
    async with mine.client, others.client, asyncio.timeout(PROMISED_S * LOADED), asyncio.TaskGroup() as group:
        first = group.create_task(mine.stream("POST", "/v1/answers", asked))
        await mine.started.acquire()
        staying = group.create_task(others.stream("GET", f"{mine.where}/events"))
        await others.started.acquire()
        resumed = group.create_task(mine.stream("GET", f"{mine.where}/events", headers={"Last-Event-ID": "1-2"}))
        lines = group.create_task(mine.stream("POST", "/v1/answers?dialect=jsonl", asked))
        chat = {"messages": [{"role": "user", "content": QUESTION}], "stream": True}
        chunks = group.create_task(mine.stream("POST", "/v1/chat/completions", chat))
        page = group.create_task(mine.stream("POST", "/chat/process", {"prompt": QUESTION}))
        tool = group.create_task(mine.tool(key))
        whole = group.create_task(mine.client.post("/v1/answers", json=asked, headers={"Accept": "application/json"}))
        for _ in range(5):
            await mine.started.acquire()
        while len(server.services.live.running) < 6:
            await asyncio.sleep(0.01)
        await keys.revoke(await keys.find(key))
        shut_out = [await task for task in (first, resumed, lines, chunks, page, tool, whole)]
        assert not staying.done() and len(server.services.live.running) == 6
        model.go_on.set()
        await staying
    assert shut_out[6].status_code == 401 and shut_out[6].json()["code"] == "unauthorized"
    assert shut_out[5].is_error and "no longer holds" in shut_out[5].content[0].text
    assert sse.parse(shut_out[4])[-1].name == "[DONE]" and SIGNED_OUT.encode() not in shut_out[4]
    assert json.loads(sse.parse(shut_out[3])[-2].data)["error"]["type"] == "authentication_error"
    assert json.loads(shut_out[2].splitlines()[-1])["data"]["code"] == "unauthorized"
    for seen in shut_out[:2]:
        *before, end = sse.parse(seen)
        assert end.name == "[ERROR]" and end.id == before[-1].id and end.json["code"] == "unauthorized"
        assert end.json["seq"] == int(end.id[2:]) and not end.json["retryable"]
    # Another key of the same owner reads on from there, to the very end.
    headers = {"Authorization": f"Bearer {successor}", **USER, "Last-Event-ID": sse.parse(shut_out[0])[-1].id}
    rest = await server.client.get(f"{mine.where}/events", headers=headers)
    events = sse.parse(shut_out[0])[:-1] + sse.parse(rest.content)
    assert events == sse.parse(staying.result()) and sse.text(events) == f"{FIRST}\n\n{SECOND}"
    assert events[-1].json["answer"]["complete"]


@pytest.mark.fault("F58")
async def test_a_page_that_signs_out_elsewhere_ends_its_streams_and_a_reader_without_text_is_told_why(at):
    server, _ = at
    keys = server.gateway.keys
    key = await keys.create("acme", "user")
    async with httpx2.AsyncClient(base_url=server.url, timeout=PROMISED_S * LOADED) as tab:
        await tab.post("/sign-in", json={"key": key})
        session = tab.cookies["citestream_session"]
        async with asyncio.timeout(PROMISED_S * LOADED):
            reading = asyncio.create_task(tab.post("/v1/answers", json={"question": QUESTION}))
            while not server.services.permits._readers:
                await asyncio.sleep(0.01)
            assert set(server.services.permits._readers) == {hashed(session)}
            await keys.close_session(session)
            assert sse.parse((await reading).content)[-1].json["code"] == "unauthorized"
        assert (await tab.get("/v1/status")).status_code == 401
