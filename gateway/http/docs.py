"""The description of every endpoint: OpenAPI at `/openapi.json`, and the same as a page for people at `/docs`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from gateway.http.endpoint import OPEN, HttpEndpoint
from gateway.http.openapi.description import document
from gateway.http.openapi.docs_page import page
from gateway.http.openapi.operation import ok, plain
from gateway.http.pages import HEADERS, html, page_operation
from gateway.http.replies import canonical

STYLE = Path(__file__).parent / "openapi" / "docs.css"


def endpoints(others: Sequence[HttpEndpoint]) -> list[HttpEndpoint]:
    """Returns the endpoints that describe `others` and themselves."""

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

    schema = {"type": "object", "required": ["openapi"]}
    description = page_operation("openapi: This description.", ok(schema, "OpenAPI 3.2."))
    sheet = page_operation("docsStyle: How that page looks.", plain("text/css; charset=utf-8", "A style sheet."))
    own = [
        HttpEndpoint("GET", "/openapi.json", openapi, roles=OPEN, operation=description),
        HttpEndpoint("GET", "/docs", docs, roles=OPEN, operation=html("docs: This description for people.")),
        HttpEndpoint("GET", "/docs/style.css", style, roles=OPEN, operation=sheet),
    ]
    return own
