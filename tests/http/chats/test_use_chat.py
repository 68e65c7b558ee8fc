"""The AI SDK's door. tests/clients/test_chats.py opens it with the SDK itself."""

import json

import pytest

from gateway.http.asking.questions import understood
from gateway.http.chats import stored_chat
from gateway.http.chats.use_chat import UiChatRequest
from tests.fakes.upstream import answer_json, status
from tests.support import sse
from tests.support.server import running

CHAT = "/v1/ai-sdk"
QUESTION = "How long may a borrowed book stay at home?"


@pytest.fixture
async def library(database_url, upstream):
    upstream.script[:] = [answer_json([(["E1"], "A borrowed book may stay for three weeks.")])]
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    async with running(database_url, provider="openai", **fields) as server:
        text = "A borrowed book may stay at home for three weeks."
        await server.client.post("/v1/documents", json={"title": "Rules", "text": text})
        yield server


def body(**fields):
    parts = [{"type": "text", "text": QUESTION}]
    return {"id": "chat-1", "messages": [{"id": "1", "role": "user", "parts": parts}], **fields}


async def stream(library, **fields):
    answer = await library.client.post(CHAT, json=body(**fields))
    assert (answer.status_code, answer.headers["x-vercel-ai-ui-message-stream"]) == (200, "v1"), answer.text
    return [json.loads(event.data) for event in sse.parse(answer.content) if event.data != "[DONE]"]


async def test_the_chats_id_is_its_thread_unless_a_thread_is_named(library):
    first = await stream(library)
    assert first[0]["messageMetadata"]["threadId"] == "chat-1"
    assert (await stream(library, thread_id="t"))[0]["messageMetadata"]["threadId"] == "t"
    again = await library.client.get(f"{CHAT}/chat-1/stream")
    assert [json.loads(event.data) for event in sse.parse(again.content)[:-1]] == first
    assert again.headers["x-vercel-ai-ui-message-stream"] == "v1"
    assert again.headers["location"] == f"/v1/answers/{first[0]['messageId']}"


@pytest.mark.parametrize(
    ("fields", "memory"),
    [
        ({}, "use"),
        ({"trigger": "submit-message"}, "use"),
        ({"trigger": "submit-message", "memory": "only"}, "only"),
        ({"trigger": "regenerate-message", "messageId": "2"}, "skip"),
        ({"trigger": "regenerate-message", "memory": "use"}, "use"),
    ],
)
def test_an_answer_that_is_wanted_anew_is_not_a_remembered_one(fields, memory):
    assert understood(body(**fields), UiChatRequest).memory == memory


async def test_a_failure_is_an_empty_message_with_its_error(library, upstream):
    upstream.script[:] = [status(401)]
    assert (await stream(library))[-1]["type"] == "error"
    question, answer = (await library.client.get(f"{CHAT}/chat-1")).json()["messages"]
    assert question["parts"][0]["text"] == QUESTION and answer["role"] == "assistant"
    assert answer["metadata"]["error"]["code"] == "upstream_refused"
    assert not [part for part in answer["parts"] if part["type"] == "text"]


async def test_many_messages_may_come_along_and_no_more_than_that(library, monkeypatch):
    monkeypatch.setattr(stored_chat, "MOST_BYTES", 2000)
    earlier = {"id": "0", "role": "assistant", "parts": [{"type": "data-x", "data": "x" * 1000}]}
    messages = body()["messages"]
    assert await stream(library, messages=[earlier, *messages])
    refused = await library.client.post(CHAT, json=body(messages=[earlier, earlier, *messages]))
    assert refused.status_code == 413


async def test_a_wrong_field_is_refused(library):
    refused = await library.client.post(CHAT, json=body(trigger="resume"))
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "trigger")
