"""The body of a streamed chat completion: bytes in, `ModelPiece`s out, and the judgement whether it came to a proper
end.

SDKs end normally on a web page, an error object or a cut frame with status 200; here these are failures. No I/O.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import orjson

from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError
from gateway.models.ports import ModelPiece
from gateway.models.retries import again
from gateway.models.transport.frames import FrameSplitter, FrameTooLong, ServerSentEvent

LONGEST_DOCUMENT = 1024 * 1024
"""Bytes of an answer that comes as one JSON document though a stream was asked for."""
_BOM = b"\xef\xbb\xbf"


class Reply:
    """Reads one response body. What comes in one read makes one `ModelPiece`, so a burst of frames costs one event.

    After `failure` is set nothing more is read; the piece returned by the same call is still good.
    """

    def __init__(self, hint: str = "OPENAI_BASE_URL lacks its /v1") -> None:
        """hint: what is most likely wrong when a web page comes."""
        self._hint = hint
        self._frames = FrameSplitter()
        self._sniffed = False
        self._document: bytearray | None = None
        self._high = ""
        self._refused = False
        self._spoken = False
        self.finish_reason: str | None = None
        self.done = False
        """`[DONE]` has come; what follows does not count."""
        self.failure: UpstreamError | None = None
        self.passing = False
        """The failure is a status that may pass, told in the body, or a body that ended with nothing in it."""

    def receive(self, data: bytes) -> ModelPiece | None:
        """Returns the piece in these bytes; None when they hold neither text nor thought nor usage."""
        if not self._sniffed and not self._sniff(data):
            return None
        if self._document is not None:
            self._document += data
            if len(self._document) > LONGEST_DOCUMENT:
                self.failure = UpstreamError("The model service sent more than any answer can hold.")
            return None
        try:
            return self._piece(self._frames.receive(data))
        except FrameTooLong:
            self.failure = UpstreamError("The model service sent more in one frame than any answer can hold.")
            return None

    def close(self) -> ModelPiece | None:
        """Ends the body and returns its last piece, with the finish reason. Sets `failure` unless the end was a proper
        one.
        """
        rest = (
            self._frames.close()
            if self._document is None
            else [ServerSentEvent(bytes(self._document).removeprefix(_BOM))]
        )
        piece = self._piece(rest)
        if self.failure is not None:
            return piece
        if self.finish_reason is None and not (self.done and self._spoken):
            what = "broke off in the middle of its answer" if self._spoken else "sent an empty answer"
            self.failure, self.passing = UpstreamError(f"The model service {what}."), not self._spoken
            return piece
        reason = "refusal" if self._refused else self.finish_reason or "stop"
        if piece is None:
            return ModelPiece(finish_reason=reason)
        return ModelPiece(piece.text, piece.thinking, reason, piece.usage)

    def _sniff(self, data: bytes) -> bool:
        """Tells event stream, JSON document and web page apart by the first character, since content types lie."""
        first = data.removeprefix(_BOM).lstrip()[:1]
        if first == b"<":
            self.failure = UpstreamError(
                f"The model service sent a web page instead of an answer; {self._hint}, most likely."
            )
        elif first == b"{":
            self._document = bytearray()
        self._sniffed = bool(first)
        return self._sniffed and self.failure is None

    def _piece(self, frames: Iterable[ServerSentEvent]) -> ModelPiece | None:
        texts: list[str] = []
        thoughts: list[str] = []
        usage: Usage | None = None
        for frame in frames:
            if self.done or self.failure is not None:
                break
            if frame.data.strip() == b"[DONE]":
                self.done = True
                break
            chunk = self._decoded(frame)
            if chunk is None:
                continue
            usage = _usage(chunk.get("usage")) or usage
            choices = chunk.get("choices")
            if isinstance(choices, list) and choices and isinstance(choices[0], dict):
                self._read(choices[0], texts, thoughts)
        text, thinking = self._whole("".join(texts)), "".join(thoughts)
        self._spoken = self._spoken or bool(text)
        return ModelPiece(text, thinking, None, usage) if text or thinking or usage else None

    def _decoded(self, frame: ServerSentEvent) -> dict[str, Any] | None:
        """Returns the chunk in a frame; None for a blank one. An error object or a cut frame sets `failure`."""
        if not frame.data.strip():
            return None
        chunk: Any = None
        try:
            chunk = _loads(frame.data)
        except ValueError:
            self.failure = UpstreamError("The model service sent a frame that is not JSON.")
        if isinstance(chunk, dict) and not chunk.get("error") and frame.event != b"error":
            return chunk
        if self.failure is None:
            self.failure = UpstreamError("The model service reported an error instead of going on.")
            self.passing = isinstance(chunk, dict) and again(_status(chunk.get("error")))
        return None

    def _read(self, choice: dict[str, Any], texts: list[str], thoughts: list[str]) -> None:
        """Reads one choice: `delta` in a stream, `message` in a document."""
        delta = choice.get("delta") or choice.get("message") or {}
        if isinstance(content := delta.get("content"), str):
            texts.append(content)
        elif isinstance(content, list):
            _parts(content, texts, thoughts)
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        if isinstance(thought, str):
            thoughts.append(thought)
        if isinstance(refusal := delta.get("refusal"), str) and refusal:
            self._refused = True
            texts.append(refusal)
        if delta.get("tool_calls") or delta.get("function_call"):
            self.failure = UpstreamError("The model asked for a tool, though none was offered.")
        if isinstance(reason := choice.get("finish_reason"), str) and reason:
            self.finish_reason = reason

    def _whole(self, text: str) -> str:
        """Puts surrogate pairs together that a service cut in two; a leading half waits for its other half."""
        if not text or (not self._high and text.isascii()):
            return text
        text, self._high = self._high + text, ""
        if "\ud800" <= text[-1] <= "\udbff":
            text, self._high = text[:-1], text[-1]
        try:
            text.encode()
        except UnicodeEncodeError:
            return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return text


def _loads(data: bytes) -> Any:
    """Parses JSON by orjson, or by the standard library where it holds a lone half of a surrogate pair, which orjson
    refuses.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        if b"\\ud" in data.lower():
            return json.loads(data)
        raise


def _status(error: Any) -> int:
    """Returns the HTTP status that an error object tells as its code, as services do once they have sent a 200; 0:
    none.
    """
    code = error.get("code") or error.get("status") if isinstance(error, dict) else None
    return int(code) if isinstance(code, int) or (isinstance(code, str) and re.fullmatch("[1-5][0-9]{2}", code)) else 0


def _parts(content: list[Any], texts: list[str], thoughts: list[str]) -> None:
    """Reads content that is a list of typed parts: `{"type": "text", "text": …}` and `{"type": "thinking", "thinking":
    [text…]}`.
    """
    for part in content:
        if not isinstance(part, dict):
            continue
        if part.get("type") == "thinking" and isinstance(part.get("thinking"), list):
            _parts(part["thinking"], thoughts, thoughts)
        elif isinstance(part.get("text"), str):
            texts.append(part["text"])


def _usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    prompt, answer = value.get("prompt_tokens"), value.get("completion_tokens")
    return Usage(prompt, answer) if isinstance(prompt, int) and isinstance(answer, int) else None
