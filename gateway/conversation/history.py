"""Earlier messages of a conversation, as chat clients send them, and what of them a model is shown.

A message is `{"role","content"}`, its content a text or a list of parts; the AI SDK says `parts` instead. Only text
counts. Messages are no source: facts still come from passages alone. Those of the application (`system`, `developer`)
say in what tone to answer.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from gateway import words
from gateway.conversation.citations.shown import sent_sources
from gateway.conversation.question import Message

NEWEST = 100
"""Messages that count; older ones are left out."""
LONGEST = 32_000
"""Characters of one message."""
ROLES: dict[str, Literal["user", "assistant"]] = {"user": "user", "assistant": "assistant", "ai": "assistant"}
TONE_ROLES = ("system", "developer")
LONGEST_TONE = 8_000
"""Characters of all messages together that set the tone."""
TOO_LONG = f"system and developer messages may have at most {LONGEST_TONE} characters together"
TEXT_PARTS = ("text", "input_text", "output_text")

_UUID = re.compile(r"[0-9a-f]{32}", re.ASCII)

Entry = Mapping[str, Any]


class WrongMessage(ValueError):
    """A message that cannot be read: which one (counted from 0), which part of it, and why."""

    def __init__(self, index: int, part: str, why: str) -> None:
        super().__init__(why)
        self.field = f"{index}.{part}" if part else str(index)


def split(entries: Sequence[Any]) -> tuple[str, list[Entry]]:
    """Returns the question, which is the last message and the user's, and the other messages. Those that set the tone
    may stand anywhere."""
    last = max((index for index, entry in enumerate(entries) if not _sets_tone(entry)), default=-1)
    if last < 0 or not isinstance(entries[last], Mapping) or _role(entries[last]) != "user":
        raise WrongMessage(max(last, 0), "role", "the last message must be the user's question")
    return _text(entries[last], last, only_text=True), [*entries[:last], *entries[last + 1 :]]


def asked(entry: Any) -> str | None:
    """Returns the text of a user's message; None for any other message, and for one without readable text."""
    if not isinstance(entry, Mapping) or _sets_tone(entry) or _role(entry) != "user":
        return None
    with contextlib.suppress(WrongMessage):
        return _text(entry, 0, only_text=False).strip()
    return None


def tone(entries: Sequence[Any]) -> str:
    """Returns what the messages of the application say, in their order; nothing where there are none."""
    texts = {index: _text(entry, index, only_text=False) for index, entry in enumerate(entries) if _sets_tone(entry)}
    if len(whole := joined(texts.values())) > LONGEST_TONE:
        raise WrongMessage(max(texts, key=lambda index: len(texts[index])), "content", TOO_LONG)
    return whole


def joined(texts: Iterable[str]) -> str:
    """Returns several wishes as one text."""
    return "\n\n".join(filter(None, map(str.strip, texts)))


def read(entries: Sequence[Any]) -> tuple[list[Message], list[str]]:
    """Returns the newest messages of user and assistant, oldest first, and a warning for each kind of thing left
    out."""
    messages: list[Message] = []
    left_out: dict[str, None] = {}
    first = max(0, len(entries) - NEWEST)
    if first:
        left_out[f"only the newest {NEWEST} messages of the conversation were read"] = None
    for index, entry in enumerate(entries[first:], start=first):
        if not isinstance(entry, Mapping):
            raise WrongMessage(index, "", "must be an object with role and content")
        if _sets_tone(entry):
            continue
        role = _role(entry)
        if role is None:
            left_out[f"messages with the role {str(entry.get('role'))[:40]!r} were not used"] = None
            continue
        text = _text(entry, index, only_text=False)
        if len(text) > LONGEST:
            raise WrongMessage(index, "content", f"must have at most {LONGEST} characters")
        if text.strip():
            messages.append(_message(role, text, entry.get("answer_uuid")))
    return messages, list(left_out)


def _message(role: Literal["user", "assistant"], text: str, answer: Any) -> Message:
    if role == "user":
        return Message(role, text)
    content, sources = sent_sources(text)
    uuid = answer.replace("-", "").lower() if isinstance(answer, str) else ""
    return Message(role, content or text, uuid if _UUID.fullmatch(uuid) else "", sources)


def trimmed(messages: Sequence[Message], tokens: int) -> tuple[Message, ...]:
    """Returns the newest exchanges that fit into so many tokens (estimated). A question and its answer stay
    together."""
    newest: list[Message] = []
    exchange: list[Message] = []
    for message in reversed(messages):
        exchange.insert(0, message)
        if message.role == "user":
            tokens -= _cost(exchange)
            if tokens < 0:
                return tuple(newest)
            newest[:0], exchange = exchange, []
    return tuple([*exchange, *newest] if _cost(exchange) <= tokens else newest)


def _cost(messages: Sequence[Message]) -> int:
    return sum(words.tokens_estimate(message.content) for message in messages)


def _sets_tone(entry: Any) -> bool:
    return isinstance(entry, Mapping) and str(entry.get("role")).lower() in TONE_ROLES


def _role(entry: Entry) -> Literal["user", "assistant"] | None:
    return ROLES.get(str(entry.get("role")).lower())


def _text(entry: Entry, index: int, *, only_text: bool) -> str:
    """Returns the message's text. `only_text`: anything beside text is refused, else it is passed over."""
    name = "content" if entry.get("content") is not None else "parts"
    content = entry.get(name)
    if content is None:
        return ""
    if isinstance(content, str):
        return _whole(content, index, name)
    if not isinstance(content, list) or not all(isinstance(part, Mapping) for part in content):
        raise WrongMessage(index, name, "must be a text or a list of parts")
    texts = []
    for number, part in enumerate(content):
        if part.get("type") in TEXT_PARTS and isinstance(part.get("text"), str):
            texts.append(_whole(part["text"], index, f"{name}.{number}.text"))
        elif only_text:
            raise WrongMessage(index, f"{name}.{number}", "only text can be asked here; leave other parts out")
    return ("" if name == "parts" else "\n").join(texts)


def _whole(text: str, index: int, part: str) -> str:
    """A text that any reader of it can encode."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise WrongMessage(index, part, "must not contain the character NUL or half a character")
    return text
