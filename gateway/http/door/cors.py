"""Lets pages of other origins call: what browsers ask before they let a page call (a preflight), and what its
scripts may read.

`GATEWAY_CORS_ORIGINS` lists the origins. A page of a listed origin may send any header, because every SDK has some
of its own (`x-stainless-*`), and may read every header of every answer, refusals and faults included. Cookies are
not sent along: a page of another origin brings a key in a header.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.http import problems
from gateway.http.door import origins


class Cors(CORSMiddleware):
    """Stands before every route, also where no origin is listed. Then each preflight is refused with a sentence."""

    def __init__(self, app: ASGIApp, allowed: list[str]) -> None:
        super().__init__(
            app,
            allow_origins=allowed,
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=["*"],
            allow_private_network=True,
        )

    def preflight_response(self, request_headers: Headers) -> Response:
        """Returns what the page asks for, where its origin is listed."""
        origin = request_headers["origin"]
        if not self.is_allowed_origin(origin):
            return problems.refused(origins.refused(origin))
        return super().preflight_response(request_headers)

    async def simple_response(self, scope: Scope, receive: Receive, send: Send, request_headers: Headers) -> None:
        """Sends the answer with the headers for the browser. A fault is answered outside of this
        (`problems.on_error`)."""
        if not self.allow_origins:
            await self.app(scope, receive, send)
            return
        origin = request_headers.get("origin")
        if origin is not None and self.is_allowed_origin(origin):
            granted = {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}
            scope[problems.READABLE] = {**self.simple_headers, **granted}
        await super().simple_response(scope, receive, send, request_headers)
