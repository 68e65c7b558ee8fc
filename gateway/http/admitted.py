"""Limits where requests come in: each request of a key that has some is counted, and each stream has a seat.

A question is counted in the statement that stores it (`turns.begin_turn`), everything else by the guard. What is left
is told in the fields of the response.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import Message, Scope, Send

from gateway.answer.events import TERMINAL, Numbered
from gateway.http.caller import CALLER, Caller, caller
from gateway.live.admission import Admission
from gateway.services import services
from gateway.store.allowances import Seat

FIELDS = "citestream.rate_fields"
"""The key in a request's scope under which the fields about limits lie once the request is counted."""
SEATS = "citestream.seats"
"""The key in a request's scope under which the seats of its streams lie."""


async def count(request: Request) -> None:
    """Counts a request. Raises `LimitReached`."""
    found = caller(request)
    if found.limits.requests_per_minute or found.tenant_limits.requests_per_minute:
        admission = Admission(found.key_hash, found.limits, found.tenant_limits, requests=1)
        request.scope[FIELDS] = await services(request).allowances.admit(found.tenant, admission)


async def of_question(request: Request, answer_uuid: str) -> tuple[Admission, Seat | None]:
    """Returns what is asked of limits for a question, and the seat of the stream of its answer, if such count."""
    found, allowances = caller(request), services(request).allowances
    seat = await _seat(request) if _seats_count(found) else None
    admission = Admission(
        found.key_hash,
        found.limits,
        found.tenant_limits,
        requests=0 if FIELDS in request.scope else 1,
        answer_uuid=answer_uuid,
        reserve=allowances.reserve,
        viewer=seat.viewer if seat else None,
        owner=allowances.owner,
    )
    return admission, seat


async def take_seat(request: Request) -> Seat | None:
    """Returns a seat for the stream of an answer that is there; None where streams do not count. Raises
    `LimitReached`."""
    found, allowances = caller(request), services(request).allowances
    if not _seats_count(found):
        return None
    seat = await _seat(request)
    limits = (found.key_hash, found.limits, found.tenant_limits)
    await allowances.admit(found.tenant, Admission(*limits, viewer=seat.viewer, owner=allowances.owner))
    return seat


async def _seat(request: Request) -> Seat:
    seat = await services(request).allowances.seat()
    request.scope.setdefault(SEATS, []).append(seat)
    return seat


def leave(scope: Scope) -> None:
    """Gives back what seats a request has, when it is over: also where its stream was never begun, as for a reader that
    had left before."""
    for seat in scope.get(SEATS, ()):
        seat.leave()


def _seats_count(found: Caller) -> bool:
    return bool(found.limits.viewers or found.tenant_limits.viewers)


async def seated(batches: AsyncGenerator[list[Numbered]], seat: Seat) -> AsyncGenerator[list[Numbered]]:
    """Yields the same batches, and gives the seat back: before the end is sent, for whoever has read it may open the
    next stream at once; or when the reader leaves."""
    try:
        async with aclosing(batches):
            async for batch in batches:
                if isinstance(batch[-1].event, TERMINAL):
                    await seat.free()
                yield batch
    finally:
        seat.leave()


def tell(request: Request, fields: Mapping[str, str]) -> None:
    """Notes what the response is to tell about limits."""
    if fields:
        request.scope[FIELDS] = fields


def telling(scope: Scope, send: Send) -> Send:
    """Returns what sends a response with the fields about limits, for callers who have some."""
    found: Caller | None = scope.get(CALLER)
    if found is None or not (found.limits.any or found.tenant_limits.any):
        return send

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in scope.get(FIELDS, {}).items():
                headers.setdefault(name, value)
        await send(message)

    return sent
