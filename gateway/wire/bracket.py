"""Dialect `bracket`, the default: named events in brackets, text in events without a name."""

from __future__ import annotations

from gateway.answer.events import (
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
    TextRolledBack,
    Thinking,
    data,
)
from gateway.wire.shared.frame import EVENT_STREAM, About, frame, json_bytes, json_with_seq, text_frame

MEDIA_TYPE = EVENT_STREAM
ROLLBACK = STATELESS = True
NAMES: dict[type[Event], str] = {
    Started: "[START]",
    StateChanged: "[STATE_CHANGED]",
    Thinking: "[THINKING]",
    ReferenceShown: "[CITATION_REF]",
    ParagraphFinished: "[CITATION_PARAGRAPH]",
    TextRolledBack: "[ROLLBACK]",
    OutlineFound: "[OUTLINE]",
    CitationsFinished: "[CITATION_DONE]",
    AudioAdded: "[AUDIO]",
    Finished: "[DONE]",
    Failed: "[ERROR]",
}


class Encoder:
    """Keeps no state: one numbered event is one frame with its own id."""

    def __init__(self, about: About) -> None:
        del about

    def encode(self, numbered: Numbered) -> bytes:
        event = numbered.event
        match event:
            case TextAdded():
                return text_frame(event.text, id=numbered.id)
            case Thinking():
                return frame(event.text.encode(), id=numbered.id, event="[THINKING]")
            case AudioAdded():
                return frame(event.frame.encode(), id=numbered.id, event="[AUDIO]")
            case Finished():
                return frame(b"[META]" + json_bytes(event.meta), id=numbered.id, event="[DONE]")
            case _:
                return frame(json_with_seq(numbered.seq, data(event)), id=numbered.id, event=NAMES[type(event)])
