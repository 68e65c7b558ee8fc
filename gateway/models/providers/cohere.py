"""Cohere's chat API, version 2. Answers carry its own citations: the candidates are sent as documents, and no schema.

Everything else that is asked of the model, such as verdicts and entities, is asked with a schema and without documents:
the service refuses both together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from gateway.conversation.question import Message
from gateway.errors import WrongUse
from gateway.models.bodies.cohere_events import CohereEvents
from gateway.models.citable import CitableDocument, documents
from gateway.models.prompt import Prompt
from gateway.models.transport.http_errors import Names
from gateway.models.transport.over_http import HttpRequest, Listing, OverHttp
from gateway.settings import Settings

COHERE = "https://api.cohere.com"
_FORMAT = re.compile(r"response_?format|json_?schema|json_?object", re.IGNORECASE)


class CohereProvider(OverHttp):
    """The service, or another one that speaks its API."""

    name, names = "cohere", Names("COHERE_BASE_URL", "COHERE_MODEL", "COHERE_API_KEY")
    listing = Listing("/v1/models?endpoint=chat&page_size=1000", "models", "name", "a service with Cohere's API")
    official = COHERE
    cites = True

    def __init__(self, settings: Settings) -> None:
        address = (settings.cohere_base_url or COHERE).rstrip("/").removesuffix("/v2")
        if settings.cohere_api_key and "@" in address:
            raise WrongUse("COHERE_BASE_URL holds a user name, and COHERE_API_KEY is set too: use one of them.")
        super().__init__(settings, settings.cohere_model, address, settings.cohere_api_key)
        self._structured, self._fast = True, True
        """Whether the service is believed to know structured output, and citations that come within the text."""

    def _body(self, prompt: Prompt) -> CohereEvents:
        return CohereEvents(prompt.native)

    def _headers(self) -> dict[str, str]:
        return {"accept": "text/event-stream", **({"authorization": f"Bearer {self._key}"} if self._key else {})}

    def _request(self, prompt: Prompt, history: Sequence[Message]) -> HttpRequest:
        settings = self._settings
        body: dict[str, Any] = {
            "model": self.model,
            "messages": prompt.messages(history),
            "stream": True,
            "max_tokens": settings.max_output_tokens,
            "temperature": min(settings.temperature, 1.0),
        }
        shown = list(map(_cited, documents(prompt.candidates))) if prompt.native else []
        if shown:
            body["documents"] = shown
            if self._fast:
                body["citation_options"] = {"mode": "fast"}
        elif prompt.schema is not None and self._structured:
            body["response_format"] = {"type": "json_object", "json_schema": dict(prompt.schema)}
        return HttpRequest("/v2/chat", body, self._headers())

    def _concedes(self, status: int, complaint: str, request: HttpRequest) -> bool:
        if status not in (400, 422):
            return False
        if "citation_options" in request.body and "citation" in complaint:
            self._fast = False
        elif "response_format" in request.body and _FORMAT.search(complaint):
            self._structured = False
        else:
            return False
        return True


create = CohereProvider


def _cited(document: CitableDocument) -> dict[str, Any]:
    """Returns a document that can be cited by its id."""
    title = {"title": document.title} if document.title else {}
    return {"id": document.citation_id, "data": {**title, "text": document.text}}
