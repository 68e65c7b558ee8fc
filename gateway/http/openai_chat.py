"""The endpoints for OpenAI clients: chat completions, streamed or whole, and the list of models.

Everything here has OpenAI's shape, refusals too. What the gateway decides itself (sampling, length) is accepted and
ignored with a warning in META; what would change the answer's meaning (tools, several choices) is refused.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.errors import InvalidField, Refusal
from gateway.http import messages
from gateway.http.answers import EXAMPLE_QUESTION, LOCATION
from gateway.http.bodies import ON_ONE_LINE, read_json
from gateway.http.endpoint import EVERYBODY, HttpEndpoint, RefusalStyle
from gateway.http.openapi.operation import (
    JSON,
    SSE,
    Body,
    Operation,
    Parameters,
    Responses,
    as_json,
    ok,
    parameters,
    response,
)
from gateway.http.openapi.shapes import named
from gateway.http.openapi.tags import OPENAI
from gateway.http.questions import ALIAS, AskRequest, question_of, understood
from gateway.http.replies import canonical
from gateway.http.streams import EventStream, gathered
from gateway.http.turns import begin, failed
from gateway.services import services
from gateway.wire.openai import Encoder, completion, error

log = logging.getLogger(__name__)

REFUSED = ("tools", "functions", "audio", "logprobs", "top_logprobs", "prediction", "web_search_options")
"""Fields that ask for something the gateway does not do. An empty value asks for nothing."""
PASSED_OVER = [
    "temperature",
    "top_p",
    "max_tokens",
    "max_completion_tokens",
    "stop",
    "seed",
    "presence_penalty",
    "frequency_penalty",
    "logit_bias",
    "reasoning_effort",
    "verbosity",
]
EXTENSION = "citestream"
"""Fields of `POST /v1/answers` that a request may carry in an object of this name."""
EXTENDED = {
    "workspace",
    "source_app",
    "document_ids",
    "language",
    "citation_mode",
    "strict",
    "deliverable",
    "caller_app",
    "thread_id",
    "user_ref",
}
_OURS = re.compile("^(question|conversation_history)")
KINDS = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


class ModelNotFound(Refusal):
    """The model does not exist."""

    code, status = "model_not_found", 404


async def complete(request: Request) -> Response:
    """Answers the last message. Closing the connection stops the turn; the text so far is stored."""
    given = await read_json(request)
    _check(given)
    name = _model(request, given.get("model"))
    asked = understood(_fields(given), AskRequest)
    question = question_of(request, asked)
    question = replace(question, warnings=(*_warnings(given), *question.warnings))
    begun = await begin(request, question)
    about = replace(begun.about, model=name)
    headers = {"Location": f"/v1/answers/{about.answer_uuid}"}
    if given.get("stream"):
        usage = _options(given).get("include_usage") is True
        return EventStream(begun.events(), Encoder(about, usage=usage), headers, on_leave=begun.stop)
    numbered = await gathered(request, begun.events(), begun.stop)
    if (failure := failed(numbered)) is not None:
        raise failure
    return canonical(completion((item.event for item in numbered), about), headers=headers)


async def models(request: Request) -> Response:
    """Lists the models that may be named."""
    return canonical({"object": "list", "data": [_listed(name) for name in _offered(request)]})


async def model(request: Request) -> Response:
    name = request.path_params["id"]
    if not name:
        raise ModelNotFound("A model is read by its name.")
    return canonical(_listed(_model(request, name)))


# The request ----------------------------------------------------------------------------------------------------------


def _check(given: Mapping[str, Any]) -> None:
    """Raises `InvalidField` for what is asked for and not done here."""
    if not isinstance(given.get("messages"), list) or not given["messages"]:
        raise InvalidField.named("messages", "must be a list with at least one message")
    for name, value in (
        ("stream", given.get("stream")),
        ("stream_options.include_usage", _options(given).get("include_usage")),
    ):
        if not isinstance(value, bool | None):
            raise InvalidField.named(name, "must be true or false")
    if given.get("n") is not None and (given["n"] != 1 or isinstance(given["n"], bool)):
        raise InvalidField.named("n", "only one choice is given; leave n out")
    for name in REFUSED:
        if given.get(name):
            raise InvalidField.named(name, "is not supported here; leave it out")
    if given.get("modalities") not in (None, [], ["text"]):
        raise InvalidField.named("modalities", "only text is given")
    if _object(given, "response_format").get("type", "text") != "text":
        raise InvalidField.named(
            "response_format", "only text is given; paragraphs and citations are in the field citestream"
        )


def _object(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Returns a field that holds an object or nothing."""
    value = given.get(name)
    if not isinstance(value, dict | None):
        raise InvalidField.named(name, "must be an object")
    return value or {}


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    return _object(given, "stream_options")


