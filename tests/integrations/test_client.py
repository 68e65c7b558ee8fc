"""The Python client on a real gateway: whole answers, broken connections, refusals, time-outs; in both ways."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from citestream_client import AnswerFailed, Citestream, NotReached, Refused, TimedOut
from citestream_client.answer import AnswerReader, address
from citestream_client.fields import ASKED, SEARCH
from citestream_client.frames import Frame, FrameReader
from citestream_client.messages import message

from gateway.http.asking.questions import AskRequest
from gateway.http.asking.search import PassageQuery
from tests.fakes.upstream import answer_json, paragraphs_json, silence, stall_after, status, text
from tests.faults.toxics import Proxy
from tests.support.server import running
from tests.support.waiting import until

GOLDEN = Path(__file__).parents[1] / "golden" / "answers"
QUESTION = 'How long may a "borrowed" book stay at home?'
FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Nothing else is known.\nNothing at all."
PARAGRAPHS = [(["E1"], FIRST), ([], SECOND)]


def test_a_weak_citation_says_why_and_one_that_others_contradict_what_they_say():
    told = json.loads((GOLDEN / "every-kind.json").read_text(encoding="utf-8"))
    reader = AnswerReader("https://ask.example")
    stream = told["stream"].replace('"paragraphIndex":1,"rev', '"own":true,"paragraphIndex":1,"rev')
    for frame in FrameReader().take(stream.encode()):
        list(reader.take(frame))
    first, weak = reader.answer.paragraphs[0]["citations"]
    assert (weak["reason"], weak["ranges"], weak["source_value"]) == ("figure", [{"start": 26, "end": 31}], "two")
    assert "reason" not in first
    other = reader.answer.paragraphs[1]["citations"][1]
    assert other["disagreement"] == {"citation_ids": ["E2"], "value": "four weeks"}
    assert [paragraph.get("own") for paragraph in reader.answer.paragraphs] == [None, True, None]


@pytest.fixture
async def library(database_url, upstream):
    upstream.script[:] = [answer_json(PARAGRAPHS)]
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    async with running(database_url, provider="openai", **fields) as server:
        document = {"title": "Rules", "text": FIRST, "source": "rules.md", "workspace": "library"}
        await server.client.post("/v1/documents", json=document)
        yield server


async def updates(client, **fields):
    return [update async for update in client.ask_async(QUESTION, **fields)]


@pytest.fixture(params=["awaiting", "waiting"])
def answered(request):
    """Asks in both ways."""

    async def ask(client, question=QUESTION, **fields):
        if request.param == "awaiting":
            return await client.answer_async(question, **fields)
        return await asyncio.to_thread(client.answer, question, **fields)

    return ask


async def test_an_answer_is_what_its_document_says(library, answered):
    answer = await answered(Citestream(library.url))
    document = (await library.client.get(f"/v1/answers/{answer.uuid}")).json()
    assert answer.text == document["answer"] == f"{FIRST}\n\n{SECOND}"
    assert answer.meta == document["meta"]
    assert [reference["payload"] for reference in answer.references] == [ref["payload"] for ref in document["refs"]]
    first, second = answer.paragraphs
    assert [answer.text[found["start"] : found["end"]] for found in (first, second)] == [FIRST, SECOND]
    [citation] = first["citations"]
    assert citation | {"url": ""} == {
        "citation_id": "E1",
        "status": "ok",
        "score": 1.0,
        "quotes": [FIRST],
        "title": "Rules",
        "url": "",
        "page": None,
    }
    payload = answer.references[0]["payload"]
    assert citation["url"] == f"{library.url}/sources/{payload['documentId']}#{payload['embeddingId']}"
    assert (
        second["citations"] == []
        and answer.finish_reason == "stop"
        and answer.tokens[0] == document["meta"]["question"]["tokens"]
    )
    details = answer.details()
    assert details["complete"] is True and details["source"] == "model" and details["warnings"] == []


async def test_an_answer_comes_in_steps(library):
    steps = await updates(Citestream(library.url))
    kinds = [step.kind for step in steps]
    assert "".join(step.text for step in steps if step.kind == "text") == f"{FIRST}\n\n{SECOND}"
    assert kinds.count("paragraph") == 2 and kinds[-1] == "finished" and "state" in kinds
    shown = [reference["citation_id"] for step in steps for reference in step.references]
    assert shown == ["E1"]


async def test_a_lost_connection_is_taken_up_where_it_broke(library, answered):
    async with Proxy("127.0.0.1", urlsplit(library.url).port) as proxy:
        proxy.down.cut_after = 1200
        answer = await answered(Citestream(proxy.url, retries=2))
        assert proxy.accepted > 1 and answer.text == f"{FIRST}\n\n{SECOND}"
        assert [found["text"] for found in answer.paragraphs] == [FIRST, SECOND]


async def test_an_answer_without_paragraphs_has_its_references_too(library, answered):
    answer = await answered(Citestream(library.url), citation_mode="answer")
    assert not answer.paragraphs
    assert answer.text == f"{FIRST}\n\n{SECOND}" and [found["text"] for found in answer.references] == [FIRST]


async def test_a_refusal_has_the_words_of_the_gateway(library, answered):
    client = Citestream(library.url)
    with pytest.raises(Refused, match="language") as refused:
        await answered(client, language="klingon")
    assert (refused.value.status, refused.value.code, refused.value.retryable) == (422, "invalid_field", False)
    pictured = message("user", [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": "x"}])
    with pytest.raises(Refused, match="only text can be asked"):
        await answered(client, None, messages=[pictured])
    with pytest.raises(Refused) as refused:
        await asyncio.to_thread(client.search, "")
    assert refused.value.code == "invalid_field"


async def test_a_model_that_fails_is_told(library, upstream, answered):
    upstream.script[:] = [status(400, {"message": "no"})]
    with pytest.raises(AnswerFailed) as failed:
        await answered(Citestream(library.url))
    assert failed.value.code == "upstream_refused" and failed.value.answer_uuid


async def test_an_answer_that_breaks_off_keeps_its_text(library, upstream, answered):
    upstream.script[:] = [text("A borrowed book may stay", finish=None, done=False)]
    answer = await answered(Citestream(library.url))
    assert answer.text.startswith("A borrowed book may stay") and answer.finish_reason == "length"
    assert answer.details()["complete"] is False and answer.details()["degraded_reason"]


async def test_where_nobody_listens_there_is_no_connection(answered):
    with pytest.raises(NotReached) as failed:
        await answered(Citestream("http://127.0.0.1:9", retries=1))
    assert isinstance(failed.value, ConnectionError) and failed.value.retryable
    with pytest.raises(NotReached):
        await Citestream("http://127.0.0.1:9").search_async("books")


async def test_what_is_no_gateway_is_told_apart(upstream, answered):
    upstream.script[:] = [status(404, "nothing here")]
    with pytest.raises(NotReached, match="no Citestream gateway"):
        await answered(Citestream(upstream.url))


async def test_the_time_is_limited_and_the_answer_stopped(library, upstream, answered):
    upstream.script[:] = [stall_after(0)]
    with pytest.raises(TimedOut) as late:
        await answered(Citestream(library.url, timeout_s=0.5))
    stored = (await library.client.get(f"/v1/answers/{late.value.answer_uuid}")).json()
    assert isinstance(late.value, TimeoutError) and stored["state"] != "running"


async def test_leaving_the_loop_stops_the_answer(library, upstream):
    upstream.script[:] = [stall_after(20, paragraphs_json(PARAGRAPHS))]
    asked = Citestream(library.url).ask_async(QUESTION)
    async for update in asked:
        if update.kind == "text":
            break
    await asked.aclose()
    await until(upstream.requests[0].closed.is_set)
    stored = (await library.client.get(f"/v1/answers/{update.answer.uuid}")).json()
    assert stored["meta"]["answer"]["degradedReason"] == "stopped"


async def test_a_task_that_is_cancelled_stops_the_answer(library, upstream):
    upstream.script[:] = [silence()]
    task = asyncio.create_task(Citestream(library.url).answer_async(QUESTION))
    await until(lambda: upstream.requests and library.services.live.read())
    await library.client.get("/healthz")  # the client has the headers of its answer now
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(upstream.requests[0].closed.is_set)


async def test_a_search_gives_passages_with_their_addresses(library):
    client = Citestream(library.url, public_url="https://ask.example.org/")
    found = await client.search_async("borrowed book", workspace="library", limit=3)
    assert found == await asyncio.to_thread(client.search, "borrowed book", workspace="library", limit=3)
    [passage] = found["passages"]
    assert passage["url"] == f"https://ask.example.org/sources/{passage['document_id']}#{passage['passage_id']}"
    assert (await client.search_async("borrowed book", workspace="elsewhere"))["passages"] == []


async def test_a_key_is_sent(database_url, monkeypatch):
    async with running(database_url, require_keys="on") as server:
        key = await server.gateway.keys.create("default", "user", ())
        monkeypatch.setenv("CITESTREAM_URL", server.url)
        monkeypatch.setenv("CITESTREAM_KEY", "wrong")
        assert Citestream().base_url == server.url
        with pytest.raises(Refused) as refused:
            await Citestream().search_async("books")
        assert refused.value.code == "unauthorized" and refused.value.status == 401
        assert (await Citestream(api_key=key).search_async("books"))["passages"] == []


def test_a_client_may_be_copied_and_put_away():
    client = Citestream("http://127.0.0.1:8000/", "cs_x")
    assert pickle.loads(pickle.dumps(copy.deepcopy(client))).__dict__ == client.__dict__


@pytest.mark.parametrize("name", ["every-kind", "hostile", "refused"])
def test_every_kind_of_event_is_understood(name):
    """The golden answers are what the server writes today (`tests/golden/wire.py`)."""
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    reader, frames = AnswerReader("https://g"), FrameReader()
    for frame in frames.take(golden["stream"].encode()):
        for update in reader.take(frame):
            assert update.answer is reader.answer
    assert reader.finished().answer is reader.answer
    answer, document = reader.answer, golden["document"]
    assert reader.ended and (answer.text, answer.meta) == (document["answer"], document["meta"])
    assert [answer.text[found["start"] : found["end"]] for found in answer.paragraphs] == [
        found["text"] for found in document["paragraphs"]
    ]
    assert [found["citation_id"] for found in answer.references] == [found["citation_id"] for found in document["refs"]]
    json.dumps([answer.details(), answer.paragraphs, answer.references])


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_bytes_may_be_cut_anywhere(size):
    stream = ": hello\n\nid: 1-1\nevent: [THINKING]\ndata: é\ndata: \r\ndata: b\n\n:\nid: 1-2\ndata:x".encode()
    reader = FrameReader()
    frames = [frame for start in range(0, len(stream), size) for frame in reader.take(stream[start : start + size])]
    assert [frame for frame in frames if frame.id] == [Frame("1-1", "[THINKING]", "é\n\nb")]


def test_addresses_open_what_is_ours_or_on_the_web():
    ours = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10"
    assert address(ours, "p 1", "a.md", "https://g") == f"https://g/sources/{ours}#p%201"
    assert address(ours, None, "a.md", "https://g") == f"https://g/sources/{ours}"
    assert address("7", "8", "https://elsewhere.example/a", "https://g") == "https://elsewhere.example/a"
    assert address("7", "8", "a.md", "https://g") is None


def test_messages_have_only_what_can_be_read():
    assert message("user", "Hello") == {"role": "user", "content": "Hello"}
    parts = ["a", {"type": "text", "text": "b", "annotations": []}, {"type": "image", "base64": "…"}, {"text": "c"}]
    assert message("user", parts)["content"] == [
        {"type": "text", "text": "a"},
        {"type": "text", "text": "b"},
        {"type": "image"},
        {"type": "text", "text": "c"},
    ]


def test_the_fields_are_those_of_the_gateway():
    assert AskRequest.model_fields.keys() - {"question"} | {"messages"} == ASKED
    assert PassageQuery.model_fields.keys() - {"query"} == SEARCH


def test_a_name_that_is_no_field_is_refused_before_anything_is_sent():
    client = Citestream("http://127.0.0.1:9")
    for call in (client.ask, client.ask_async, client.answer, client.search):
        with pytest.raises(TypeError, match=r"Unknown: documentIds, workspce\. A gateway takes .*workspace"):
            call(QUESTION, workspce="library", documentIds=None)
    for call in (client.answer_async, client.search_async):
        with pytest.raises(TypeError, match="workspce"):
            asyncio.run(call(QUESTION, workspce="library"))
    for wrong in ({"basse_url": "x"}, {"retires": 1}):
        with pytest.raises(TypeError):
            Citestream(**wrong)
