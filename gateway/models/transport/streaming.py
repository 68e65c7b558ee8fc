"""What every model service that streams has in common: tries, clocks, pauses, and reading a body to its proper end."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from gateway.conversation.question import Message
from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models import retries
from gateway.models.ports import ModelPiece
from gateway.models.prompt import Prompt
from gateway.models.transport.clocks import CONNECT_S, Clocks
from gateway.models.transport.http_errors import Names, ServiceRefusal, read
from gateway.models.transport.time_limit import TimeLimit, TooLate
from gateway.settings import Settings

T = TypeVar("T")

DRAIN_S = 0.05
"""How long the end of a finished body is waited for, so that the connection can carry the next request."""


PACE_S = 0.004
"""Between two reads of one body: pieces that come faster are taken together."""


class BodyReader(Protocol):
    """Reads one response body (`chunks.Reply`)."""

    done: bool
    failure: UpstreamError | None
    passing: bool
    """The failure is about the moment: before the first text another try may help."""

    def receive(self, data: bytes) -> ModelPiece | None: ...

    def close(self) -> ModelPiece | None: ...


class Streaming(ABC):
    """One address and one model. `prepare` once before use; `generate` any number of times at once."""

    name: str
    names: Names

    def __init__(self, settings: Settings, model: str | None) -> None:
        self._settings, self.model = settings, model or ""

    @abstractmethod
    async def prepare(self) -> None:
        """See `ports.LLMProvider`."""

    @abstractmethod
    async def _ready(self) -> None:
        """Waits for what the start has begun, such as loading an SDK."""

    @abstractmethod
    def _response(
        self, prompt: Prompt, history: Sequence[Message], schema: Mapping[str, Any] | None, clocks: Clocks
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Yields the body of an accepted request; leaving closes its connection unless the body was read to its end."""

    @abstractmethod
    def _body(self) -> BodyReader:
        """Returns a reader for one response."""

    @property
    @abstractmethod
    def location(self) -> str:
        """See `ports.LLMProvider`."""

    async def generate(
        self, prompt: Prompt, messages: Sequence[Message] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[ModelPiece]:
        """Streams the answer; see `ports.LLMProvider`. Tries anew only while no text has come."""
        if not self.model:
            await self._settle()
        await self._ready()  # the SDK's loading is no silence of the model
        clocks = Clocks(self._settings, now())
        tries = 0
        while True:
            try:
                spoken = False
                async with (
                    self._response(prompt, messages or (), schema, clocks) as body,
                    aclosing(_pieces(body, self._body(), clocks)) as pieces,
                ):
                    async for piece in pieces:
                        spoken = spoken or bool(piece.text)
                        yield piece
                return
            except Broken as broken:
                if spoken or tries >= self._settings.retries or not broken.refused.again:
                    raise broken.refused.error from None
                await self._pause(broken.refused, tries, clocks)
                tries += 1
                clocks.begin(now())

    async def _settle(self) -> None:
        """Finds the model, which the start could not find."""
        try:
            await self.prepare()
        except WrongUse as wrong:
            raise UpstreamRefused(wrong.detail) from None

    def _refused(self, status: int, headers: Mapping[str, str], complaint: str) -> ServiceRefusal:
        """Returns what an HTTP error means here."""
        return read(status, headers, complaint, self.model, datetime.now(UTC), self.names)

    def _unreachable(self, error: BaseException | None) -> ServiceRefusal:
        """Returns what it means that no HTTP answer came. Transports call refused connections time-outs too, so the
        innermost cause decides.
        """
        while error is not None:
            if isinstance(error, TimeoutError):
                late = f"The model service could not be reached within {CONNECT_S:g} seconds."
                return ServiceRefusal(UpstreamTimeout(late), again=True)
            error = error.__cause__ or error.__context__
        why = f"The model service cannot be reached; check {self.names.address}."
        return ServiceRefusal(UpstreamError(why), again=True)

    async def _pause(self, refused: ServiceRefusal, tries: int, clocks: Clocks) -> None:
        """Waits with full jitter over a doubling base. `Retry-After` is kept, with jitter on top, because many callers
        wait for the same moment.
        """
        base_s = retries.FIRST_PAUSE_S
        if refused.wait_s is None:
            pause_s = random.uniform(0, min(base_s * 2**tries, retries.LONGEST_WAIT_S))
        else:
            pause_s = refused.wait_s + random.uniform(0, base_s)
        if now() + pause_s >= clocks.end:
            raise refused.error from None
        await asyncio.sleep(pause_s)


class Broken(Exception):
    """A try failed; `refused` says with what, and whether another try makes sense."""

    def __init__(self, refused: ServiceRefusal) -> None:
        super().__init__()
        self.refused = refused


def now() -> float:
    """Returns the loop's monotonic seconds."""
    return asyncio.get_running_loop().time()


async def within(clocks: Clocks, waiting: Awaitable[T]) -> T:
    """Waits until the next content is due. Raises `UpstreamTimeout` that names the clock."""
    try:
        async with asyncio.timeout_at(clocks.deadline) as limit:
            return await waiting
    except TimeoutError:
        if limit.expired():
            raise UpstreamTimeout(clocks.missed(now())) from None
        raise


async def _pieces(body: AsyncIterator[bytes], reply: BodyReader, clocks: Clocks) -> AsyncGenerator[ModelPiece]:
    """Yields the pieces of one body to its proper end. Raises `Broken`, or `UpstreamTimeout` when a clock runs out."""
    limit, clock = TimeLimit(), asyncio.get_running_loop().time
    due = clock()
    try:
        while not reply.done and reply.failure is None:
            if (early := due - clock()) > 0:
                await asyncio.sleep(early)
            try:
                data = await limit.wait(anext(body, None), clocks.deadline)
            except TooLate:
                raise UpstreamTimeout(clocks.missed(clock())) from None
            except Exception:  # the transport's own exceptions come through unmapped here and there
                broke = UpstreamError("The connection to the model service broke.")
                raise Broken(ServiceRefusal(broke, again=True)) from None
            if data is None:
                break
            due = clock() + PACE_S
            piece = reply.receive(data)
            if piece is not None:
                if piece.text or piece.thinking:
                    clocks.content(clock(), text=bool(piece.text))
                yield piece
                clocks.resume(clock())
    finally:
        limit.close()
    if reply.failure is None and (last := reply.close()) is not None:
        yield last
    if reply.failure is not None:
        raise Broken(ServiceRefusal(reply.failure, again=reply.passing))
    await _drain(body)


async def _drain(body: AsyncIterator[bytes]) -> None:
    """Reads what follows `[DONE]`, normally nothing, so that the connection is kept for the next request."""
    try:
        async with asyncio.timeout(DRAIN_S):
            while await anext(body, None) is not None:
                pass
    except Exception:  # whatever happens now, the answer is complete
        return
