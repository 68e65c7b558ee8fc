"""Messages of LlamaIndex to those of the gateway, and an answer to blocks of a message."""

from __future__ import annotations

from typing import Any

import citestream_client
from citestream_client import Answer
from llama_index.core.base.llms.types import ChatMessage, CitationBlock, ContentBlock, TextBlock, ThinkingBlock

ROLES = {"chatbot": "assistant", "model": "assistant"}


def message(found: ChatMessage) -> dict[str, Any]:
    """Returns a message for the gateway, which says itself what it does not take. Citations and thoughts of earlier
    answers are not sent back."""
    parts: list[dict[str, Any]] = []
    for block in found.blocks:
        if isinstance(block, TextBlock):
            parts.append({"type": "text", "text": block.text})
        elif not isinstance(block, (CitationBlock, ThinkingBlock)):
            parts.append({"type": block.block_type})
    texts = [part["text"] for part in parts if "text" in part]
    content = "\n".join(texts) if len(texts) == len(parts) else parts
    return citestream_client.message(ROLES.get(found.role.value, found.role.value), content)


def blocks(answer: Answer, *, with_citations: bool) -> list[ContentBlock]:
    """Returns the text, and for each citation the sentences that it points at with where its paragraph stands. Such a
    block has room for numbers alone: why a citation is weak stands in the response's paragraphs."""
    cited = [(paragraph, citation) for paragraph in answer.paragraphs for citation in paragraph["citations"]]
    citations = [
        CitationBlock(
            cited_content=TextBlock(text=" … ".join(citation["quotes"])),
            source=citation["url"] or citation["title"],
            title=citation["title"],
            additional_location_info={
                "start": paragraph["start"],
                "end": paragraph["end"],
                **({"page": citation["page"]} if citation["page"] is not None else {}),
            },
        )
        for paragraph, citation in cited
    ]
    return [TextBlock(text=answer.text), *(citations if with_citations else ())]
