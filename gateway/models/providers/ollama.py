"""Ollama, by its own API: `/api/chat` with messages and a JSON schema; `/api/generate` where a server has no chat.

The context length is always sent, because the server's own default cuts long prompts silently; cutting is switched
off for the same reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from gateway.conversation.question import Message
from gateway.errors import WrongUse
from gateway.models.bodies.ollama_lines import Lines
from gateway.models.prompt import Prompt
from gateway.models.transport.http_errors import Names
from gateway.models.transport.over_http import HttpRequest, Listing, OverHttp
from gateway.settings import Settings

LOCAL = "http://127.0.0.1:11434"


class OllamaProvider(OverHttp):
    """One server and one model of it."""

    name, names = "ollama", Names("OLLAMA_HOST", "OLLAMA_MODEL", "OLLAMA_HOST")
    listing = Listing("/api/tags", "models", "name", "an Ollama server")

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, settings.ollama_model, address(settings.ollama_host))
        self._chats, self._told_to_think = True, True
        """Whether the server has `/api/chat`, and whether it knows the field `think`."""

    def _body(self, prompt: Prompt) -> Lines:
        return Lines()

    def _request(self, prompt: Prompt, history: Sequence[Message]) -> HttpRequest:
        settings = self._settings
        options = {
            "temperature": settings.temperature,
            "num_predict": settings.max_output_tokens,
            "num_ctx": settings.ollama_num_ctx,
        }
        body: dict[str, Any] = {"model": self.model, "stream": True, "truncate": False, "options": options}
        if prompt.schema is not None:
            body["format"] = dict(prompt.schema)
            if self._told_to_think:
                body["think"] = False  # a thought would stand outside the schema
        if not self._chats:
            flat = {"system": prompt.system, "prompt": flattened(history, prompt.user)}
            return HttpRequest("/api/generate", {**body, **flat})
        return HttpRequest("/api/chat", {**body, "messages": prompt.messages(history)})

    def _concedes(self, status: int, complaint: str, request: HttpRequest) -> bool:
        """Gives up what this server does not know; returns False when the refusal is about something else. A 404 that
        names the model is about the model.
        """
        if status == 404 and request.path == "/api/chat" and "model" not in complaint:
            self._chats = False
        elif status == 400 and "think" in complaint and "think" in request.body:
            self._told_to_think = False
        else:
            return False
        return True


create = OllamaProvider


def flattened(history: Sequence[Message], question: str) -> str:
    """Returns earlier turns and the question as one prompt, for servers that take no messages."""
    if not history:
        return question
    turns = [f"{'User' if message.role == 'user' else 'Assistant'}: {message.content}" for message in history]
    return "\n\n".join((*turns, f"User: {question}"))


def address(host: str | None) -> str:
    """Returns the address in `OLLAMA_HOST`, which may be a name, a name with a port or an address, as Ollama itself
    reads it.

    A server that listens everywhere (`0.0.0.0`) is reached on this machine. Raises `WrongUse` for anything else.
    """
    given = (host or LOCAL).strip().rstrip("/")
    try:
        parts = urlsplit(given if "//" in given else f"http://{given}")
        port = parts.port or (443 if parts.scheme == "https" else 80 if "//" in given else 11434)
    except ValueError:
        without_secret = (host or "").rpartition("@")[2]
        raise WrongUse(f"OLLAMA_HOST={without_secret!r} is not an address such as http://127.0.0.1:11434.") from None
    name = parts.hostname or "127.0.0.1"
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(name, f"[{name}]" if ":" in name else name)
    return f"{parts.scheme}://{name}:{port}{parts.path}"
