"""The body of a stream of Cohere's chat API, version 2. No I/O.

A citation names a span of the text and the ids of documents. It comes right behind its span (mode `fast`), or all of
them come behind the text; either way in the order of their spans, so that nothing comes any more for what stands before
one.
"""

from __future__ import annotations

from typing import Any

from gateway.answer.reading.characters import Sanitizer
from gateway.answer.reading.cited_text import SpanCitation
from gateway.conversation.usage import Usage
from gateway.models.bodies.typed_events import TypedEvents, part

STOPS = {
    "COMPLETE": "stop",
    "STOP_SEQUENCE": "stop",
    "MAX_TOKENS": "length",
    "ERROR_LIMIT": "length",
    "ERROR_TOXIC": "content_filter",
}
"""Our words for the reasons of its end; `ERROR`, `TIMEOUT` and `USER_CANCEL` are failures."""


class CohereEvents(TypedEvents):
    """Reads one response body. `cites`: documents were sent."""

    def __init__(self, cites: bool) -> None:
        super().__init__("COHERE_BASE_URL is another one", cites)
        self._raw = ""
        """The text as the service counts in it."""
        self._starts: dict[int, int] = {}
        """Where each content block begins in it."""
        self._within: bool | None = None
        """Whether citations come right behind their spans, as the first one shows."""
        self._border = 0
        """The last blank line before which all is known to be cited."""

    def _take(self, kind: str, event: dict[str, Any]) -> None:
        message = part(event, "delta", "message")
        match kind:
            case "content-start":
                if isinstance(index := part(event, "index"), int):
                    self._starts[index] = len(self._raw)
                self._read(part(message, "content"))
            case "content-delta":
                self._read(part(message, "content"))
            case "tool-plan-delta":
                self.thinks(part(message, "tool_plan"))
            case "tool-call-start":
                self.asks_for_tool()
            case "citation-start":
                citations = part(message, "citations")
                for citation in citations if isinstance(citations, list) else [citations]:
                    self._cite(citation)
            case "message-end":
                self._end(part(event, "delta"))
            case "error":
                self.reports_error()
            case "" if "message" in event:
                self.reports_error()

    def _read(self, content: Any) -> None:
        text = part(content, "text")
        if isinstance(text, str):
            self._raw += text
            self.says(text)
            self._settle()
        self.thinks(part(content, "thinking"))

    def _settle(self) -> None:
        """Tells that a paragraph is over where citations come within the text: no span goes on behind a blank line."""
        border = self._raw.rfind("\n\n", self._border) if self._within else -1
        if border > self._border and self._raw[border:].strip():
            self._border = border
            self.mark(settled=self._clean(border))

    def _cite(self, citation: Any) -> None:
        """Tells a citation, once for each of its sources. Those of a thought are none."""
        kind = part(citation, "type")
        if kind and kind != "TEXT_CONTENT":
            return
        start, end = self._span(citation)
        if self._within is None:
            self._within = end >= len(self._raw.rstrip())
        start, end = self._clean(start), self._clean(end)
        sources = part(citation, "sources")
        told = [part(source, "id") for source in sources] if isinstance(sources, list) else []
        ids = dict.fromkeys(each.removeprefix("doc:") for each in told if isinstance(each, str))
        spans = tuple(SpanCitation(citation_id, start, end) for citation_id in ids)
        self.mark(spans, settled=start)

    def _span(self, citation: Any) -> tuple[int, int]:
        """Returns the span of a citation in the service's text. What the service counts is checked by the words that it
        cites; without them and without figures it is what was said last."""
        start, end, text = (part(citation, name) for name in ("start", "end", "text"))
        if isinstance(start, int) and isinstance(end, int):
            index = part(citation, "content_index")
            base = self._starts.get(index if isinstance(index, int) else 0, 0)
            start, end = start + base, end + base
        else:
            end = len(self._raw.rstrip())
            start = max(end - 1, 0)
        if isinstance(text, str) and text and self._raw[start:end] != text and (places := _places(text, self._raw)):
            wanted = start
            start = min(places, key=lambda found: abs(found - wanted))
            end = start + len(text)
        return start, end

    def _clean(self, at: int) -> int:
        """Returns where a place of the service's text is in the text that is handed out."""
        if self.at == len(self._raw):
            return at
        sanitizer = Sanitizer()
        return len(sanitizer.feed(self._raw[:at]) + sanitizer.close())

    def _end(self, delta: Any) -> None:
        reason, tokens = part(delta, "finish_reason"), part(delta, "usage", "tokens")
        read, wrote = part(tokens, "input_tokens"), part(tokens, "output_tokens")
        if isinstance(read, (int, float)) and isinstance(wrote, (int, float)):
            self.usage = Usage(int(read), int(wrote))
        if reason == "TOOL_CALL":
            self.asks_for_tool()
        elif reason in ("ERROR", "TIMEOUT", "USER_CANCEL") or (part(delta, "error") and reason not in tuple(STOPS)):
            self.reports_error(passing=True)
        elif isinstance(reason, str) and reason:
            self.finish_reason = STOPS.get(reason, reason.lower())
            self.done = True


def _places(text: str, whole: str) -> list[int]:
    """Returns where a text stands in another."""
    found, at = [], whole.find(text)
    while at >= 0:
        found.append(at)
        at = whole.find(text, at + 1)
    return found
