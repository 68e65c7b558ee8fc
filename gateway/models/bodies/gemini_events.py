"""The body of a Gemini stream: bytes in, `ModelPiece`s out, and the judgement whether it came to a proper end. No I/O.

One `GenerateContentResponse` in each server-sent event, without a last `[DONE]`; a service that was asked otherwise, or
that fails, sends one JSON document: an object, or an array of objects.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from gateway.conversation.usage import Usage
from gateway.errors import AnswerWithheld
from gateway.models.bodies.body import EventBody
from gateway.models.bodies.chunks import first_of
from gateway.models.bodies.finish_reasons import kind_of
from gateway.models.bodies.frames import ServerSentEvent
from gateway.models.ports import ModelPiece
from gateway.models.services.retries import again


class Events(EventBody):
    """Reads one response body. It is never `done`: an event may follow the one that tells why the answer ends."""

    def __init__(self) -> None:
        super().__init__("check GEMINI_BASE_URL", "event")
        self._usage: Usage | None = None
        """Grows with every event; the last one counts."""

    def close(self) -> ModelPiece | None:
        piece = self._piece(self._rest()) or ModelPiece()
        if self.finish_reason is None:
            self.breaks_off()
        if self.failure is not None:
            return piece if piece.text or piece.thinking else None
        return piece._replace(finish_reason=self.finish_reason, usage=self._usage)

    def _piece(self, frames: list[ServerSentEvent]) -> ModelPiece | None:
        texts: list[str] = []
        thoughts: list[str] = []
        for frame in frames:
            for response in self._decoded(frame):
                if self.failure is None:
                    self._read(response, texts, thoughts)
        return self._joined("".join(texts), thoughts)

    def _decoded(self, frame: ServerSentEvent) -> list[dict[str, Any]]:
        """Returns the responses in an event: one, or those of an array; none in a blank one. What is no object sets
        `failure`."""
        data = frame.data.strip()
        if self.failure is not None or not data or data == b"[DONE]":
            return []
        try:
            value = orjson.loads(data)
        except ValueError:
            value = None if self.finish_reason is None else []  # the answer is whole
        found = value if isinstance(value, list) else [value]
        if all(isinstance(response, dict) for response in found):
            return found
        self.fails("sent an event that is not a JSON object")
        return []

    def _read(self, response: dict[str, Any], texts: list[str], thoughts: list[str]) -> None:
        if error := response.get("error"):
            code = error.get("code") if isinstance(error, dict) else None
            self.reports_error(passing=isinstance(code, int) and again(code))
            return
        self._usage = _usage(response.get("usageMetadata")) or self._usage
        feedback, candidates = response.get("promptFeedback"), response.get("candidates")
        if isinstance(feedback, dict) and feedback.get("blockReason") and not candidates:
            self.failure = _blocked(feedback["blockReason"])
        elif (candidate := first_of(candidates)) is not None:
            self._read_candidate(candidate, texts, thoughts)

    def _read_candidate(self, candidate: dict[str, Any], texts: list[str], thoughts: list[str]) -> None:
        content = candidate.get("content")
        parts = content.get("parts") if isinstance(content, dict) else None
        if isinstance(reason := candidate.get("finishReason"), str) and reason:
            self.finish_reason = kind_of(reason)
            if self.finish_reason not in ("stop", "length", "content_filter"):
                self.gives_up()
        for part in parts if isinstance(parts, list) else []:
            if isinstance(part, dict) and isinstance(part.get("text"), str):
                (thoughts if part.get("thought") is True else texts).append(part["text"])
            elif isinstance(part, dict) and part.get("functionCall"):
                self.asks_for_tool()


def _blocked(reason: object) -> AnswerWithheld:
    """Returns the refusal of a prompt, of which nothing was answered."""
    told = f" ({reason})" if isinstance(reason, str) and re.fullmatch("[A-Z_]{1,40}", reason) else ""
    return AnswerWithheld(f"The filter of the model service does not let this question or its passages pass{told}.")


def _usage(value: Any) -> Usage | None:
    """Returns the tokens of prompt and answer; thoughts are paid for as the answer is."""
    if not isinstance(value, dict) or not isinstance(prompt := value.get("promptTokenCount"), int):
        return None
    answered = [value.get(name) for name in ("candidatesTokenCount", "thoughtsTokenCount")]
    return Usage(prompt, sum(count for count in answered if isinstance(count, int)))
