"""The endpoints for OpenAI clients: chat completions, streamed or whole, and the list of models.

Everything here has OpenAI's shape, refusals too. What the gateway decides itself (sampling, length) is accepted and
ignored with a warning in META; what would change the answer's meaning (tools, several choices) is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.responses import Response

from gateway.errors import AnswerWithheld, InvalidField
from gateway.http.asking import audio, messages
from gateway.http.asking.answers import EXAMPLE_QUESTION, LOCATION
from gateway.http.asking.questions import AskRequest, question_of
from gateway.http.asking.streams import gathered, last_event
from gateway.http.asking.turns import KEYED, begin, failed, once_of
from gateway.http.door.bodies import ON_ONE_LINE, read_json
from gateway.http.door.visit import Visit
from gateway.http.openai.openai_door import (
    ModelNotFound,
    about_openai,
    check_flags,
    check_unasked,
    model_named,
    object_in,
    offered,
    on_leave,
    openai_body,
    openai_endpoints,
    our_fields,
    passed_over,
)
from gateway.http.openapi.client_names import names
from gateway.http.openapi.json_schema import named, object_of
from gateway.http.openapi.operation import JSON, SSE, ok, ok_in, parameter
from gateway.http.replies import canonical
from gateway.http.streaming.event_stream import EventStream
from gateway.wire.openai import Encoder, completion, withheld

REFUSED = ("tools", "functions", "audio", "logprobs", "top_logprobs", "prediction", "web_search_options")
"""Fields that ask for something the gateway does not do."""
PASSED_OVER = names(
    """
    temperature top_p max_tokens max_completion_tokens stop seed presence_penalty frequency_penalty logit_bias
    reasoning_effort verbosity
    """
)


async def complete(visit: Visit) -> Response:
    """Answers the last message. Closing the connection stops the turn, unless it has an idempotency key: whoever sends
    one means to come back. The text so far is stored."""
    given = await read_json(visit)
    _check(given)
    name = model_named(visit, given.get("model"))
    fields, unused = _fields(given)
    asked = await audio.asked(visit, fields, AskRequest)
    question = question_of(visit, asked)
    warnings = (*unused, *passed_over(given, PASSED_OVER), *question.warnings)
    question = replace(question, warnings=warnings).with_options(rollback=False)
    once = once_of(visit, given)
    last = last_event(visit) if once else None
    begun = await begin(visit, question, once)
    await audio.note(visit, asked.model_dump(), begun.answer_uuid)
    leave = on_leave(asked, begun, stays=once is not None)
    about = replace(begun.about, model=name)
    headers = {"Location": f"/v1/answers/{about.answer_uuid}"}
    if given.get("stream"):
        usage = object_in(given, "stream_options").get("include_usage") is True
        after = await begun.seen(last)
        return EventStream(begun.events, Encoder(about, usage=usage), headers, after=after, on_leave=leave)
    numbered = await gathered(visit, begun.events(), leave)
    failure = failed(numbered)
    if isinstance(failure, AnswerWithheld):
        return canonical(withheld(failure.detail, about), headers=headers)
    if failure is not None:
        raise failure
    return canonical(completion((item.event for item in numbered), about), headers=headers)


async def models(visit: Visit) -> Response:
    """Lists the models that may be named."""
    return canonical({"object": "list", "data": [_listed(name) for name in offered(visit)]})


async def model(visit: Visit) -> Response:
    name = visit.path_id
    if not name:
        raise ModelNotFound("A model is read by its name.")
    return canonical(_listed(model_named(visit, name)))


def _listed(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "citestream"}


# The request ----------------------------------------------------------------------------------------------------------


def _check(given: Mapping[str, Any]) -> None:
    """Raises `InvalidField` for what is asked for and not done here."""
    if not isinstance(given.get("messages"), list) or not given["messages"]:
        raise InvalidField.named("messages", "must be a list with at least one message")
    usage = object_in(given, "stream_options").get("include_usage")
    check_flags({"stream": given.get("stream"), "stream_options.include_usage": usage})
    if given.get("n") is not None and (given["n"] != 1 or isinstance(given["n"], bool)):
        raise InvalidField.named("n", "only one choice is given; leave n out")
    check_unasked(given, REFUSED)
    if given.get("modalities") not in (None, [], ["text"]):
        raise InvalidField.named("modalities", "only text is given")
    if object_in(given, "response_format").get("type", "text") != "text":
        raise InvalidField.named(
            "response_format", "only text is given; paragraphs and citations are in the field citestream"
        )


def _fields(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Returns the request in our fields, and warnings: the last message is the question, those before it are the
    history."""
    asked = messages.with_question({"messages": given["messages"]})
    return our_fields(given, asked["question"], asked["conversation_history"])


# The description ------------------------------------------------------------------------------------------------------

COMPLETION = {JSON: {"schema": named("Completion")}, SSE: {"itemSchema": named("ChunkEvent")}}
CHAT_EXAMPLE = {"messages": [{"role": "user", "content": EXAMPLE_QUESTION}]}
COMPLETE = about_openai(
    "completeChat: Complete a chat. The last message asks, those before it are the history. Closing the connection "
    "stops the answer, unless the request has an idempotency key.",
    ok_in(COMPLETION, "The completion, or its chunks with `stream: true`.", LOCATION),
    *(400, 404, 408, 409, 413, 415, 422, 502, 503, 504),
    parameters=(KEYED,),
    body=openai_body("ChatRequest", CHAT_EXAMPLE),
)
MODELS = object_of({"object": {"const": "list"}, "data": {"type": "array", "items": named("Model")}})
LIST = about_openai("listModels: List models.", ok(MODELS, "The models one may name."))
NAME = parameter("id", {"type": "string", "pattern": ON_ONE_LINE}, "The model's name.")
READ = about_openai("readModel: Read a model.", ok(named("Model"), "The model."), 404, parameters=(NAME,))
ENDPOINTS = openai_endpoints(
    "messages",
    ("POST", "/v1/chat/completions", {"POST": complete}, COMPLETE),
    ("GET", "/v1/models", {"GET": models}, LIST),
    ("GET", "/v1/models/{id:path}", {"GET": model}, READ),
)
