"""The body of a stream whose events say what they are: bytes in, `ModelPiece`s out, and the judgement whether it came
to a proper end. No I/O.

Services that cite documents by themselves stream so. Places in the text are those of the text as it is handed out,
without characters that no text may hold.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from gateway.answer.reading.characters import Sanitizer
from gateway.answer.reading.cited_text import Mark, SpanCitation
from gateway.conversation.usage import Usage
from gateway.models.bodies.body import EventBody
from gateway.models.bodies.chunks import loads
from gateway.models.bodies.frames import ServerSentEvent
from gateway.models.ports import ModelPiece


class TypedEvents(EventBody):
    """Reads one response body of typed events."""

    documents = (b"{",)

    def __init__(self, hint: str, cites: bool) -> None:
        """hint: what is most likely wrong when a web page comes. cites: whether marks are to be told."""
        super().__init__(f"{hint}, most likely")
        self._cites = cites
        self._sanitizer = Sanitizer()
        self._texts: list[str] = []
        self._thoughts: list[str] = []
        self._marks: list[Mark] = []
        self.at = 0
        """Code points of text so far."""
        self.usage: Usage | None = None

    @abstractmethod
    def _take(self, kind: str, event: dict[str, Any]) -> None:
        """Takes one event; one of an unknown kind is none."""

    def close(self) -> ModelPiece | None:
        if self.failure is not None:
            return None
        if self._document is not None:
            self._read_document(self._rest()[0].data)
            return None
        last = self._piece(self._rest())
        if self.failure is not None:
            return last
        if self.finish_reason is None:
            self._spoken = self.at > 0
            self.breaks_off()
            return last
        self.says(self._sanitizer.close())
        self.mark(settled=self.at)
        piece = self._gathered() or ModelPiece()
        if last is not None:
            marks = None if piece.marks is None else (*(last.marks or ()), *piece.marks)
            piece = ModelPiece(last.text + piece.text, last.thinking + piece.thinking, marks=marks)
        return piece._replace(finish_reason=self.finish_reason, usage=self.usage)

    # For the services ----------------------------------------------------------------------------------------------

    def says(self, text: Any) -> None:
        """Takes text."""
        if isinstance(text, str) and (clean := self._sanitizer.feed(text)):
            self._texts.append(clean)
            self.at += len(clean)

    def thinks(self, thought: Any) -> None:
        """Takes reasoning."""
        if isinstance(thought, str) and thought:
            self._thoughts.append(thought)

    def mark(self, citations: tuple[SpanCitation, ...] = (), *, settled: int = 0) -> None:
        """Tells citations here in the text, and up to where all of them are known."""
        if self._cites:
            self._marks.append(Mark(self.at, citations, settled))

    # Reading -------------------------------------------------------------------------------------------------------

    def _read_document(self, body: bytes) -> None:
        """Judges a body that is one JSON document, which is an error in the place of a stream."""
        try:
            told = loads(body)
        except ValueError:
            self.fails("sent something that is neither a stream nor JSON")
            return
        if isinstance(told, dict) and told.get("type") == "error":
            self._take("error", told)
        self.fails("sent a document instead of a stream")

    def _piece(self, frames: list[ServerSentEvent]) -> ModelPiece | None:
        for frame in frames:
            if self.done or self.failure is not None:
                break
            event = self._decoded(frame)
            if event is not None:
                self._take(str(event.get("type") or frame.event.decode(errors="replace")), event)
        return self._gathered()

    def _gathered(self) -> ModelPiece | None:
        text, thinking, marks = "".join(self._texts), "".join(self._thoughts), tuple(self._marks)
        self._texts.clear()
        self._thoughts.clear()
        self._marks.clear()
        if not (text or thinking or marks):
            return None
        return ModelPiece(text, thinking, marks=marks if self._cites else None)

    def _decoded(self, frame: ServerSentEvent) -> dict[str, Any] | None:
        """Returns the event in a frame; None for a blank one. A cut frame sets `failure`."""
        data = frame.data.strip()
        if not data or data == b"[DONE]":
            return None
        try:
            event = loads(data)
        except ValueError:
            if self.finish_reason is None:  # else the answer is whole
                self.fails("sent a frame that is not JSON")
            return None
        if not isinstance(event, dict):
            self.fails("sent a frame that is no event")
            return None
        return event


def part(event: Any, *names: str) -> Any:
    """Returns what stands below these names; an empty object where something else does, so that it can be asked on."""
    for name in names:
        event = event.get(name) if isinstance(event, dict) else None
    return {} if event is None else event
