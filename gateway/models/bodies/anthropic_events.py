"""The body of a stream of Anthropic's Messages API. No I/O.

Text comes in content blocks, each with the citations of its text: within the block they may come anywhere, behind it
none does. A citation names its document by place, and the cited blocks of that document.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gateway.answer.reading.cited_text import SpanCitation
from gateway.conversation.usage import Usage
from gateway.models.bodies.typed_events import TypedEvents, part
from gateway.models.citable import CitableDocument

STOPS = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "length",
    "refusal": "refusal",
}
"""Our words for the reasons of its end; `pause_turn` says that there is more to come."""
PASSING = ("overloaded_error", "rate_limit_error", "api_error", "timeout_error")
"""Errors that are about the moment."""
TOKENS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
"""What was read, of which each counts another part."""


class AnthropicEvents(TypedEvents):
    """Reads one response body. `documents`: those of the request, in its order; None where none can be cited."""

    def __init__(self, documents: Sequence[CitableDocument] | None) -> None:
        super().__init__("ANTHROPIC_BASE_URL is another one", documents is not None)
        self._documents = documents or ()
        self._start = 0
        """Where the open block begins."""
        self._cited: list[tuple[str, tuple[int, int] | None]] = []
        """Id and quoted range of each citation of the open block."""
        self._tokens: dict[str, int] = {}

    def _take(self, kind: str, event: dict[str, Any]) -> None:
        match kind:
            case "message_start":
                self._count(part(event, "message", "usage"))
            case "content_block_start":
                self._begin(part(event, "content_block"))
            case "content_block_delta":
                self._go_on(part(event, "delta"))
            case "content_block_stop":
                self._end()
            case "message_delta":
                self._count(part(event, "usage"))
                self._stop(part(event, "delta", "stop_reason"))
            case "message_stop":
                self.done = self.finish_reason is not None
            case "error":
                self.reports_error(passing=part(event, "error", "type") in PASSING)

    def _begin(self, block: Any) -> None:
        self._start = self.at
        self._cited.clear()
        kind = part(block, "type")
        if isinstance(kind, str) and kind.endswith("tool_use"):
            self.asks_for_tool()
        self.says(part(block, "text"))
        self.thinks(part(block, "thinking"))
        citations = part(block, "citations")
        for citation in citations if isinstance(citations, list) else ():
            self._cite(citation)

    def _go_on(self, delta: Any) -> None:
        match part(delta, "type"):
            case "text_delta":
                self.says(part(delta, "text"))
            case "thinking_delta":
                self.thinks(part(delta, "thinking"))
            case "citations_delta":
                self._cite(part(delta, "citation"))

    def _cite(self, citation: Any) -> None:
        """Keeps a citation until its block is over. One that names no document of ours is kept as it is named, so that
        it is seen to be dropped."""
        index, first, last = (
            part(citation, name) for name in ("document_index", "start_block_index", "end_block_index")
        )
        if not isinstance(index, int) or not 0 <= index < len(self._documents):
            self._cited.append((f"document {str(index)[:20]}", None))
            return
        document = self._documents[index]
        named = isinstance(first, int) and isinstance(last, int)
        self._cited.append((document.citation_id, document.range_of(first, last) if named else None))

    def _end(self) -> None:
        """Tells the citations of the block, whose span is all of its text."""
        spans = tuple(SpanCitation(citation_id, self._start, self.at, quoted) for citation_id, quoted in self._cited)
        self._start = self.at
        self._cited.clear()
        self.mark(spans, settled=self.at)

    def _stop(self, reason: Any) -> None:
        if not isinstance(reason, str):
            return
        if reason == "tool_use":
            self.asks_for_tool()
        self.finish_reason = STOPS.get(reason, reason)

    def _count(self, usage: Any) -> None:
        """Takes figures, which are those of all of the request so far."""
        for name in (*TOKENS, "output_tokens"):
            if isinstance(count := part(usage, name), int):
                self._tokens[name] = count
        if "output_tokens" in self._tokens:
            read = sum(self._tokens.get(name, 0) for name in TOKENS)
            self.usage = Usage(read, self._tokens["output_tokens"])
