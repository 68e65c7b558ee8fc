"""Conversations in request bodies: the list of messages that chat clients send, as question and history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gateway.conversation import history
from gateway.conversation.question import Message
from gateway.errors import InvalidField

NAMES = ("question", "query", "prompt")


def with_question(given: Mapping[str, Any]) -> dict[str, Any]:
    """A body in our fields. One that has `messages` and no question (AI SDK, AG-UI, OpenAI) is asked by its last one."""
    messages = given.get("messages")
    for name in NAMES:  # the first one given is asked, and none may be anything else
        if not isinstance(given.get(name), str | None):
            raise wrong(name, "must be a text")
    if messages is None or any(given.get(name) is not None for name in NAMES):
        return dict(given)
    if not isinstance(messages, list):
        raise wrong("messages", "must be a list")
    try:
        question, before = history.split(messages)
    except history.WrongMessage as found:
        raise wrong(f"messages.{found.field}", str(found)) from None
    return {**given, "question": question, "conversation_history": before}


def read(
    entries: Sequence[Any], tokens: int, field: str = "conversation_history"
) -> tuple[tuple[Message, ...], list[str]]:
    """What of a conversation the model is shown, at most `tokens` of it, and what to tell the caller."""
    try:
        messages, warnings = history.read(entries)
    except history.WrongMessage as found:
        raise wrong(f"{field}.{found.field}", str(found)) from None
    return history.trimmed(messages, tokens), warnings


def wrong(field: str, message: str) -> InvalidField:
    return InvalidField(f"{field}: {message}", [{"field": field, "message": message}])
