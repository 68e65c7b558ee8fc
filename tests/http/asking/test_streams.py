"""Streams: what a client that leaves, lags or comes back sees of a running answer."""

import asyncio

import pytest

from gateway import slots
from gateway.answer.events import TextAdded
from gateway.errors import InvalidField, MalformedCursor
from gateway.http.asking.streams import Dialect, cursor, dialect, wants_json
from gateway.wire.shared.frame import EVENT_STREAM
from tests.fakes.upstream import FakeUpstream, chunk, paragraphs_json, text
from tests.support import sse
from tests.support.server import running
from tests.support.visits import visit

SENTENCE = "A borrowed book may stay at home for three weeks."


def request(headers=None, query=""):
    return visit(headers=headers, query_string=query.encode())


def test_the_dialect_is_named_or_follows_from_what_is_accepted():
    assert {"ag-ui", "ai-sdk", "bracket", "document", "jsonl", "legacy", "openai"} <= set(slots.names("wire"))
    assert dialect(request()).name == "bracket"
    assert dialect(request({"Accept": "*/*"})).name == "bracket"
    assert dialect(request({"Accept": "application/json"})).name == "document"
    assert dialect(request({"Accept": "application/json"}, "dialect=bracket")).name == "bracket"
    assert dialect(request(query="dialect=ai-sdk")).headers == {"x-vercel-ai-ui-message-stream": "v1"}
    with pytest.raises(InvalidField, match="bracket, document"):
        dialect(request(query="dialect=frame"))


def test_a_browser_that_accepts_both_gets_the_stream():
    assert not wants_json(request({"Accept": "text/event-stream, application/json"}))


@pytest.mark.parametrize(
    ("accept", "json"),
    [
        ("Application/JSON; charset=utf-8", True),
        ("text/html, application/json;q=0.5", True),
        ("text/event-stream;q=0, application/json", True),
        ("*/*, application/json; q=0.0", False),
        ("application/json-patch+json", False),
        ("application/*", False),
        ("", False),
    ],
)
def test_accept_is_read_as_media_types(accept, json):
    assert wants_json(request({"Accept": accept})) is json


def test_the_header_wins_over_the_query_and_both_have_one_form():
    assert cursor(request({"Last-Event-ID": "2-7"}, "after=1-3")) == (2, 7)
    assert cursor(request({"Last-Event-ID": "2-7 "})) == cursor(request({}, "after=%202-7%09")) == (2, 7)
    assert cursor(request(query="after=1-3")) == (1, 3) and cursor(request()) == (0, 0)
    with pytest.raises(MalformedCursor):
        cursor(request({"Last-Event-ID": "7"}))


class Slowly:
    """A model that says the first paragraph and goes on when told."""

    def __init__(self):
        self.go_on = asyncio.Event()

    async def __call__(self, exchange):
        whole = paragraphs_json([([], SENTENCE), ([], "And then more.")])
        await exchange.head()
        await exchange.frame(chunk({"content": whole[:90]}))
        await self.go_on.wait()
        await text(whole[90:])(_Headless(exchange))


class _Headless:
    """The same exchange, whose head was sent already."""

    def __init__(self, exchange):
        self._exchange = exchange

    def __getattr__(self, name):
        return getattr(self._exchange, name)

    async def head(self):
        pass


@pytest.fixture
async def slow(database_url):
    slowly = Slowly()
    async with (
        FakeUpstream([slowly]) as upstream,
        running(
            database_url, provider="openai", openai_base_url=upstream.url, openai_model="x", gate_threshold=0
        ) as server,
    ):
        await server.client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE})
        yield server, slowly


