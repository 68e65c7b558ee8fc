"""Sends numbered events to an HTTP client: dialect, cursor, keep-alive, and the life of a connection."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope, Send

from gateway import slots
from gateway.answer.events import TERMINAL, Failed, Numbered
from gateway.errors import CursorAhead, InvalidField, MalformedCursor, Unauthorized
from gateway.live.feed import Sink
from gateway.live.ports import AnswerStore
from gateway.live.producers import Live
from gateway.models.transport.time_limit import TimeLimit, TooLate
from gateway.telemetry import families
from gateway.wire.shared.frame import EVENT_STREAM, KEEP_ALIVE, About, Encoder

log = logging.getLogger(__name__)

SERVER_SEND = "citestream.server_send"
"""In the scope: the server's own `send`, before any middleware."""
SEND_AT_ONCE = "citestream.send_at_once"
"""In the scope: a `SendAtOnce`, where the server offers one."""
KEEP_ALIVE_S = 15
SEND_TIMEOUT_S = 30
"""A reader that takes nothing for so long is disconnected; it can resume by event id."""
RETRY_MS = (50, 450)
"""When a reader that is sent away should come back: hundreds are sent away at a time, and each costs a few ms."""
REFUSED = re.compile(r";\s*q=0(\.0*)?\s*(;|$)", re.ASCII)
CURSOR = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)


def dialects() -> list[str]:
    return slots.names("wire")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one file of `wire/` offers: see `wire.shared.frame` for what its names mean."""

    name: str
    media_type: str
    encoder: Callable[[About], Encoder]
    headers: Mapping[str, str]
    rollback: bool
    stateless: bool

    @classmethod
    @cache
    def named(cls, name: str) -> Dialect:
        module = slots.load("wire", name, "dialect")
        headers = getattr(module, "HEADERS", {})
        rollback, stateless = (getattr(module, flag, False) for flag in ("ROLLBACK", "STATELESS"))
        return cls(name, module.MEDIA_TYPE, module.Encoder, headers, rollback, stateless)

    @property
    def streams(self) -> bool:
        """Whether it can be sent while the answer is written. JSON is one document."""
        return self.media_type != "application/json"


def dialect(request: Request) -> Dialect:
    """Returns the dialect of `?dialect=`, else a JSON document for `Accept: application/json`, else `bracket`."""
    name = request.query_params.get("dialect")
    if name is None:
        name = "document" if wants_json(request) else "bracket"
    if name not in dialects():
        raise InvalidField.named("dialect", f"must be one of {', '.join(dialects())}")
    return Dialect.named(name)


def wants_json(request: Request) -> bool:
    """Tells whether `Accept` names JSON and not the event stream. `*/*` names neither; `q=0` takes a name back (RFC
    9110)."""
    named = {kind.partition(";")[0].strip() for kind in _accepted(request)}
    return "application/json" in named and EVENT_STREAM not in named


def wants_stream(request: Request) -> bool:
    """Tells whether `Accept` names the event stream."""
    return EVENT_STREAM in {kind.partition(";")[0].strip() for kind in _accepted(request)}


def _accepted(request: Request) -> list[str]:
    kinds = ",".join(request.headers.getlist("accept")).lower().split(",")
    return [kind for kind in kinds if not REFUSED.search(kind)]


class Cursor(NamedTuple):
    """An event id; its `seq` is where a reader goes on."""

    epoch: int
    seq: int


def cursor(request: Request) -> Cursor:
    """Returns the event behind which a reader goes on: `Last-Event-ID`, else `?after=`, else 0 of 0."""
    given = request.headers.get("last-event-id") or request.query_params.get("after")
    if given is None:
        return Cursor(0, 0)
    match = CURSOR.fullmatch(given)
    if match is None:
        raise MalformedCursor("An event id has the form <epoch>-<seq>, for example 1-42.")
    return Cursor(int(match[1]), int(match[2]))


async def at_end(live: Live, store: AnswerStore, tenant: str, answer_uuid: str, given: Cursor) -> bool:
    """Tells whether the cursor is the terminal event. Raises `CursorAhead` for a cursor past the last event, or of a
    later epoch than the event of its number: this answer never had such an event, because what was shown keeps its
    epoch."""
    after, answer = given.seq, live.get(tenant, answer_uuid)
    if answer is not None and (not after or answer.base < after <= answer.last):
        there: Sequence[Numbered] = answer.events[after - answer.base - 1 : after - answer.base] if after else []
    else:
        there = (await store.events(tenant, answer_uuid, after - 1))[:1] if after else []
    if after and not (there and given.epoch <= there[0].epoch):
        raise CursorAhead("This answer has no such event; start again from the first.")
    return bool(there) and isinstance(there[0].event, TERMINAL)


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


class KeepAlive(ServerSentEvent):
    """The two bytes that no client takes for a message, in sse-starlette's form."""

    def encode(self) -> bytes:
        return KEEP_ALIVE


