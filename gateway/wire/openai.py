"""Dialect `openai`: chat completion chunks, and the whole completion. What OpenAI has no word for is left out (states,
outline, audio) or stands in the extension field `citestream` of the last chunk that has choices.

Annotations count in code points of the answer text. All of them come in one delta before the last chunk, as OpenAI's
own service sends them: its JavaScript helper keeps the last list of a message, and its Python helper needs an `index`
in each entry and joins lists by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, assert_never

from gateway.answer import events
from gateway.answer.answer import WITHHELD
from gateway.answer.events import Event, Numbered, fold
from gateway.wire.shared.frame import EVENT_STREAM, About, frames, json_bytes
from gateway.wire.shared.settled import Settled
from gateway.wire.shared.url_citations import UrlCitations

MEDIA_TYPE = EVENT_STREAM


class Encoder:
    """`usage`: as `stream_options.include_usage` asks, a last chunk without choices that has the token counts."""

    def __init__(self, about: About, *, usage: bool = False) -> None:
        self._usage = usage
        self._head = {**_head(about), "object": "chat.completion.chunk"}
        self._answer_uuid = about.answer_uuid
        self._settled, self._citations = Settled(), UrlCitations(about.base)
        self._annotations: list[dict[str, Any]] = []

    def encode(self, numbered: Numbered) -> bytes:
        bodies = [body for event in self._settled.take(numbered.event) for body in self._bodies(event)]
        return frames(bodies, id=numbered.id)

    def _bodies(self, event: Event) -> list[bytes]:
        match event:
            case events.Started():
                return [self._chunk({"role": "assistant", "content": ""})]
            case events.Thinking(text):
                return [self._chunk({"reasoning_content": text})]
            case events.TextAdded(text):
                return [self._chunk({"content": text})]
            case events.ReferenceShown():
                self._citations.show(event)
            case events.CitationsFinished():
                self._citations.finished = event
            case events.ParagraphFinished():
                self._annotations += _annotations(self._citations.annotate(event))
            case events.Finished(meta):
                return self._end(meta)
            case events.Failed(code, message) if code == WITHHELD:
                return [self._chunk({"refusal": message}, WITHHELD), b"[DONE]"]
            case events.Failed():
                kind = "authentication_error" if event.code == "unauthorized" else "server_error"
                return [json_bytes({"error": error(event.code, event.message, kind=kind)}), b"[DONE]"]
            case events.StateChanged() | events.OutlineFound() | events.AudioAdded() | events.TextRolledBack():
                pass
            case _:
                assert_never(event)
        return []

    def _end(self, meta: Mapping[str, Any]) -> list[bytes]:
        extension = self._citations.extension(self._answer_uuid, meta)
        indexed = [{"index": index, **annotation} for index, annotation in enumerate(self._annotations)]
        bodies = [self._chunk({"annotations": indexed})] if indexed else []
        bodies.append(self._chunk({}, finish_reason(meta), citestream=extension))
        if self._usage:
            bodies.append(json_bytes({**self._head, "choices": [], "usage": usage(meta)}))
        return [*bodies, b"[DONE]"]

    def _chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return json_bytes({**self._head, "choices": [choice], **({"usage": None} if self._usage else {}), **more})


def completion(sent: Iterable[Event], about: About) -> dict[str, Any]:
    """Returns the `chat.completion` object of a finished answer (its last event is `Finished`)."""
    answer, citations = fold(sent), UrlCitations(about.base)
    assert isinstance(answer.end, events.Finished)
    for shown in answer.references:
        citations.show(shown)
    spans = [span for finished in answer.paragraphs for span in citations.annotate(finished)]
    citations.finished = events.CitationsFinished(len(answer.paragraphs), len(answer.references), answer.offered)
    message = {"role": "assistant", "content": answer.text, "refusal": None, "annotations": _annotations(spans)}
    meta = answer.end.meta
    extension = citations.extension(about.answer_uuid, meta)
    return {**_completion(about, message, finish_reason(meta)), "usage": usage(meta), "citestream": extension}


def withheld(message: str, about: About) -> dict[str, Any]:
    """Returns the `chat.completion` of an answer that a filter withheld, with the sentence that says so."""
    told: dict[str, Any] = {"role": "assistant", "content": None, "refusal": message, "annotations": []}
    return _completion(about, told, WITHHELD)


def _completion(about: About, message: Mapping[str, Any], finish: str) -> dict[str, Any]:
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    return {**_head(about), "object": "chat.completion", "choices": [choice]}


def error(code: str, message: str, *, kind: str = "server_error", param: str | None = None) -> dict[str, Any]:
    """Returns OpenAI's error object; `kind` is its `type`."""
    return {"message": message, "type": kind, "param": param, "code": code}


def finish_reason(meta: Mapping[str, Any]) -> str:
    """Returns `stop` for a whole answer, and `length` for whatever cut it short, as OpenAI has no other word."""
    answer = meta.get("answer", {})
    if answer.get("degradedReason") == WITHHELD:
        return WITHHELD
    return "stop" if answer.get("complete", True) else "length"


def usage(meta: Mapping[str, Any]) -> dict[str, int]:
    prompt, completed = meta["question"]["tokens"], meta["answer"]["tokens"]
    return {"prompt_tokens": prompt, "completion_tokens": completed, "total_tokens": prompt + completed}


def _annotations(spans: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"type": "url_citation", "url_citation": span} for span in spans]


def _head(about: About) -> dict[str, Any]:
    created = int(datetime.fromisoformat(about.created_at).timestamp())
    return {"id": f"chatcmpl-{about.answer_uuid}", "created": created, "model": about.model or "citestream"}
