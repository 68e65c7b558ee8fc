"""A PDF whose passage runs over two pages: where it ends and where its evidence stands is told on every way."""

import json

import pytest

from gateway import slots
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import sse
from tests.support.files import drawn, pdf
from tests.support.server import running

FIRST = "The cellar of the old library holds red wine from many southern countries."
SECOND = "Its keeper counts all dusty bottles on every second Monday of the month."
QUESTION = "What does the keeper of the cellar count?"


@pytest.fixture
async def server(database_url):
    script = [answer_json([(["E1"], SECOND), (["E1"], f"{FIRST} {SECOND}")])] * 9
    settings = {"provider": "openai", "openai_model": "scripted", "gate_threshold": 0}
    async with (
        FakeUpstream(script) as upstream,
        running(database_url, openai_base_url=upstream.url, **settings) as server,
    ):
        yield server


async def send(server, name, data):
    (sent,) = (await server.client.post("/v1/documents", files={"file": (name, data)})).json()["documents"]
    assert sent["status"] == "ready", sent
    return sent["document_id"]


def evidence(paragraph):
    return [(part["page"], part["start"]) for part in paragraph["citations"][0]["evidence"]]


async def test_the_last_page_and_the_page_of_each_evidence_are_told(server):
    document_id = await send(server, "cellar.pdf", drawn([(72, 700, FIRST)], [], [(72, 700, SECOND)]))
    raw = await server.ask(QUESTION)
    events = sse.parse(raw)
    (shown,) = [event.json for event in sse.named(events, "[CITATION_REF]")]
    second = shown["payload"]["text"].index(SECOND)
    assert shown["payload"]["mediaType"] == "application/pdf"
    position = shown["payload"]["position"]
    assert (position["page"], position["pageEnd"]) == (1, 3)
    assert position["pages"] == [{"page": 1, "start": 0}, {"page": 3, "start": second}]
    first, both = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    assert (evidence(first), evidence(both)) == ([(3, second)], [(1, 0), (3, second)])
    uuid = sse.named(events, "[START]")[0].json["answerUuid"]
    document = (await server.client.get(f"/v1/answers/{uuid}")).json()
    assert document["refs"][0]["payload"] == shown["payload"]
    assert [evidence(paragraph) for paragraph in document["paragraphs"]] == [evidence(first), evidence(both)]
    replayed = (await server.client.get(f"/v1/answers/{uuid}/events")).content
    assert replayed == raw
    (passage,) = (await server.client.get(f"/v1/documents/{document_id}/passages")).json()["passages"]
    assert (passage["page"], passage["page_end"]) == (1, 3)
    assert "page" not in (await server.client.get(f"/conversation/message/embedding-ref/{uuid}")).json()["data"][0]


@pytest.mark.parametrize("dialect", [name for name in slots.names("wire") if name != "legacy"])
async def test_every_dialect_with_evidence_tells_its_page(server, dialect):
    await send(server, "cellar.pdf", drawn([(72, 700, FIRST)], [(72, 700, SECOND)]))
    raw = await server.client.post(f"/v1/answers?dialect={dialect}", json={"question": QUESTION})
    said = raw.content.decode()
    assert '"pageEnd":2' in said and '"mediaType":"application/pdf"' in said
    assert f'"page":2,"start":{len(FIRST) + 2}' in said


async def test_the_older_page_gets_the_bytes_that_it_got_before(server):
    await send(server, "cellar.pdf", drawn([(72, 700, FIRST)], [(72, 700, SECOND)]))
    raw = await server.client.post("/v1/answers?dialect=legacy", json={"question": QUESTION})
    assert not any(word in raw.content for word in (b"page", b"mediaType", b"CITATION_"))


async def test_without_pages_there_are_no_such_fields(server):
    await send(server, "cellar.md", f"{FIRST} {SECOND}".encode())
    events = sse.parse(await server.ask(QUESTION))
    (shown,) = [event.json for event in sse.named(events, "[CITATION_REF]")]
    assert set(shown["payload"]["position"]) == {"start", "end"}
    assert shown["payload"]["mediaType"] == "text/markdown"
    said = [event.json["citations"][0]["evidence"] for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    assert said and all(set(part) == {"start", "end"} for parts in said for part in parts)


async def test_on_one_page_both_pages_are_the_same(server):
    await send(server, "cellar.pdf", pdf([f"{FIRST} {SECOND}"]))
    events = sse.parse(await server.ask(QUESTION))
    (shown,) = [event.json for event in sse.named(events, "[CITATION_REF]")]
    assert json.dumps(shown["payload"]["position"], sort_keys=True).endswith('"page": 1, "pageEnd": 1, "start": 0}')
    (first, _) = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    assert [page for page, _ in evidence(first)] == [1]
