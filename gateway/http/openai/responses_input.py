"""A request of OpenAI's Responses API as a question.

`instructions` and messages of the application set the tone. A conversation is a thread, and `previous_response_id` goes
on in the thread of that response, or in a branch of it. What the gateway decides itself is passed over with a warning
in META; what would change the answer's meaning is refused.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gateway.answer.events import fold
from gateway.conversation import history
from gateway.conversation.question import Echo, Question
from gateway.errors import InvalidField, NotFound
from gateway.http.asking import audio, messages
from gateway.http.asking.questions import AskRequest, question_of, unheard
from gateway.http.asking.stored_answers import answer_named
from gateway.http.door.bodies import FILLED_LINE, storable_value
from gateway.http.door.visit import Visit
from gateway.http.openai.openai_door import (
    PreviousResponseNotFound,
    check_flags,
    check_unasked,
    model_named,
    object_in,
    our_fields,
    passed_over,
)
from gateway.http.openapi.client_names import names
from gateway.wire.openai_responses import PREFIX

ID = re.compile(f"{PREFIX}([0-9a-f]{{32}})", re.ASCII)
REFUSED = ("tools", "prompt", "top_logprobs", "moderation", "audio")
"""Fields that ask for something the gateway does not do."""
PASSED_OVER = names(
    "temperature top_p max_output_tokens max_tool_calls reasoning truncation include context_management"
)
LONGEST_ID = 200
"""Of a conversation, as of any thread."""
VERBOSITY = "text.verbosity"
LARGEST_METADATA = 64 * 1024
"""Bytes."""
MOST_PAIRS, LONGEST_NAME, LONGEST_VALUE = 16, 64, 512
"""Of `metadata`, as OpenAI has them."""


def check(given: Mapping[str, Any]) -> None:
    """Raises `InvalidField` for what is asked for and not done here."""
    check_flags({name: given.get(name) for name in ("stream", "background", "store")})
    check_unasked(given, REFUSED)
    if given.get("tool_choice") not in (None, "none", "auto"):
        raise InvalidField.named("tool_choice", "there are no tools here; leave it out")
    form = object_in(object_in(given, "text"), "format")
    if form.get("type", "text") != "text":
        raise InvalidField.named(
            "text.format", "only text is given; paragraphs and citations are in the field citestream"
        )
    if given.get("conversation") is not None and given.get("previous_response_id") is not None:
        raise InvalidField.named("previous_response_id", "cannot be sent together with conversation")


async def asked_by(visit: Visit, given: Mapping[str, Any]) -> tuple[AskRequest, Question]:
    """Returns a request in our fields, and its checked question."""
    echo: Echo = {"model": model_named(visit, given.get("model")), "metadata": _metadata(given)}
    if given.get("background"):
        echo["background"] = True
    fields, unused = our_fields(given, *_asked(given))
    follows: str | None = None
    if (previous := given.get("previous_response_id")) is not None:
        behind, follows = await _behind(visit, previous, fields.get("conversation_history", []))
        fields |= behind
        echo["previous_response_id"] = previous
    elif (conversation := _conversation(given)) is not None:
        fields["thread_id"] = conversation
    elif fields.get("thread_id") is None and given.get("store") is not False:
        fields["thread_id"] = f"conv_{uuid.uuid4().hex}"
    asked = await audio.asked(visit, fields, AskRequest)
    question = question_of(visit, asked)
    warnings = unused + passed_over(
        {**given, VERBOSITY: object_in(given, "text").get("verbosity")}, (*PASSED_OVER, VERBOSITY)
    )
    if given.get("store") is False:
        warnings.append("store: false opens no conversation; answers are kept here as long as others")
    tone = _tone(given, question.options.tone)
    if not question.options.tone:
        warnings += unheard(visit, tone)
    question = replace(
        question,
        conversation=replace(question.conversation, follows=follows),
        warnings=(*warnings, *question.warnings),
    )
    return asked, question.with_options(rollback=False, tone=tone, echo=echo)


def _asked(given: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """Returns question and history of the input: a text, or a list whose last message is the user's."""
    sent = given.get("input")
    if isinstance(sent, str):
        return sent, []
    if not isinstance(sent, list) or not sent:
        raise InvalidField.named("input", "must be a text, or a list with at least one message")
    asked = messages.with_question({"messages": [_message(item, index) for index, item in enumerate(sent)]})
    return asked["question"], asked["conversation_history"]


