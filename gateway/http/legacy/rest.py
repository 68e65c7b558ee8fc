"""The older system's REST: its envelope, the references of an answer by uuid, and what its page asks for at start.

Success is `{"success":true,"data":…}` without null fields. A failure has status 200 too, with a code of that system:
its page shows any other status as a broken network. Only a missing key is a 401, with an empty body, and a stranger's
page or name a 403 or 421.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.answer import ReferenceType
from gateway.answer.references import Graph, ReferencePayload, is_graph
from gateway.errors import InvalidField, InvalidJson, NotFound, Refusal, TooLarge, TooSlow, UnsupportedType
from gateway.http.asking.questions import ALIAS
from gateway.http.asking.stored_answers import known
from gateway.http.door.endpoint import EVERYBODY, OPEN, HttpEndpoint, RefusalStyle, Roles
from gateway.http.door.origins import WITH_STATUS
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import TOLD, names
from gateway.http.openapi.json_schema import Schema, named, object_of
from gateway.http.openapi.operation import Body, Operation, as_json, ok, parameter, response
from gateway.http.openapi.tags import OLD_PAGE
from gateway.http.replies import fresh, shown_as

WRONG_FIELD, UNKNOWN_CONVERSATION, TITLE_TAKEN, BROKEN = "A0002", "A0008", "A0028", "B0003"
PREFIXES = names(
    """
    ai-search ai-search-record auth conversation conversation-preset conversation-preset-rel draw file image
    knowledge-base knowledge-base-embedding knowledge-base-graph knowledge-base-item model my-image prompt
    search sys user workflow
    """
)
"""The first parts of that system's paths. `/mcp` is ours."""
Handler = Callable[[Visit], Awaitable[Any]]


