"""Dialect `openai-responses`: the events of OpenAI's Responses API, and the whole response.

The answer is one message with one text part; thoughts are the summary of reasoning items before it, or beside it where
a model thinks between two paragraphs. Every event has a `sequence_number` from 0 on, by which a client asks for the
rest. What OpenAI has no word for is left out (states, outline, audio) or stands in the field `citestream` of the
finished response. The stream ends with the response; there is no `[DONE]`.

Annotations count in code points of the answer text.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, assert_never

from gateway.answer import events
from gateway.answer.answer import WITHHELD
from gateway.answer.events import Event, Numbered
from gateway.wire.shared.frame import EVENT_STREAM, About, frame, json_bytes
from gateway.wire.shared.settled import Settled
from gateway.wire.shared.url_citations import UrlCitations

MEDIA_TYPE = EVENT_STREAM
PREFIX = "resp_"
"""Stands before the answer's uuid in the id of a response."""
TOO_LONG = ("truncated", "limit", "budget")
"""Degraded reasons that OpenAI calls `max_output_tokens`; other reasons keep their names."""
UNASKED: Mapping[str, Any] = {
    "background": False,
    "instructions": None,
    "metadata": {},
    "previous_response_id": None,
}
"""What a response repeats of its request, where the request said nothing."""
FIXED: Mapping[str, Any] = {
    "max_output_tokens": None,
    "parallel_tool_calls": False,
    "reasoning": {"effort": None, "summary": None},
    "store": True,
    "temperature": None,
    "text": {"format": {"type": "text"}},
    "tool_choice": "none",
    "tools": [],
    "top_p": None,
    "truncation": "disabled",
}
"""What is the same for every response: the gateway decides it itself, or has nothing of the kind."""

Item = dict[str, Any]


