"""`/v1/answers` through a real server: refusals, the stream, the document, the cursor."""

import json

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from tests.fakes.upstream import answer_json
from tests.support import sse
from tests.support.server import bare, running

JSON = {"Accept": "application/json"}


async def problem(answer, status, code):
    body = answer.json()
    assert answer.status_code == status and answer.headers["content-type"] == "application/problem+json"
    assert body["status"] == status and body["code"] == code and body["type"] and body["title"] and body["detail"]
    assert "Traceback" not in answer.text
    return body


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "question"),
        ({"question": "  "}, "question"),
        ({"question": "x" * 8001}, "question"),
        ({"question": 7}, "question"),
        ({"question": ["x"]}, "question"),
        ({"question": "x", "language": "xx"}, "language"),
        ({"question": "x", "citation_mode": "all"}, "citation_mode"),
        ({"question": "x", "document_ids": ["no uuid"]}, "document_ids.0"),
        ({"question": "x", "document_ids": []}, "document_ids"),
        ({"question": "x", "languages": []}, "languages"),
        ({"question": "x", "languages": "en"}, "languages"),
        ({"question": "x", "languages": ["en", "english"]}, "languages.1"),
        ({"question": "x", "languages": ["e\0"]}, "languages.0"),
        ({"question": "x", "workspace": 1}, "workspace"),
        ({"question": "x", "provider": "openai"}, "provider"),
        ({"question": "x", "model": "gpt-none"}, "model"),
        ({"question": "x", "deliverable": "yes"}, "deliverable"),
        ({"question": "x", "strict": 1}, "strict"),
        ({"question": "x", "rollback": "true"}, "rollback"),
        ({"question": "a\0b"}, "question"),
        ({"question": "x", "thread_id": "a\0b"}, "thread_id"),
        ({"question": "x", "workspace": "a\nb"}, "workspace"),
    ],
)
async def test_a_wrong_field_is_refused_by_name(server, body, field):
    body = await problem(await server.client.post("/v1/answers", json=body), 422, "invalid_field")
    assert [error["field"] for error in body["errors"]] == [field]


@pytest.mark.parametrize("quoted", ["Grey parrots eat seeds. ", "灰鹦鹉喜欢吃种子。", "7"], ids=["en", "zh", "digits"])
async def test_of_a_long_question_the_model_reads_all_and_the_search_what_it_asks(database_url, upstream, quoted):
    asked = "What is a citation in an answer?"
    long = f"{quoted * 8000}"[: 8000 - len(asked)] + asked
    upstream.script.append(answer_json([(["E1"], "A citation is the link between a paragraph and a passage.")]))
    model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
    async with running(database_url, sample=True, gate_threshold="0", **model) as server:
        document = await server.document(long)
        async with server.gateway.database.connection(ALL_TENANTS) as connection:
            row = await connection.fetchrow("select question, retrieval_query_1 from queries_log")
    assert document["refs"] and document["question"] == row["question"] == long
    assert row["retrieval_query_1"].endswith(asked) and len(row["retrieval_query_1"]) <= 1000
    assert long in upstream.requests[-1].body["messages"][-1]["content"]


async def test_half_a_character_is_a_wrong_field(server):
    headers = {"Content-Type": "application/json"}
    answer = await server.client.post("/v1/answers", content=rb'{"question": "\ud800"}', headers=headers)
    await problem(answer, 422, "invalid_field")


async def test_null_means_absent(server):
    nothing = dict.fromkeys(("query", "language", "citation_mode", "document_ids", "thread_id", "provider"))
    assert (await server.document("How long may a book be borrowed?", **nothing))["state"] == "done"


async def test_bodies_that_are_not_json_objects_are_refused(server):
    headers = {"Content-Type": "application/json"}
    for content in (b"", b"{", b"[1]", b'"x"', b"\xff\xfe", b"[" * 100_000):
        await problem(await server.client.post("/v1/answers", content=content, headers=headers), 400, "invalid_json")


async def test_a_form_is_the_wrong_type_and_a_large_body_too_large(server):
    await problem(await server.client.post("/v1/answers", data={"question": "x"}), 415, "unsupported_type")
    large = {"question": "x", "padding": "y" * 300_000}
    await problem(await server.client.post("/v1/answers", json=large), 413, "too_large")


async def test_unknown_answers_paths_methods_and_dialects_are_problems(server):
    get = server.client.get
    await problem(await get("/v1/answers/" + "0" * 32), 404, "not_found")
    await problem(await get("/v1/answers/not-a-uuid"), 404, "not_found")
    await problem(await get("/v1/answers/" + "0" * 32 + "/events"), 404, "not_found")
    await problem(await get("/v1/nothing"), 404, "not_found")
    await problem(await server.client.put("/v1/answers"), 405, "method_not_allowed")
    await problem(await server.client.post("/v1/answers?dialect=morse", json={"question": "x"}), 422, "invalid_field")


async def test_synonyms_and_empty_strings_are_accepted(server):
    for name in ("question", "query", "prompt"):
        body = {name: " What? ", "workspace": "", "language": "", "thread_id": ""}
        answer = await server.client.post("/v1/answers", json=body, headers=JSON)
        assert answer.status_code == 200 and answer.json()["question"] == "What?"


@pytest.mark.requirement("R19", "R31")
async def test_an_empty_knowledge_base_says_that_nothing_was_found(server):
    events = sse.parse(await server.ask("问：退货期限是多久？"))
    assert sse.text(events).startswith("未在知识库中找到依据。\n\n查找的内容：")
    assert sse.named(events, "[CITATION_REF]") == []
    meta = events[-1].json["answer"]
    assert (meta["paragraphCount"], meta["refCount"], meta["source"], meta["complete"]) == (2, 0, "gate", True)
    assert not meta["hasCitationError"] and not meta["isRefEmbedding"]