class Failure(Exception):
    """A failure in the old envelope: a code of that system and a sentence for its page."""

    def __init__(self, code: str, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data or f"{code}:{message}"


def envelope(data: Any) -> Response:
    """Returns a success. Null fields are left out."""
    return fresh({"success": True, "data": _present(data)})


def failed(failure: Failure) -> Response:
    body = {"success": False, "code": failure.code, "message": failure.message, "data": failure.data}
    return fresh(body)


def enveloped(handler: Handler) -> Callable[[Visit], Awaitable[Response]]:
    """Makes an endpoint of a handler that returns data, or raises `Failure` or a refusal of ours."""

    @functools.wraps(handler)
    async def endpoint(visit: Visit) -> Response:
        try:
            return envelope(await handler(visit))
        except Failure as failure:
            return failed(failure)
        except Refusal as refusal:
            return refused(refusal)

    return endpoint


def refused(refusal: Refusal) -> Response:
    """Returns a refusal of ours as that page understands it."""
    return with_status(refusal, failed(_translated(refusal)))


def with_status(refusal: Refusal, response: Response) -> Response:
    """Returns the response to a refusal: an empty 401 without a key, and for strangers the response with the status of
    the refusal."""
    if refusal.status == 401:
        return Response(status_code=401)
    if isinstance(refusal, WITH_STATUS):
        response.status_code = refusal.status
        response.headers.update(refusal.headers)
    return response


STYLE = RefusalStyle(refused, takes_bare_keys=True)


def both_spellings(endpoint: HttpEndpoint) -> tuple[HttpEndpoint, HttpEndpoint]:
    """Returns the endpoint under both spellings: a proxy of that system maps `/api/…` to the bare paths."""
    return endpoint, replace(
        endpoint, route_path=f"/api{endpoint.route_path}", operation=None, described_as=endpoint.operation
    )


def endpoints(*told: tuple[str, str, Handler, Operation | None], roles: Roles = EVERYBODY) -> list[HttpEndpoint]:
    """Returns endpoints of that system, in its envelope and under both spellings. `told`: method, path, handler and
    description."""
    bare = [
        HttpEndpoint(method, path, enveloped(handler), roles=roles, operation=operation, tag=OLD_PAGE, style=STYLE)
        for method, path, handler, operation in told
    ]
    return [endpoint for pair in zip(*map(both_spellings, bare), strict=True) for endpoint in pair]


NO_KEY = {"401": response("The key is missing or wrong; the body is empty.")}
TO_STRANGERS = {
    "403": "A page of this origin may not call, or a key of this role.",
    "421": "The gateway does not answer to this name.",
    "429": "A limit of the key or its tenant is reached.",
}
UUID_IN_PATH = (parameter("uuid", str, "A uuid. For an unknown uuid, the data are empty or it is a failure."),)


def described(text: str, data: Any, *parameters: Schema, body: Body | None = None) -> Operation:
    """Describes success or failure in the older system's envelope; the status is 200 either way."""
    schema = {"anyOf": [object_of({"success": {"const": True}, "data": data}), named("LegacyFailure")]}
    strangers = {status: as_json(named("LegacyFailure"), why) for status, why in TO_STRANGERS.items()}
    responses = {**ok(schema, "The envelope."), **NO_KEY, **strangers}
    return Operation(text, responses, body, parameters, (Refusal,), is_usual=False, other_names=TOLD)


def _translated(refusal: Refusal) -> Failure:
    match refusal:
        case InvalidField():
            return Failure(WRONG_FIELD, "参数错误", {error["field"]: error["message"] for error in refusal.errors})
        case InvalidJson() | TooLarge() | TooSlow() | UnsupportedType():
            return Failure(WRONG_FIELD, "参数错误", refusal.detail)
    return Failure(BROKEN, "系统异常，请稍后重试", refusal.detail)


def _present(value: Any) -> Any:
    match value:
        case dict():
            return {name: _present(part) for name, part in value.items() if part is not None}
        case list():
            return [_present(part) for part in value]
    return value


# References -----------------------------------------------------------------------------------------------------------


class PassageText(TypedDict):
    embeddingId: str
    text: str


async def embedding_ref(visit: Visit) -> list[PassageText]:
    """Returns `[{"embeddingId","text"}]` in citation order; an unknown uuid is an empty list."""
    return [shown_as(PassageText, reference) for reference in await _references(visit, "embedding")]


async def graph_ref(visit: Visit) -> Graph:
    """Returns entities, vertices and edges of all cited graph references, each once."""
    graphs = [reference for reference in await _references(visit, "graph") if is_graph(reference)]
    entities = [name for graph in graphs for name in graph["entitiesFromQuestion"]]
    vertices = [vertex for graph in graphs for vertex in graph["vertices"]]
    edges = [edge for graph in graphs for edge in graph["edges"]]
    return {"entitiesFromQuestion": once(entities), "vertices": once(vertices), "edges": once(edges)}


def once(items: list[Any]) -> list[Any]:
    """Returns equal items once, in order. Two workspaces may give one id to different things, so whole items are
    compared."""
    return [item for index, item in enumerate(items) if item not in items[:index]]


async def _references(visit: Visit, kind: ReferenceType) -> list[ReferencePayload]:
    try:
        tenant, answer_uuid, _ = await known(visit)
    except NotFound:
        return []
    return await visit.services.answers.references(tenant, answer_uuid, kind)


# What the page asks for at start --------------------------------------------------------------------------------------


async def models(visit: Visit) -> Any:
    """Returns the one model that answers here."""
    provider = visit.services.provider
    return [
        {
            "id": "1",
            "modelName": provider.model or ALIAS,
            "modelTitle": provider.model or ALIAS,
            "modelPlatform": provider.name,
            "enable": True,
            "isFree": True,
        }
    ]


async def public_info(visit: Visit) -> Any:
    """Says that there is no speech here. It is asked before anybody has signed in."""
    return {"asrSetting": {}, "ttsSetting": {}, "availableVoices": []}


async def anything(visit: Visit) -> Any:
    """Returns nothing, for what that system has and this one has not."""
    return []


async def nothing(visit: Visit) -> Any:
    raise Failure(BROKEN, "不支持的操作")


PASSAGES = described("embeddingReferences: Passages an answer cites.", list[PassageText], *UUID_IN_PATH)
GRAPH = described("graphReferences: Graph results an answer cites.", Graph, *UUID_IN_PATH)
MODELS = described("legacyModels: Models.", {"type": "array", "items": named("LegacyModel")})
IMAGE_MODELS = described("imageModels: Image models: none.", list[Any])
SEARCH_ENGINES = described("searchEngines: Search engines: none.", list[Any])
ENDPOINTS = [
    *endpoints(
        ("GET", "/conversation/message/embedding-ref/{uuid}", embedding_ref, PASSAGES),
        ("GET", "/conversation/message/graph-ref/{uuid}", graph_ref, GRAPH),
        ("GET", "/model/llms", models, MODELS),
        ("GET", "/model/imageModels", anything, IMAGE_MODELS),
        ("GET", "/auth/search-engine/list", anything, SEARCH_ENGINES),
    ),
    *endpoints(
        (
            "GET",
            "/sys/config/public/info",
            public_info,
            described("publicInfo: Speech settings: none.", named("LegacyConfig")),
        ),
        roles=OPEN,  # it is asked before anybody has signed in
    ),
]
EVERYTHING_ELSE = endpoints(
    *(("GET", f"/{prefix}/{{rest:path}}", anything, None) for prefix in PREFIXES),
    *(("POST", f"/{prefix}/{{rest:path}}", nothing, None) for prefix in PREFIXES),
)
"""Everything else below that system's own prefixes; these endpoints come last."""
