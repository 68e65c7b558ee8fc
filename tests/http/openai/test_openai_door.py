"""What the endpoints for OpenAI clients share."""

import json
from types import SimpleNamespace

import pytest

from gateway.errors import IdempotencyMismatch, InvalidField, LimitReached, NotFound, Refusal
from gateway.http.asking.questions import AskRequest
from gateway.http.openai.openai_door import (
    ModelNotFound,
    PreviousResponseNotFound,
    check_flags,
    check_unasked,
    object_in,
    on_leave,
    our_fields,
    passed_over,
    refusing,
)
from tests.support.openai_library import QUESTION, library, served, upstream

__all__ = ["library", "served", "upstream"]


def told(refusal, messages="input"):
    response = refusing(messages)(refusal)
    return response.status_code, response.body.decode()


@pytest.mark.parametrize("field", ["question", "conversation_history", "messages"])
def test_a_wrong_field_has_the_name_that_its_sender_knows(field):
    status, body = told(InvalidField.named(f"{field}", "must be a text"))
    assert status == 400 and '"param":"input"' in body and '"type":"invalid_request_error"' in body
    assert '"param":"language"' in told(InvalidField.named("language", "x"))[1]


@pytest.mark.parametrize(
    ("refusal", "status", "kind", "param"),
    [
        (ModelNotFound("x"), 404, "invalid_request_error", '"model"'),
        (PreviousResponseNotFound("x"), 400, "invalid_request_error", '"previous_response_id"'),
        (IdempotencyMismatch("x"), 422, "invalid_request_error", '"Idempotency-Key"'),
        (NotFound("x"), 404, "invalid_request_error", "null"),
        (LimitReached("x", "viewers", "key", 1), 429, "rate_limit_error", "null"),
        (Refusal("x"), 500, "server_error", "null"),
    ],
)
def test_a_refusal_has_openais_type_and_the_field_that_it_is_about(refusal, status, kind, param):
    sent, body = told(refusal)
    assert sent == status and f'"type":"{kind}"' in body and f'"param":{param}' in body


def test_fields_are_flags_objects_or_absent_and_what_asks_for_nothing_is_none():
    check_flags({"stream": None, "store": True})
    check_unasked({"tools": [], "audio": None}, ("tools", "audio", "prompt"))
    assert object_in({"text": None}, "text") == object_in({}, "text") == {}
    for wrong in (
        lambda: check_flags({"stream": 1}),
        lambda: check_unasked({"tools": [1]}, ("tools",)),
        lambda: object_in({"text": []}, "text"),
        lambda: our_fields({"citestream": 7}, "?", []),
        lambda: our_fields({"citestream": {"conversation_history": "x"}}, "?", []),
    ):
        with pytest.raises(InvalidField):
            wrong()


def test_fields_of_ours_have_their_first_spelling_and_what_is_decided_here_is_named():
    given = {"citestream": {"threadId": "t", "language": None, "conversation_history": [1], "query": "x"}}
    fields, unused = our_fields(given, "How long?", [2])
    assert fields == {"thread_id": "t", "question": "How long?", "conversation_history": [1, 2]}
    assert unused == ["citestream.question was not used: the question is the last message"]
    assert our_fields({}, "How long?", []) == ({"question": "How long?"}, [])
    assert passed_over({"seed": 1, "stop": None}, ("seed", "stop")) == ["the gateway decides these itself: seed"]
    assert passed_over({}, ("seed",)) == []


each_path = pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/responses"])
VALUES = {
    "workspace": "nowhere",
    "source_app": "wiki",
    "document_ids": ["019aa5e2-7c1e-7b3a-9f6d-2b1c4d5e6f70"],
    "languages": ["fr"],
    "language": "fr",
    "phase": "APS",
    "citation_mode": "answer",
    "memory": "skip",
    "provider": "openai",
    "model": "citestream",
    "deliverable": True,
    "strict": True,
    "strict_in_doubt": False,
    "speech": True,
    "caller_app": "shop",
    "thread_id": "t-7",
    "user_ref": "u-7",
    "user_segment": "gold",
}
ELSEWHERE = {"question", "conversation_history", "session_id", "audio_uuid", "rollback", "on_disconnect"}
"""Fields with a test of their own."""


async def asked(library, path, **fields):
    """What the recording of an answer says was asked."""
    body = {"messages": [{"role": "user", "content": QUESTION}], "input": QUESTION, "citestream": fields}
    answer = await library.client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    lines = (await library.client.get(f"{answer.headers['location']}/recording")).text.splitlines()
    return json.loads(lines[0])["asked"]


@each_path
async def test_our_object_takes_every_field_of_a_question(library, path):
    assert VALUES.keys() | ELSEWHERE == AskRequest.model_fields.keys()
    said = await asked(library, path, **VALUES)
    said |= said["scope"] | {"speech": said["speech"]}
    assert {name: said[name] for name in VALUES} == VALUES
    assert (await asked(library, path, rollback=True))["rollback"] is False, "such a client takes no text back"
    assert (await asked(library, path, question="?"))["warnings"]


@each_path
async def test_a_question_is_the_next_round_of_its_session_and_is_shown_its_messages(library, path):
    call = library.client.post
    session = (await call("/context/create_session", json={})).json()["session_id"]
    said = {"session_id": session, "user_message": "Hello", "AI_message": "Hi there"}
    await call("/context/update_context", json=said)
    found = await asked(library, path, session_id=session)
    assert [one["content"] for one in found["history"]] == ["Hello", "Hi there"]
    context = (await call("/context/get_context", json={"session_id": session})).json()
    assert context["round"] == 2 and context["messages"][2]["content"] == QUESTION
    earlier = [{"role": "user", "content": "Before"}]
    found = await asked(library, path, session_id=session, conversation_history=earlier)
    assert [one["content"] for one in found["history"]] == ["Before"]


@each_path
async def test_a_recording_must_be_the_callers(library, path):
    body = {"messages": [{"role": "user", "content": QUESTION}], "input": QUESTION}
    answer = await library.client.post(path, json={**body, "citestream": {"audio_uuid": "0" * 32}})
    assert answer.status_code == 400 and answer.json()["error"]["param"] == "audio_uuid"


@pytest.mark.parametrize(
    ("fields", "usually", "stays"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"on_disconnect": "continue"}, False, True),
        ({"on_disconnect": "cancel"}, True, False),
    ],
)
def test_whether_a_turn_goes_on_without_its_reader_is_said_by_the_request_first(fields, usually, stays):
    begun = SimpleNamespace(stop=object())
    found = on_leave(AskRequest(question="?", **fields), begun, stays=usually)
    assert found is (None if stays else begun.stop)
