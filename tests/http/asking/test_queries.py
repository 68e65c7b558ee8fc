"""The doors of consoles and applications: a document unless a stream is asked for, and the block of sections."""

import re

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from gateway.wire.shared.frame import EVENT_STREAM
from tests.support import sse
from tests.support.server import bare, running

QUESTION = {"question": "How far ahead can the confocal microscope be booked?", "workspace": "sample"}
SUMMARISE = {"query": "Summarise how to book the microscope", "workspace": "sample"}
DOORS = ("/query", "/api/query")
each_door = pytest.mark.parametrize("door", DOORS)
JSON, ANY = "application/json", "*/*"


def block(document):
    return "\n".join(["SUIVI", *(f"[{one['id']}] {one['title']}" for one in document["outline"])])


@each_door
@pytest.mark.parametrize(
    ("accept", "stream", "kind"),
    [
        (ANY, None, JSON),
        (JSON, None, JSON),
        (EVENT_STREAM, None, EVENT_STREAM),
        (f"{EVENT_STREAM};q=0, {ANY}", None, JSON),
        (JSON, True, EVENT_STREAM),
        (EVENT_STREAM, False, JSON),
        (EVENT_STREAM, "", EVENT_STREAM),
    ],
)
async def test_a_document_unless_the_stream_is_asked_for(sample, door, accept, stream, kind):
    fields = QUESTION if stream is None else {**QUESTION, "stream": stream}
    answer = await sample.client.post(door, json=fields, headers={"Accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    stored = (await sample.client.get(answer.headers["location"])).json()
    if kind == JSON:
        assert answer.json() == bare(stored) and answer.headers["cache-control"] == "no-store"
    else:
        events = sse.parse(answer.content)
        assert sse.text(events) == stored["answer"] and (events[0].name, events[-1].name) == ("[START]", "[DONE]")
        again = await sample.client.get(f"{answer.headers['location']}/events")
        assert again.content == answer.content, "an ordinary answer has the bytes of its replay"
    assert stored["paragraphs"][0]["citation_ids"]


async def test_all_doors_give_the_same_answer(sample):
    said = [(await sample.client.post(door, json=QUESTION)).json() for door in DOORS]
    said.append(await sample.document(**QUESTION))
    assert len({one["answer_uuid"] for one in said}) == 3
    for one in said:
        assert [one[name] for name in ("answer", "paragraphs", "refs", "outline")] == [
            said[0][name] for name in ("answer", "paragraphs", "refs", "outline")
        ]
        assert set(one) == set(said[0])


@pytest.mark.requirement("A7")
async def test_the_fields_of_an_application_are_heeded(sample):
    fields = {"caller_app": "intranet", "thread_id": "fields-of-an-application", "language": "fr"}
    asked = {"query": QUESTION["question"], "workspace": "sample", "source_app": "nobody", **fields}
    answer = (await sample.client.post("/api/query", json=asked)).json()
    assert answer["no_context"] and answer["thread_id"] == fields["thread_id"]
    assert answer["answer"].startswith(sample.gateway.prompts.label("nothing_found", "fr"))
    async with sample.gateway.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch(
            "select caller_app, question from queries_log where thread_id = $1", fields["thread_id"]
        )
    assert [tuple(row) for row in rows] == [("intranet", QUESTION["question"])]
    for name in ("source_app", "workspace", "thread_id", "caller_app"):
        wrong = await sample.client.post("/api/query", json={**asked, name: ["x"]})
        assert wrong.status_code == 422 and wrong.json()["errors"][0]["field"] == name


@each_door
async def test_a_wrong_wish_for_a_stream_is_a_wrong_field(sample, door):
    wrong = await sample.client.post(door, json={**QUESTION, "stream": "yes"})
    assert wrong.status_code == 422 and [one["field"] for one in wrong.json()["errors"]] == ["stream"]
    assert (await sample.client.get(door)).status_code in (404, 405)


@each_door
async def test_the_same_key_with_the_same_body_joins_the_answer(sample, door):
    key = {"Idempotency-Key": f"queries {door}"}
    first, again = [await sample.client.post(door, json=QUESTION, headers=key) for _ in range(2)]
    assert first.content == again.content and first.json()["answer_uuid"] == again.json()["answer_uuid"]
    other = await sample.client.post(door, json={**QUESTION, "strict": True}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


@pytest.mark.parametrize(
    "more", ["9" * 40, "1e999", '"\\ud800"', *('{"a":' * depth + "1" + "}" * depth for depth in range(240, 1000, 95))]
)
async def test_a_key_may_come_with_any_body_that_is_json(sample, more):
    body = f'{{"question":"{QUESTION["question"]}","citation_mode":"none","unknown":{more}}}'
    headers = {"Idempotency-Key": f"any body {len(more)}", "Content-Type": JSON}
    said = await sample.client.post("/query", content=body, headers=headers)
    assert said.status_code == 200 or said.json()["code"] == "invalid_json"


async def test_an_application_reads_the_sections_in_the_text_too(sample):
    answer = (await sample.client.post("/api/query", json=SUMMARISE)).json()
    stored = (await sample.client.get(f"/v1/answers/{answer['answer_uuid']}")).json()
    assert len(answer["outline"]) > 1
    assert answer["answer"] == f"{stored['answer']}\n\n{block(answer)}" and "SUIVI" not in str(stored)
    assert {**answer, "answer": stored["answer"]} == bare(stored), "nothing else differs"
    assert "SUIVI" not in (await sample.client.post("/query", json=SUMMARISE)).text


async def test_the_block_streams_without_an_id_before_the_outline_and_is_never_replayed(sample):
    answer = await sample.client.post("/api/query", json={**SUMMARISE, "stream": True})
    where = answer.headers["location"]
    replayed = (await sample.client.get(f"{where}/events")).content
    document = (await sample.client.get(where)).json()
    lines = "".join(f"data: {line}\n" for line in ["", "", *block(document).split("\n")])
    extra = f"{lines}\n".encode()
    assert b"SUIVI" not in replayed and answer.content.count(extra) == 1
    before, behind = answer.content.split(extra)
    assert before + behind == replayed and before.endswith(b"\n\n")
    assert re.match(rb"id: \d+-\d+\nevent: \[OUTLINE\]\n", behind)
    assert sse.text(sse.parse(answer.content)) == f"{document['answer']}\n\n{block(document)}"
    plain = await sample.client.post("/query", json={**SUMMARISE, "stream": True})
    assert b"SUIVI" not in plain.content and b"event: [OUTLINE]" in plain.content


async def test_the_block_can_be_left_out_everywhere(database_url):
    async with running(database_url, suivi_in_text="strip") as server:
        text = "# Loans\n\nA book is lent for three weeks.\n\n# Fees\n\nAn overdue book costs 20 cents.\n"
        await server.client.post("/v1/documents", json={"title": "Books", "text": text, "source": "books.md"})
        asked = {"query": "Summarise loans and fees of a book", "deliverable": True}
        document = (await server.client.post("/api/query", json=asked)).json()
        assert document["outline"] and "SUIVI" not in document["answer"]
        stream = await server.client.post("/api/query", json={**asked, "stream": True})
        assert b"event: [OUTLINE]" in stream.content and b"SUIVI" not in stream.content
