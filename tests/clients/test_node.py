"""Npm clients against a real gateway: `ai` (what useChat uses) and AG-UI's HttpAgent end with the exact answer."""

import asyncio

import pytest

from tests.fakes.upstream import answer_json, reset_after, status
from tests.support.node import run
from tests.support.server import running

FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "It can be renewed once.\nThen it must come back."
THIRD = "Nothing else is known."
TEXT = f"{FIRST}\n\n{SECOND}\n\n{THIRD}"
QUESTION = "How long may a borrowed book stay at home, and can it be renewed?"


@pytest.fixture
async def library(database_url, upstream):
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    async with running(database_url, provider="openai", evidence="off", **fields) as server:
        for title, text, source in (
            ("Rules", "A borrowed book may stay at home for three weeks.", "https://library.example/rules"),
            ("Renewals", "A borrowed book can be renewed once at home.", "renewals.md"),
        ):
            await server.client.post("/v1/documents", json={"title": title, "text": text, "source": source})
        yield server


ANSWER = answer_json([(["E1"], FIRST), (["E2", "E1"], SECOND), ([], THIRD)], thought="Let us look.")


async def test_openais_stream_helpers_keep_every_annotation(library, upstream):
    upstream.script[:] = [ANSWER]
    said = await run("openai.mjs", library.url, QUESTION)
    [part] = [part for item in said["output"] if item["type"] == "message" for part in item["content"]]
    spans = [annotation["url_citation"] for annotation in said["message"]["annotations"]]
    assert said["message"]["content"] == part["text"] == TEXT
    for cited in (spans, part["annotations"]):
        # Python counts code points, as annotations do.
        assert [TEXT[one["start_index"] : one["end_index"]] for one in cited] == [FIRST, SECOND, SECOND]
        assert {one["title"] for one in cited} == {"Rules", "Renewals"}


async def test_use_chat_ends_with_the_exact_text_and_the_citations_of_each_paragraph(library, upstream):
    upstream.script[:] = [ANSWER]
    said = await run("ai-sdk.mjs", library.url, QUESTION)
    message, parts = said["message"], said["message"]["parts"]
    assert said["errors"] == []
    texts = [part for part in parts if part["type"] == "text"]
    assert "".join(part["text"] for part in texts) == TEXT
    assert [[cited["source"]["id"] for cited in part.get("citations", [])] for part in texts] == [
        ["E1"],
        ["E2", "E1"],
        [],
    ]
    spans = [
        part["text"].encode("utf-16-le")[2 * cited["startIndex"] : 2 * cited["endIndex"]].decode("utf-16-le")
        for part in texts
        for cited in part.get("citations", [])
    ]
    assert spans == [FIRST, SECOND, SECOND]
    assert [part["data"]["citationIds"] for part in parts if part["type"] == "data-citation-paragraph"] == [
        ["E1"],
        ["E2", "E1"],
        [],
    ]
    sources = {part["sourceId"]: part for part in parts if part["type"].startswith("source-")}
    opens = {part["providerMetadata"]["citestream"]["payload"]["title"]: part["url"] for part in sources.values()}
    assert set(opens) == {"Rules", "Renewals"}
    assert all(url.startswith(f"{library.url}/sources/") for url in opens.values())
    assert "".join(part["text"] for part in parts if part["type"] == "reasoning") == "Let us look."
    document = (await library.client.get(f"/v1/answers/{message['id']}")).json()
    assert document["answer"] == TEXT and message["metadata"]["answer"] == document["meta"]["answer"]
    history = upstream.requests[0].body["messages"][1:-1]
    assert history == [{"role": "user", "content": "What is this?"}, {"role": "assistant", "content": "A library."}]
    resumed = await run("ai-sdk.mjs", library.url, "", message["id"])
    assert resumed["message"] == message


async def test_use_chat_is_told_of_a_failure(library, upstream):
    upstream.script[:] = [status(500)]
    said = await run("ai-sdk.mjs", library.url, QUESTION)
    assert len(said["errors"]) == 1 and "Traceback" not in said["errors"][0]


async def test_use_chat_keeps_a_partial_answer_and_sees_why(library, upstream):
    upstream.script[:] = [reset_after(30, '{"paragraphs":[{"citationIds":["E1"],"text":"' + FIRST + " " + SECOND)]
    said = await run("ai-sdk.mjs", library.url, QUESTION)
    meta = said["message"]["metadata"]["answer"]
    assert meta["complete"] is False and meta["degradedReason"] == "upstream_error"
    [part] = [part for part in said["message"]["parts"] if part["type"] == "text"]
    document = (await library.client.get(f"/v1/answers/{said['message']['id']}")).json()
    assert part["text"] == document["answer"] and part["state"] == "done"


async def test_http_agent_ends_with_the_exact_text_the_citations_and_the_references(library, upstream):
    upstream.script[:] = [ANSWER]
    said = await run("ag-ui.mjs", library.url, QUESTION)
    assert said["errors"] == []
    by_role = {message["role"]: message for message in said["messages"][3:]}
    assert by_role["assistant"]["content"] == TEXT and by_role["reasoning"]["content"] == "Let us look."
    references = by_role["activity"]["content"]["references"]
    assert by_role["activity"]["activityType"] == "citestream.references"
    assert [one["citationId"] for one in references] == ["E1", "E2"]
    paragraphs = [event["value"] for event in said["custom"] if event["name"] == "paragraph_finished"]
    assert [(one["text"], one["citationIds"]) for one in paragraphs] == [
        (FIRST, ["E1"]),
        (SECOND, ["E2", "E1"]),
        (THIRD, []),
    ]
    assert said["steps"] == [
        "question_analysing",
        "memory_searching",
        "knowledge_searching",
        "responding",
    ]
    document = (await library.client.get(f"/v1/answers/{by_role['assistant']['id']}")).json()
    assert document["answer"] == TEXT and document["thread_id"] == "thread-1"
    assert said["result"]["answer"] == document["meta"]["answer"]


async def test_http_agent_is_told_of_a_failure(library, upstream):
    upstream.script[:] = [status(401)]
    said = await run("ag-ui.mjs", library.url, QUESTION)
    assert [one["code"] for one in said["errors"]] == ["upstream_refused"]


async def test_two_clients_at_once_do_not_disturb_each_other(library, upstream):
    upstream.script[:] = [ANSWER]
    chat, agent = await asyncio.gather(
        run("ai-sdk.mjs", library.url, QUESTION), run("ag-ui.mjs", library.url, QUESTION)
    )
    assert chat["message"]["id"] not in {message["id"] for message in agent["messages"]}
    assert not chat["errors"] and not agent["errors"]
