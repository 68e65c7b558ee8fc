"""The description of every endpoint: OpenAPI 3.2 at `/openapi.json`, and the same as a page for people at `/docs`.

It is a fold of the endpoints. Nothing is described twice: requests come from the models that check them, everything
else from the endpoints' operations.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from starlette.responses import FileResponse, HTMLResponse, Response

from gateway import __version__
from gateway.http.door.caller import COOKIE
from gateway.http.door.endpoint import OPEN, HttpEndpoint, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi import components
from gateway.http.openapi.docs_page import page
from gateway.http.openapi.json_schema import Schema, or_null
from gateway.http.openapi.known_names import request_schemas
from gateway.http.openapi.operation import JSON, ok, plain
from gateway.http.openapi.tags import HEALTH, TAGS
from gateway.http.replies import canonical
from gateway.http.site.pages import HEADERS, html, page_operation

STYLE = Path(__file__).parents[1] / "openapi" / "docs.css"
VERSION = "3.2.0"
SCHEMES: dict[str, Schema] = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "A key of `citestream keys create`. With one of the role `app`, the header `X-User-Ref` says "
        "for which user.",
    },
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "What `/sign-in` gives a browser."},
    "bareKey": {"type": "apiKey", "in": "header", "name": "Authorization", "description": "The key without `Bearer`."},
}
NONE: Schema = {}
"""No security at all: on loopback, as long as no key exists."""
USUAL_SECURITY: list[Schema] = [{"key": []}, {"session": []}, NONE]


def document(endpoints: Iterable[HttpEndpoint]) -> dict[str, Any]:
    """Returns the OpenAPI document of these endpoints."""
    paths: dict[str, dict[str, Any]] = {}
    models: dict[str, tuple[type[BaseModel], str]] = {}
    are_open: set[str] = set()
    for endpoint in endpoints:
        operation = endpoint.operation
        if operation is None:
            continue
        methods = paths.setdefault(endpoint.path, {})
        methods[endpoint.method.lower()] = {
            "tags": [endpoint.tag],
            **operation.described(endpoint.path),
            **_security(endpoint),
        }
        if operation.body is not None:
            models |= {model.__name__: (model, kind) for kind, model in operation.body.models.items()}
            if operation.other_names.rule != "refused":
                are_open |= {model.__name__ for model in operation.body.models.values()}
    return {
        "openapi": VERSION,
        "info": {
            "title": "Citestream",
            "version": __version__,
            "summary": "Streaming answers with citations per paragraph.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "security": USUAL_SECURITY,
        "components": {"schemas": _schemas(models, are_open), "securitySchemes": SCHEMES},
    }


def _security(endpoint: HttpEndpoint) -> dict[str, list[Schema]]:
    """Returns the `security` of an operation, where it is not the usual one."""
    if endpoint.roles is OPEN:
        return {"security": []}
    return {"security": [{"bareKey": []}, *USUAL_SECURITY]} if endpoint.style.takes_bare_keys else {}


def _schemas(models: dict[str, tuple[type[BaseModel], str]], are_open: Collection[str]) -> dict[str, Schema]:
    """Returns all named schemas, those of requests from their models. JSON bodies take null for an absent field.
    `are_open`: models that may be sent other names than their own."""
    schemas = request_schemas((model for model, _ in models.values()), are_open)
    nullable = {name: _with_nulls(schemas[name]) for name, (_, kind) in models.items() if kind == JSON}
    return dict(sorted({**schemas, **nullable, **components.schemas()}.items()))


def _with_nulls(model: Schema) -> Schema:
    required = set(model.get("required", ()))
    fields = {
        name: field if name in required or {"type": "null"} in field.get("anyOf", ()) else _or_null(field)
        for name, field in model["properties"].items()
    }
    return {**model, "properties": fields}


def _or_null(field: Schema) -> Schema:
    """Returns the field or null, with its description outside."""
    inner = {name: value for name, value in field.items() if name != "description"}
    return {**or_null(inner), **{name: field[name] for name in field.keys() & {"description"}}}


def endpoints(others: Sequence[HttpEndpoint]) -> list[HttpEndpoint]:
    """Returns the endpoints that describe `others` and themselves. Making the description takes about a second, so a
    thread does it, once."""

    @cache
    def described_once() -> dict[str, Any]:
        return document([*others, *own])

    @cache
    def page_once() -> str:
        return page(described_once())

    async def openapi(visit: Visit) -> Response:
        return canonical(await asyncio.to_thread(described_once))

    async def docs(visit: Visit) -> Response:
        return HTMLResponse(await asyncio.to_thread(page_once), headers=HEADERS)

    async def style(visit: Visit) -> Response:
        return FileResponse(STYLE, media_type="text/css", headers=HEADERS)

    schema = {"type": "object", "required": ["openapi"]}
    description = page_operation("openapi: This description.", ok(schema, "OpenAPI 3.2."))
    sheet = page_operation("docsStyle: How that page looks.", plain("text/css; charset=utf-8", "A style sheet."))
    own = endpoints_of(
        HEALTH,
        ("GET", "/openapi.json", OPEN, openapi, description),
        ("GET", "/docs", OPEN, docs, html("docs: This description for people.")),
        ("GET", "/docs/style.css", OPEN, style, sheet),
    )
    return own
