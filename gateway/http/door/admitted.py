"""Limits where requests come in: each request of a key that has some is counted, and each stream has a seat.

A question is counted in the statement that stores it (`turns.begin_turn`), everything else by the guard. What is left
is told in the fields of the response.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Scope, Send

from gateway.answer.events import TERMINAL, Numbered
from gateway.http.door.caller import Caller
from gateway.http.door.visit import VISIT, Visit
from gateway.limits.admission import Admission
from gateway.store.accounts.allowances import Seat


async def count(visit: Visit) -> None:
    """Counts a request. Raises `LimitReached`."""
    found = visit.caller
    if found.limits.requests_per_minute or found.tenant_limits.requests_per_minute:
        admission = Admission(found.key_hash, found.limits, found.tenant_limits, requests=1)
        visit.rate_fields = await visit.services.allowances.admit(found.tenant, admission)


async def of_question(visit: Visit, answer_uuid: str) -> tuple[Admission, Seat | None]:
    """Returns what is asked of limits for a question, and the seat of the stream of its answer, if such count."""
    found, allowances = visit.caller, visit.services.allowances
    seat = await _seat(visit) if _seats_count(found) else None
    admission = Admission(
        found.key_hash,
        found.limits,
        found.tenant_limits,
        requests=1 if visit.rate_fields is None else 0,
        answer_uuid=answer_uuid,
        reserve=allowances.reserve,
        viewer=seat.viewer if seat else None,
        owner=allowances.owner,
    )
    return admission, seat


async def take_seat(visit: Visit) -> Seat | None:
    """Returns a seat for the stream of an answer that is there; None where streams do not count. Raises
    `LimitReached`."""
    found, allowances = visit.caller, visit.services.allowances
    if not _seats_count(found):
        return None
    seat = await _seat(visit)
    limits = (found.key_hash, found.limits, found.tenant_limits)
    await allowances.admit(found.tenant, Admission(*limits, viewer=seat.viewer, owner=allowances.owner))
    return seat


async def _seat(visit: Visit) -> Seat:
    seat = await visit.services.allowances.seat()
    visit.seats.append(seat)
    return seat


def leave(scope: Scope) -> None:
    """Gives back what seats a request has, when it is over: also where its stream was never begun, as for a reader that
    had left before."""
    visit: Visit | None = scope.pop(VISIT, None)
    for seat in visit.seats if visit else ():
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


def tell(visit: Visit, fields: Mapping[str, str]) -> None:
    """Notes what the response is to tell about limits."""
    if fields:
        visit.rate_fields = fields


def telling(visit: Visit, send: Send) -> Send:
    """Returns what sends a response with the fields about limits, for callers who have some."""
    found = visit.identified
    if found is None or not (found.limits.any or found.tenant_limits.any):
        return send

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in (visit.rate_fields or {}).items():
                headers.setdefault(name, value)
        await send(message)

    return sent
