"""Dialect `ai-sdk`: the UI message stream of the Vercel AI SDK, version 1, with its own citations on text parts.

A text part is a paragraph; the two newlines before it stand at its beginning, so that all parts joined are the answer
text. A part covers several paragraphs where their text came before anybody knew that it has citations. Indexes are
JavaScript's: UTF-16 units, inside the part. References are sources, with the address that opens the passage; states and
audio are transient data parts, META and `offered` are the message's metadata. Clients check every chunk: nothing here
may be null, and a part is opened before its use. Versions 5 and 6 pass over the citations of a text part; they have the
same in the paragraph's data part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from gateway.answer import events
from gateway.answer.answer import Citation
from gateway.answer.events import Event, Numbered, data
from gateway.wire.shared.addresses import of_cited
from gateway.wire.shared.frame import EVENT_STREAM, About, frames, json_bytes
from gateway.wire.shared.settled import Settled
from gateway.wire.shared.ui_message import message_of

MEDIA_TYPE = EVENT_STREAM
HEADERS = {"x-vercel-ai-ui-message-stream": "v1"}
OURS = "citestream"
"""Our name in provider metadata."""
UNKNOWN = "text/plain"
"""The media type of a source that does not tell its own; the SDK wants one."""
FINISH = {
    "truncated": "length",
    "limit": "length",
    "budget": "length",
    "content_filter": "content-filter",
    "upstream_error": "error",
    "timeout": "error",
    "interrupted": "interrupted",
    "stopped": "interrupted",
}
"""Degraded reasons in the SDK's words, where the answer is not complete."""

Chunk = dict[str, Any]


class Encoder:
    def __init__(self, about: About) -> None:
        self._answer_uuid, self._base = about.answer_uuid, about.base
        self._settled = Settled()
        self._sources: dict[str, Chunk] = {}
        self._shown: dict[str, events.ReferenceShown] = {}
        self._text = _Text()
        self._offered: Chunk = {}
        self._thoughts = 0
        self._thinking = False

    def encode(self, numbered: Numbered) -> bytes:
        bodies = [json_bytes(chunk) for chunk in self.chunks(numbered.event)]
        if isinstance(numbered.event, (events.Finished, events.Failed)):
            bodies.append(b"[DONE]")
        return frames(bodies, id=numbered.id)

    def chunks(self, event: Event) -> list[Chunk]:
        """Returns the chunks to send for the next event of the answer."""
        return [chunk for settled in self._settled.take(event) for chunk in self._chunks(settled)]

    def _chunks(self, event: Event) -> list[Chunk]:
        if isinstance(event, events.Thinking):
            return self._think(event.text)
        if isinstance(event, (events.StateChanged, events.AudioAdded)):
            name = "state" if isinstance(event, events.StateChanged) else "audio"
            return [{"type": f"data-{name}", "data": data(event), "transient": True}]
        return [*self._end_thought(), *self._body_chunks(event)]

    def _body_chunks(self, event: Event) -> list[Chunk]:
        match event:
            case events.Started():
                start = {"type": "start", "messageId": self._answer_uuid, "messageMetadata": data(event)}
                return [start, {"type": "start-step"}]
            case events.TextAdded(text):
                return self._text.add(text)
            case events.ReferenceShown():
                return [self._source(event)]
            case events.ParagraphFinished():
                cited = [self._cited(citation) for citation in event.citations]
                name = f"paragraph-{event.index}"
                part = {"type": "data-citation-paragraph", "id": name, "data": data(event)}
                return [*self._text.finish(event.text, cited), part]
            case events.OutlineFound():
                return [{"type": "data-outline", "id": "outline", "data": data(event)}]
            case events.CitationsFinished():
                self._offered = {"offered": list(event.offered)} if event.offered else {}
                return self._text.close()
            case events.Finished(meta):
                known = {**meta, **self._offered}
                end = {"type": "finish", "finishReason": finish_reason(meta), "messageMetadata": known}
                return [*self._text.close(), {"type": "finish-step"}, end]
            case events.Failed():
                known = {"type": "data-error", "data": data(event), "transient": True}
                return [known, {"type": "error", "errorText": event.message}]
            case events.TextRolledBack() | events.Thinking() | events.StateChanged() | events.AudioAdded():
                return []
            case _:
                assert_never(event)

    def _think(self, text: str) -> list[Chunk]:
        chunks: list[Chunk] = []
        if not self._thinking:
            self._thinking = True
            self._thoughts += 1
            chunks.append({"type": "reasoning-start", "id": f"thought-{self._thoughts}"})
        return [*chunks, {"type": "reasoning-delta", "id": f"thought-{self._thoughts}", "delta": text}]

    def _end_thought(self) -> list[Chunk]:
        was, self._thinking = self._thinking, False
        return [{"type": "reasoning-end", "id": f"thought-{self._thoughts}"}] if was else []

    def _source(self, shown: events.ReferenceShown) -> Chunk:
        """Returns the chunk that shows a reference: a link to where its passage opens, or a document without an address
        where there is none."""
        title, source = shown.title or shown.citation_id, shown.source
        if address := of_cited(shown.document_id, shown.passage_id, shown.source, self._base):
            named = {"url": address, "title": title}
        else:
            kind = shown.media_type or UNKNOWN
            named = {"mediaType": kind, "title": title, **({"filename": source} if source else {})}
        kind = "url" if "url" in named else "document"
        self._shown[shown.citation_id] = shown
        self._sources[shown.citation_id] = {"type": "source", "sourceType": kind, "id": shown.citation_id, **named}
        more = {OURS: {"type": shown.type, "payload": shown.reference}}
        return {"type": f"source-{kind}", "sourceId": shown.citation_id, **named, "providerMetadata": more}

    def _cited(self, citation: Citation) -> Chunk:
        """Returns a citation in the SDK's form, without where it stands in the text."""
        shown = self._shown.get(citation.citation_id)
        name = citation.citation_id
        unseen = {"type": "source", "sourceType": "document", "id": name, "mediaType": UNKNOWN, "title": name}
        source = self._sources.get(name, unseen)
        checked: Chunk = {"status": citation.status, **({} if citation.score is None else {"score": citation.score})}
        if pages := [part.page for part in citation.evidence if part.page is not None]:
            checked["page"] = pages[0]
        checked |= citation.doubt()
        cited: Chunk = {"source": {**source, "providerMetadata": {OURS: checked}}}
        text = shown.text if shown else ""
        evidence = " … ".join(text[part.start : part.end] for part in citation.evidence)
        return {**cited, "citedText": evidence} if evidence else cited