def _message(item: Any, index: int) -> Any:
    """Returns an item of the input as a message. What a response has beside its text is one of a role that nobody
    has, and is passed over with a warning."""
    kind = item.get("type", "message") if isinstance(item, Mapping) else "message"
    if kind in ("reasoning", "item_reference"):
        return {"role": kind}
    if kind not in ("message", None):
        raise InvalidField.named(f"input.{index}", "only messages can be sent: there are no tools here")
    return item


def _tone(given: Mapping[str, Any], tone: str) -> str:
    """Returns the tone of the instructions and of the input's messages together."""
    instructions = given.get("instructions")
    if not isinstance(instructions, str | None):
        raise InvalidField.named("instructions", "must be a text")
    sent = [{"role": "system", "content": text} for text in (instructions, tone) if text]
    try:
        return history.tone(sent)
    except history.WrongMessage as wrong:
        raise InvalidField.named("instructions", str(wrong)) from None


def _metadata(given: Mapping[str, Any]) -> dict[str, str]:
    sent = object_in(given, "metadata")
    fits = len(sent) <= MOST_PAIRS and all(
        isinstance(value, str) and len(name) <= LONGEST_NAME and len(value) <= LONGEST_VALUE
        for name, value in sent.items()
    )
    if not fits:
        raise InvalidField.named(
            "metadata",
            f"must be at most {MOST_PAIRS} texts of at most {LONGEST_VALUE} characters under names of at most "
            f"{LONGEST_NAME}",
        )
    try:
        return storable_value(sent, LARGEST_METADATA)
    except ValueError as wrong:
        raise InvalidField.named("metadata", str(wrong)) from None


def _conversation(given: Mapping[str, Any]) -> str | None:
    """Returns the conversation that a request names: by its id, or by an object that has it."""
    sent = given.get("conversation")
    name = sent.get("id") if isinstance(sent, Mapping) else sent
    fits = isinstance(name, str) and len(name) <= LONGEST_ID and re.fullmatch(FILLED_LINE, name)
    if sent is not None and not fits:
        raise InvalidField.named(
            "conversation",
            f"must be the id of a conversation, of at most {LONGEST_ID} characters, or an object with it",
        )
    return name


async def _behind(visit: Visit, previous: Any, before: Sequence[Any]) -> tuple[dict[str, Any], str | None]:
    """Returns the fields that let a question follow a response: its conversation, or a new one with what was said in it
    where it opened none; and the uuid behind which a new conversation branches off, where the response's has gone on.
    Raises `PreviousResponseNotFound`."""
    parts, tenant, answer_uuid = visit.services, visit.caller.tenant, uuid_of(previous)
    try:
        if answer_uuid is not None:
            await answer_named(visit, answer_uuid)
    except NotFound:
        answer_uuid = None
    question = await parts.answers.question(tenant, answer_uuid) if answer_uuid else None
    if answer_uuid is None or question is None:
        raise PreviousResponseNotFound(f"There is no response {str(previous)[:80]!r} to go on from.")
    anew = f"conv_{uuid.uuid4().hex}"
    if question.conversation.thread_id is not None and await parts.threads.is_passed(tenant, answer_uuid):
        return {"thread_id": anew, "caller_app": question.conversation.caller_app}, answer_uuid
    if question.conversation.thread_id is not None:
        return {"thread_id": question.conversation.thread_id, "caller_app": question.conversation.caller_app}, None
    answer = fold(numbered.event for numbered in await parts.following.stored(tenant, answer_uuid))
    exchange = [{"role": "user", "content": question.text}, {"role": "assistant", "content": answer.text}]
    return {"thread_id": anew, "conversation_history": [*exchange, *before]}, None


def uuid_of(response_id: Any) -> str | None:
    """Returns the uuid of the answer that a response is; None for what is no id of a response."""
    match = ID.fullmatch(response_id) if isinstance(response_id, str) else None
    return match[1] if match else None