class SendAtOnce(Protocol):
    """Sends parts of a response's body without waiting."""

    @property
    def is_ready(self) -> bool:
        """Whether the connection takes more right now."""
        ...

    def __call__(self, body: bytes) -> None: ...


Batches = Callable[[Sink | None], AsyncGenerator[list[Numbered]]]
"""Opens the events of an answer. What the sink takes while they are waited for does not come out again."""


class EventStream(EventSourceResponse):
    """sse-starlette's response around frames that are already bytes.

    What is published while the connection takes more is encoded and sent by whoever publishes it: the stream's own task
    is woken only for the beginning, the end, and a connection that has to be waited for.
    """

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
        super().__init__(
            iter(()),  # what is sent is read by `_stream_response`
            headers={**stream_headers(media_type), **headers},
            ping=KEEP_ALIVE_S if media_type == EVENT_STREAM else 0,
            ping_message_factory=KeepAlive,
            send_timeout=SEND_TIMEOUT_S,
        )
        self._batches, self._encode, self._after = batches, encoder.encode, after
        self._on_leave, self._streams, self._over = on_leave, media_type == EVENT_STREAM, False
        self._last: Numbered | None = None
        """The newest event that was encoded."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streams as the original does, in the caller's own task and with a task each for the reader's leave and for
        keeping alive: readers are many, and task groups and scopes are half of what one holds. Nothing waits for the
        server's end, which closes what is streamed (`serve.server`)."""
        self._send: Send = scope.get(SERVER_SEND, send)
        self._send_at_once: SendAtOnce | None = scope.get(SEND_AT_ONCE)
        try:
            if scope["method"] == "HEAD":
                await super().__call__(scope, receive, send)
            else:
                await self._stream_until_left(receive, send)
        except SendTimeoutError:
            log.info("a reader took nothing for %d s and was let go", SEND_TIMEOUT_S)
            families.READERS_GONE.inc()
        finally:
            if self._on_leave is not None and not self._over:
                await self._on_leave()

    async def _stream_until_left(self, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        beside = [loop.create_task(self._listen_for_disconnect(receive))]
        if self.ping_interval:
            beside.append(loop.create_task(self._ping(send)))
        try:
            async with asyncio.timeout(None) as limit:

                def end(_: asyncio.Task[None]) -> None:
                    limit.reschedule(loop.time())

                for task in beside:
                    task.add_done_callback(end)
                try:
                    await self._stream_response(send)
                finally:
                    for task in beside:
                        task.remove_done_callback(end)
        except TimeoutError:
            if not limit.expired():
                raise
        finally:
            for task in beside:
                task.cancel()
            ended = await asyncio.gather(*beside, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def _stream_response(self, send: Send) -> None:
        """Sends as the original does, with one timer for all frames in the place of a cancel scope and a timer for
        each, and past the middleware, which has to do with the start alone.

        A reader that leaves is gone at once. A reader that is sent away before the terminal event is told when to
        come back, at random, because many are sent away at a time. A reader whose key no longer holds is told so;
        its answer goes on.
        """
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        limit, now = TimeLimit(), asyncio.get_running_loop().time
        batches = self._batches(None if self._send_at_once is None else self._take)
        farewell = b""
        try:
            try:
                async for batch in batches:
                    if body := self._encoded(batch):
                        with limit.until(now() + SEND_TIMEOUT_S):
                            await self._send(part(body))
                if self._streams and not (self._last and isinstance(self._last.event, TERMINAL)):
                    farewell = b"retry: %d\n\n" % random.randint(*RETRY_MS)
            except Unauthorized as refusal:
                farewell = self._refused(refusal)
            self._over = True
            if farewell:
                with limit.until(now() + SEND_TIMEOUT_S):
                    await self._send(part(farewell))
        except TooLate:
            raise SendTimeoutError from None
        finally:
            limit.close()
            await batches.aclose()
        async with self._send_lock:
            self.active = False
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _take(self, batch: Sequence[Numbered]) -> bool:
        """Sends a batch at once (a `Sink`)."""
        assert self._send_at_once is not None
        if not self._send_at_once.is_ready:
            return False
        if body := self._encoded(batch):
            self._send_at_once(body)
        return True

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


def part(body: bytes) -> Message:
    """Returns the message of ASGI that sends a part of a response's body."""
    return {"type": "http.response.body", "body": body, "more_body": True}


async def gathered(
    request: Request, batches: AsyncGenerator[list[Numbered]], on_leave: Callable[[], Awaitable[None]] | None = None
) -> list[Numbered]:
    """Returns all events of an answer. When the caller leaves first, `on_leave` is called and `ClientDisconnect`
    raised."""
    reading, leaving = asyncio.ensure_future(_all(batches)), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((reading, leaving), return_when=asyncio.FIRST_COMPLETED)
        if reading.done():
            return reading.result()
        if on_leave is not None:
            await on_leave()
        raise ClientDisconnect
    finally:
        reading.cancel()
        leaving.cancel()


async def _all(batches: AsyncGenerator[list[Numbered]]) -> list[Numbered]:
    async with aclosing(batches):
        return [numbered async for batch in batches for numbered in batch]


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
