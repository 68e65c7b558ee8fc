"""The MCP server: its tools and resources. Imported only where `mcp` is installed, and with the first request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolResult,
    InputRequiredResult,
    ListResourcesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    ResourceTemplate,
    Tool,
    ToolAnnotations,
)

from gateway import __version__
from gateway.errors import Refusal
from gateway.http.door.visit import visit_of
from gateway.http.mcp import document_resources
from gateway.http.mcp.answer_tool import query_knowledge_base
from gateway.http.mcp.search_tool import search_knowledge_base
from gateway.http.openapi.known_names import MOST_TOLD, nearest, shown


class KnowledgeServer(MCPServer[Any]):
    """The SDK's server, but for this: arguments that no tool knows are refused, and resources are the documents that
    the caller may see, of which the SDK's own registry knows nothing."""

    async def list_tools(self) -> list[Tool]:
        tools = await super().list_tools()
        for tool in tools:
            tool.input_schema = {**tool.input_schema, "additionalProperties": False}
        return tools

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        for tool in await self.list_tools():
            if tool.name == name:
                _check(name, arguments, list(tool.input_schema["properties"]))
        return await super().call_tool(name, arguments, context)

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        return [document_resources.template()]

    async def _handle_list_resources(
        self, ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        try:
            return await document_resources.resources(visit_of(ctx.request), params.cursor if params else None)
        except Refusal as refusal:
            raise _told(refusal) from None

    async def _handle_read_resource(
        self, ctx: ServerRequestContext[Any], params: ReadResourceRequestParams
    ) -> ReadResourceResult:
        uri = str(params.uri)
        try:
            return await document_resources.read(visit_of(ctx.request), uri)
        except ResourceNotFoundError as unknown:
            raise MCPError(code=INVALID_PARAMS, message=str(unknown), data={"uri": uri}) from None
        except Refusal as refusal:
            raise _told(refusal) from None


def create() -> MCPServer:
    server = KnowledgeServer(
        "citestream", title="Citestream", version=__version__, subscriptions=False, log_level="WARNING"
    )
    reads_only = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    for tool in (query_knowledge_base, search_knowledge_base, document_resources.list_documents):
        server.tool(description=" ".join((tool.__doc__ or "").split()), annotations=reads_only)(tool)
    # Every request for itself, so that any replica may serve it. Who may call is checked before (`door`).
    open_to_all = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(stateless_http=True, transport_security=open_to_all)
    return server


def _check(tool: str, arguments: dict[str, Any], known: Sequence[str]) -> None:
    """Raises `ToolError` for arguments that would be passed over: whoever sends one believes that it counts."""
    unknown = [_hinted(name, known) for name in arguments if name not in known]
    if unknown:
        raise ToolError(f"{tool} has no argument {', '.join(unknown[:MOST_TOLD])}; it takes {', '.join(known)}.")


def _hinted(name: str, known: Sequence[str]) -> str:
    meant = nearest(name, known)
    return repr(shown(name)) + (f' (did you mean "{meant}"?)' if meant else "")


def _told(refusal: Refusal) -> MCPError:
    code = INVALID_PARAMS if refusal.status < 500 else INTERNAL_ERROR
    return MCPError(code=code, message=refusal.detail)