async def test_the_head_of_a_stream_is_what_fragile_clients_need(sample):
    answer = await sample.client.post("/v1/answers", json={"question": "What is a citation?"})
    assert answer.headers["content-type"] == "text/event-stream"
    assert answer.headers["cache-control"] == "no-store" and answer.headers["x-accel-buffering"] == "no"
    uuid = sse.parse(answer.content)[0].json["answerUuid"]
    assert answer.headers["location"] == f"/v1/answers/{uuid}" and len(uuid) == 32 and uuid[12] == "4"


@pytest.mark.requirement("R20")
async def test_events_are_numbered_without_gaps_and_in_order(sample):
    events = sse.parse(await sample.ask("What is a citation?"))
    assert [event.id for event in events] == [f"1-{seq}" for seq in range(1, len(events) + 1)]
    names = [event.name for event in events]
    assert names[:2] == ["[START]", "[STATE_CHANGED]"] and names[-2:] == ["[CITATION_DONE]", "[DONE]"]
    assert names.count("[DONE]") == 1 and "[ERROR]" not in names


async def test_every_cursor_gives_exactly_the_rest(sample):
    raw = await sample.ask("What is a citation?")
    events = sse.parse(raw)
    uuid = events[0].json["answerUuid"]
    for place in range(len(events) - 1):
        for where in ({"headers": {"Last-Event-ID": events[place].id}}, {"params": {"after": events[place].id}}):
            rest = await sample.client.get(f"/v1/answers/{uuid}/events", **where)
            assert raw.endswith(rest.content) and sse.parse(rest.content) == events[place + 1 :]
    whole = await sample.client.get(f"/v1/answers/{uuid}/events")
    assert whole.content == raw and whole.headers["content-type"] == "text/event-stream"


async def test_a_request_that_joins_an_answer_gets_exactly_the_rest(sample):
    asked = {"json": {"question": "What is a citation?"}}
    raw = (await sample.client.post("/v1/answers", **asked, headers={"Idempotency-Key": "rest"})).content
    events = sse.parse(raw)
    for place, event in enumerate(events):
        headers = {"Idempotency-Key": "rest", "Last-Event-ID": event.id}
        rest = await sample.client.post("/v1/answers", **asked, headers=headers)
        assert raw.endswith(rest.content) and sse.parse(rest.content) == (events[place + 1 :] or events[-1:])
    for wrong, code in (("1-9999", "cursor_ahead"), ("garbage", "invalid_field")):
        headers = {"Idempotency-Key": "rest", "Last-Event-ID": wrong}
        await problem(await sample.client.post("/v1/answers", **asked, headers=headers), 400, code)
    await problem(
        await sample.client.post("/v1/answers", **asked, headers={"Last-Event-ID": "garbage"}), 400, "invalid_field"
    )
    headers = {"Idempotency-Key": "another", "Last-Event-ID": events[3].id}
    new = sse.parse((await sample.client.post("/v1/answers", **asked, headers=headers)).content)
    assert new[0].name == "[START]" and new[0].json["answerUuid"] != events[0].json["answerUuid"]


async def test_at_the_end_a_reconnect_is_told_so(sample):
    events = sse.parse(await sample.ask("What is a citation?"))
    path, last = f"/v1/answers/{events[0].json['answerUuid']}/events", events[-1]
    assert (await sample.client.get(path, headers={"Last-Event-ID": last.id})).status_code == 204
    assert sse.parse((await sample.client.get(path, params={"after": last.id})).content) == [last]
    await problem(await sample.client.get(path, params={"after": "1-9999"}), 400, "cursor_ahead")
    for wrong in ("garbage", "1-", "-1", "1-2-3", "٣-٤", "1-" + "9" * 1000):
        await problem(await sample.client.get(path, params={"after": wrong}), 400, "invalid_field")


async def test_the_document_is_the_same_however_it_is_asked_for(sample):
    waited = await sample.document("What is a citation?")
    uuid = waited["answer_uuid"]
    assert (await sample.client.get(f"/v1/answers/{uuid}/events?dialect=document")).json() == waited
    assert bare((await sample.client.get(f"/v1/answers/{uuid}")).json()) == waited and waited["offered"]
    assert waited["state"] == "done" and waited["question"] == "What is a citation?"
    assert waited["created_at"].endswith("Z")
    assert waited["answer"] == "\n\n".join(paragraph["text"] for paragraph in waited["paragraphs"])
    cited = dict.fromkeys(cited for paragraph in waited["paragraphs"] for cited in paragraph["citation_ids"])
    assert [reference["citation_id"] for reference in waited["refs"]] == list(cited)


async def test_citation_mode_none_has_text_and_no_references(sample):
    document = await sample.document("What is a citation?", citation_mode="none")
    assert document["answer"] and document["refs"] == [] and document["paragraphs"] == []
    assert document["meta"]["answer"]["citationMode"] == "none"


async def test_meta_is_json_on_one_line_behind_its_marker(sample):
    done = sse.parse(await sample.ask("What is a citation?"))[-1]
    assert done.data.startswith("[META]{") and "\n" not in done.data
    answer = json.loads(done.data[6:])["answer"]
    old_clients_merge = {"remark", "children", "loading", "thinking", "state", "error", "contentType", "createTime"}
    assert not old_clients_merge & set(answer)
