"""Any OpenAI-compatible chat service, streamed.

The SDK builds the request and signs it; its answer is read raw, because a parsed object per chunk costs seven times the
CPU. Retries and redirects of the SDK are off: ours know about the first text, and a key never follows a redirect.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

from gateway.conversation.question import Message
from gateway.errors import UpstreamError, UpstreamTimeout, WrongUse
from gateway.ports import Piece
from gateway.prompt import Prompt
from gateway.providers._chunks import Reply
from gateway.providers._clocks import Clocks
from gateway.providers._refusals import LONGEST_WAIT_S, Refused, read
from gateway.providers._request import Accepted
from gateway.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

T = TypeVar("T")

OPENAI = "https://api.openai.com/v1"
CONNECTIONS = 10_000
"""Streams at once. With no figure the SDK's aiohttp transport silently stops at 100."""
DRAIN_S = 0.05
"""How long the end of a finished body is waited for, so that the connection can carry the next request."""


def create(settings: Settings) -> OpenAIProvider:
    return OpenAIProvider(settings)


class OpenAIProvider:
    """One address and one model. `prepare` once before use; `generate` any number of times at once."""

    name = "openai"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._address = settings.openai_base_url or OPENAI
        self.model = settings.openai_model or ""
        official = self._address.rstrip("/") == OPENAI
        self._accepted = Accepted(length="max_completion_tokens" if official else "max_tokens")
        self._opening: asyncio.Future[AsyncOpenAI] | None = None

    async def prepare(self) -> None:
        """Load the SDK beside the start's other work; find the model when none is set.

        Raises `WrongUse` when the service offers none or several models, `UpstreamError` when it cannot be asked.
        """
        self._open()
        if self.model:
            return
        offered = await self._offered()
        if len(offered) != 1:
            some = ", ".join(offered[:20]) + (", …" if len(offered) > 20 else "") or "none"
            raise WrongUse(f"Set OPENAI_MODEL to one of the models that {self._address} offers: {some}.")
        self.model = offered[0]

    async def generate(
        self, prompt: Prompt, messages: Sequence[Message] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece]:
        """Stream the answer; see `ports.LLMProvider`. Tries anew only while no text has come."""
        if not self.model:
            await self.prepare()
        await asyncio.shield(self._open())  # the SDK's loading is no silence of the model
        clocks = Clocks(self._settings, _now())
        retries = 0
        while True:
            try:
                spoken = False
                async with (
                    self._response(prompt, messages or (), schema, clocks) as body,
                    aclosing(_pieces(body, clocks)) as pieces,
                ):
                    async for piece in pieces:
                        spoken = spoken or bool(piece.text)
                        yield piece
                return
            except _Broken as broken:
                if spoken or retries >= self._settings.retries or not broken.refused.again:
                    raise broken.refused.error from None
                await self._pause(broken.refused, retries, clocks)
                retries += 1
                clocks.begin(_now())

    async def aclose(self) -> None:
        if self._opening is not None:
            client = await self._opening
            await client.close()
            self._opening = None

    def _open(self) -> asyncio.Future[AsyncOpenAI]:
        """The client, made in a thread: importing the SDK takes over a second."""
        if self._opening is None:
            self._opening = asyncio.ensure_future(asyncio.to_thread(_client, self._settings, self._address))
        return self._opening

    @asynccontextmanager
    async def _response(
        self, prompt: Prompt, history: Sequence[Message], schema: Mapping[str, Any] | None, clocks: Clocks
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """The body of an accepted request; leaving closes its connection unless the body was read to its end."""
        settings = self._settings
        client = await asyncio.shield(self._open())
        while True:
            accepted = self._accepted
            body = accepted.body(self.model, prompt, history, schema, settings.temperature, settings.max_output_tokens)
            request = client.chat.completions.with_streaming_response.create(**body)
            try:
                response = await _within(clocks, request.__aenter__())
                break
            except UpstreamTimeout:
                raise
            except Exception as error:
                status, headers, complaint = _told(error)
                conceding = accepted.conceding(status, complaint, "response_format" in body)
                if conceding is None:
                    raise _Broken(self._refused(error, status, headers, complaint)) from None
                if self._accepted is accepted:
                    self._accepted = conceding
        try:
            yield response.iter_bytes()
        finally:
            await response.close()

    def _refused(self, error: Exception, status: int, headers: Mapping[str, str], complaint: str) -> Refused:
        if status:
            return read(status, headers, complaint, self.model, datetime.now(UTC))
        return _unreachable(error)

    async def _pause(self, refused: Refused, retries: int, clocks: Clocks) -> None:
        """Full jitter over a doubling base; `Retry-After` is kept, with jitter on top, for many wait for the same moment."""
        base_s = self._settings.retry_base_ms / 1000
        if refused.wait_s is None:
            pause_s = random.uniform(0, min(base_s * 2**retries, LONGEST_WAIT_S))
        else:
            pause_s = refused.wait_s + random.uniform(0, base_s)
        if _now() + pause_s >= clocks.end:
            raise refused.error from None
        await asyncio.sleep(pause_s)

    async def _offered(self) -> list[str]:
        """The model names of `GET /models`."""
        import httpx2

        client = await asyncio.shield(self._open())
        where = f"OPENAI_BASE_URL={self._address}"
        try:
            async with asyncio.timeout(self._settings.connect_timeout_s * 2):
                answer = await client.get("/models", cast_to=httpx2.Response)
            names = [str(model["id"]) for model in orjson.loads(answer.content)["data"]]
        except TimeoutError:
            raise UpstreamTimeout(f"The model service at {where} did not list its models in time.") from None
        except (ValueError, KeyError, TypeError):
            raise UpstreamError(
                f"What answers at {where} is not an OpenAI-compatible service; does the address lack its /v1?"
            ) from None
        except Exception as error:
            status, headers, complaint = _told(error)
            if not status:
                raise UpstreamError(f"The model service at {where} cannot be reached.") from None
            raise self._refused(error, status, headers, complaint).error from None
        return sorted(set(names))


class _Broken(Exception):
    """A try failed; `refused` says with what and whether another one makes sense."""

    def __init__(self, refused: Refused) -> None:
        super().__init__()
        self.refused = refused


def _client(settings: Settings, address: str) -> AsyncOpenAI:
    import httpx2
    from openai import AsyncOpenAI, DefaultAioHttpClient

    connect_s = settings.connect_timeout_s
    # aiohttp's limit for making a connection, name look-up included, is what httpx calls `pool`.
    timeout = httpx2.Timeout(None, connect=connect_s, pool=connect_s)
    http = DefaultAioHttpClient(
        limits=httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS),
        follow_redirects=False,
        timeout=timeout,
    )
    return AsyncOpenAI(
        api_key=settings.openai_api_key or "none",  # the SDK refuses an empty key, local services need none
        base_url=address,
        max_retries=0,
        timeout=timeout,
        http_client=http,
    )


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _within(clocks: Clocks, waiting: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout_at(clocks.deadline) as limit:
            return await waiting
    except TimeoutError:
        if limit.expired():
            raise UpstreamTimeout(clocks.missed(_now())) from None
        raise


async def _pieces(body: AsyncIterator[bytes], clocks: Clocks) -> AsyncGenerator[Piece]:
    """The pieces of one body to its proper end. Raises `_Broken`, or `UpstreamTimeout` when a clock runs out."""
    reply = Reply()
    while not reply.done and reply.failure is None:
        try:
            data = await _within(clocks, anext(body, None))
        except UpstreamTimeout:
            raise
        except Exception:  # the transport's own exceptions come through unmapped here and there
            broke = UpstreamError("The connection to the model service broke.")
            raise _Broken(Refused(broke, again=True)) from None
        if data is None:
            break
        piece = reply.receive(data)
        if piece is not None:
            if piece.text or piece.thinking:
                clocks.content(_now(), text=bool(piece.text))
            yield piece
            clocks.resume(_now())
    if reply.failure is None and (last := reply.close()) is not None:
        yield last
    if reply.failure is not None:
        raise _Broken(Refused(reply.failure))
    await _drain(body)


async def _drain(body: AsyncIterator[bytes]) -> None:
    """Read what follows `[DONE]`, normally nothing, so that the connection is kept for the next request."""
    try:
        async with asyncio.timeout(DRAIN_S):
            while await anext(body, None) is not None:
                pass
    except Exception:  # whatever happens now, the answer is complete
        return


def _told(error: Exception) -> tuple[int, Mapping[str, str], str]:
    """Status, headers (lower case) and text of an HTTP error; status 0 when there was no HTTP answer."""
    response = getattr(error, "response", None)
    if response is None:
        return 0, {}, ""
    return response.status_code, response.headers, response.text[:20_000]


def _unreachable(error: BaseException | None) -> Refused:
    """No HTTP answer. The transport calls refused connections time-outs too: the innermost cause knows better."""
    while error is not None:
        if isinstance(error, TimeoutError):
            late = "The model service could not be reached in time (GATEWAY_CONNECT_TIMEOUT_S)."
            return Refused(UpstreamTimeout(late), again=True)
        error = error.__cause__ or error.__context__
    return Refused(UpstreamError("The model service cannot be reached; check OPENAI_BASE_URL."), again=True)
