"""What the endpoints for OpenAI clients share: names of models, refusals in OpenAI's shape, and the description."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.errors import IdempotencyMismatch, InvalidField, Refusal
from gateway.http.asking.questions import ALIAS, AskRequest, CitestreamFields, spelled
from gateway.http.asking.turns import RunningTurn
from gateway.http.door.endpoint import EVERYBODY, Handler, HttpEndpoint, RefusalStyle
from gateway.http.door.visit import VISIT, Visit
from gateway.http.openapi.client_names import OPENAI_API
from gateway.http.openapi.json_schema import named
from gateway.http.openapi.operation import JSON, Body, Operation, Parameters, Responses, as_json
from gateway.http.openapi.tags import OPENAI
from gateway.http.replies import canonical
from gateway.wire.openai import error

log = logging.getLogger(__name__)

EXTENSION = "citestream"
"""Fields of `POST /v1/answers` that a request may carry in an object of this name."""
SAID = ("question", "messages")
"""Fields that our object may have although OpenAI's own fields say the question."""
KINDS = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


class ModelNotFound(Refusal):
    """The model does not exist."""

    code, status = "model_not_found", 404


class PreviousResponseNotFound(Refusal):
    """The previous response does not exist."""

    code, status = "previous_response_not_found", 400


PARAMS: Mapping[type[Refusal], str] = {
    ModelNotFound: "model",
    PreviousResponseNotFound: "previous_response_id",
    IdempotencyMismatch: "Idempotency-Key",
}
"""The field that a refusal is about."""


# The request ----------------------------------------------------------------------------------------------------------


def check_flags(fields: Mapping[str, Any]) -> None:
    """Raises `InvalidField` for the first of these that is neither true, false nor absent."""
    for name, value in fields.items():
        if not isinstance(value, bool | None):
            raise InvalidField.named(name, "must be true or false")


def check_unasked(given: Mapping[str, Any], refused: Sequence[str]) -> None:
    """Raises `InvalidField` for a field of these that asks for something. An empty value asks for nothing."""
    for name in refused:
        if given.get(name):
            raise InvalidField.named(name, "is not supported here; leave it out")


def object_in(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Returns a field that holds an object or nothing."""
    value = given.get(name)
    if not isinstance(value, dict | None):
        raise InvalidField.named(name, "must be an object")
    return value or {}


def our_fields(given: Mapping[str, Any], question: str, before: Sequence[Any]) -> tuple[dict[str, Any], list[str]]:
    """Returns the fields of `POST /v1/answers` that a request has in our object, with its question and the messages
    before it; and a warning if our object has a question too."""
    fields = spelled(object_in(given, EXTENSION))
    earlier = fields.pop("conversation_history", None) or []
    if not isinstance(earlier, list):
        raise InvalidField.named(f"{EXTENSION}.conversation_history", "must be a list")
    unused = [
        f"{EXTENSION}.{name} was not used: the question is the last message" for name in SAID if fields.pop(name, None)
    ]
    if history := [*earlier, *before]:
        fields["conversation_history"] = history
    return {**fields, "question": question}, unused


def on_leave(asked: AskRequest, begun: RunningTurn, *, stays: bool) -> Callable[[], Awaitable[None]] | None:
    """Returns what stops a turn when its reader leaves; None if it continues. `stays`: whether it continues if the
    request does not say."""
    if "on_disconnect" in asked.model_fields_set:
        stays = asked.on_disconnect == "continue"
    return None if stays else begun.stop


def passed_over(given: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Returns a warning about what the gateway decides itself; none where nothing of it was sent."""
    named = [name for name in names if given.get(name) is not None]
    return [f"the gateway decides these itself: {', '.join(named)}"] if named else []


def offered(visit: Visit) -> list[str]:
    """Returns the model that answers, where it is known, and the name that is always right."""
    return [*dict.fromkeys(filter(None, (visit.services.provider.model, ALIAS)))]


def model_named(visit: Visit, name: Any) -> str:
    """Returns the model of this name; no name means the first one. Raises `ModelNotFound`."""
    names = offered(visit)
    if name in (None, ""):
        return names[0]
    if name not in names:
        raise ModelNotFound(f"The model {str(name)[:200]!r} does not exist; this gateway has {', '.join(names)}.")
    return str(name)


# The response ---------------------------------------------------------------------------------------------------------


def refusing(messages: str) -> Callable[[Refusal], Response]:
    """Returns what makes a response of a refusal, in OpenAI's shape. There a wrong field is a 400, and `param` names
    it. `messages`: what the endpoint calls question and history."""
    ours = re.compile("^(question|conversation_history|messages)")

    def refused(refusal: Refusal) -> Response:
        wrong_field = refusal.status == 422 and not isinstance(refusal, IdempotencyMismatch)
        status = 400 if wrong_field else refusal.status
        param = PARAMS.get(type(refusal))
        if isinstance(refusal, InvalidField) and refusal.errors:
            param = ours.sub(messages, refusal.errors[0]["field"])
        kind = KINDS.get(status, "server_error" if status >= 500 else "invalid_request_error")
        return canonical(
            {"error": error(refusal.code, refusal.detail, kind=kind, param=param)}, status, refusal.headers
        )

    return refused


class OpenAIPath:
    """One path whose every answer, refusals and faults included, has OpenAI's shape."""

    def __init__(self, handlers: Mapping[str, Handler], refused: Callable[[Refusal], Response]) -> None:
        """`handlers`: by method."""
        self._handlers, self._refused = handlers, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._answer(scope[VISIT])
        await response(scope, receive, send)

    async def _answer(self, visit: Visit) -> Response:
        handle = self._handlers.get("GET" if visit.method == "HEAD" else visit.method)
        if handle is None:
            works = " or ".join(self._handlers)
            message = f"{visit.method} does not work on {visit.url.path}; use {works}."
            wrong = error("method_not_allowed", message, kind="invalid_request_error")
            return canonical({"error": wrong}, 405, {"Allow": ", ".join(self._handlers)})
        try:
            return await handle(visit)
        except Refusal as refusal:
            return self._refused(refusal)
        except ClientDisconnect:
            raise
        except Exception:
            log.exception("%s %s failed", visit.method, visit.url.path)
            message = "The request failed; the server's log tells why."
            return canonical({"error": error("internal", message)}, 500)


def openai_endpoints(messages: str, *told: tuple[str, str, Mapping[str, Handler], Operation]) -> list[HttpEndpoint]:
    """Returns endpoints for OpenAI clients. `messages`: see `refusing`. `told`: method, path, the
    path's handlers by method, description."""
    refuse = refusing(messages)
    return [
        HttpEndpoint(
            method,
            path,
            OpenAIPath(handlers, refuse),
            roles=EVERYBODY,
            operation=operation,
            tag=OPENAI,
            style=RefusalStyle(refuse),
            asks=operation.body is not None,
        )
        for method, path, handlers, operation in told
    ]


def about_openai(
    text: str, responses: Responses, *statuses: int, parameters: Parameters = (), body: Body | None = None
) -> Operation:
    """Describes an endpoint that refuses in OpenAI's shape, with these statuses beside the usual ones."""
    refusals = {
        str(status): as_json(named("OpenAIError"), "The request was refused.")
        for status in (401, 403, *statuses, 405, 421, 429, 500)
    }
    return Operation(text, {**responses, **refusals}, body, parameters, is_usual=False, other_names=OPENAI_API)


def openai_body(component: str, example: Any) -> Body:
    """Returns the body of this component, with our object in it."""
    return Body({JSON: {"schema": named(component), "example": example}}, {JSON: CitestreamFields})