def message(answer: Iterable[Event], about: About) -> dict[str, Any]:
    """Returns the message that clients make of an answer that has ended. One that failed has no text; its metadata has
    the `error`, which a client of the stream is told and does not keep."""
    encoder, failure = Encoder(about), {}
    chunks: list[Chunk] = []
    for event in answer:
        chunks += encoder.chunks(event)
        if isinstance(event, events.Failed):
            failure = {"error": data(event)}
    made = message_of(chunks)
    return {**made, "id": about.answer_uuid, "metadata": {**made.get("metadata", {}), **failure}}


def finish_reason(meta: Mapping[str, Any]) -> str:
    answer = meta.get("answer", {})
    return "stop" if answer.get("complete", True) else FINISH.get(answer.get("degradedReason") or "", "other")


class _Text:
    """The open text part, and the citations of its paragraphs."""

    def __init__(self) -> None:
        self._count = 0
        self._open = ""
        self._covered = 0
        """Characters of the open part that belong to finished paragraphs."""
        self._citations: list[Chunk] = []

    def add(self, text: str) -> list[Chunk]:
        start = [] if self._open else [{"type": "text-start", "id": f"text-{self._count}"}]
        self._open += text
        return [*start, {"type": "text-delta", "id": f"text-{self._count}", "delta": text}]

    def finish(self, text: str, cited: list[Chunk]) -> list[Chunk]:
        """Adds the citations of a finished paragraph, and ends the part unless it holds text of the next paragraph."""
        begin = self._open.find(text, self._covered)
        if begin < 0:
            return []
        self._covered = begin + len(text)
        span = {"startIndex": units(self._open[:begin]), "endIndex": units(self._open[: self._covered])}
        self._citations += [{**citation, **span} for citation in cited]
        return self.close() if self._covered == len(self._open) else []

    def close(self) -> list[Chunk]:
        if not self._open:
            return []
        end: Chunk = {"type": "text-end", "id": f"text-{self._count}"}
        if self._citations:
            end["citations"] = self._citations
        self._count += 1
        self._open, self._covered, self._citations = "", 0, []
        return [end]


def units(text: str) -> int:
    """Returns the length of a text in JavaScript."""
    return len(text.encode("utf-16-le")) // 2
