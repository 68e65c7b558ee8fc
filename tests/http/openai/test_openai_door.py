"""What the endpoints for OpenAI clients share."""

import pytest

from gateway.errors import IdempotencyMismatch, InvalidField, LimitReached, NotFound, Refusal
from gateway.http.openai.openai_door import (
    ModelNotFound,
    PreviousResponseNotFound,
    check_flags,
    check_unasked,
    extension,
    object_in,
    passed_over,
    refusing,
)


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
        lambda: extension({"citestream": 7}),
    ):
        with pytest.raises(InvalidField):
            wrong()


def test_only_known_fields_of_ours_are_taken_and_what_is_decided_here_is_named():
    assert extension({"citestream": {"language": "fr", "provider": "x"}}) == {"language": "fr"}
    assert passed_over({"seed": 1, "stop": None}, ("seed", "stop")) == ["the gateway decides these itself: seed"]
    assert passed_over({}, ("seed",)) == []
