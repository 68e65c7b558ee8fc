"""Citations as LangChain's standard content blocks say them: `message.content_blocks` has them as annotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.messages.block_translators import register_translator
from langchain_core.messages.content import Citation, ContentBlock, ReasoningContentBlock, TextContentBlock

PROVIDER = "citestream"


def blocks(message: AIMessage) -> list[ContentBlock]:
    """Returns a block of thoughts, where there are any, and one of text with the citations of its paragraphs. Raises
    `NotImplementedError` for content that is not ours, which LangChain then reads itself."""
    if not isinstance(message.content, str):
        raise NotImplementedError
    found: list[ContentBlock] = []
    if thought := message.additional_kwargs.get("reasoning_content"):
        found.append(ReasoningContentBlock(type="reasoning", reasoning=thought))
    annotations = list(_citations(message.response_metadata))
    if message.content or annotations:
        text = TextContentBlock(type="text", text=message.content)
        if annotations:
            text["annotations"] = [*annotations]
        found.append(text)
    return found


def _citations(metadata: dict[str, Any]) -> Iterator[Citation]:
    """Yields one for each use of a source; indexes count code points of the answer's text. What a verifier found late
    counts."""
    late = {
        (verdict["index"], verdict["citation_id"]): verdict["status"] for verdict in metadata.get("late_verdicts", ())
    }
    for paragraph in metadata.get("paragraphs", ()):
        for cited in paragraph["citations"]:
            status = late.get((paragraph["index"], cited["citation_id"]), cited["status"])
            if status == "dropped":
                continue
            doubt = ("reason", "ranges", "source_value") if status == "weak" else ()
            names = ("citation_id", "score", "page", "disagreement", *doubt)
            extras = {name: cited[name] for name in names if cited.get(name) is not None}
            citation = Citation(
                type="citation",
                title=cited["title"],
                start_index=paragraph["start"],
                end_index=paragraph["end"],
                cited_text=" … ".join(cited["quotes"]),
                extras={**extras, "status": status},
            )
            if cited["url"]:
                citation["url"] = cited["url"]
            yield citation


register_translator(PROVIDER, blocks, blocks)
