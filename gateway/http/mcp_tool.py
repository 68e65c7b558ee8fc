"""The MCP server and its tool that answers. Imported only where `mcp` is installed, and with the first request."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field
from starlette.requests import Request

from gateway import __version__
from gateway.answer.checking.confidence_gate import ConfidenceLevel
from gateway.answer.events import Answer, ParagraphFinished, fold
from gateway.conversation.question import LONGEST_QUESTION
from gateway.errors import Refusal, Unauthorized
from gateway.http.mcp_search import search_knowledge_base
from gateway.http.questions import AskRequest, question_of, understood
from gateway.http.turns import begin, failed
from gateway.services import services
from gateway.wire.document import document
from gateway.wire.shared.frame import About

QuestionText = Annotated[
    str, Field(min_length=1, max_length=LONGEST_QUESTION, description="The question, in any language, standing alone.")
]


class Paragraph(BaseModel):
    """One paragraph of the answer and the passages it cites."""

    index: int
    text: str
    citation_ids: list[str]


class CitedReference(BaseModel):
    """A cited passage (type `embedding`) or graph result (`graph`), as it was when it was cited."""

    citation_id: str
    type: str
    payload: dict[str, Any]


class KnowledgeAnswer(BaseModel):
    """An answer from the knowledge base, with citations per paragraph."""

    answer: str
    paragraphs: list[Paragraph]
    refs: list[CitedReference]
    confidence: float | None = Field(description="How well the passages found fit the question, 0 to 1.")
    confidence_level: ConfidenceLevel | None = Field(
        description="`doubtful`: the passages may not hold the answer. `nothing`: they do not."
    )
    no_context: bool = Field(description="The knowledge base holds nothing about this.")
    answer_uuid: str


async def query_knowledge_base(question: QuestionText, context: Context) -> Annotated[CallToolResult, KnowledgeAnswer]:
    """Answer a question from the documents of this knowledge base alone. Each paragraph names the passages that carry
    it; `no_context` says that nothing was found, `confidence_level` whether the passages may be beside the question."""
    request = context.request_context.request
    assert isinstance(request, Request)  # streamable HTTP always has one
    try:
        begun = await begin(request, question_of(request, understood({"question": question}, AskRequest)))
    except Refusal as refusal:
        raise ToolError(refusal.detail) from None
    numbered = []
    try:
        async with aclosing(begun.events()) as batches:
            async for batch in batches:
                numbered += batch
                for event in (item.event for item in batch):
                    if isinstance(event, ParagraphFinished):
                        await context.report_progress(event.index + 1, message=event.text)
    except Unauthorized as refusal:  # nobody has left: the answer goes on
        raise ToolError(refusal.detail) from None
    except BaseException:
        await asyncio.shield(begun.stop())
        raise
    if (failure := failed(numbered)) is not None:
        raise ToolError(failure.detail)
    stored = await services(request).answers.answer(begun.tenant, begun.answer_uuid)
    told = _told(fold(item.event for item in numbered), begun.about, stored.confidence if stored else None)
    return CallToolResult(
        content=[TextContent(type="text", text=told.answer)], structured_content=told.model_dump(mode="json")
    )


def _told(answer: Answer, about: About, confidence: float | None) -> KnowledgeAnswer:
    """Returns the document of the answer in the shape of this tool."""
    shown = document(answer, about)
    level = (shown["confidence"] or {}).get("level")
    return KnowledgeAnswer.model_validate({**shown, "confidence": confidence, "confidence_level": level})


def create() -> MCPServer:
    server: MCPServer = MCPServer(
        "citestream", title="Citestream", version=__version__, subscriptions=False, log_level="WARNING"
    )
    reads_only = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    for tool in (query_knowledge_base, search_knowledge_base):
        server.tool(annotations=reads_only)(tool)
    # Every request for itself, so that any replica may serve it. Who may call is checked before (`http.mcp`).
    open_to_all = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(stateless_http=True, transport_security=open_to_all)
    return server
