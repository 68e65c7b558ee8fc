"""The body of a streamed chat completion: bytes in, `ModelPiece`s out, and the judgement whether it came to a proper
end. No I/O.
"""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

from gateway.conversation.usage import Usage
from gateway.models.bodies.body import EventBody, counted
from gateway.models.bodies.finish_reasons import kind_of
from gateway.models.bodies.frames import ServerSentEvent
from gateway.models.ports import ModelPiece
from gateway.models.services.retries import again

_TEXT_ALONE = {"role", "content"}


class Reply(EventBody):
    """Reads one response body. What comes in one read makes one `ModelPiece`, so a burst of frames costs one event.

    After `failure` is set nothing more is read; the piece returned by the same call is still good.
    """

    def __init__(self) -> None:
        super().__init__("OPENAI_BASE_URL lacks its /v1, most likely")
        self._high = ""
        self._refused = False

    def receive(self, data: bytes) -> ModelPiece | None:
        if text := self._plain(data):
            return ModelPiece(text)
        return super().receive(data)

    def _plain(self, data: bytes) -> str:
        """Returns the text of whole frames that contain nothing else, as nearly all do. Returns "" and reads nothing if
        there is anything else in them."""
        if not (self._sniffed and self._frames.idle) or self.done or self.failure is not None or self._high:
            return ""
        if not data.endswith(b"\n\n") or b"\r" in data:
            return ""
        text = ""
        for frame in data[:-2].split(b"\n\n"):
            if not frame.startswith(b"data: {") or b"\n" in frame:
                return ""
            try:
                chunk = orjson.loads(frame[6:])
                (choice,) = chunk["choices"]
                delta = choice["delta"]
                content = delta["content"]
                plain = type(content) is str and (len(delta) == 1 or delta.keys() == _TEXT_ALONE)
                plain = plain and not choice.get("index")
            except (ValueError, LookupError, TypeError, AttributeError):
                return ""
            if not plain or choice.get("finish_reason") or chunk.get("usage") or chunk.get("error"):
                return ""
            text += content
        self._spoken = self._spoken or bool(text)
        return text

    def close(self) -> ModelPiece | None:
        piece = self._piece(self._rest())
        if self.finish_reason is None and not (self.done and self._spoken):
            self.breaks_off()
        if self.failure is not None:
            return piece
        reason = "refusal" if self._refused else self.finish_reason or "stop"
        return (piece or ModelPiece())._replace(finish_reason=reason)

    def _piece(self, frames: list[ServerSentEvent]) -> ModelPiece | None:
        texts: list[str] = []
        thoughts: list[str] = []
        usage: Usage | None = None
        for frame in frames:
            if self.failure is not None:
                break
            if self.done:
                usage = _late_usage(frame) or usage
                continue
            if frame.data.strip() == b"[DONE]":
                self.done = True
                continue
            chunk = self._decoded(frame)
            if chunk is None:
                continue
            usage = _usage(chunk.get("usage")) or usage
            if (choice := first_of(chunk.get("choices"))) is not None:
                self._read(choice, texts, thoughts)
        return self._joined(self._whole("".join(texts)), thoughts, usage)

    def _decoded(self, frame: ServerSentEvent) -> dict[str, Any] | None:
        """Returns the chunk in a frame; None for a blank one. An error object or a cut frame sets `failure`."""
        if not frame.data.strip():
            return None
        chunk: Any = None
        try:
            chunk = loads(frame.data)
        except ValueError:
            if self.finish_reason is not None:  # the answer is whole
                return None
            self.fails("sent a frame that is not JSON")
        if isinstance(chunk, list):  # errors of Google's services
            chunk = next((part for part in chunk if isinstance(part, dict)), {})
        if isinstance(chunk, dict) and not chunk.get("error") and frame.event != b"error":
            return chunk
        self.reports_error(passing=isinstance(chunk, dict) and again(told_status(chunk.get("error"))))
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
        if isinstance(reason := choice.get("finish_reason"), str) and reason:
            self.finish_reason = kind_of(reason)
            if self.finish_reason == "failed":
                self.gives_up()
        if delta.get("tool_calls") or delta.get("function_call"):
            self.asks_for_tool()

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


def first_of(choices: Any) -> dict[str, Any] | None:
    """Returns the first of the answers that a service gives to one question: that with index 0, or without one. None:
    it is not among these."""
    listed = choices if isinstance(choices, list) else []
    return next((each for each in listed if isinstance(each, dict) and str(each.get("index") or 0) == "0"), None)


def loads(data: bytes) -> Any:
    """Parses JSON by orjson, or by the standard library where it holds a lone half of a surrogate pair, which orjson
    refuses.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        if b"\\ud" in data.lower():
            return json.loads(data)
        raise


def told_status(error: Any) -> int:
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


def _late_usage(frame: ServerSentEvent) -> Usage | None:
    """Returns the usage in a frame behind `[DONE]`, where some proxies put it."""
    try:
        chunk = loads(frame.data)
    except ValueError:
        return None
    return _usage(chunk.get("usage")) if isinstance(chunk, dict) else None


def _usage(value: Any) -> Usage | None:
    return counted(value, "prompt_tokens", "completion_tokens")
