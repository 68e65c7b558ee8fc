"""Conversations in request bodies, through the doors that take them."""

import pytest

from gateway.errors import InvalidField
from gateway.http.asking.messages import read, with_question
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.server import running

SENTENCE = "A borrowed book may stay at home for three weeks."
EARLIER = [{"role": "user", "content": "What is this?"}, {"role": "assistant", "content": "A library."}]


def test_messages_are_read_where_no_question_was_given():
    asked = {"role": "user", "content": "Why?"}
    body = with_question({"messages": [*EARLIER, asked], "strict": True})
    assert (body["question"], body["conversation_history"], body["strict"]) == ("Why?", EARLIER, True)
    for name in ("question", "query", "prompt"):
        assert "conversation_history" not in with_question({name: "x", "messages": [asked]})


@pytest.mark.parametrize(
    ("messages", "field"), [("x", "messages"), ([], "messages.0.role"), ([{"role": "tool"}], "messages.0.role")]
)
def test_messages_that_ask_nothing_are_a_wrong_field(messages, field):
    with pytest.raises(InvalidField) as wrong:
        with_question({"messages": messages})
    assert wrong.value.errors[0]["field"] == field


def test_a_wrong_message_is_named_in_the_callers_own_field():
    with pytest.raises(InvalidField) as wrong:
        read([{"role": "user", "content": 7}], 100)
    assert wrong.value.errors[0]["field"] == "conversation_history.0.content"


@pytest.fixture
async def library(database_url):
    async with FakeUpstream([answer_json([(["E1"], SENTENCE)])]) as upstream:
        fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0}
        async with running(database_url, provider="openai", history_tokens=20, **fields) as server:
            await server.client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE})
            yield server, upstream


async def test_history_stands_between_system_text_and_question_and_is_trimmed(library):
    server, upstream = library
    long = [{"role": "user", "content": "x" * 400}, {"role": "assistant", "content": "y"}]
    document = await server.document(
        "borrowed book", conversation_history=[*long, *EARLIER, {"role": "tool", "content": "z"}]
    )
    sent = upstream.requests[0].body["messages"]
    assert sent[1:-1] == EARLIER and [sent[0]["role"], sent[-1]["role"]] == ["system", "user"]
    assert any("'tool'" in one for one in document["meta"]["warnings"])


async def test_without_history_the_prompt_is_the_same_to_the_byte(library):
    server, upstream = library
    await server.document("borrowed book")
    await server.document("borrowed book", conversation_history=[])
    await server.document("borrowed book", conversation_history=EARLIER)
    alone, empty, with_history = (request.body["messages"] for request in upstream.requests)
    assert alone == empty == [with_history[0], with_history[-1]] and len(alone) == 2


async def test_a_wrong_history_is_refused_by_name(server):
    for history, field in (
        ("x", "conversation_history"),
        ([7], "conversation_history.0"),
        ([{"role": "user", "content": "x" * 32_001}], "conversation_history.0.content"),
    ):
        answer = await server.client.post("/v1/answers", json={"question": "x", "conversation_history": history})
        assert answer.status_code == 422 and [one["field"] for one in answer.json()["errors"]] == [field]


async def test_a_synonym_of_another_type_is_refused_even_when_it_is_not_asked(server):
    answer = await server.client.post("/v1/answers", json={"question": "x", "query": {}})
    assert answer.status_code == 422 and [one["field"] for one in answer.json()["errors"]] == ["query"]
