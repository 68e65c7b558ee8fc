"""The door for MCP clients: streamable HTTP at `/mcp`, through the official SDK, which is an extra (`[mcp]`).

The SDK is loaded with the first request: it costs a second that most processes never need to spend. A page in a
browser may call only from an allowed origin, also with a key: the protocol wants every server to look
(modelcontextprotocol.io, Transports, Security Warning).
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gateway.errors import Refusal
from gateway.http.door import origins
from gateway.http.door.bodies import JSON_LIMIT, check_is_json, read_bytes
from gateway.http.door.endpoint import EVERYBODY, HttpEndpoint
from gateway.http.door.visit import VISIT, Visit
from gateway.http.openapi.client_names import THEIRS
from gateway.http.openapi.json_schema import named, object_of
from gateway.http.openapi.operation import JSON, SSE, Body, Operation, response
from gateway.http.openapi.tags import TOOLS
from gateway.http.problems import MEDIA_TYPE, problem

PATH = "/mcp"
LOADING_S = 30
MESSAGE = {
    **object_of({"jsonrpc": {"const": "2.0"}}),
    "description": "A JSON-RPC message of the Model Context Protocol.",
}
CALL = Operation(
    "mcp: MCP over streamable HTTP. Use an MCP client. The tools `query_knowledge_base(question)`, "
    "`search_knowledge_base(query)` and `list_documents()` answer with text and structured content; their schemas come from `tools/list`. Documents are resources. Closing the connection stops the answer.",
    {
        "200": response("The reply.", {JSON: {"schema": MESSAGE}, SSE: {}}),
        "202": response("Taken; there is no reply."),
        "4XX": response("The SDK's or our refusal.", {JSON: {}, MEDIA_TYPE: {"schema": named("Problem")}}),
    },
    Body({JSON: {"schema": MESSAGE, "example": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}}),
    refusals=(Refusal,),
    is_usual=False,
    other_names=THEIRS,
)


class McpDoor:
    """The endpoint's application. It opens itself with the first request; `close` ends what runs."""

    def __init__(self, package: str = "mcp") -> None:
        self._there = importlib.util.find_spec(package) is not None
        self._opening: asyncio.Future[Any] | None = None
        self._serving: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    @property
    def endpoint(self) -> HttpEndpoint:
        return HttpEndpoint("POST", PATH, self, roles=EVERYBODY, operation=CALL, tag=TOOLS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit: Visit = scope[VISIT]
        refused = self._refused(visit)
        if refused is not None:
            await refused(scope, receive, send)
            return
        whole: list[Message] = [{"type": "http.request", "body": await read_bytes(visit, JSON_LIMIT)}]

        async def once() -> Message:
            """Returns the body, which was read as all bodies are; afterwards only that the caller leaves."""
            return whole.pop() if whole else await receive()

        manager = await self._manager()
        await manager.handle_request(scope, once, send)

    def _refused(self, visit: Visit) -> Response | None:
        """Returns what is answered instead of the SDK, if anything. Raises `ForeignOrigin` and
        `UnsupportedType`."""
        if not self._there:
            detail = "The package `mcp` is not installed here: pip install 'citestream[mcp]', then start again."
            return problem(501, "unavailable", "MCP is not installed", detail)
        origins.check_origin(visit)
        if visit.method != "POST":
            # The SDK would open a stream for messages of ours and send no head: there are none, each call stands alone.
            response = problem(
                405, "method_not_allowed", "Method Not Allowed", f"{visit.method} does not work on {PATH}."
            )
            response.headers["Allow"] = "POST"
            return response
        check_is_json(visit)
        return None

    async def _manager(self) -> Any:
        """Returns the SDK's session manager, running. The task that entered its task group must leave it, hence a
        task of its own."""
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_future()
            self._serving = asyncio.create_task(self._serve(self._opening), name="MCP sessions")
        async with asyncio.timeout(LOADING_S):
            return await asyncio.shield(self._opening)

    async def _serve(self, opening: asyncio.Future[Any]) -> None:
        try:
            server = await asyncio.to_thread(importlib.import_module, "gateway.http.mcp.tool_server")
            manager = server.create().session_manager
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
