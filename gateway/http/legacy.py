"""What clients of the older system read: whole-answer references by uuid, in that system's envelope."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.answer.answer import ReferenceType
from gateway.errors import NotFound
from gateway.http import access
from gateway.http.answers import known_uuid


def envelope(data: Any) -> JSONResponse:
    """Success in the old envelope; null fields are left out."""
    return JSONResponse({"success": True, "data": data}, headers={"Cache-Control": "no-store"})


async def embedding_ref(request: Request) -> JSONResponse:
    """`[{"embeddingId","text"}]` in citation order; an unknown uuid is an empty list."""
    payloads = await _references(request, "embedding")
    return envelope([{"embeddingId": payload["embeddingId"], "text": payload["text"]} for payload in payloads])


async def graph_ref(request: Request) -> JSONResponse:
    """Entities, vertices and edges of all cited graph references, each once."""
    payloads = await _references(request, "graph")
    entities = [name for payload in payloads for name in payload["entitiesFromQuestion"]]
    vertices = [vertex for payload in payloads for vertex in payload["vertices"]]
    edges = [edge for payload in payloads for edge in payload["edges"]]
    return envelope({"entitiesFromQuestion": once(entities), "vertices": once(vertices), "edges": once(edges)})


def once(items: list[Any]) -> list[Any]:
    """Equal items once, in order. Two workspaces may give one id to different things, so ids do not tell."""
    return [item for place, item in enumerate(items) if item not in items[:place]]


async def _references(request: Request, kind: ReferenceType) -> list[dict[str, Any]]:
    try:
        answer_uuid = known_uuid(request)
    except NotFound:
        return []
    references: list[dict[str, Any]] = await request.app.state.answers.references(
        access.tenant(request), answer_uuid, kind
    )
    return references


ROUTES = [
    Route(prefix + path, handler, methods=["GET"])
    for prefix in ("", "/api")
    for path, handler in (
        ("/conversation/message/embedding-ref/{uuid}", embedding_ref),
        ("/conversation/message/graph-ref/{uuid}", graph_ref),
    )
]
