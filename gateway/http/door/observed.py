"""Stands outside of everything: gives each request its id and each response `nosniff`, counts it, and writes its line
where an access log is wanted.

A line and a count know a route's template, not the address that was asked for: an address may hold what somebody
typed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.http.door.visit import VISIT, Visit
from gateway.http.streaming.connections import CONNECTION, ReaderConnection
from gateway.telemetry import families
from gateway.telemetry.bounded import among
from gateway.telemetry.tracing import request_context, traces

log = logging.getLogger(__name__)

ROUTE = "citestream.route"
"""The key in a request's scope under which the guard leaves the template of its path."""
UNMATCHED = "unmatched"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_SNIFFING = (b"x-content-type-options", b"nosniff")
"""On every response: no browser takes a refusal that repeats a caller's words for a page."""
GONE = "499"
"""The status of a request whose caller left before there was an answer, as proxies write it."""


class Observer:
    """Watches the requests of one application."""

    def __init__(self, *, access_log: bool) -> None:
        self._access_log = access_log
        self._running = 0

    def figures(self) -> Mapping[str, float]:
        return {"http_requests_running": self._running}

    async def watch(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the application answer one request."""
        watched = _WatchedRequest(request_context.enter(Headers(scope=scope)), send)
        self._running += 1
        method = among(METHODS, scope["method"])
        try:
            with traces.span(method, "server", http__request__method=method) as span:
                try:
                    await app(scope, receive, watched.send)
                    if (send_body := _body_left(scope.get(CONNECTION))) is not None:
                        await send_body()
                finally:
                    route = scope.get(ROUTE, UNMATCHED)
                    status = int(watched.status) if watched.status else None
                    span.rename(f"{method} {route}")
                    span.set(http__route=route, http__response__status_code=status)
                    if status is None or status >= 500:
                        span.failed(watched.status or GONE)
        finally:
            self._running -= 1
            families.HTTP_REQUESTS.labels(method, route, watched.status or GONE).inc()
            if watched.head_s is not None:
                families.HTTP_HEADS.labels(route).observe(watched.head_s)
            if self._access_log:
                self._write(scope, method, route, watched)

    def _write(self, scope: Scope, method: str, route: str, watched: _WatchedRequest) -> None:
        visit: Visit | None = scope.get(VISIT)
        caller = visit.identified if visit else None
        client = scope.get("client")
        fields = {
            "method": method,
            "route": route,
            "status": int(watched.status or GONE),
            "start_ms": None if watched.head_s is None else round(watched.head_s * 1000),
            "total_ms": round(watched.elapsed_s * 1000),
            "client": client[0] if client else None,
            "tenant": caller.tenant if caller else None,
            "key": caller.key_prefix if caller else None,
            "role": caller.role if caller else None,
        }
        log.info("request", extra={"fields": fields})


def _body_left(connection: ReaderConnection | None) -> Callable[[], Awaitable[None]] | None:
    """Returns what an endpoint left to send when it returned."""
    if connection is None:
        return None
    body, connection.body = connection.body, None
    return body


class _WatchedRequest:
    """What was sent of one response."""

    def __init__(self, request_id: str, send: Send) -> None:
        self._began, self._send = time.monotonic(), send
        self._id = request_id.encode()
        self.status = ""
        self.head_s: float | None = None

    @property
    def elapsed_s(self) -> float:
        return time.monotonic() - self._began

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.head_s = str(message["status"]), self.elapsed_s
            given = message.get("headers", ())
            added = () if any(name.lower() == NO_SNIFFING[0] for name, _ in given) else (NO_SNIFFING,)
            message = {**message, "headers": [*given, *added, (b"x-request-id", self._id)]}
        await self._send(message)