async def test_a_reader_that_leaves_does_not_stop_the_answer_and_can_come_back(slow):
    server, slowly = slow
    seen = b""
    async with server.client.stream("POST", "/v1/answers", json={"question": "borrowed book"}) as answer:
        async for part in answer.aiter_bytes():
            seen += part
            if b"weeks" in seen:
                break
    last = sse.parse(seen)[-1]
    path = f"/v1/answers/{sse.parse(seen)[0].json['answerUuid']}"
    assert (await server.client.get(path)).json()["state"] == "running"
    slowly.go_on.set()
    async with asyncio.timeout(30):
        rest = await server.client.get(f"{path}/events", headers={"Last-Event-ID": last.id})
    whole = await server.client.get(f"{path}/events")
    assert sse.parse(whole.content)[-1].name == "[DONE]"
    assert sse.parse(seen) + sse.parse(rest.content) == sse.parse(whole.content)
    assert sse.text(sse.parse(whole.content)) == f"{SENTENCE}\n\nAnd then more."


async def test_two_readers_of_a_running_answer_see_the_same(slow):
    server, slowly = slow
    first = asyncio.create_task(server.client.post("/v1/answers", json={"question": "borrowed book"}))
    async with asyncio.timeout(30):
        while not (running_now := list(server.services.live._answers.values())):
            await asyncio.sleep(0.01)
        path = f"/v1/answers/{running_now[0].turn.answer_uuid}/events"
        second = asyncio.create_task(server.client.get(path))
        slowly.go_on.set()
        assert (await first).content == (await second).content


STREAMS = [name for name in slots.names("wire") if Dialect.named(name).streams]


@pytest.mark.parametrize("name", STREAMS)
async def test_in_every_dialect_a_cursor_gives_exactly_the_rest_and_a_replay_the_same_bytes(sample, name):
    query = {"dialect": name}
    asked = await sample.client.post("/v1/answers", params=query, json={"question": "What is a citation?"})
    raw, path = asked.content, f"{asked.headers['location']}/events"
    media = Dialect.named(name).media_type
    assert asked.status_code == 200 and asked.headers["content-type"] == media
    whole = await sample.client.get(path, params=query)
    assert whole.content == raw and whole.headers["content-type"] == media
    count = len(sse.parse((await sample.client.get(path)).content))
    rests = [(await sample.client.get(path, params={**query, "after": f"1-{seq}"})).content for seq in range(1, count)]
    assert all(raw.endswith(rest) for rest in rests) and rests[-1]
    assert [len(rest) for rest in rests] == sorted((len(rest) for rest in rests), reverse=True)
    if media == EVENT_STREAM:
        for event in sse.parse(raw)[:-1]:
            if event.id:
                rest = await sample.client.get(path, params=query, headers={"Last-Event-ID": event.id})
                assert rest.content == rests[int(event.id[2:]) - 1]


@pytest.mark.parametrize(
    ("name", "withdraws"), [("bracket", True), ("jsonl", True), ("openai", False), ("ai-sdk", False)]
)
async def test_a_turn_may_withdraw_text_only_where_its_dialect_can_say_so(sample, name, withdraws):
    body = {"question": "What is a citation?", "rollback": True}
    asked = await sample.client.post("/v1/answers", params={"dialect": name}, json=body)
    [start] = sse.named(sse.parse((await sample.client.get(f"{asked.headers['location']}/events")).content), "[START]")
    assert start.json.get("rollback", False) is withdraws


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
async def test_an_answer_ends_with_its_connection_where_the_request_says_so(slow, accept):
    server, _ = slow
    body = {"question": "borrowed book", "on_disconnect": "cancel"}
    reading = asyncio.create_task(server.client.post("/v1/answers", json=body, headers={"Accept": accept}))
    async with asyncio.timeout(30):
        while not (answers := list(server.services.live._answers.values())) or not any(
            isinstance(one.event, TextAdded) for one in answers[0].events
        ):
            await asyncio.sleep(0.01)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        while not answers[0].ended:
            await asyncio.sleep(0.01)
    document = (await server.client.get(f"/v1/answers/{answers[0].turn.answer_uuid}")).json()
    assert document["meta"]["answer"]["degradedReason"] == "stopped" and SENTENCE.startswith(document["answer"][:20])
