"""The description of every door: OpenAPI 3.2 at `/openapi.json`, and the same as a page for people at `/docs`.

Nothing is described twice: requests come from the models that check them, paths and methods from the routes, and each
operation from its entry in `_openapi_operations`. A route without an entry is left out here and fails a test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from gateway import __version__
from gateway.http import roles
from gateway.http.answers import AskRequest
from gateway.http.context import NamedSession, NewSession, SessionPolicies, SessionUpdate, WorkflowSwitch
from gateway.http.documents import Fields, TextDocument
from gateway.http.legacy.chat import LegacyChatRequest
from gateway.http.legacy.conversations import Form
from gateway.http.memory_lookup import LookupRequest, MessageRequest
from gateway.http.messages import NAMES
from gateway.http.openapi import access, events_schema, session_operations
from gateway.http.openapi import schemas as _openapi_schemas
from gateway.http.openapi.docs_page import page
from gateway.http.openapi.events_schema import Schema, or_null
from gateway.http.openapi.operations import OPERATIONS, TAGS
from gateway.http.openapi.query_operations import with_stream
from gateway.http.openapi.schemas import CHAT, MEANINGS
from gateway.http.pages import HEADERS
from gateway.http.replies import canonical
from gateway.http.sign_in import SignIn

VERSION = "3.2.0"
REQUESTS: dict[str, type[BaseModel]] = {
    "AskRequest": AskRequest,
    "TextDocument": TextDocument,
    "FileDocuments": Fields,
    "NewSession": NewSession,
    "NamedSession": NamedSession,
    "SessionUpdate": SessionUpdate,
    "WorkflowSwitch": WorkflowSwitch,
    "SessionPolicies": SessionPolicies,
    "LegacyRequest": LegacyChatRequest,
    "LegacyForm": Form,
    "LookupRequest": LookupRequest,
    "MessageRequest": MessageRequest,
    "SignIn": SignIn,
}
"""The name of a request in the description, and the model that checks it."""
ALIAS = "/api/"
"""The older system's paths answer under this too; they are described once."""
STYLE = Path(__file__).parent / "docs.css"
FILES: Schema = {
    "description": "One or more files.",
    "type": "array",
    "minItems": 1,
    "items": {"type": "string", "contentMediaType": "application/octet-stream"},
}

Key = tuple[str, str]


def described(routes: Sequence[BaseRoute]) -> Iterator[Key]:
    """Method and path of everything that callers can reach, as the description spells them."""
    routed = [route for route in routes if isinstance(route, Route)]
    paths = {route.path for route in routed}
    known = {path for _, path in OPERATIONS}
    for route in routed:
        path = roles.CONVERTER.sub("", route.path)
        if route.path.startswith(ALIAS) and path not in known and route.path.removeprefix("/api") in paths:
            continue
        # An application as an endpoint takes any method, and says itself which.
        methods = route.methods or {method for method, at in OPERATIONS if at == path} or {"GET"}
        yield from ((method, path) for method in sorted(methods - {"HEAD"}))


def document(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI document of these routes."""
    paths: dict[str, dict[str, Any]] = {}
    for method, path in described(routes):
        if (operation := OPERATIONS.get((method, path))) is not None:
            security = access.of(path, roles.of(path).get(method, roles.ADMIN))
            paths.setdefault(path, {})[method.lower()] = {**operation.described(), **security}
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
        "security": access.USUAL,
        "components": {"schemas": schemas(), "securitySchemes": access.SCHEMES},
    }


@cache
def schemas() -> dict[str, Schema]:
    """All named schemas, those of requests from their models."""
    models = [(model, "validation") for model in REQUESTS.values()]
    made, shared = models_json_schema(models, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    inner = shared.get("$defs", {})
    requests = {name: inner[made[(model, "validation")]["$ref"].rpartition("/")[2]] for name, model in REQUESTS.items()}
    own = {model.__name__ for model in REQUESTS.values()}
    for name in requests.keys() - {"FileDocuments"}:
        requests[name] = _with_nulls(requests[name])
    ask = requests["AskRequest"] = _with_synonyms(requests["AskRequest"])
    requests["QueryRequest"] = with_stream(ask)
    requests["FileDocuments"] = _with_files(requests["FileDocuments"])
    others = {name: schema for name, schema in inner.items() if name not in own}
    return dict(
        sorted(
            {
                **others,
                **requests,
                **events_schema.SCHEMAS,
                **_openapi_schemas.SCHEMAS,
                **session_operations.SCHEMAS,
            }.items()
        )
    )


def _with_nulls(model: Schema) -> Schema:
    """The doors take null for an absent field."""
    required = set(model.get("required", ()))
    fields = {
        name: field if name in required or {"type": "null"} in field.get("anyOf", ()) else or_null(field)
        for name, field in model["properties"].items()
    }
    return {**model, "properties": fields}


def _with_synonyms(model: Schema) -> Schema:
    """The question may come under other names, or as the last of a chat client's messages."""
    fields = {name: {**field, "description": MEANINGS.get(name, "")} for name, field in model["properties"].items()}
    question = {**or_null(fields["question"]), "description": MEANINGS["question"]}
    others = {name: {**question, "description": "The same as `question`."} for name in NAMES[1:]}
    messages = or_null(CHAT["properties"]["messages"])
    others |= {"messages": {**messages, "description": "Instead of both: the last one is the question."}}
    given = {**dict.fromkeys(NAMES, "string"), "messages": "array"}
    ways = [{"required": [name], "properties": {name: {"type": kind}}} for name, kind in given.items()]
    shared = {name: field for name, field in model.items() if name not in ("required", "properties")}
    return {**shared, "properties": {**fields, "question": question, **others}, "anyOf": ways}


def _without_null(field: Schema) -> Schema:
    kinds = [kind for kind in field.get("anyOf", ()) if kind != {"type": "null"}]
    return {name: value for name, value in field.items() if name != "default"} | ({"anyOf": kinds} if kinds else {})


def _with_files(fields: Schema) -> Schema:
    """The form: files beside the fields that a text has too. A form knows no null."""
    plain = {name: _without_null(field) for name, field in fields["properties"].items()}
    return {
        **fields,
        "title": "FileDocuments",
        "properties": {"file": FILES, **plain},
        "required": ["file"],
    }


def routes(others: Sequence[BaseRoute]) -> list[Route]:
    """The description of `others` and of itself."""

    @cache
    def described_once() -> dict[str, Any]:
        return document([*others, *own])

    @cache
    def page_once() -> str:
        return page(described_once())

    async def openapi(request: Request) -> Response:
        return canonical(described_once())

    async def docs(request: Request) -> Response:
        return HTMLResponse(page_once(), headers=HEADERS)

    async def style(request: Request) -> Response:
        return FileResponse(STYLE, media_type="text/css", headers=HEADERS)

    own = [
        Route("/openapi.json", openapi, methods=["GET"]),
        Route("/docs", docs, methods=["GET"]),
        Route("/docs/style.css", style, methods=["GET"]),
    ]
    return own
