"""Refusals as problem+json. No stack trace and no exception text of ours or others leaves the server."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route

from gateway.errors import Refusal

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
READABLE = "citestream.readable"
"""The key in a request's scope under which `cors.py` leaves the headers that let a page of another origin read the
answer."""
CODES = {401: "unauthorized", 403: "forbidden", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


def problem(status: int, code: str, title: str, detail: str, **more: Any) -> JSONResponse:
    body = {"type": f"urn:citestream:problem:{code}", "title": title, "status": status, "code": code, "detail": detail}
    return JSONResponse({**body, **more}, status, media_type=MEDIA_TYPE)


Closing = Callable[[Iterable[tuple[bytes, bytes]]], bytes]
"""Returns a whole HTTP/1.1 response with some more headers."""


def closing(status: int, code: str, title: str, detail: str) -> Closing:
    """Returns a problem document as bytes, after which the connection is closed."""
    response, line = problem(status, code, title, detail), HTTPStatus(status)

    def written(fields: Iterable[tuple[bytes, bytes]]) -> bytes:
        headers = (*fields, *response.raw_headers, (b"connection", b"close"))
        start = f"HTTP/1.1 {status} {line.phrase}".encode()
        return b"\r\n".join((start, *map(b": ".join, headers), b"", bytes(response.body)))

    return written


def refused(refusal: Refusal) -> Response:
    """Returns the problem document of a refusal."""
    response = problem(refusal.status, refusal.code, refusal.title, refusal.detail, **refusal.members)
    response.headers.update(refusal.headers)
    return response


async def on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return refused(error)


async def on_http_exception(request: Request, error: Exception) -> Response:
    """Returns Starlette's own refusals: unknown path, wrong method."""
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "invalid_request")
    detail = {
        404: f"There is nothing at {request.url.path}.",
        405: f"{request.method} does not work on {request.url.path}.",
    }.get(error.status_code, error.detail)
    response = problem(error.status_code, code, error.detail, detail)
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return response


def _methods(request: Request) -> set[str]:
    """Returns the methods of the path. Starlette asks only its first route; here a path has one for each method."""
    routes = (route for route in request.app.routes if isinstance(route, Route))
    return {
        method for route in routes if route.matches(request.scope)[0] != Match.NONE for method in route.methods or ()
    }


async def on_disconnect(request: Request, error: Exception) -> Response:
    """Answers a caller who left while sending. Nobody reads this, and nothing is wrong here."""
    log.debug("%s %s: the caller left", request.method, request.url.path)
    return Response(status_code=400)


async def on_error(request: Request, error: Exception) -> Response:
    """Answers any other fault. Starlette raises the error again afterwards, so that the server logs it once."""
    response = problem(500, "internal", "Something went wrong here", "The request failed; the server's log tells why.")
    response.headers.update(request.scope.get(READABLE, {}))
    return response


HANDLERS = {Refusal: on_refusal, HTTPException: on_http_exception, ClientDisconnect: on_disconnect, Exception: on_error}
