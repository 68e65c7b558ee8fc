"""Dialect `document`: the finished answer as one JSON document. REST spelling: snake_case around the snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from gateway.answer import events
from gateway.answer.events import Answer, Event, Numbered, fold
from gateway.wire.shared.frame import About, json_bytes
from gateway.wire.shared.rest_json import offered, paragraph, reference

MEDIA_TYPE = "application/json"
ROLLBACK = True


class Encoder:
    """Collects the events and says everything at the terminal one."""

    def __init__(self, about: About) -> None:
        self._about = about
        self._events: list[Event] = []

    def encode(self, numbered: Numbered) -> bytes:
        self._events.append(numbered.event)
        match numbered.event:
            case events.Finished() | events.Failed():
                return json_bytes(self.body(fold(self._events), self._about))
            case events.Started() | events.TextAdded() | events.TextRolledBack() | events.ParagraphFinished():
                return b""
            case events.ReferenceShown() | events.OutlineFound() | events.CitationsFinished():
                return b""
            case events.StateChanged() | events.Thinking() | events.AudioAdded():  # not in the document
                return b""
            case _:
                assert_never(numbered.event)

    def body(self, answer: Answer, about: About) -> dict[str, Any]:
        """Returns the document; an endpoint that adds something to it does so here."""
        return document(answer, about)


def document(answer: Answer, about: About) -> dict[str, Any]:
    """Returns the document of an answer, finished or still running."""
    meta = dict(answer.end.meta) if isinstance(answer.end, events.Finished) else {}
    started = answer.started
    return {
        "answer_uuid": about.answer_uuid,
        "question_uuid": started.question_uuid if started else None,
        "thread_id": started.thread_id if started else None,
        "session_id": started.session_id if started else None,
        "state": _state(answer),
        "question": about.question,
        "created_at": about.created_at,
        "answer": answer.text,
        "paragraphs": [paragraph(finished) for finished in answer.paragraphs],
        "refs": [reference(shown) for shown in answer.references],
        "offered": [offered(entry) for entry in answer.offered],
        "outline": [{"id": section.id, "title": section.title} for section in answer.outline],
        "no_context": meta.get("answer", {}).get("source") == "gate",
        "confidence": meta.get("answer", {}).get("confidence"),
        "followup": _followup(meta.get("followup", {})),
        "meta": meta,
    }


def _followup(followup: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what the question pointed at, known at the end."""
    return {
        "resolved": followup.get("resolved", False),
        "section_ids": followup.get("sectionIds", []),
        "ref_type": followup.get("refType", "none"),
        **({"question": followup["question"]} if "question" in followup else {}),
    }


def _state(answer: Answer) -> str:
    match answer.end:
        case None:
            return "running"
        case events.Failed():
            return "failed"
        case events.Finished():
            return "done"
