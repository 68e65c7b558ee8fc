"""Google's Gemini models by their own API, `streamGenerateContent` with a JSON schema.

Its OpenAI-compatible address hides what an answer's end depends on (why a prompt was blocked, how much was thought), so
that the API itself is used; see `docs/providers.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from gateway.conversation.question import Message
from gateway.errors import WrongUse
from gateway.models import effort
from gateway.models.bodies.gemini_events import Events
from gateway.models.prompt import Prompt
from gateway.models.transport.gemini_request import GeminiFields
from gateway.models.transport.http_errors import Names
from gateway.models.transport.over_http import HttpRequest, OverHttp
from gateway.settings import Settings

HOST, VERSION = "https://generativelanguage.googleapis.com", "/v1beta"


class GeminiProvider(OverHttp):
    """One model, at Google's address for developers or at another one that speaks the same API."""

    name, names = "gemini", Names("GEMINI_BASE_URL", "GEMINI_MODEL", "GEMINI_API_KEY")

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, settings.gemini_model, address(settings.gemini_base_url), settings.gemini_api_key)
        self._fields = GeminiFields()

    async def prepare(self) -> None:
        """Raises `WrongUse` that names what is not set; a key gives access to dozens of models, so one is named."""
        given = {"GEMINI_API_KEY": self._key, "GEMINI_MODEL": self.model}
        if missing := [name for name, value in given.items() if not value]:
            raise WrongUse(f"GATEWAY_PROVIDER=gemini needs {' and '.join(missing)} to be set.")

    def _body(self, prompt: Prompt) -> Events:
        return Events()

    def _request(self, prompt: Prompt, history: Sequence[Message]) -> HttpRequest:
        settings = self._settings
        limits = settings.temperature, settings.max_output_tokens, effort.tokens(settings.model_effort)
        body = self._fields.body(prompt, history, *limits)
        model = self.model if "/" in self.model else f"models/{self.model}"
        path = f"/{quote(model)}:streamGenerateContent?alt=sse"
        return HttpRequest(path, body, {"x-goog-api-key": self._key or ""})

    def _concedes(self, status: int, complaint: str, request: HttpRequest) -> bool:
        conceding = self._fields.conceding(status, complaint, request.body)
        if conceding is None:
            return False
        self._fields = conceding
        return True


create = GeminiProvider


def address(given: str | None) -> str:
    """Returns the address with its version, which one without a path lacks."""
    found = (given or HOST).strip().rstrip("/")
    try:
        parts = urlsplit(found)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query:
        raise WrongUse(f"GEMINI_BASE_URL has to be an address such as {HOST}{VERSION}.")
    return found if parts.path else f"{found}{VERSION}"
