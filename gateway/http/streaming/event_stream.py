"""Sends the events of an answer to one reader: keep-alive, patience, and the life of a connection."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from math import inf

from sse_starlette import EventSourceResponse
from starlette.types import Receive, Scope, Send

from gateway.answer.events import TERMINAL, Failed, Numbered
from gateway.concurrency.time_limit import TimeLimit, TooLate
from gateway.errors import Unauthorized
from gateway.http.streaming import keep_alive
from gateway.http.streaming.connections import CONNECTION, AsgiConnection, ReaderConnection
from gateway.http.streaming.keep_alive import KEEP_ALIVE_S
from gateway.telemetry import families
from gateway.wire.shared.frame import EVENT_STREAM, KEEP_ALIVE, Encoder

log = logging.getLogger(__name__)

SEND_TIMEOUT_S = 30
"""A reader that takes nothing for so long is disconnected; it can resume by event id."""
STALLS = SEND_TIMEOUT_S // KEEP_ALIVE_S
RETRY_MS = (50, 450)
"""When a reader that is sent away should come back: hundreds are sent away at a time, and each costs a few ms."""

Batches = Callable[[], AsyncGenerator[list[Numbered]]]
"""Opens the events of an answer."""


class SideMessage(Numbered):
    """A message to one reader that is no event of the answer. It has no id, so that the reader's cursor stays, and
    the number of the last event that was sent."""

    __slots__ = ()

    @property
    def id(self) -> str:
        return ""


def stream_headers(media_type: str) -> dict[str, str]:
    """Returns the headers of a stream that no proxy may store or hold back. The type has no charset, because old
    clients compare it letter by letter."""
    return {"content-type": media_type, "cache-control": "no-store", "x-accel-buffering": "no"}


class EventStream(EventSourceResponse):
    """sse-starlette's response, whose head goes through the middleware and whose body past it."""

    def __init__(
        self,
        batches: Batches,
        encoder: Encoder,
        headers: Mapping[str, str],
        *,
        after: int = 0,
        media_type: str = EVENT_STREAM,
        on_leave: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Takes the frames to send.

        `after`: events up to this one are encoded and not sent.
        `on_leave`: called when the reader goes before the terminal event.
        """
        super().__init__(iter(()), headers={**stream_headers(media_type), **headers})
        self._body = _Body(batches, encoder, after, on_leave, is_sse=media_type == EVENT_STREAM)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await super().__call__(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        body, offered = self._body, scope.get(CONNECTION)
        body.connection = offered or AsgiConnection(receive, send)
        if offered is None:
            await body.send()
        else:
            offered.body = body.send


class _Body:
    """The body of one response, sent by the task of its request.

    Readers are many, so there is no second task for each. Nothing here waits for the end of the server, which closes
    the streamed answers (`serve.server`).
    """

    __slots__ = (
        "_after",
        "_batches",
        "_encode",
        "_is_sse",
        "_last",
        "_life",
        "_on_leave",
        "_over",
        "_patience",
        "_stalls",
        "_waking",
        "connection",
    )

    def __init__(
        self,
        batches: Batches,
        encoder: Encoder,
        after: int,
        on_leave: Callable[[], Awaitable[None]] | None,
        *,
        is_sse: bool,
    ) -> None:
        self._batches, self._encode, self._after, self._on_leave = batches, encoder.encode, after, on_leave
        self._is_sse = is_sse
        self.connection: ReaderConnection
        """Set before anything is sent."""
        self._last: Numbered | None = None
        """The newest event that was encoded."""
        self._over = False
        """The reader was sent all that it gets."""
        self._stalls = 0
        """Keep-alives in a row that the connection did not take."""
        self._life: TimeLimit
        self._patience: TimeLimit
        self._waking: asyncio.Task[None] | None = None
        """Sends a keep-alive."""

    async def send(self) -> None:
        """Sends it up to its end, or until the reader leaves or takes nothing for too long."""
        connection, life = self.connection, TimeLimit()
        self._life, self._patience = life, TimeLimit()
        connection.on_left(life.expire)
        if self._is_sse:
            keep_alive.of_loop().add(self)
        try:
            with life.until(inf):
                await self._send_all()
        except TooLate:
            if self._is_stuck:
                log.info("a reader took nothing for %d s and was let go", SEND_TIMEOUT_S)
                families.READERS_GONE.inc()
        finally:
            self._patience.close()
            connection.forget()
            keep_alive.of_loop().discard(self)
            if self._waking is not None:
                self._waking.cancel()
            if self._on_leave is not None and not self._over:
                await self._on_leave()

    async def _send_all(self) -> None:
        """Sends the events. A reader that is sent away before the terminal event is told when to come back, at random,
        because many are sent away at a time. A reader whose key no longer holds is told so; its answer goes on.
        """
        farewell = b""
        async with aclosing(self._batches()) as batches:
            try:
                async for batch in batches:
                    await self._send(self._encoded(batch))
                if self._is_sse and not (self._last and isinstance(self._last.event, TERMINAL)):
                    farewell = b"retry: %d\n\n" % random.randint(*RETRY_MS)
            except Unauthorized as refusal:
                farewell = self._refused(refusal)
            self._over = True
            await self._send(farewell)
        await self.connection.end()

    async def _send(self, frames: bytes) -> None:
        """Sends frames. Raises `TooLate` if the connection takes nothing for `SEND_TIMEOUT_S`."""
        if not frames:
            return
        try:
            with self._patience.until(asyncio.get_running_loop().time() + SEND_TIMEOUT_S):
                await self.connection.send(frames)
        except TooLate:
            self._stalls = STALLS
            raise

    def _encoded(self, batch: Sequence[Numbered]) -> bytes:
        """Returns the frames of a batch in one: what was committed together is sent together."""
        self._last = batch[-1]
        if batch[0].seq > self._after:
            return b"".join(map(self._encode, batch))
        return b"".join([self._encode(numbered) for numbered in batch][self._after + 1 - batch[0].seq :])

    def _refused(self, refusal: Unauthorized) -> bytes:
        last = self._last
        position = (last.seq, last.epoch, last.t_ms) if last else (self._after, 0, 0)
        return self._encode(SideMessage(*position, Failed(refusal.code, refusal.detail, retryable=False)))

    def keep_alive(self) -> None:
        """Sends a comment, so that no proxy takes a silent stream for dead. Finds a reader that reads nothing, even if
        there is nothing to send."""
        if not self.connection.is_ready:
            self._stalls += 1
        elif not self._over:
            self._waking = asyncio.create_task(self._send_keep_alive())
            self._stalls = 0
        if self._is_stuck:
            self._life.expire()

    async def _send_keep_alive(self) -> None:
        if self.connection.is_ready and not self._over:
            await self.connection.send(KEEP_ALIVE)

    @property
    def _is_stuck(self) -> bool:
        return self._stalls >= STALLS
