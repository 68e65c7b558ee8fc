"""Ollama, by its own API: `/api/chat` with messages and a JSON schema; `/api/generate` where a server has no chat.

The context length is always sent, because the server's own default cuts long prompts silently; cutting is switched
off for the same reason.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import orjson

from gateway.conversation.question import Message
from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models.prompt import Prompt
from gateway.models.service_address import shown
from gateway.models.transport import clocks
from gateway.models.transport.clocks import Clocks
from gateway.models.transport.http_errors import Names, only_model
from gateway.models.transport.ollama_lines import Lines
from gateway.models.transport.streaming import Broken, Streaming, within
from gateway.settings import Settings

LOCAL = "http://127.0.0.1:11434"
LONGEST_COMPLAINT = 20_000
"""Bytes of an error's body that are read."""


def create(settings: Settings) -> OllamaProvider:
    return OllamaProvider(settings)


class OllamaProvider(Streaming):
    """One server and one model of it."""

    name, names = "ollama", Names("OLLAMA_HOST", "OLLAMA_MODEL", "OLLAMA_HOST")

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, settings.ollama_model)
        self._address = address(settings.ollama_host)
        self._session: aiohttp.ClientSession | None = None
        self._chats, self._told_to_think = True, True
        """Whether the server has `/api/chat`, and whether it knows the field `think`."""

    @property
    def location(self) -> str:
        return shown(self._address)

    async def prepare(self) -> None:
        """Finds the model when none is set: the only one that is pulled.

        Raises `WrongUse` when there is none or several, `UpstreamError` when the server cannot be asked.
        """
        if not self.model:
            self.model = only_model(await self._pulled(), "OLLAMA_MODEL", self._address)

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _ready(self) -> None:
        self._open()

    def _body(self) -> Lines:
        return Lines()

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            connect = aiohttp.ClientTimeout(total=None, connect=clocks.CONNECT_S)
            self._session = aiohttp.ClientSession(timeout=connect, connector=aiohttp.TCPConnector(limit=0))
        return self._session

    @asynccontextmanager
    async def _response(
        self, prompt: Prompt, history: Sequence[Message], schema: Mapping[str, Any] | None, clocks: Clocks
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        while True:
            path, body = self._request(prompt, history, schema)
            sending = self._open().post(f"{self._address}{path}", data=orjson.dumps(body), allow_redirects=False)
            try:
                response = await within(clocks, sending)
            except UpstreamTimeout:
                raise
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                raise Broken(self._unreachable(error)) from None
            if response.status == 200:
                break
            complaint = await self._complaint(response, clocks)
            if not self._concedes(response.status, complaint, path, body):
                headers = {name.lower(): value for name, value in response.headers.items()}
                raise Broken(self._refused(response.status, headers, complaint))
        try:
            yield response.content.iter_any()
        finally:
            response.close()

    def _request(
        self, prompt: Prompt, history: Sequence[Message], schema: Mapping[str, Any] | None
    ) -> tuple[str, dict[str, Any]]:
        settings = self._settings
        options = {
            "temperature": settings.temperature,
            "num_predict": settings.max_output_tokens,
            "num_ctx": settings.ollama_num_ctx,
        }
        body: dict[str, Any] = {"model": self.model, "stream": True, "truncate": False, "options": options}
        if schema is not None:
            body["format"] = dict(schema)
            if self._told_to_think:
                body["think"] = False  # a thought would stand outside the schema
        if not self._chats:
            return "/api/generate", {**body, "system": prompt.system, "prompt": flattened(history, prompt.user)}
        messages = [
            {"role": "system", "content": prompt.system},
            *({"role": message.role, "content": message.content} for message in history),
            {"role": "user", "content": prompt.user},
        ]
        return "/api/chat", {**body, "messages": messages}

    async def _complaint(self, response: aiohttp.ClientResponse, clocks: Clocks) -> str:
        """Returns as much of an error's text as came."""
        with contextlib.suppress(aiohttp.ClientError, OSError):
            body = await within(clocks, response.content.read(LONGEST_COMPLAINT))
            response.close()
            return body.decode(errors="replace")
        return ""

    def _concedes(self, status: int, complaint: str, path: str, body: Mapping[str, Any]) -> bool:
        """Gives up what this server does not know; returns False when the refusal is about something else. A 404 that
        names the model is about the model.
        """
        if status == 404 and path == "/api/chat" and "model" not in complaint:
            self._chats = False
        elif status == 400 and "think" in complaint and "think" in body:
            self._told_to_think = False
        else:
            return False
        return True

    async def _pulled(self) -> list[str]:
        """Returns the model names of `GET /api/tags`."""
        where = f"OLLAMA_HOST={self._address}"
        try:
            async with (
                asyncio.timeout(clocks.CONNECT_S * 2),
                self._open().get(f"{self._address}/api/tags", allow_redirects=False) as answer,
            ):
                body = await answer.read()
            if answer.status >= 500:
                raise self._refused(answer.status, {}, "").error
            names = [str(model["name"]) for model in orjson.loads(body)["models"]]
        except TimeoutError:
            raise UpstreamTimeout(f"The Ollama server at {where} did not list its models in time.") from None
        except (ValueError, KeyError, TypeError):
            raise UpstreamRefused(f"What answers at {where} is not an Ollama server.") from None
        except (aiohttp.ClientError, OSError):
            raise UpstreamError(f"The Ollama server at {where} cannot be reached.") from None
        return sorted(set(names))


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
