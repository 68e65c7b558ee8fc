from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gateway.conversation.question import Message
from gateway.models.transport.accepted_fields import Accepted
from tests.support.prompts import TEA

SCHEMA = {"type": "object"}


def body(accepted: Accepted, schema: dict[str, Any] | None = SCHEMA) -> dict[str, Any]:
    return accepted.body("m", replace(TEA, schema=schema), [], 0.2, 100)


def test_earlier_turns_stand_between_system_text_and_question() -> None:
    history = [Message("user", "Hello"), Message("assistant", "Good day")]
    sent = Accepted().body("m", replace(TEA, schema=None), history, 0.2, 100)
    assert [message["role"] for message in sent["messages"]] == ["system", "user", "assistant", "user"]
    assert sent["messages"][0]["content"] == TEA.system
    assert sent["messages"][-1]["content"] == TEA.user
    assert "response_format" not in sent


def test_structured_output_is_asked_for_in_three_steps_down() -> None:
    accepted: Accepted | None = Accepted()
    asked = []
    while accepted:
        asked.append(body(accepted).get("response_format", {}).get("type"))
        accepted = accepted.conceding(400, "Unknown field: response_format", "response_format" in body(accepted))
    assert asked == ["json_schema", "json_object", None]


@pytest.mark.parametrize(
    ("complaint", "gone", "present"),
    [
        ("Extra inputs are not permitted: stream_options", "stream_options", "response_format"),
        (
            "Unsupported value: 'temperature' does not support 0.2, only the default (1)",
            "temperature",
            "stream_options",
        ),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'", "max_tokens", "max_completion_tokens"),
    ],
)
def test_a_field_the_service_does_not_know_is_given_up(complaint: str, gone: str, present: str) -> None:
    conceding = Accepted().conceding(400, complaint, True)
    assert conceding is not None
    assert gone in body(Accepted())
    assert gone not in body(conceding)
    assert present in body(conceding)


def test_each_field_is_given_up_once_so_the_tries_are_bounded() -> None:
    complaint = "unsupported: stream_options response_format temperature max_tokens max_completion_tokens"
    accepted, steps = Accepted(), 0
    while (less := accepted.conceding(422, complaint, "response_format" in body(accepted))) is not None:
        accepted, steps = less, steps + 1
    assert steps == 5


def test_a_refusal_for_another_reason_gives_up_nothing() -> None:
    assert Accepted().conceding(400, "max_tokens is too large: 2000; temperature is fine", True) is None
    assert Accepted().conceding(400, "the prompt is bad", True) is None
    assert Accepted().conceding(500, "response_format", True) is None
    assert Accepted().conceding(401, "response_format", True) is None
    assert Accepted().conceding(400, "response_format", False) is None
