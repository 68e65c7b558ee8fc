"""Dialect `bracket`, the default: named events in brackets, text in events without a name."""

from __future__ import annotations

from typing import assert_never

from gateway.answer import events
from gateway.answer.events import Numbered, data
from gateway.wire.shared.frame import EVENT_STREAM, About, frame, json_bytes, json_with_seq, text_frame

MEDIA_TYPE = EVENT_STREAM
ROLLBACK = STATELESS = True


class Encoder:
    """Keeps no state: one numbered event is one frame with its own id."""

    def __init__(self, about: About) -> None:
        del about

    def encode(self, numbered: Numbered) -> bytes:
        event = numbered.event
        match event:
            case events.TextAdded():
                return text_frame(event.text, id=numbered.id)
            case events.Thinking():
                return frame(event.text.encode(), id=numbered.id, event="[THINKING]")
            case events.AudioAdded():
                return frame(event.frame.encode(), id=numbered.id, event="[AUDIO]")
            case events.Finished():
                return frame(b"[META]" + json_bytes(event.meta), id=numbered.id, event="[DONE]")
            case events.Started():
                name = "[START]"
            case events.StateChanged():
                name = "[STATE_CHANGED]"
            case events.ReferenceShown():
                name = "[CITATION_REF]"
            case events.ParagraphFinished():
                name = "[CITATION_PARAGRAPH]"
            case events.TextRolledBack():
                name = "[ROLLBACK]"
            case events.OutlineFound():
                name = "[OUTLINE]"
            case events.CitationsFinished():
                name = "[CITATION_DONE]"
            case events.Failed():
                name = "[ERROR]"
            case _:
                assert_never(event)
        return frame(json_with_seq(numbered.seq, data(event)), id=numbered.id, event=name)
