"""What every model service that streams has in common: tries, clocks, pauses, and reading a body to its proper end."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from math import inf
from typing import NamedTuple, TypeVar

from gateway.concurrency.clock import Clock
from gateway.concurrency.time_limit import TimeLimit, TooLate
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models.bodies.body import AnswerBody
from gateway.models.ports import ModelPiece, Receive, hand_over
from gateway.models.prompt import Prompt
from gateway.models.services import retries
from gateway.models.transport.clocks import CONNECT_S, Clocks
from gateway.models.transport.http_errors import Names, ServiceRefusal, read
from gateway.settings import Settings
from gateway.telemetry import upstream

T = TypeVar("T")

RETRIES = 2
"""New requests before the first text."""
LAST_S = 3.0
"""How long what follows the reason of an answer's end, such as its usage, is waited for."""
DRAIN_S = 0.05
"""How long the end of a finished body is waited for, so that the connection can carry the next request."""


class OpenBody(NamedTuple):
    """The body of an accepted request. Nothing of the request is in it, which would stay for as long as it is read."""

    body: AsyncIterator[bytes]
    aclose: Callable[[], Awaitable[None]]
    """Closes the connection, unless the body was read to its end."""


class Streaming(ABC):
    """One address and one model. `prepare` once before use; `generate` any number of times at once."""

    name: str
    names: Names
    cites = False

    def __init__(self, settings: Settings, model: str | None) -> None:
        self._settings, self.model = settings, model or ""
        self._clock = Clock()
        self.retries = RETRIES

    @abstractmethod
    async def prepare(self) -> None:
        """See `ports.LLMProvider`."""

    @abstractmethod
    async def aclose(self) -> None:
        """See `ports.LLMProvider`."""

    @abstractmethod
    async def _ready(self) -> None:
        """Waits for what the start has begun, such as loading an SDK."""

    @abstractmethod
    async def _response(self, prompt: Prompt, history: Sequence[Message], clocks: Clocks) -> OpenBody:
        """Returns the body of an accepted request."""

    @abstractmethod
    def _body(self, prompt: Prompt) -> AnswerBody:
        """Returns a reader for one response to this prompt."""

    @property
    @abstractmethod
    def location(self) -> str:
        """See `ports.LLMProvider`."""

    async def generate(self, prompt: Prompt, messages: Sequence[Message] | None = None, *, receive: Receive) -> None:
        """Pushes the answer; see `ports.LLMProvider`. Tries again only until the first text, which frees the prompt."""
        if not self.model:
            await self._settle()
        await self._ready()  # the SDK's loading is no silence of the model
        clocks = Clocks(self._settings, now())
        tries, spoken = 0, False

        def pushed(piece: ModelPiece) -> Awaitable[None] | None:
            nonlocal spoken, prompt
            if piece.text and not spoken:
                spoken = True
                del prompt
            return receive(piece)

        while True:
            try:
                with upstream.attempt(self.name):
                    async with aclosing(await self._response(prompt, messages or (), clocks)) as opened:
                        await read_stream(opened.body, self._body(prompt), clocks, self._clock, pushed)
                return
            except Broken as broken:
                if spoken or tries >= self.retries or not broken.refused.again:
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
        self.code = refused.error.code


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


async def read_stream(
    body: AsyncIterator[bytes], reply: AnswerBody, clocks: Clocks, clock: Clock, receive: Receive
) -> None:
    """Pushes the pieces of one body to `receive`, each at a tick of the clock, up to its proper end. Raises `Broken`,
    or `UpstreamTimeout` when a clock runs out."""
    limit, time = TimeLimit(), asyncio.get_running_loop().time
    ended, last_s = False, inf
    cut: Broken | UpstreamTimeout | None = None
    clock.streams += 1
    try:
        while not reply.done and reply.failure is None:
            if not ended and reply.finish_reason is not None:
                ended, last_s = True, time() + LAST_S
            try:
                with limit.until(min(clocks.deadline, last_s)):
                    data = await anext(body)
            except StopAsyncIteration:
                break
            except TooLate:
                cut = None if ended else UpstreamTimeout(clocks.missed(time()))
                break
            except Exception:  # the transport's own exceptions come through unmapped here and there
                broke = UpstreamError("The connection to the model service broke.")
                cut = None if ended else Broken(ServiceRefusal(broke, again=True))
                break
            await clock.tick()
            if (piece := reply.receive(data)) is None:
                continue
            if piece.text or piece.thinking:
                clocks.content(time(), text=bool(piece.text))
                ended, last_s = False, inf  # it was not the end, whatever the service called it
            if (waiting := receive(piece)) is not None:
                await waiting
                clocks.resume(time())
    finally:
        limit.close()
        clock.streams -= 1
    if reply.failure is None and (last := reply.close()) is not None:
        await hand_over(receive, last)  # perhaps an event that had only lacked its end when the stream was cut
    if cut is not None:
        raise cut
    if reply.failure is not None:
        raise Broken(ServiceRefusal(reply.failure, again=reply.passing))
    if (usage := await _drained(body, reply)) is not None:
        await hand_over(receive, ModelPiece(usage=usage))


async def _drained(body: AsyncIterator[bytes], reply: AnswerBody) -> Usage | None:
    """Reads what follows `[DONE]`, normally nothing, so that the connection is kept for the next request. Returns the
    usage, where a service tells it only there; nothing else of it counts."""
    usage: Usage | None = None
    try:
        async with asyncio.timeout(DRAIN_S):
            while (data := await anext(body, None)) is not None:
                piece = reply.receive(data)
                usage = (piece.usage if piece else None) or usage
    except Exception:  # whatever happens now, the answer is complete
        pass
    return usage
