"""The body of an Ollama stream: bytes in, `ModelPiece`s out, and the judgement whether it came to a proper end. No I/O.

One JSON object per line, of `/api/chat` or of `/api/generate`; the last one says `"done": true`.
"""

from __future__ import annotations

from typing import Any

import orjson

from gateway.models.bodies.body import AnswerBody, counted
from gateway.models.ports import ModelPiece

LONGEST_LINE = 512 * 1024
"""Bytes; about twice the longest answer, so that no service fills memory."""


class Lines(AnswerBody):
    """Reads one response body."""

    def __init__(self) -> None:
        super().__init__()
        self._rest = b""

    def receive(self, data: bytes) -> ModelPiece | None:
        """Returns the piece in the lines that these bytes complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            self.fails("sent more in one line than any answer can hold")
        return self._piece(lines)

    def close(self) -> ModelPiece | None:
        piece = self._piece([self._rest])
        if not self.done:
            self.breaks_off()
        if self.failure is not None:
            return piece
        return (piece or ModelPiece())._replace(finish_reason=self.finish_reason or "stop")

    def _piece(self, lines: list[bytes]) -> ModelPiece | None:
        texts, thoughts, usage = [], [], None
        for line in lines:
            row = self._decoded(line) if not self.done and self.failure is None else None
            if row is None:
                continue
            message = row.get("message") or {}
            texts.append(_text(message.get("content")) or _text(row.get("response")))
            thoughts.append(_text(message.get("thinking")) or _text(row.get("thinking")))
            if message.get("tool_calls"):
                self.asks_for_tool()
            if row.get("done") is True:
                self.done, self.finish_reason = True, _text(row.get("done_reason")) or "stop"
                usage = counted(row, "prompt_eval_count", "eval_count")
        return self._joined("".join(texts), thoughts, usage)

    def _decoded(self, line: bytes) -> dict[str, Any] | None:
        """Returns the object of a line; None for a blank one. An error, or what is no object, sets `failure`."""
        if not line.strip():
            return None
        try:
            row = orjson.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            self.fails("sent a line that is not a JSON object; check OLLAMA_HOST")
        elif row.get("error"):
            self.reports_error()
        elif not isinstance(row.get("message") or {}, dict):
            self.fails("sent a message that is not an object")
        return row if self.failure is None else None


def _text(value: Any) -> str:
    """Returns a text that can be encoded; JSON may hold half a character, which orjson refuses with the line."""
    return value if isinstance(value, str) else ""
