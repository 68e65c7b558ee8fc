"""Turns as every endpoint begins, follows and ends them, on whichever process they run."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gateway.answer.events import Failed, Finished, Numbered
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn
from gateway.errors import (
    AnswerWithheld,
    InvalidField,
    Refusal,
    TurnRunning,
    Unavailable,
    UpstreamError,
    UpstreamRefused,
    UpstreamTimeout,
)
from gateway.http.asking.streams import Cursor, at_end
from gateway.http.door import admitted, origins
from gateway.http.door.bodies import body_hash
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import parameter
from gateway.http.streaming.event_stream import Batches
from gateway.live.ports import Once, StoredAnswer
from gateway.services import Services
from gateway.store.accounts.allowances import Seat
from gateway.wire.shared.frame import About

STOPPING_S = 5.0
"""The longest wait for an answer to end after it was told to. It is promised to end within one second."""
INTERRUPTING_S = 8.0
"""How long a question goes on interrupting answers of its thread before it is refused."""
KEY = re.compile(r"[\x20-\x7e]{1,255}", re.ASCII)
KEYED = parameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[ -~]{1,255}$"},
    "The same key with the same body joins the first request's answer.",
)
"""Describes the header that `once_of` reads."""


@dataclass(frozen=True, slots=True)
class RunningTurn:
    """A turn that is being answered, here or elsewhere."""

    tenant: str
    about: About
    _parts: Services
    _sent: str | None
    """The hash of the key or session that asked."""
    _seat: Seat | None = None
    joined: bool = False
    """Whether an earlier request began it, under the same `Idempotency-Key`."""

    @property
    def answer_uuid(self) -> str:
        return self.about.answer_uuid

    def events(self, *, after: int = 0) -> AsyncGenerator[list[Numbered]]:
        """Returns its committed events after `after`, in batches, up to the terminal one; see `permitted`."""
        events = self._parts.following.events(self.tenant, self.answer_uuid, after)
        return permitted(self._parts, self._sent, events, self._seat)

    async def seen(self, last: Cursor | None) -> int:
        """Returns the number of the event behind which a caller that joins goes on, given the last one it has; 0 for a
        new answer. The terminal event is sent again, so that the stream has an end. Raises `CursorAhead`."""
        if last is None or not self.joined:
            return 0
        ended = await at_end(self._parts.live, self._parts.answers, self.tenant, self.answer_uuid, last)
        return last.seq - ended

    async def stop(self) -> None:
        """Ends it with the text so far. Nothing happens where it has ended."""
        await self._parts.takeover.stop(self.tenant, self.answer_uuid)


def once_of(visit: Visit, given: Mapping[str, Any]) -> Once | None:
    """Returns the `Idempotency-Key` with a hash of the body it came with. Raises `InvalidField`."""
    key = visit.headers.get("idempotency-key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise InvalidField.named("Idempotency-Key", "must be 1 to 255 printable ASCII characters")
    return Once(key, body_hash(given))


async def begin(visit: Visit, question: Question, once: Once | None = None) -> RunningTurn:
    """Admits a question. From here on its answer is being written, whoever reads it. A repeated request (`once`)
    joins the answer of the first one. Raises `TurnRunning`, unless the setting is to interrupt what runs; then other
    questions of the same moment can be admitted first, and are interrupted too. Raises `Unavailable` if the answer has
    not begun within the time of `Visit.in_time`."""
    return await visit.in_time(_begun(visit, question, once))


async def _begun(visit: Visit, question: Question, once: Once | None) -> RunningTurn:
    if not question.language_known and (spoken := await visit.services.threads.language(question)):
        question = replace(question, language=spoken, language_known=True)
    turn, until = Turn(question), time.monotonic() + INTERRUPTING_S
    while True:
        try:
            return await begin_turn(visit, turn, once)
        except TurnRunning as busy:
            if visit.services.settings.double_text != "interrupt" or time.monotonic() > until:
                raise
            await stop_and_wait(visit, busy.answer_uuid)


async def begin_turn(visit: Visit, turn: Turn, once: Once | None = None) -> RunningTurn:
    """Does the same for a turn whose uuids are settled, and without interrupting anything."""
    parts = visit.services
    if parts.live.closing:
        raise Unavailable("This process is ending; ask again.")
    admission, seat = await admitted.of_question(visit, turn.answer_uuid)
    stored = await parts.answers.open_turn(turn, once, admission)
    admitted.tell(visit, stored.rate_fields)
    joined = stored.answer_uuid != turn.answer_uuid
    if not joined:
        answer = parts.live.start(stored.admitted or turn, parts.ask.run)
        try:
            await answer.begun()
        except asyncio.CancelledError:
            if once is None and not parts.live.closing:  # the caller gets 503, and nobody would read it
                parts.live.stop(*answer.key)
            raise
    elif seat is not None:  # what admitted it was rolled back with the rest
        seat = await admitted.take_seat(visit)
    sent = visit.caller.sent_hash
    return RunningTurn(turn.question.asker.tenant, about(visit, stored), parts, sent, seat, joined)


def permitted(
    parts: Services, sent: str | None, batches: AsyncGenerator[list[Numbered]], seat: Seat | None
) -> AsyncGenerator[list[Numbered]]:
    """Returns the same batches for as long as the caller's key or session, whose hash this is, holds; then
    `Unauthorized` is raised.

    seat: is given back behind them.
    """
    valid = parts.permits.while_valid(sent, batches)
    return valid if seat is None else admitted.seated(valid, seat)


def events_of(visit: Visit, answer_uuid: str, seat: Seat | None) -> Batches:
    """Returns what opens an answer's events for a stream, from the first on; see `permitted`."""
    parts, asker = visit.services, visit.caller

    def opened() -> AsyncGenerator[list[Numbered]]:
        events = parts.following.events(asker.tenant, answer_uuid)
        return permitted(parts, asker.sent_hash, events, seat)

    return opened


def about(visit: Visit, stored: StoredAnswer) -> About:
    """Returns the facts of an answer without its model, which is known only at the end: a replay must have the bytes
    of the first time. Links differ where two readers call this gateway by different names."""
    return About(stored.answer_uuid, stored.question, stored.created_at, base=origins.public_base(visit))


async def stop_and_wait(visit: Visit, answer_uuid: str) -> None:
    """Stops an answer of the caller's and waits for its end."""
    parts, tenant = visit.services, visit.caller.tenant
    await parts.takeover.stop(tenant, answer_uuid)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(STOPPING_S):
            async for _ in parts.following.events(tenant, answer_uuid):
                pass


def failed(numbered: Sequence[Numbered]) -> Refusal | None:
    """Returns why there is no answer, as a refusal with the status of its code; `Unavailable` when its end was lost."""
    match numbered[-1].event if numbered else None:
        case Failed(code, message, _):
            return FAILURES.get(code, Refusal)(message)
        case Finished():
            return None
    return Unavailable("The answer has not come to its end; ask for its events or try again shortly.")


FAILURES: dict[str, type[Refusal]] = {
    error.code: error for error in (Unavailable, UpstreamError, UpstreamTimeout, UpstreamRefused, AnswerWithheld)
}
