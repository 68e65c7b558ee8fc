"""What every model service that streams has in common: tries, clocks, pauses, and reading a body to its proper end."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from math import inf
from typing import Any, NamedTuple, Protocol, TypeVar

from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models import retries
from gateway.models.ports import ModelPiece, Take
from gateway.models.prompt import Prompt
from gateway.models.transport.beat import Beat
from gateway.models.transport.clocks import CONNECT_S, Clocks
from gateway.models.transport.http_errors import Names, ServiceRefusal, read
from gateway.models.transport.time_limit import TimeLimit, TooLate
from gateway.settings import Settings
from gateway.telemetry import upstream

T = TypeVar("T")

RETRIES = 2
"""New requests before the first text."""
LAST_S = 3.0
"""How long what follows the reason of an answer's end, such as its usage, is waited for."""
DRAIN_S = 0.05
"""How long the end of a finished body is waited for, so that the connection can carry the next request."""


class BodyReader(Protocol):
    """Reads one response body (`chunks.Reply`)."""

    done: bool
    finish_reason: str | None
    """Why the answer ends, once the service has told: what follows is good to have, and nobody waits long for it."""
    failure: UpstreamError | None
    passing: bool
    """The failure is about the moment: before the first text another try may help."""

    def receive(self, data: bytes) -> ModelPiece | None: ...

    def text_alone(self, data: bytes) -> str:
        """Reads what is text and nothing else; "" where it is not, and nothing is read (`body.AnswerBody`)."""

    def close(self) -> ModelPiece | None: ...


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
        self._beat = Beat()
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
    async def _response(
        self, prompt: Prompt, history: Sequence[Message], schema: Mapping[str, Any] | None, clocks: Clocks
    ) -> OpenBody:
        """Returns the body of an accepted request."""

    @abstractmethod
    def _body(self, prompt: Prompt) -> BodyReader:
        """Returns a reader for one response to this prompt."""

    @property
    @abstractmethod
    def location(self) -> str:
        """See `ports.LLMProvider`."""

    async def generate(
        self,
        prompt: Prompt,
        messages: Sequence[Message] | None = None,
        *,
        schema: Mapping[str, Any] | None = None,
        take: Take | None = None,
    ) -> AsyncGenerator[ModelPiece]:
        """Streams the answer; see `ports.LLMProvider`. Tries anew only while no text has come; from then on the prompt
        is let go."""
        if not self.model:
            await self._settle()
        await self._ready()  # the SDK's loading is no silence of the model
        clocks = Clocks(self._settings, now())
        tries = 0
        while True:
            try:
                spoken = False
                with upstream.attempt(self.name):
                    async with (
                        aclosing(await self._response(prompt, messages or (), schema, clocks)) as opened,
                        aclosing(_pieces(opened.body, self._body(prompt), clocks, self._beat, take)) as pieces,
                    ):
                        async for piece in pieces:
                            if piece.text and not spoken:
                                spoken = True
                                del prompt
                            yield piece
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


class _Tap:
    """Reads the parts of a body in the place of the task that waits for them."""

    __slots__ = ("_clocks", "_fault", "_piece", "_reply", "_time", "take")

    def __init__(self, reply: BodyReader, clocks: Clocks) -> None:
        self._reply, self._clocks = reply, clocks
        self._time = asyncio.get_running_loop().time
        self.take: Take | None = None
        """Set when the first text is out, until the service has told why the answer ends."""
        self._piece: ModelPiece | None = None
        self._fault: Exception | None = None

    def __call__(self, data: bytes) -> bool:
        """Reads what has come; returns whether nothing of it is for the task."""
        reply, take = self._reply, self.take
        try:
            if take is not None and (text := reply.text_alone(data)):
                if take(text):
                    self._clocks.content(self._time(), text=True)
                    return True
                self._piece = ModelPiece(text)
                return False
            piece = reply.receive(data)
            if piece is not None and take is not None and piece.is_text and take(piece.text):
                piece = None
                self._clocks.content(self._time(), text=True)
            self._piece = piece
        except Exception as error:  # ours, and none of the connection's
            self._fault = error
        return not (reply.done or any((self._piece, self._fault, reply.failure, reply.finish_reason)))

    def left(self) -> ModelPiece | None:
        """Returns, once, the piece that is the task's. Raises what went wrong on our side."""
        if self._fault is not None:
            raise self._fault
        piece, self._piece = self._piece, None
        return piece


async def _pieces(
    body: AsyncIterator[bytes], reply: BodyReader, clocks: Clocks, beat: Beat, take: Take | None
) -> AsyncGenerator[ModelPiece]:
    """Yields the pieces of one body to its proper end, each at a beat, but for those that are taken. Raises `Broken`,
    or `UpstreamTimeout` when a clock runs out."""
    limit, clock = TimeLimit(), asyncio.get_running_loop().time
    ended, last_s = False, inf
    cut: Broken | UpstreamTimeout | None = None
    tap = _Tap(reply, clocks)
    try:
        while not reply.done and reply.failure is None:
            if not ended and reply.finish_reason is not None:
                ended, last_s, tap.take = True, clock() + LAST_S, None
            moved = None if ended else lambda: clocks.deadline
            try:
                with limit.until(min(clocks.deadline, last_s), moved):
                    await beat.after(body, tap)
            except StopAsyncIteration:
                break
            except TooLate:
                cut = None if ended else UpstreamTimeout(clocks.missed(clock()))
                break
            except Exception:  # the transport's own exceptions come through unmapped here and there
                broke = UpstreamError("The connection to the model service broke.")
                cut = None if ended else Broken(ServiceRefusal(broke, again=True))
                break
            piece = tap.left()
            if piece is not None:
                if piece.text:
                    tap.take = take
                if piece.text or piece.thinking:
                    clocks.content(clock(), text=bool(piece.text))
                    ended, last_s = False, inf  # it was not the end, whatever the service called it
                yield piece
                clocks.resume(clock())
    finally:
        limit.close()
    if reply.failure is None and (last := reply.close()) is not None:
        yield last  # perhaps an event that had only lacked its end when the stream was cut
    if cut is not None:
        raise cut
    if reply.failure is not None:
        raise Broken(ServiceRefusal(reply.failure, again=reply.passing))
    if (usage := await _drained(body, reply)) is not None:
        yield ModelPiece(usage=usage)


async def _drained(body: AsyncIterator[bytes], reply: BodyReader) -> Usage | None:
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
