"""Sends numbered events to an HTTP client: dialect, cursor, keep-alive, and the life of a connection."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import NamedTuple

from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope, Send

from gateway import slots
from gateway.answer.events import TERMINAL, Failed, Numbered
from gateway.errors import CursorAhead, InvalidField, MalformedCursor, Unauthorized
from gateway.live.ports import AnswerStore
from gateway.live.producers import Live
from gateway.models.transport.time_limit import TimeLimit, TooLate
from gateway.wire.shared.frame import EVENT_STREAM, KEEP_ALIVE, About, Encoder

log = logging.getLogger(__name__)

KEEP_ALIVE_S = 15
SEND_TIMEOUT_S = 30
"""A reader that takes nothing for so long is disconnected; it can resume by event id."""
FAREWELL_S = 8
"""How long a reader is kept at shutdown, so that it gets the last message."""
RETRY_MS = (500, 1500)
"""When a reader that is sent away should come back."""
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
    if answer is not None and after <= answer.last:
        there: Sequence[Numbered] = answer.events[after - 1 : after] if after else []
    else:
        there = (await store.events(tenant, answer_uuid, after - 1))[:1] if after else []
    if after and not (there and given.epoch <= there[0].epoch):
        raise CursorAhead("This answer has no such event; start again from the first.")
    return bool(there) and isinstance(there[0].event, TERMINAL)


@dataclass(frozen=True, slots=True)
class SideMessage(Numbered):
    """A message to one reader that is no event of the answer. It has no id, so that the reader's cursor stays, and
    the number of the last event that was sent."""

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


class EventStream(EventSourceResponse):
    """sse-starlette's response around frames that are already bytes."""

    def __init__(
        self,
        batches: AsyncGenerator[list[Numbered]],
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
            self._frames(batches, encoder, after),
            headers={**stream_headers(media_type), **headers},
            ping=KEEP_ALIVE_S if media_type == EVENT_STREAM else 0,
            ping_message_factory=KeepAlive,
            send_timeout=SEND_TIMEOUT_S,
            shutdown_grace_period=FAREWELL_S,
        )
        self._limit = TimeLimit()
        self._on_leave, self._streams, self._over = on_leave, media_type == EVENT_STREAM, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except* SendTimeoutError:
            log.info("a reader took nothing for %d s and was let go", SEND_TIMEOUT_S)
        finally:
            self._limit.close()
            if self._on_leave is not None and not self._over:
                await self._on_leave()

    async def _send_with_timeout(self, send: Send, message: Message) -> None:
        """Sends as the original does, without a cancel scope and a timer for each message. A keep-alive may be sent
        while a message waits, and has those of its own.
        """
        if message.get("body") == KEEP_ALIVE:
            await super()._send_with_timeout(send, message)
            return
        try:
            await self._limit.wait(send(message), asyncio.get_running_loop().time() + SEND_TIMEOUT_S)
        except TooLate:
            raise SendTimeoutError from None

    async def _frames(
        self, batches: AsyncGenerator[list[Numbered]], encoder: Encoder, after: int
    ) -> AsyncGenerator[bytes]:
        """Yields one `bytes` for each batch: what was committed together is sent together.

        A reader that leaves is gone at once. A reader that is sent away before the terminal event is told when to
        come back, at random, because many are sent away at a time. A reader whose key no longer holds is told so;
        its answer goes on.
        """
        ended, position = False, (after, 0, 0)
        try:
            async with aclosing(batches):
                async for batch in batches:
                    last = batch[-1]
                    ended, position = isinstance(last.event, TERMINAL), (last.seq, last.epoch, last.t_ms)
                    encoded = [(numbered.seq, encoder.encode(numbered)) for numbered in batch]
                    if body := b"".join(frame for seq, frame in encoded if seq > after):
                        yield body
        except Unauthorized as refusal:
            ended = True
            yield encoder.encode(SideMessage(*position, Failed(refusal.code, refusal.detail, retryable=False)))
        self._over = True
        if not ended and self._streams:
            yield b"retry: %d\n\n" % random.randint(*RETRY_MS)


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