class Encoder:
    def __init__(self, about: About, *, echo: Mapping[str, Any] | None = None, after: int = -1) -> None:
        """Begins a response.

        echo: what it repeats of its request: `model`, and the names of `UNASKED`.
        after: the sequence number up to which events are left out.
        """
        created = int(datetime.fromisoformat(about.created_at).timestamp())
        head = {"id": PREFIX + about.answer_uuid, "object": "response", "created_at": created}
        self._response: dict[str, Any] = {
            **FIXED,
            **UNASKED,
            "model": about.model or "citestream",
            **(echo or {}),
            **head,
            "conversation": None,
            "error": None,
            "incomplete_details": None,
            "output": [],
            "status": "in_progress",
            "usage": None,
        }
        self._answer_uuid, self._after, self._number = about.answer_uuid, after, -1
        self._settled, self._citations = Settled(), UrlCitations(about.base)
        self._output: list[Item] = self._response["output"]
        self._message = self._reasoning = -1
        """Places of the items that are being written; -1: none is."""
        self._texts: list[str] = []
        self._thoughts: list[str] = []

    def encode(self, numbered: Numbered) -> bytes:
        if isinstance(numbered.event, events.Failed) and not numbered.id:  # one reader is sent away; the answer goes on
            told = {"code": numbered.event.code, "message": numbered.event.message, "param": None}
            items = [_event("error", **told)]
        else:
            items = [item for event in self._settled.take(numbered.event) for item in self._events(event)]
        bodies: list[tuple[str, bytes]] = []
        for item in items:
            self._number += 1
            if self._number > self._after:
                body = json_bytes({**item, "sequence_number": self._number})
                bodies.append((item["type"], body))
        last = len(bodies) - 1
        return b"".join(
            frame(body, id=numbered.id if count == last else "", event=kind)
            for count, (kind, body) in enumerate(bodies)
        )

    def response(self) -> dict[str, Any]:
        """Returns the response as far as it has come."""
        self._write_down()
        return self._response

    def _events(self, event: Event) -> list[Item]:
        """Returns the events to send, without their numbers. Each must be spelled before the next event is taken."""
        match event:
            case events.Started():
                if event.thread_id:
                    self._response["conversation"] = {"id": event.thread_id}
                return [_event(f"response.{name}", response=self._copy()) for name in ("created", "in_progress")]
            case events.Thinking(text):
                return self._think(text)
            case events.TextAdded(text):
                opened = [*self._end_thought(), *self._open_message()]
                self._texts.append(text)
                return [*opened, self._in_text("delta", delta=text, logprobs=[])]
            case events.ReferenceShown():
                self._citations.show(event)
            case events.CitationsFinished():
                self._citations.finished = event
            case events.ParagraphFinished():
                return self._annotate(event)
            case events.Finished(meta):
                return self._finish(meta)
            case events.Failed(code, message) if code == WITHHELD:
                return self._withhold(message)
            case events.Failed():
                self._response.update(status="failed", error={"code": event.code, "message": event.message})
                return [_event("response.failed", response=self._copy())]
            case events.StateChanged() | events.OutlineFound() | events.AudioAdded() | events.TextRolledBack():
                pass
            case _:
                assert_never(event)
        return []

    # Reasoning -------------------------------------------------------------------------------------------------------

    def _think(self, text: str) -> list[Item]:
        events: list[Item] = []
        if self._reasoning < 0:
            self._reasoning, self._thoughts = len(self._output), []
            item = {"id": f"rs_{self._answer_uuid}_{self._reasoning}", "type": "reasoning", "summary": []}
            self._output.append({**item, "status": "in_progress"})
            events.append(self._item("added", self._reasoning))
            part = {"type": "summary_text", "text": ""}
            events.append(self._of_thought("part.added", part=part))
        self._thoughts.append(text)
        return [*events, self._of_thought("text.delta", delta=text)]

    def _end_thought(self) -> list[Item]:
        if self._reasoning < 0:
            return []
        self._write_down()
        index, text = self._reasoning, "".join(self._thoughts)
        self._output[index]["status"] = "completed"
        done = self._of_thought("text.done", text=text)
        part = self._of_thought("part.done", part={"type": "summary_text", "text": text})
        self._reasoning = -1
        return [done, part, self._item("done", index)]

    def _of_thought(self, name: str, **fields: Any) -> Item:
        index = self._reasoning
        at = {"item_id": self._output[index]["id"], "output_index": index, "summary_index": 0}
        return _event(f"response.reasoning_summary_{name}", **at, **fields)

    # The message -----------------------------------------------------------------------------------------------------

    def _open_message(self) -> list[Item]:
        if self._message >= 0:
            return []
        added = self._add_message("in_progress")
        part = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
        self._output[self._message]["content"] = [part]
        return [added, self._of_part("content_part.added", part=dict(part, annotations=[]))]

    def _add_message(self, status: str) -> Item:
        self._message = len(self._output)
        item: Item = {"id": f"msg_{self._answer_uuid}", "type": "message", "role": "assistant", "content": []}
        self._output.append({**item, "status": status})
        return self._item("added", self._message)

    def _annotate(self, finished: events.ParagraphFinished) -> list[Item]:
        spans = self._citations.annotate(finished)
        if not spans:
            return []
        events = self._open_message()
        annotations: list[Item] = self._output[self._message]["content"][0]["annotations"]
        for span in spans:
            annotation = {"type": "url_citation", **span}
            at = {"annotation": annotation, "annotation_index": len(annotations)}
            events.append(self._in_text("annotation.added", **at))
            annotations.append(annotation)
        return events

    def _in_text(self, name: str, **fields: Any) -> Item:
        return self._of_part(f"output_text.{name}", **fields)

    def _of_part(self, name: str, **fields: Any) -> Item:
        at = {"item_id": self._output[self._message]["id"], "output_index": self._message, "content_index": 0}
        return _event(f"response.{name}", **at, **fields)

    # Ends ------------------------------------------------------------------------------------------------------------

    def _finish(self, meta: Mapping[str, Any]) -> list[Item]:
        events, reason = self._end_thought(), cut(meta)
        self._write_down()
        if self._message >= 0:
            item = self._output[self._message]
            item["status"] = "incomplete" if reason else "completed"
            part = item["content"][0]
            events.append(self._in_text("done", text=part["text"], logprobs=[]))
            events.append(self._of_part("content_part.done", part=part))
            events.append(self._item("done", self._message))
        self._response.update(
            status={None: "completed", "stopped": "cancelled"}.get(reason, "incomplete"),
            incomplete_details={"reason": reason} if reason else None,
            usage=usage(meta),
            citestream=self._citations.extension(self._answer_uuid, meta),
        )
        return [*events, _event(f"response.{'incomplete' if reason else 'completed'}", response=self._copy())]

    def _item(self, name: str, index: int) -> Item:
        return _event(f"response.output_item.{name}", output_index=index, item=dict(self._output[index]))

    def _copy(self) -> dict[str, Any]:
        """Returns the response of now: its events are spelled when it may have come further."""
        return {**self.response(), "output": [dict(item) for item in self._output]}

    def _write_down(self) -> None:
        """Puts the texts so far into the items that are being written."""
        if self._message >= 0:
            self._output[self._message]["content"][0]["text"] = "".join(self._texts)
        if self._reasoning >= 0:
            self._output[self._reasoning]["summary"] = [{"type": "summary_text", "text": "".join(self._thoughts)}]

    def _withhold(self, message: str) -> list[Item]:
        """Ends an answer of which a filter let nothing pass: the sentence that says so is its refusal."""
        events, added = self._end_thought(), self._add_message("incomplete")
        part = {"type": "refusal", "refusal": message}
        self._output[self._message]["content"] = [part]
        told = (
            self._of_part("content_part.added", part={**part, "refusal": ""}),
            self._of_part("refusal.delta", delta=message),
            self._of_part("refusal.done", refusal=message),
            self._of_part("content_part.done", part=part),
            self._item("done", self._message),
        )
        self._message = -1
        self._response.update(status="incomplete", incomplete_details={"reason": WITHHELD})
        return [*events, added, *told, _event("response.incomplete", response=self._copy())]


def cut(meta: Mapping[str, Any]) -> str | None:
    """Returns what cut an answer short, in OpenAI's word where there is one; None for a whole answer."""
    answer = meta.get("answer", {})
    reason = answer.get("degradedReason")
    if answer.get("complete", True) and reason != WITHHELD:
        return None
    return "max_output_tokens" if reason in TOO_LONG else str(reason or "interrupted")


def usage(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the tokens; of what is cached or thought nothing is known."""
    asked, answered = (meta.get(part, {}).get("tokens", 0) for part in ("question", "answer"))
    return {
        "input_tokens": asked,
        "input_tokens_details": {"cache_write_tokens": 0, "cached_tokens": 0},
        "output_tokens": answered,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": asked + answered,
    }


def _event(kind: str, **fields: Any) -> Item:
    return {"type": kind, **fields}
