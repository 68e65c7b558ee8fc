"""What readers of answers' bodies have in common: how an answer fails, and how server-sent events are got out of bytes.

SDKs end normally on a web page, an error object or a cut frame with status 200; here these are failures. No I/O.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError
from gateway.models.bodies.frames import FrameSplitter, FrameTooLong, ServerSentEvent
from gateway.models.ports import ModelPiece

LONGEST_DOCUMENT = 1024 * 1024
"""Bytes of an answer that comes as one JSON document though a stream was asked for."""
_BOM = b"\xef\xbb\xbf"


class AnswerBody(ABC):
    """Reads one response body, and judges how it ended."""

    def __init__(self) -> None:
        self.finish_reason: str | None = None
        """Why the answer ends, once the service has told: what follows is good to have, and nobody waits long for
        it."""
        self.done = False
        """The last event has come; what follows does not count."""
        self.failure: UpstreamError | None = None
        self.passing = False
        """The failure may pass, told in the body, or the body ended with nothing in it: before the first text another
        try may help."""
        self._spoken = False

    @abstractmethod
    def receive(self, data: bytes) -> ModelPiece | None:
        """Returns the piece in these bytes; None if they hold nothing of one."""

    @abstractmethod
    def close(self) -> ModelPiece | None:
        """Ends the body and returns its last piece, with the finish reason. Sets `failure` unless the end was a proper
        one."""

    def fails(self, what: str, *, passing: bool = False) -> None:
        """Notes what the model service did wrong; the first failure counts."""
        self._fails(f"The model service {what}.", passing)

    def asks_for_tool(self) -> None:
        self._fails("The model asked for a tool, though none was offered.")

    def gives_up(self) -> None:
        self.fails("gave up in the middle of its answer", passing=True)

    def reports_error(self, *, passing: bool = False) -> None:
        self.fails("reported an error instead of going on", passing=passing)

    def breaks_off(self) -> None:
        """Notes an end that is no proper one."""
        why = "broke off in the middle of its answer" if self._spoken else "sent an empty answer"
        self.fails(why, passing=not self._spoken)

    def _joined(self, text: str, thoughts: Iterable[str], usage: Usage | None = None) -> ModelPiece | None:
        """Returns what one read brought as a piece."""
        thinking = "".join(thoughts)
        self._spoken = self._spoken or bool(text)
        return ModelPiece(text, thinking, None, usage) if text or thinking or usage else None

    def _fails(self, sentence: str, passing: bool = False) -> None:
        if self.failure is None:
            self.failure, self.passing = UpstreamError(sentence), passing


class EventBody(AnswerBody):
    """A body of server-sent events, or one JSON document in their place."""

    documents: tuple[bytes, ...] = (b"{", b"[")
    """What a JSON document begins with."""

    def __init__(self, hint: str, unit: str = "frame") -> None:
        """hint: what is most likely wrong when a web page comes. unit: what one event is called."""
        super().__init__()
        self._hint, self._unit = hint, unit
        self._frames = FrameSplitter()
        self._sniffed = False
        self._document: bytearray | None = None

    def receive(self, data: bytes) -> ModelPiece | None:
        return self._piece(self._arrived(data))

    @abstractmethod
    def _piece(self, frames: list[ServerSentEvent]) -> ModelPiece | None:
        """Returns what these events bring."""

    def _arrived(self, data: bytes) -> list[ServerSentEvent]:
        """Returns the events that these bytes complete; none of a document, which is whole at the end only."""
        if not self._sniffed and not self._sniff(data):
            return []
        if self._document is not None:
            self._document += data
            if len(self._document) > LONGEST_DOCUMENT:
                self.fails("sent more than any answer can hold")
            return []
        try:
            return self._frames.receive(data)
        except FrameTooLong:
            self.fails(f"sent more in one {self._unit} than any answer can hold")
            return []

    def _rest(self) -> list[ServerSentEvent]:
        """Returns what the end of the body completes: an event that lacks its blank line, or the document."""
        if self._document is None:
            return self._frames.close()
        return [ServerSentEvent(bytes(self._document).removeprefix(_BOM))]

    def _sniff(self, data: bytes) -> bool:
        """Tells event stream, JSON document and web page apart by the first character, since content types lie."""
        first = data.removeprefix(_BOM).lstrip()[:1]
        if first == b"<":
            self.fails(f"sent a web page instead of an answer; {self._hint}")
        elif first in self.documents:
            self._document = bytearray()
        self._sniffed = bool(first)
        return self._sniffed and self.failure is None


def counted(usage: Any, prompt: str, answer: str) -> Usage | None:
    """Returns the tokens that a service tells in these two fields; None if it does not."""
    found = [usage.get(name) for name in (prompt, answer)] if isinstance(usage, dict) else []
    read, wrote = found or (None, None)
    return Usage(read, wrote) if isinstance(read, int) and isinstance(wrote, int) else None
