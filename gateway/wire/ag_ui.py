"""Dialect `ag-ui`: events of the Agent User Interaction protocol, version 1.0.

The answer is one text message; states are steps; thoughts are reasoning messages. The protocol has no citations, so a
paragraph is a `CUSTOM` event behind its text, all of them are metadata of the finished message, and references fill an
activity message `citestream.references`: a snapshot with the first one, a patch for each other. Fields without a value
are left out, for null is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from gateway.answer import events
from gateway.answer.events import TYPES, Event, Numbered, data
from gateway.wire.shared.addresses import of_cited
from gateway.wire.shared.frame import EVENT_STREAM, About, frame, frames, json_bytes
from gateway.wire.shared.settled import Settled

MEDIA_TYPE = EVENT_STREAM
PROTOCOL = "1.0"
ACTIVITY = "citestream.references"

OWNED = {"@ag-ui/client": {"authoritativeActivityTypes": [ACTIVITY]}}
"""Says that a snapshot has all of our activities, so that those of a broken connection go."""

ProtocolEvent = dict[str, Any]


class Encoder:
    def __init__(self, about: About) -> None:
        self._answer_uuid, self._base = about.answer_uuid, about.base
        self._settled = Settled()
        self._run = {"threadId": about.answer_uuid, "runId": about.answer_uuid}
        self._step = ""
        self._thoughts = 0
        self._thinking = self._speaking = self._referring = False
        self._paragraphs: list[Mapping[str, Any]] = []

    def encode(self, numbered: Numbered) -> bytes:
        return frames([json_bytes(sent) for sent in self.protocol_events(numbered.event)], id=numbered.id)

    def protocol_events(self, event: Event) -> list[ProtocolEvent]:
        """Returns the protocol's events for the next one of the answer."""
        return [sent for settled in self._settled.take(event) for sent in self._events(settled)]

    def _events(self, event: Event) -> list[ProtocolEvent]:
        match event:
            case events.Started():
                if event.thread_id:
                    self._run["threadId"] = event.thread_id
                about = {"metadata": {"citestream": data(event)}}
                return [{"type": "RUN_STARTED", **self._run, "protocolVersion": PROTOCOL, **about}]
            case events.StateChanged(state, remark):
                before, self._step = self._end_step(), state
                step = {"type": "STEP_STARTED", "stepName": state, "metadata": {"citestream": {"remark": remark}}}
                return [*before, step]
            case events.Thinking(text):
                return self._think(text)
            case events.TextAdded(text):
                return [*self._end_thought(), *self._speak(text)]
            case events.ReferenceShown():
                return [self._refer(event)]
            case events.ParagraphFinished() | events.OutlineFound() | events.CitationsFinished() | events.AudioAdded():
                value = data(event)
                if isinstance(event, events.ParagraphFinished):
                    self._paragraphs.append(value)
                return [{"type": "CUSTOM", "name": TYPES[type(event)], "value": value}]
            case events.Finished(meta):
                return [*self._end(), {"type": "RUN_FINISHED", **self._run, **_result(meta)}]
            case events.Failed():
                return [*self._end(), {"type": "RUN_ERROR", "message": event.message, "code": event.code}]
            case events.TextRolledBack():
                return []
            case _:
                assert_never(event)

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

    def _refer(self, shown: events.ReferenceShown) -> ProtocolEvent:
        begun, self._referring = self._referring, True
        message = {"messageId": f"{self._answer_uuid}-references", "activityType": ACTIVITY}
        address = of_cited(shown.document_id, shown.passage_id, shown.source, self._base)
        reference = {**data(shown), **({"url": address} if address else {})}
        if begun:
            patch = [{"op": "add", "path": "/references/-", "value": reference}]
            return {"type": "ACTIVITY_DELTA", **message, "patch": patch}
        return {"type": "ACTIVITY_SNAPSHOT", **message, "content": {"references": [reference]}}

    def _end_step(self) -> list[ProtocolEvent]:
        step, self._step = self._step, ""
        return [{"type": "STEP_FINISHED", "stepName": step}] if step else []

    def _end(self) -> list[ProtocolEvent]:
        """Returns the ends of whatever is open."""
        spoken: ProtocolEvent = {"type": "TEXT_MESSAGE_END", "messageId": self._answer_uuid}
        if self._paragraphs:
            spoken["metadata"] = {"citestream": {"paragraphs": self._paragraphs}}
        return [*self._end_thought(), *([spoken] if self._speaking else []), *self._end_step()]


def messages(events: Iterable[Event], about: About) -> list[dict[str, Any]]:
    """Returns the messages that clients make of an answer that has ended."""
    encoder = Encoder(about)
    found: dict[str, dict[str, Any]] = {}
    for sent in (sent for event in events for sent in encoder.protocol_events(event)):
        name = sent.get("messageId", "")
        match sent["type"]:
            case "TEXT_MESSAGE_START" | "REASONING_MESSAGE_START":
                found[name] = {"id": name, "role": sent["role"], "content": ""}
            case "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT":
                found[name]["content"] += sent["delta"]
            case "TEXT_MESSAGE_END" if "metadata" in sent:
                found[name]["metadata"] = sent["metadata"]
            case "ACTIVITY_SNAPSHOT":
                activity = {"activityType": sent["activityType"], "content": sent["content"]}
                found[name] = {"id": name, "role": "activity", **activity}
            case "ACTIVITY_DELTA":
                found[name]["content"]["references"] += [patch["value"] for patch in sent["patch"]]
    return list(found.values())


def snapshot(found: Sequence[Mapping[str, Any]]) -> bytes:
    """Returns the frame with all messages of a thread."""
    return frame(json_bytes({"type": "MESSAGES_SNAPSHOT", "messages": found, "metadata": OWNED}))


def nothing_runs(thread_id: str, run_id: str) -> tuple[bytes, bytes]:
    """Returns the first and the last frame of a run in which nothing is written."""
    run = {"threadId": thread_id, "runId": run_id}
    begun = {"type": "RUN_STARTED", **run, "protocolVersion": PROTOCOL}
    return frame(json_bytes(begun)), frame(json_bytes({"type": "RUN_FINISHED", **run, "outcome": {"type": "success"}}))


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
