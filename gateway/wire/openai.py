"""Dialect `openai`: chat completion chunks, and the whole completion. What OpenAI has no word for is left out (states,
outline, audio) or stands in the extension field `citestream` of the last chunk that has choices.

Annotations count in code points of the answer text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from gateway.answer.events import (
    Event,
    Failed,
    Finished,
    Numbered,
    ParagraphFinished,
    ReferenceShown,
    Started,
    TextAdded,
    Thinking,
    fold,
)
from gateway.wire.shared.frame import EVENT_STREAM, About, frames, json_bytes
from gateway.wire.shared.rest_json import paragraph, reference
from gateway.wire.shared.settled import Settled

MEDIA_TYPE = EVENT_STREAM
SEPARATOR = "\n\n"
"""Between two paragraphs of the answer text."""


class Encoder:
    """`usage`: as `stream_options.include_usage` asks, a last chunk without choices that has the token counts."""

    def __init__(self, about: About, *, usage: bool = False) -> None:
        self._usage = usage
        self._head = {**_head(about), "object": "chat.completion.chunk"}
        self._answer_uuid = about.answer_uuid
        self._settled, self._citations = Settled(), _Citations()

    def encode(self, numbered: Numbered) -> bytes:
        bodies = [body for event in self._settled.take(numbered.event) for body in self._bodies(event)]
        return frames(bodies, id=numbered.id)

    def _bodies(self, event: Event) -> list[bytes]:
        match event:
            case Started():
                return [self._chunk({"role": "assistant", "content": ""})]
            case Thinking(text):
                return [self._chunk({"reasoning_content": text})]
            case TextAdded(text):
                return [self._chunk({"content": text})]
            case ReferenceShown():
                self._citations.show(event)
            case ParagraphFinished():
                if annotations := self._citations.annotate(event):
                    return [self._chunk({"annotations": annotations})]
            case Finished(meta):
                return self._end(meta)
            case Failed():
                kind = "authentication_error" if event.code == "unauthorized" else "server_error"
                return [json_bytes({"error": error(event.code, event.message, kind=kind)}), b"[DONE]"]
            case _:
                pass
        return []

    def _end(self, meta: Mapping[str, Any]) -> list[bytes]:
        extension = self._citations.extension(self._answer_uuid, meta)
        bodies = [self._chunk({}, finish_reason(meta), citestream=extension)]
        if self._usage:
            bodies.append(json_bytes({**self._head, "choices": [], "usage": usage(meta)}))
        return [*bodies, b"[DONE]"]

    def _chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return json_bytes({**self._head, "choices": [choice], **({"usage": None} if self._usage else {}), **more})


def completion(events: Iterable[Event], about: About) -> dict[str, Any]:
    """Returns the `chat.completion` object of a finished answer (its last event is `Finished`)."""
    answer, citations = fold(events), _Citations()
    assert isinstance(answer.end, Finished)
    for shown in answer.references:
        citations.show(shown)
    annotations = [annotation for finished in answer.paragraphs for annotation in citations.annotate(finished)]
    message = {"role": "assistant", "content": answer.text, "refusal": None, "annotations": annotations}
    meta = answer.end.meta
    choice = {"index": 0, "message": message, "finish_reason": finish_reason(meta), "logprobs": None}
    return {
        **_head(about),
        "object": "chat.completion",
        "choices": [choice],
        "usage": usage(meta),
        "citestream": citations.extension(about.answer_uuid, meta),
    }


def error(code: str, message: str, *, kind: str = "server_error", param: str | None = None) -> dict[str, Any]:
    """Returns OpenAI's error object; `kind` is its `type`."""
    return {"message": message, "type": kind, "param": param, "code": code}


def finish_reason(meta: Mapping[str, Any]) -> str:
    """Returns `stop` for a whole answer, and `length` for whatever cut it short, as OpenAI has no other word."""
    answer = meta.get("answer", {})
    if answer.get("degradedReason") == "content_filter":
        return "content_filter"
    return "stop" if answer.get("complete", True) else "length"


def usage(meta: Mapping[str, Any]) -> dict[str, int]:
    prompt, completed = meta["question"]["tokens"], meta["answer"]["tokens"]
    return {"prompt_tokens": prompt, "completion_tokens": completed, "total_tokens": prompt + completed}


def _head(about: About) -> dict[str, Any]:
    created = int(datetime.fromisoformat(about.created_at).timestamp())
    return {"id": f"chatcmpl-{about.answer_uuid}", "created": created, "model": about.model or "citestream"}


class _Citations:
    """References and paragraphs as they come, and where each paragraph stands in the text."""

    def __init__(self) -> None:
        self._references: dict[str, ReferenceShown] = {}
        self._paragraphs: list[ParagraphFinished] = []
        self._begin = 0

    def show(self, shown: ReferenceShown) -> None:
        self._references[shown.citation_id] = shown

    def annotate(self, finished: ParagraphFinished) -> list[dict[str, Any]]:
        """Returns one annotation per citation, over the whole paragraph."""
        begin, end = self._begin, self._begin + len(finished.text)
        self._begin = end + len(SEPARATOR)
        self._paragraphs.append(finished)
        cited = [
            self._references[citation_id] for citation_id in finished.citation_ids if citation_id in self._references
        ]
        return [
            {"type": "url_citation", "url_citation": {"start_index": begin, "end_index": end, **_source(shown)}}
            for shown in cited
        ]

    def extension(self, answer_uuid: str, meta: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "answer_uuid": answer_uuid,
            "paragraphs": [paragraph(finished) for finished in self._paragraphs],
            "refs": [reference(shown) for shown in self._references.values()],
            "meta": dict(meta),
        }


def _source(shown: ReferenceShown) -> dict[str, str]:
    """Returns title and address; what has no source of its own is named by a path of this gateway."""
    payload = shown.payload
    address = payload.get("source")
    if not address and payload.get("documentId"):
        address = f"/v1/documents/{payload['documentId']}"
    return {
        "title": str(payload.get("title") or shown.citation_id),
        "url": str(address or f"urn:citation:{shown.citation_id}"),
    }
