"""The request to an OpenAI-compatible service, and what to leave out when a service does not know a field. No I/O.

Services differ in four fields that help but are not needed: structured output, token usage in the stream, temperature
and the name of the length limit. The first refusal (400, 404 or 422) that names such a field gives it up for good; each
can be given up once, so the number of tries is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gateway.conversation.question import Message
from gateway.models.prompt import Prompt

CONCEDING = frozenset({400, 404, 422})
_FORMAT = re.compile(r"response_?format|json_?schema|json_?object|structured.?output|guided|grammar", re.IGNORECASE)
_USAGE = re.compile(r"stream_?options|include_?usage", re.IGNORECASE)
_LENGTH = re.compile(r"max_(?:completion_)?tokens", re.IGNORECASE)
_TEMPERATURE = re.compile(r"temperature", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|not permitted|does not exist|not allowed|only the default", re.I
)


@dataclass(frozen=True, slots=True)
class Accepted:
    """What one service is known, or still believed, to accept."""

    format: Literal["json_schema", "json_object", "none"] = "json_schema"
    usage: bool = True
    temperature: bool = True
    length: str = "max_tokens"
    length_conceded: bool = False

    def body(
        self, model: str, prompt: Prompt, history: Sequence[Message], temperature: float, length: int
    ) -> dict[str, Any]:
        """Returns the request body of `POST /chat/completions`; earlier turns are between system text and question."""
        body: dict[str, Any] = {
            "model": model,
            "messages": prompt.messages(history),
            "stream": True,
            self.length: length,
        }
        if self.temperature:
            body["temperature"] = temperature
        if self.usage:
            body["stream_options"] = {"include_usage": True}
        if prompt.schema is not None and self.format == "json_schema":
            answer = {"name": "answer", "strict": True, "schema": dict(prompt.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": answer}
        elif prompt.schema is not None and self.format == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body

    def conceding(self, status: int, complaint: str, structured: bool) -> Accepted | None:
        """Returns what to ask for after this refusal; None when it is about something else, or nothing is left to give
        up.

        `complaint`: the refusal's text, read for field names only. `structured`: the request had a response format.
        """
        if status not in CONCEDING:
            return None
        if self.usage and _USAGE.search(complaint):
            return replace(self, usage=False)
        if structured and self.format != "none" and _FORMAT.search(complaint):
            return replace(self, format="json_object" if self.format == "json_schema" else "none")
        if self.temperature and _TEMPERATURE.search(complaint) and _UNKNOWN.search(complaint):
            return replace(self, temperature=False)
        if not self.length_conceded and _LENGTH.search(complaint) and _UNKNOWN.search(complaint):
            other = "max_completion_tokens" if self.length == "max_tokens" else "max_tokens"
            return replace(self, length=other, length_conceded=True)
        return None
