"""How an HTTP client reads an answer: the dialect it asks for, and the event behind which it goes on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from starlette.requests import ClientDisconnect

from gateway import slots
from gateway.answer.events import TERMINAL, Numbered
from gateway.errors import CursorAhead, InvalidField, MalformedCursor
from gateway.http.door.visit import Visit
from gateway.live.ports import AnswerStore
from gateway.live.producers import Live
from gateway.wire.shared.frame import EVENT_STREAM, About, Encoder

REFUSED = re.compile(r";\s*q=0(\.0*)?\s*(;|$)", re.ASCII)
CURSOR = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)


def dialects() -> list[str]:
    return list(slots.names("wire"))


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


def dialect(visit: Visit) -> Dialect:
    """Returns the dialect of `?dialect=`, else a JSON document for `Accept: application/json`, else `bracket`."""
    name = visit.query.get("dialect")
    if name is None:
        name = "document" if wants_json(visit) else "bracket"
    if name not in dialects():
        raise InvalidField.named("dialect", f"must be one of {', '.join(dialects())}")
    return Dialect.named(name)


def wants_json(visit: Visit) -> bool:
    """Tells whether `Accept` names JSON and not the event stream. `*/*` names neither; `q=0` takes a name back (RFC
    9110)."""
    named = {kind.partition(";")[0].strip() for kind in _accepted(visit)}
    return "application/json" in named and EVENT_STREAM not in named


def wants_stream(visit: Visit) -> bool:
    """Tells whether `Accept` names the event stream."""
    return EVENT_STREAM in {kind.partition(";")[0].strip() for kind in _accepted(visit)}


def _accepted(visit: Visit) -> list[str]:
    kinds = ",".join(visit.headers.getlist("accept")).lower().split(",")
    return [kind for kind in kinds if not REFUSED.search(kind)]


class Cursor(NamedTuple):
    """An event id; its `seq` is where a reader goes on."""

    epoch: int
    seq: int


def cursor(visit: Visit) -> Cursor:
    """Returns the event behind which a reader goes on: `Last-Event-ID`, else `?after=`, else 0 of 0."""
    return last_event(visit) or event_id(visit.query.get("after")) or Cursor(0, 0)


def last_event(visit: Visit) -> Cursor | None:
    """Returns the event that `Last-Event-ID` names. Raises `MalformedCursor`."""
    return event_id(visit.headers.get("last-event-id"))


def event_id(given: str | None) -> Cursor | None:
    """Returns an event id as it was sent, with or without space around it; None if there is none. Raises
    `MalformedCursor`."""
    if given is None or not (given := given.strip(" \t")):
        return None
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


async def gathered(
    visit: Visit, batches: AsyncGenerator[list[Numbered]], on_leave: Callable[[], Awaitable[None]] | None = None
) -> list[Numbered]:
    """Returns all events of an answer. When the caller leaves first, `on_leave` is called and `ClientDisconnect`
    raised."""
    reading, leaving = asyncio.ensure_future(_all(batches)), asyncio.ensure_future(_left(visit))
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


async def _left(visit: Visit) -> None:
    while (await visit.receive())["type"] != "http.disconnect":
        pass
