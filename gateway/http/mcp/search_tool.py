"""The MCP tool that finds passages without an answer. Imported only where the package `mcp` is installed."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from gateway.conversation.question import LONGEST_QUESTION
from gateway.errors import Refusal
from gateway.http.asking.search import MOST_PASSAGES, PassageQuery, found
from gateway.http.door.bodies import checked, without_null
from gateway.http.door.origins import public_base
from gateway.http.door.visit import visit_of
from gateway.turn.searching.passage_lookup import PassagesJson
from gateway.wire.shared.addresses import of_cited, place

QueryText = Annotated[
    str, Field(min_length=1, max_length=LONGEST_QUESTION, description="A question or some words, in any language.")
]
InWorkspace = Annotated[str | None, Field(description="Only documents of this workspace.")]
InDocuments = Annotated[list[str] | None, Field(description="Only documents with these ids.")]
Limit = Annotated[int | None, Field(ge=1, le=MOST_PASSAGES, description="The most passages.")]
QueryLanguage = Annotated[
    str | None, Field(description="Of the query, such as `en`, where its words do not tell. It filters nothing.")
]


class PassagePosition(BaseModel):
    """Where a passage stands in its document's text, in characters, and on which pages."""

    start: int | None
    end: int | None
    page: int | None
    page_end: int | None


class FoundPassage(BaseModel):
    """A passage of a document."""

    document_id: str | None
    passage_id: str | None
    title: str | None
    source: str | None
    heading: str | None
    position: PassagePosition
    text: str
    score: float | None
    language: str | None
    date: str | None = Field(None, description="When the document was last changed.")
    date_from: str | None = Field(None, description="`file` or `loaded` if its author states no date.")
    loaded_at: str | None = None
    author: str | None = None


class SearchConfidence(BaseModel):
    """Whether the knowledge base would answer from these passages."""

    level: str = Field(description="`confident`, `doubtful` or `nothing`.")
    value: float = Field(description="How well the passages fit the query, 0 to 1.")


class FoundPassages(BaseModel):
    """Passages of the knowledge base, best first."""

    passages: list[FoundPassage]
    confidence: SearchConfidence
    warnings: list[str] = Field([], description="What did not work; the search was not whole.")


async def search_knowledge_base(
    query: QueryText,
    context: Context,
    workspace: InWorkspace = None,
    document_ids: InDocuments = None,
    limit: Limit = None,
    language: QueryLanguage = None,
) -> Annotated[CallToolResult, FoundPassages]:
    """Find passages in the documents of this knowledge base, best first, without writing an answer. Where
    `confidence.level` is `nothing`, they hardly concern the query."""
    visit = visit_of(context.request_context.request)
    given = {"query": query, "workspace": workspace, "document_ids": document_ids, "limit": limit, "language": language}
    try:
        brought = await found(visit, checked(PassageQuery, without_null(given)))
    except Refusal as refusal:
        raise ToolError(refusal.detail) from None
    return CallToolResult(
        content=[TextContent(type="text", text=_read(brought, public_base(visit)))],
        structured_content=FoundPassages.model_validate(brought).model_dump(mode="json"),
    )


def _read(brought: PassagesJson, base: str) -> str:
    """Returns the passages as a model reads them, each under its title, place and address."""
    shown = []
    for number, passage in enumerate(brought["passages"], start=1):
        named = place(passage["title"], {"heading": passage["heading"], **passage["position"]})
        source = passage["source"]
        address = of_cited(passage["document_id"], passage["passage_id"], source, base) or source or "no source"
        shown.append(f"[{number}] {named} <{address}>\n{passage['text']}")
    return "\n\n".join([*shown, f"Confidence: {brought['confidence']['level']}."])
