"""Conversations in request bodies: the list of messages that chat clients send, as question and history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from gateway.conversation import history
from gateway.conversation.question import LONGEST_QUESTION, Message
from gateway.errors import InvalidField

NAMES = ("question", "query", "prompt")


def with_question(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a body in our fields. Of a body that has `messages` and no question (AI SDK, AG-UI, OpenAI), the last
    message is the question."""
    messages = given.get("messages")
    asked = [name for name in NAMES if given.get(name) is not None]
    # The first one is asked and checked as a question is; the others may at least be nothing else.
    for name in asked[1:]:
        if not _could_be_asked(given[name]):
            raise InvalidField.named(
                name, f"must be a text of 1 to {LONGEST_QUESTION} characters, as {asked[0]} must, or be left out"
            )
    if messages is None or asked:
        return dict(given)
    if not isinstance(messages, list):
        raise InvalidField.named("messages", "must be a list")
    with _refusing("messages"):
        question, before = history.split(messages)
    return {**given, "question": question, "conversation_history": before}


def tone(entries: Sequence[Any]) -> str:
    """Returns the tone that the application's messages ask for."""
    with _refusing("conversation_history"):
        return history.tone(entries)


@contextmanager
def _refusing(field: str) -> Iterator[None]:
    """Raises `InvalidField` for a wrong message of this field."""
    try:
        yield
    except history.WrongMessage as found:
        raise InvalidField.named(f"{field}.{found.field}", str(found)) from None


def _could_be_asked(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_QUESTION and "\0" not in value


def read(entries: Sequence[Any], tokens: int) -> tuple[tuple[Message, ...], list[str]]:
    """Returns what the model is shown of a conversation, at most `tokens` of it, and what to tell the caller."""
    with _refusing("conversation_history"):
        messages, warnings = history.read(entries)
    return history.trimmed(messages, tokens), warnings
