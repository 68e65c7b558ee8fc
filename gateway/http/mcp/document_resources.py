"""Documents for MCP clients: a tool that lists them, and each as a resource that is read by passages.

Imported only where the package `mcp` is installed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import parse_qs, urlencode

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp_types import (
    CallToolResult,
    ListResourcesResult,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
)
from pydantic import BaseModel, Field

from gateway.errors import Refusal
from gateway.http.door.bodies import checked, without_null
from gateway.http.door.origins import public_base
from gateway.http.door.visit import Visit, visit_of
from gateway.http.knowledge.documents import DocumentQuery, listed
from gateway.knowledge.documents.corpus import Passage
from gateway.store.documents.stored_documents import MOST_PER_PAGE, described
from gateway.wire.shared.addresses import of_document, place

SCHEME = "citestream"
TEMPLATE = f"{SCHEME}://documents/{{document_id}}{{?cursor}}"
ADDRESS = re.compile(rf"{SCHEME}://documents/([0-9A-Fa-f-]+)", re.ASCII)
PLAIN = "text/plain"
PASSAGES_AT_ONCE = 50

Workspace = Annotated[str | None, Field(description="Only documents of this workspace.")]
InLanguage = Annotated[str | None, Field(description="Only documents in this language, such as `en`.")]
Cursor = Annotated[str | None, Field(description="The `next_cursor` of the page before.")]
Limit = Annotated[int | None, Field(ge=1, le=MOST_PER_PAGE, description="The most documents; 50 where it is absent.")]


class ListedDocument(BaseModel):
    """A document."""

    document_id: str
    title: str
    workspace: str
    language: str | None
    passages: int
    uri: str = Field(description="Of the resource that has its text.")
    url: str = Field(description="Of the page that shows it to a reader.")


class DocumentList(BaseModel):
    """One page of documents, newest first."""

    documents: list[ListedDocument]
    next_cursor: str | None = Field(description="Gives the next page; null where this is the last.")


async def list_documents(
    context: Context,
    workspace: Workspace = None,
    language: InLanguage = None,
    cursor: Cursor = None,
    limit: Limit = None,
) -> Annotated[CallToolResult, DocumentList]:
    """List the documents of this knowledge base in pages, newest first. Their ids go into `document_ids` of the other
    tools."""
    visit = visit_of(context.request_context.request)
    given = {"workspace": workspace, "language": language, "cursor": cursor, "limit": limit}
    try:
        page = await _page(visit, given)
    except Refusal as refusal:
        raise ToolError(refusal.detail) from None
    lines = [
        f"{entry.title} (workspace {entry.workspace}, document_id {entry.document_id})" for entry in page.documents
    ]
    more = [f"next_cursor: {page.next_cursor}"] if page.next_cursor else []
    text = "\n".join([*(lines or ["No documents."]), *more])
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=page.model_dump(mode="json")
    )


def template() -> ResourceTemplate:
    """Returns how the addresses of these resources are made."""
    about = "A document's text, a part for each passage. Where it goes on, the last part names the next address."
    return ResourceTemplate(name="document", uri_template=TEMPLATE, description=about, mime_type=PLAIN)


async def resources(visit: Visit, cursor: str | None) -> ListResourcesResult:
    """Returns one page of documents as resources. Raises `InvalidField` for the cursor of another list."""
    page = await _page(visit, {"cursor": cursor})
    found = [
        Resource(
            uri=entry.uri,
            name=entry.document_id,
            title=entry.title,
            description=f"Workspace {entry.workspace}",
            mime_type=PLAIN,
        )
        for entry in page.documents
    ]
    return ListResourcesResult(resources=found, next_cursor=page.next_cursor)


async def read(visit: Visit, uri: str) -> ReadResourceResult:
    """Returns some passages of a document, each under its address. Raises `ResourceNotFoundError` for what is no
    address of these, `NotFound` for a document that the caller may not see, `InvalidField` for a wrong cursor."""
    bare, _, query = uri.partition("?")
    named = ADDRESS.fullmatch(bare)
    if named is None:
        raise ResourceNotFoundError(f"There is no resource {uri[:200]!r}; addresses are {TEMPLATE}.")
    document_id, cursor = named[1], next(iter(parse_qs(query).get("cursor", ())), None)
    who, base = visit.caller, public_base(visit)
    library = visit.services.library
    document = await library.documents.by_id(who.tenant, document_id, who.within, text=False)
    page = await library.documents.passage_page(who.tenant, document_id, who.within, cursor, PASSAGES_AT_ONCE)
    parts = [
        TextResourceContents(
            uri=f"{_uri(document.document_id)}#{passage.passage_id}",
            mime_type=PLAIN,
            text=passage.text,
            _meta={
                f"{SCHEME}/place": place(document.title, _position(passage)),
                f"{SCHEME}/url": of_document(document.document_id, base, passage.passage_id),
            },
        )
        for passage in page.passages
    ]
    if page.behind:
        following = f"{_uri(document.document_id)}?{urlencode({'cursor': page.behind})}"
        parts.append(TextResourceContents(uri=following, mime_type=PLAIN, text=f"The document goes on at {following}"))
    return ReadResourceResult(contents=list(parts))


async def _page(visit: Visit, given: Mapping[str, Any]) -> DocumentList:
    """Returns one page of the documents that the caller may see. Raises `Forbidden` for another workspace."""
    documents, cursor = await listed(visit, checked(DocumentQuery, without_null(given)))
    base = public_base(visit)
    found = [
        ListedDocument.model_validate(
            {
                **described(document),
                "uri": _uri(document.document_id),
                "url": of_document(document.document_id, base),
            }
        )
        for document in documents
    ]
    return DocumentList(documents=found, next_cursor=cursor)


def _uri(document_id: str) -> str:
    return f"{SCHEME}://documents/{document_id}"


def _position(passage: Passage) -> dict[str, Any]:
    return {"heading": passage.heading, "page": passage.page, "page_end": passage.page_end}
