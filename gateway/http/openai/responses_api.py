"""The endpoints of OpenAI's Responses API: a response streamed, whole or in the background; read, resumed, cancelled,
deleted.

A response is an answer under another name (`responses_input.py` reads requests).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from typing import Any

from starlette.responses import Response

from gateway.answer.events import Numbered
from gateway.conversation.question import Question
from gateway.errors import AnswerWithheld, InvalidField, NotFound
from gateway.http.asking import audio
from gateway.http.asking.answers import EXAMPLE_QUESTION, LOCATION
from gateway.http.asking.stored_answers import answer_named
from gateway.http.asking.streams import gathered
from gateway.http.asking.turns import KEYED, RunningTurn, about, begin, events_of, failed, once_of, stop_and_wait
from gateway.http.door import admitted
from gateway.http.door.bodies import read_json
from gateway.http.door.caller import Caller
from gateway.http.door.visit import Visit
from gateway.http.openai.openai_door import about_openai, on_leave, openai_body, openai_endpoints
from gateway.http.openai.responses_input import asked_by, check, uuid_of
from gateway.http.openapi.json_schema import named, object_of
from gateway.http.openapi.operation import JSON, SSE, ok, ok_in, parameter
from gateway.http.replies import canonical, fresh
from gateway.http.streaming.event_stream import EventStream
from gateway.live.ports import StoredAnswer
from gateway.wire.openai_responses import PREFIX, Encoder


async def create(visit: Visit) -> Response:
    """Answers the last message of the input. Closing the connection stops the turn, unless it runs in the background
    or has an idempotency key: whoever sends one means to come back."""
    given = await read_json(visit)
    check(given)
    asked, question = await asked_by(visit, given)
    once = once_of(visit, given)
    begun = await begin(visit, question, once)
    await audio.note(visit, asked.model_dump(), begun.answer_uuid)
    encoder = Encoder(begun.about, echo=_echo(question))
    headers = {"Location": f"/v1/answers/{begun.answer_uuid}"}
    in_background = given.get("background") is True
    leave = None if in_background else on_leave(asked, begun, stays=once is not None)
    if given.get("stream"):
        return EventStream(begun.events, encoder, headers, on_leave=leave)
    numbered = await _first(begun) if in_background else await gathered(visit, begun.events(), leave)
    failure = None if in_background else failed(numbered)
    if failure is not None and not isinstance(failure, AnswerWithheld):
        raise failure
    return canonical(_read(encoder, numbered), headers=headers)


async def _first(begun: RunningTurn) -> list[Numbered]:
    """Returns what a turn begins with; it goes on by itself."""
    async with aclosing(begun.events()) as batches:
        return await anext(batches, [])


async def read(visit: Visit) -> Response:
    """Returns a response, finished or running. With `stream=true` its events behind `starting_after`, stored ones,
    then live ones."""
    query = visit.query_params
    if (streams := query.get("stream", "false").lower()) not in ("true", "false"):
        raise InvalidField.named("stream", "must be true or false")
    after = query.get("starting_after")
    if after is not None and not re.fullmatch("[0-9]{1,9}", after, re.ASCII):
        raise InvalidField.named("starting_after", "must be the sequence number of an event")
    tenant, answer_uuid, stored = await _named(visit)
    if streams == "false":
        return canonical(await _now(visit, tenant, stored))
    encoder = Encoder(
        about(visit, stored), echo=await _told(visit, tenant, stored), after=-1 if after is None else int(after)
    )
    seat = await admitted.take_seat(visit)
    return EventStream(events_of(visit, answer_uuid, seat), encoder, {})


async def cancel(visit: Visit) -> Response:
    """Ends a response with what was said. It may be called any number of times."""
    tenant, answer_uuid, stored = await _named(visit, changes=True)
    if stored.running:
        await stop_and_wait(visit, answer_uuid)
    return canonical(await _now(visit, tenant, stored))


async def delete(visit: Visit) -> Response:
    """Removes a response and all that was made with it. One that runs is stopped first."""
    tenant, answer_uuid, stored = await _named(visit, changes=True)
    if stored.running:
        await stop_and_wait(visit, answer_uuid)
    if not await visit.services.recordings.delete(tenant, answer_uuid):
        raise NotFound(f"There is no response {PREFIX}{answer_uuid}.")
    return fresh({"id": PREFIX + answer_uuid, "object": "response", "deleted": True})


# What is stored -------------------------------------------------------------------------------------------------------


async def _named(visit: Visit, *, changes: bool = False) -> tuple[str, str, StoredAnswer]:
    """Returns tenant, uuid and stored answer of the response that the path names. Raises `NotFound`."""
    answer_uuid = uuid_of(visit.path_id)
    if answer_uuid is None:
        raise NotFound(f"A response is named by {PREFIX} and 32 lower-case hex digits.")
    return await answer_named(visit, answer_uuid, Caller.may_change if changes else Caller.may_read)


async def _now(visit: Visit, tenant: str, stored: StoredAnswer) -> dict[str, Any]:
    """Returns a response as far as it has come."""
    encoder = Encoder(about(visit, stored), echo=await _told(visit, tenant, stored))
    return _read(encoder, await visit.services.following.stored(tenant, stored.answer_uuid))


async def _told(visit: Visit, tenant: str, stored: StoredAnswer) -> Mapping[str, Any]:
    question = await visit.services.answers.question(tenant, stored.answer_uuid)
    return _echo(question) if question else {}


def _read(encoder: Encoder, numbered: Sequence[Numbered]) -> dict[str, Any]:
    for item in numbered:
        encoder.encode(item)
    return encoder.response()


def _echo(question: Question) -> dict[str, Any]:
    """Returns what a response repeats of its request."""
    return {**question.options.echo, "instructions": question.options.tone or None}


# The description ------------------------------------------------------------------------------------------------------

RESPONSE = {JSON: {"schema": named("Response")}, SSE: {"itemSchema": named("ResponseEvent")}}
EXAMPLE = {"input": EXAMPLE_QUESTION, "instructions": "Be brief."}
CREATE = about_openai(
    "createResponse: Create a response. The last message of the input asks. Closing the connection stops the "
    "answer, unless it runs in the background or the request has an idempotency key.",
    ok_in(RESPONSE, "The response, or its events with `stream: true`.", LOCATION),
    *(400, 404, 408, 409, 413, 415, 422, 502, 503, 504),
    parameters=(KEYED,),
    body=openai_body("ResponseRequest", EXAMPLE),
)
RESPONSE_ID = {"type": "string", "pattern": f"^{PREFIX}[0-9a-f]{{32}}$"}
PATH = (parameter("id", RESPONSE_ID, "The response's id."),)
SEQUENCE_NUMBER = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
READ = about_openai(
    "readResponse: Read a response. Finished or running; with `stream` its events, stored ones, then live ones.",
    ok_in(RESPONSE, "The response, or its events."),
    *(400, 404, 503),
    parameters=(
        *PATH,
        parameter("stream", bool, "Whether its events are wanted."),
        parameter("starting_after", SEQUENCE_NUMBER, "The sequence number of the last event that was read."),
    ),
)
CANCEL = about_openai(
    "cancelResponse: Cancel a response. It ends with what was said, on whichever process it runs.",
    ok(named("Response"), "It has ended."),
    *(404, 503),
    parameters=PATH,
)
DELETE = about_openai(
    "deleteResponse: Delete a response. With all that was made with it; one that runs is stopped first.",
    ok(object_of({"id": str, "object": {"const": "response"}, "deleted": {"const": True}}), "It is deleted."),
    *(404, 503),
    parameters=PATH,
)
_ONE = {"GET": read, "DELETE": delete}
ENDPOINTS = openai_endpoints(
    "input",
    ("POST", "/v1/responses", {"POST": create}, CREATE),
    ("GET", "/v1/responses/{id}", _ONE, READ),
    ("DELETE", "/v1/responses/{id}", _ONE, DELETE),
    ("POST", "/v1/responses/{id}/cancel", {"POST": cancel}, CANCEL),
)
