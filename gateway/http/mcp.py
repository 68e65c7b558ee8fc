"""The door for MCP clients: streamable HTTP at `/mcp`, through the official SDK, which is an extra (`[mcp]`).

The SDK is loaded with the first request: it costs a second that most processes never need to spend. A page in a
browser may call only from an allowed origin, else any page could ask a gateway on its reader's own machine.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import ipaddress
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from gateway.http.access import is_of_host
from gateway.http.problems import problem

PATH = "/mcp"
LOADING_S = 30


class Door:
    """The route's application. `open` happens by itself; `close` ends what runs."""

    def __init__(self, package: str = "mcp") -> None:
        self._there = importlib.util.find_spec(package) is not None
        self._opening: asyncio.Future[Any] | None = None
        self._serving: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    @property
    def route(self) -> Route:
        return Route(PATH, self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(Request(scope))
        if refused is not None:
            await refused(scope, receive, send)
            return
        manager = await self._manager()
        await manager.handle_request(scope, receive, send)

    def _refused(self, request: Request) -> Response | None:
        if not self._there:
            detail = "The package `mcp` is not installed here: pip install 'citestream[mcp]', then start again."
            return problem(501, "unavailable", "MCP is not installed", detail)
        settings = request.app.state.settings
        listed = set(settings.allowed_origins)
        if not is_allowed(request.headers.get("origin"), request.headers.get("host", ""), listed):
            detail = "Pages of this origin may not call; GATEWAY_CORS_ORIGINS lists the ones that may."
            return problem(403, "forbidden", "The origin is not allowed", detail)
        if request.method != "POST":
            # The SDK would open a stream for messages of ours and send no head: there are none, each call stands alone.
            response = problem(
                405, "method_not_allowed", "Method Not Allowed", f"{request.method} does not work on {PATH}."
            )
            response.headers["Allow"] = "POST"
            return response
        return None

    async def _manager(self) -> Any:
        """The SDK's session manager, running. Its task group must be left by the task that entered it, hence the task."""
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_future()
            self._serving = asyncio.create_task(self._serve(self._opening), name="MCP sessions")
        async with asyncio.timeout(LOADING_S):
            return await asyncio.shield(self._opening)

    async def _serve(self, opening: asyncio.Future[Any]) -> None:
        try:
            tool = await asyncio.to_thread(importlib.import_module, "gateway.http._mcp_tool")
            manager = tool.create().session_manager
            async with manager.run():
                opening.set_result(manager)
                await self._closing.wait()
        except Exception as error:
            if not opening.done():
                opening.set_exception(error)
            raise

    async def close(self) -> None:
        self._closing.set()
        if self._serving is not None:
            await asyncio.gather(self._serving, return_exceptions=True)


def is_allowed(origin: str | None, host: str, listed: set[str]) -> bool:
    """Whether a request from this origin may pass: no page at all, a listed one, or a page of this very address.

    The address must be `localhost` or a number. A name could be a stranger's that was pointed here (DNS rebinding).
    """
    if origin is None or origin in listed:
        return True
    try:
        return is_of_host(origin, host) and _is_ours(urlsplit(f"//{host}").hostname or "")
    except ValueError:  # no host
        return False


def _is_ours(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
