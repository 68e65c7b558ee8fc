"""Anthropic's Messages API. Answers carry its own citations: the candidates are sent as documents, and no schema.

Everything else that is asked of the model, such as verdicts and entities, is asked with a schema and without documents:
the service refuses both together. No temperature is sent, which the API has given up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from gateway.conversation.question import Message
from gateway.models.bodies.anthropic_events import AnthropicEvents
from gateway.models.citable import CitableDocument, documents
from gateway.models.effort import word
from gateway.models.prompt import Prompt
from gateway.models.transport.http_errors import Names
from gateway.models.transport.over_http import HttpRequest, Listing, OverHttp
from gateway.settings import Settings

ANTHROPIC = "https://api.anthropic.com"
VERSION, OLDER_VERSION = "2026-10-21", "2023-06-01"
"""Of the API: what is sent here means the same in both. A service that does not know the first is sent the other."""
THINKING_TOKENS = 8192
"""Room for thoughts: models that think by default count them against the same limit as the answer."""
_THINKING = re.compile(r"thinking|adaptive|effort", re.IGNORECASE)
_FORMAT = re.compile(r"output_config|json_?schema|structured.?output|output_format", re.IGNORECASE)


class AnthropicProvider(OverHttp):
    """The service, or another one that speaks its API."""

    name, names = "anthropic", Names("ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL", "ANTHROPIC_API_KEY")
    listing = Listing("/v1/models?limit=1000", "data", "id", "a service with the Messages API")
    official = ANTHROPIC
    cites = True

    def __init__(self, settings: Settings) -> None:
        address = (settings.anthropic_base_url or ANTHROPIC).rstrip("/").removesuffix("/v1")
        super().__init__(settings, settings.anthropic_model, address, settings.anthropic_api_key)
        self._version, self._structured, self._thinks = VERSION, True, True
        """What the service is believed to know: the version, structured output, and thinking as the model likes."""

    def _body(self, prompt: Prompt) -> AnthropicEvents:
        return AnthropicEvents(documents(prompt.candidates) if prompt.native else None)

    def _headers(self) -> dict[str, str]:
        return {"anthropic-version": self._version, **({"x-api-key": self._key} if self._key else {})}

    def _request(self, prompt: Prompt, history: Sequence[Message]) -> HttpRequest:
        shown = list(map(_cited, documents(prompt.candidates))) if prompt.native else []
        earlier = [{"role": message.role, "content": message.content} for message in history]
        while earlier and earlier[0]["role"] != "user":
            earlier.pop(0)
        question = {"role": "user", "content": [*shown, {"type": "text", "text": prompt.user}]}
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": self._settings.max_output_tokens + (THINKING_TOKENS if self._thinks else 0),
            "system": prompt.system,
            "messages": [*earlier, question],
            "stream": True,
        }
        if self._thinks:
            body["thinking"] = {"type": "adaptive", "display": "summarized"}  # unseen, they would look like silence
        effort = word(self._settings.model_effort) or ("low" if self._thinks and not prompt.native else None)
        wishes: dict[str, Any] = {"effort": effort} if effort else {}
        if prompt.schema is not None and not prompt.native and self._structured:
            wishes["format"] = {"type": "json_schema", "schema": dict(prompt.schema)}
        if wishes:
            body["output_config"] = wishes
        return HttpRequest("/v1/messages", body, self._headers())

    def _concedes(self, status: int, complaint: str, request: HttpRequest) -> bool:
        if status not in (400, 422):
            return False
        if self._thinks and "thinking" in request.body and _THINKING.search(complaint):
            self._thinks = False
        elif self._structured and "format" in request.body.get("output_config", {}) and _FORMAT.search(complaint):
            self._structured = False
        elif "anthropic-version" in complaint and request.headers["anthropic-version"] == VERSION:
            self._version = OLDER_VERSION
        else:
            return False
        return True


create = AnthropicProvider


def _cited(document: CitableDocument) -> dict[str, Any]:
    """Returns a document whose sentences can be cited."""
    sentences = [{"type": "text", "text": block} for block in document.blocks]
    source = {"type": "content", "content": sentences}
    title = {"title": document.title} if document.title else {}
    return {"type": "document", "source": source, **title, "citations": {"enabled": True}}
