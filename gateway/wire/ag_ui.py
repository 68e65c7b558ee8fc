"""Dialect `ag-ui`: events of the Agent User Interaction protocol, version 1.0.

The answer is one text message; states are steps; thoughts are reasoning messages. The protocol has no citations, so a
paragraph is a `CUSTOM` event behind its text, and references fill an activity message `citestream.references`: a
snapshot with the first one, a patch for each other. Fields without a value are left out, for null is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gateway.answer.events import (
    TYPES,
    AudioAdded,
    CitationsFinished,
    Event,
    Failed,
    Finished,
    Numbered,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
    Thinking,
    data,
)
from gateway.wire.shared.frame import EVENT_STREAM, About, frames, json_bytes
from gateway.wire.shared.settled import Settled

MEDIA_TYPE = EVENT_STREAM
PROTOCOL = "1.0"
ACTIVITY = "citestream.references"

ProtocolEvent = dict[str, Any]


class Encoder:
    def __init__(self, about: About) -> None:
        self._answer_uuid = about.answer_uuid
        self._settled = Settled()
        self._run = {"threadId": about.answer_uuid, "runId": about.answer_uuid}
        self._step = ""
        self._thoughts = 0
        self._thinking = self._speaking = self._referring = False

    def encode(self, numbered: Numbered) -> bytes:
        events = [sent for event in self._settled.take(numbered.event) for sent in self._events(event)]
        return frames([json_bytes(sent) for sent in events], id=numbered.id)

    def _events(self, event: Event) -> list[ProtocolEvent]:
        match event:
            case Started():
                if event.thread_id:
                    self._run["threadId"] = event.thread_id
                about = {"metadata": {"citestream": data(event)}}
                return [{"type": "RUN_STARTED", **self._run, "protocolVersion": PROTOCOL, **about}]
            case StateChanged(state, remark):
                before, self._step = self._end_step(), state
                step = {"type": "STEP_STARTED", "stepName": state, "metadata": {"citestream": {"remark": remark}}}
                return [*before, step]
            case Thinking(text):
                return self._think(text)
            case TextAdded(text):
                return [*self._end_thought(), *self._speak(text)]
            case ReferenceShown():
                return [self._refer(event)]
            case ParagraphFinished() | OutlineFound() | CitationsFinished() | AudioAdded():
                return [{"type": "CUSTOM", "name": TYPES[type(event)], "value": data(event)}]
            case Finished(meta):
                return [*self._end(), {"type": "RUN_FINISHED", **self._run, **_result(meta)}]
            case Failed():
                return [*self._end(), {"type": "RUN_ERROR", "message": event.message, "code": event.code}]
            case _:
                return []

    def _think(self, text: str) -> list[ProtocolEvent]:
        begun: list[ProtocolEvent] = []
        if not self._thinking:
            self._thinking = True
            self._thoughts += 1
            begun = [
                {"type": "REASONING_START", "messageId": self._thought},
                {"type": "REASONING_MESSAGE_START", "messageId": self._thought, "role": "reasoning"},
            ]
        return [*begun, {"type": "REASONING_MESSAGE_CONTENT", "messageId": self._thought, "delta": text}]

    @property
    def _thought(self) -> str:
        return f"{self._answer_uuid}-thought-{self._thoughts}"

    def _end_thought(self) -> list[ProtocolEvent]:
        was, self._thinking = self._thinking, False
        ends = ("REASONING_MESSAGE_END", "REASONING_END") if was else ()
        return [{"type": end, "messageId": self._thought} for end in ends]

    def _speak(self, text: str) -> list[ProtocolEvent]:
        begun, self._speaking = self._speaking, True
        start = {"type": "TEXT_MESSAGE_START", "messageId": self._answer_uuid, "role": "assistant"}
        content = {"type": "TEXT_MESSAGE_CONTENT", "messageId": self._answer_uuid, "delta": text}
        return [content] if begun else [start, content]

    def _refer(self, shown: ReferenceShown) -> ProtocolEvent:
        begun, self._referring = self._referring, True
        message = {"messageId": f"{self._answer_uuid}-references", "activityType": ACTIVITY}
        if begun:
            patch = [{"op": "add", "path": "/references/-", "value": data(shown)}]
            return {"type": "ACTIVITY_DELTA", **message, "patch": patch}
        return {"type": "ACTIVITY_SNAPSHOT", **message, "content": {"references": [data(shown)]}}

    def _end_step(self) -> list[ProtocolEvent]:
        step, self._step = self._step, ""
        return [{"type": "STEP_FINISHED", "stepName": step}] if step else []

    def _end(self) -> list[ProtocolEvent]:
        """Returns the ends of whatever is open."""
        spoken = [{"type": "TEXT_MESSAGE_END", "messageId": self._answer_uuid}] if self._speaking else []
        return [*self._end_thought(), *spoken, *self._end_step()]


def _result(meta: Mapping[str, Any]) -> ProtocolEvent:
    """Returns how a run ended: META as its result, `cancelled` where somebody stopped it, and the tokens."""
    question, answer, model = meta.get("question", {}), meta.get("answer", {}), meta.get("model", {})
    outcome = {"type": "cancelled" if answer.get("degradedReason") == "stopped" else "success"}
    usage = {
        "provider": model.get("provider"),
        "model": model.get("name"),
        "inputTokens": question.get("tokens"),
        "outputTokens": answer.get("tokens"),
    }
    known = {name: value for name, value in usage.items() if value is not None}
    return {"result": dict(meta), "outcome": outcome, "usage": [known]}