def _fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the request in our fields: the last message is the question, those before it are the history."""
    extension = _object(given, EXTENSION)
    asked = messages.with_question({"messages": given["messages"]})
    known = {name: value for name, value in extension.items() if name in EXTENDED}
    return {**known, "question": asked["question"], "conversation_history": asked["conversation_history"]}


def _warnings(given: Mapping[str, Any]) -> list[str]:
    named = [name for name in PASSED_OVER if given.get(name) is not None]
    return [f"the gateway decides these itself: {', '.join(named)}"] if named else []


def _offered(request: Request) -> list[str]:
    """Returns the model that answers, where it is known, and the name that is always right."""
    return [*dict.fromkeys(filter(None, (services(request).provider.model, ALIAS)))]


def _model(request: Request, name: Any) -> str:
    """Returns the model of this name; no name means the first one. Raises `ModelNotFound`."""
    offered = _offered(request)
    if name in (None, ""):
        return offered[0]
    if name not in offered:
        raise ModelNotFound(f"The model {str(name)[:200]!r} does not exist; this gateway has {', '.join(offered)}.")
    return str(name)


# The response ---------------------------------------------------------------------------------------------------------


def _listed(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "citestream"}


def refused(refusal: Refusal) -> Response:
    """Returns a refusal in OpenAI's shape. There a wrong field is a 400, and `param` names it."""
    status = 400 if refusal.status == 422 else refusal.status
    param, detail = None, refusal.detail
    if isinstance(refusal, InvalidField) and refusal.errors:
        param = _OURS.sub("messages", refusal.errors[0]["field"])
    elif isinstance(refusal, ModelNotFound):
        param = "model"
    kind = KINDS.get(status, "server_error" if status >= 500 else "invalid_request_error")
    return canonical({"error": error(refusal.code, detail, kind=kind, param=param)}, status, refusal.headers)


class OpenAIEndpoint:
    """One path with one method whose every answer, refusals and faults included, has OpenAI's shape."""

    def __init__(self, method: str, handle: Callable[[Request], Awaitable[Response]]) -> None:
        self._method, self._handle = method, handle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if request.method != self._method and (request.method, self._method) != ("HEAD", "GET"):
            message = f"{request.method} does not work on {request.url.path}; use {self._method}."
            wrong = error("method_not_allowed", message, kind="invalid_request_error")
            return canonical({"error": wrong}, 405, {"Allow": self._method})
        try:
            return await self._handle(request)
        except Refusal as refusal:
            return refused(refusal)
        except ClientDisconnect:
            raise
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            message = "The request failed; the server's log tells why."
            return canonical({"error": error("internal", message)}, 500)


def _about_openai(text: str, responses: Responses, *statuses: int, parameters: Parameters = ()) -> Operation:
    """Describes an endpoint that refuses in OpenAI's shape, with these statuses beside the usual ones."""
    refusals = {
        str(status): as_json("OpenAIError", "The request was refused.")
        for status in (401, 403, *statuses, 405, 421, 500)
    }
    return Operation(OPENAI, text, {**responses, **refusals}, None, parameters, is_usual=False)


COMPLETION = {JSON: {"schema": named("Completion")}, SSE: {"itemSchema": named("ChunkEvent")}}
CHAT_EXAMPLE = {"messages": [{"role": "user", "content": EXAMPLE_QUESTION}]}
COMPLETE = replace(
    _about_openai(
        "completeChat: Complete a chat. The last message asks, those before it are the history. Closing the connection "
        "stops the answer.",
        {"200": response("The completion, or its chunks with `stream: true`.", COMPLETION, LOCATION)},
        *(400, 404, 408, 409, 413, 415, 502, 503, 504),
    ),
    body=Body({JSON: {"schema": named("ChatRequest"), "example": CHAT_EXAMPLE}}),
)
LIST = _about_openai("listModels: List models.", ok("{object: 'list', data: Model[]}", "The models one may name."))
NAME = parameters("id: name -- The model's name.", name={"type": "string", "pattern": ON_ONE_LINE})
READ = _about_openai("readModel: Read a model.", ok("Model", "The model."), 404, parameters=NAME)
STYLE = RefusalStyle(refused)
ENDPOINTS = [
    HttpEndpoint(method, path, OpenAIEndpoint(method, handle), roles=EVERYBODY, operation=operation, style=STYLE)
    for method, path, handle, operation in (
        ("POST", "/v1/chat/completions", complete, COMPLETE),
        ("GET", "/v1/models", models, LIST),
        ("GET", "/v1/models/{id:path}", model, READ),
    )
]
