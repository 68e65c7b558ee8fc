"""Chat completions through the openai SDK, for every service it speaks to.

The SDK builds the request and signs it; its answer is read raw, because a parsed object per chunk costs seven times the
CPU. Retries and redirects of the SDK are off: our own retries stop at the first text, and a key never follows a
redirect.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from ssl import SSLContext
from typing import TYPE_CHECKING, Any

from gateway.conversation.question import Message
from gateway.errors import UpstreamTimeout
from gateway.models.bodies.chunks import Reply
from gateway.models.prompt import Prompt
from gateway.models.transport import clocks
from gateway.models.transport.accepted_fields import Accepted
from gateway.models.transport.clocks import Clocks
from gateway.models.transport.http_errors import ServiceRefusal
from gateway.models.transport.streaming import Broken, OpenBody, Streaming, within
from gateway.settings import Settings
from gateway.telemetry.tracing import traces

if TYPE_CHECKING:
    from openai import AsyncOpenAI

CONNECTIONS = 10_000
"""Streams at once. With no figure the SDK's aiohttp transport silently stops at 100."""

UNREAD = {"X-Stainless-Raw-Response": "stream"}
"""What tells the SDK to hand out a response as it begins; its own streaming methods send it."""


class ThroughSdk(Streaming):
    """A service that the SDK has a client for."""

    def __init__(self, settings: Settings, model: str | None, accepted: Accepted) -> None:
        super().__init__(settings, model)
        self._accepted = accepted
        self._opening: asyncio.Future[AsyncOpenAI] | None = None

    @abstractmethod
    def _client(self) -> AsyncOpenAI:
        """Returns a client of its own; called in a thread, once."""

    async def aclose(self) -> None:
        if self._opening is not None:
            client = await self._opening
            await client.close()
            self._opening = None

    def _open(self) -> asyncio.Future[AsyncOpenAI]:
        """Returns the client, made in a thread: importing the SDK takes over a second."""
        if self._opening is None:
            self._opening = asyncio.ensure_future(asyncio.to_thread(self._client))
        return self._opening

    async def _ready(self) -> None:
        await asyncio.shield(self._open())

    def _body(self, prompt: Prompt) -> Reply:
        return Reply()

    async def _response(self, prompt: Prompt, history: Sequence[Message], clocks: Clocks) -> OpenBody:
        settings = self._settings
        client = await asyncio.shield(self._open())
        while True:
            accepted = self._accepted
            body = accepted.body(self.model, prompt, history, settings.temperature, settings.max_output_tokens)
            try:
                return await within(clocks, _sent(client, body))
            except UpstreamTimeout:
                raise
            except Exception as error:
                status, headers, complaint = told(error)
                conceding = accepted.conceding(status, complaint, "response_format" in body)
                if conceding is None:
                    raise Broken(self._judged(error, status, headers, complaint)) from None
                if self._accepted is accepted:
                    self._accepted = conceding

    def _judged(self, error: Exception, status: int, headers: Mapping[str, str], complaint: str) -> ServiceRefusal:
        return self._refused(status, headers, complaint) if status else self._unreachable(error)


def transport() -> dict[str, Any]:
    """Returns the arguments that every client of the SDK is made with beside address and key."""
    import httpx2
    from openai import DefaultAioHttpClient

    # aiohttp's limit for making a connection, name look-up included, is what httpx calls `pool`.
    timeout = httpx2.Timeout(None, connect=clocks.CONNECT_S, pool=clocks.CONNECT_S)
    http = DefaultAioHttpClient(
        limits=httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS),
        follow_redirects=False,
        timeout=timeout,
        verify=_trusted(),
    )
    return {"max_retries": 0, "timeout": timeout, "http_client": http}


@cache
def _trusted() -> SSLContext:
    """Returns the system's authorities. Reading them takes a hundred times as long as all else about a client."""
    import httpx2

    return httpx2.create_ssl_context()


async def _sent(client: AsyncOpenAI, body: Mapping[str, Any]) -> OpenBody:
    """Returns the body of an accepted request as it comes. `create` would convert every message, which takes as long as
    the rest of a request. Only the stream is kept: the response refers to its request, and so to the whole prompt."""
    import httpx2

    options: Any = {"headers": {**UNREAD, **traces.headers()}}
    response = await client.post("/chat/completions", cast_to=httpx2.Response, body=body, options=options)
    stream = response.stream
    encoded = response.headers.get("content-encoding", "identity") != "identity"
    if encoded or not isinstance(stream, httpx2.AsyncByteStream):
        return OpenBody(response.aiter_bytes(), response.aclose)
    return OpenBody(aiter(stream), stream.aclose)


def told(error: Exception) -> tuple[int, Mapping[str, str], str]:
    """Returns status, headers (lower case) and text of an HTTP error; status 0 when there was no HTTP answer."""
    response = getattr(error, "response", None)
    if response is None:
        return 0, {}, ""
    return response.status_code, response.headers, response.text[:20_000]
