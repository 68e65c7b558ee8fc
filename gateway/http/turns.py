"""Turns as every endpoint begins, follows and ends them, on whichever process they run."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from starlette.requests import Request

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
from gateway.http import admitted, caller, origins
from gateway.http.bodies import body_hash
from gateway.http.event_stream import Batches
from gateway.http.streams import Cursor, at_end
from gateway.live.feed import Sink
from gateway.live.ports import Once, StoredAnswer
from gateway.services import Services, services
from gateway.store.allowances import Seat
from gateway.wire.shared.frame import About

STOPPING_S = 5.0
"""The longest wait for an answer to end after it was told to. It is promised to end within one second."""
INTERRUPTING_S = 20.0
"""How long a question goes on interrupting answers of its thread before it is refused."""
KEY = re.compile(r"[\x20-\x7e]{1,255}", re.ASCII)
KEYED = "Idempotency-Key?: /^[ -~]{1,255}$/ -- The same key with the same body joins the first request's answer."
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

    def events(self, sink: Sink | None = None, *, after: int = 0) -> AsyncGenerator[list[Numbered]]:
        """Returns its committed events behind `after`, in batches, up to the terminal one; see `permitted`. What the
        sink takes does not come out."""
        events = self._parts.following.events(self.tenant, self.answer_uuid, after, sink)
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


def once_of(request: Request, given: Mapping[str, Any]) -> Once | None:
    """Returns the `Idempotency-Key` with a hash of the body it came with. Raises `InvalidField`."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise InvalidField.named("Idempotency-Key", "must be 1 to 255 printable ASCII characters")
    return Once(key, body_hash(given))


async def begin(request: Request, question: Question, once: Once | None = None) -> RunningTurn:
    """Admits a question. From here on its answer is being written, whoever reads it. A repeated request (`once`)
    joins the answer of the first one. Raises `TurnRunning`, unless the setting is to interrupt what runs; then other
    questions of the same moment can be admitted first, and are interrupted too."""
    if not question.language_known and (spoken := await services(request).threads.language(question)):
        question = replace(question, language=spoken, language_known=True)
    turn, until = Turn(question), time.monotonic() + INTERRUPTING_S
    while True:
        try:
            return await begin_turn(request, turn, once)
        except TurnRunning as busy:
            if services(request).settings.double_text != "interrupt" or time.monotonic() > until:
                raise
            await stop_and_wait(request, busy.answer_uuid)


async def begin_turn(request: Request, turn: Turn, once: Once | None = None) -> RunningTurn:
    """Does the same for a turn whose uuids are settled, and without interrupting anything."""
    parts = services(request)
    if parts.live.closing:
        raise Unavailable("This process is ending; ask again.")
    admission, seat = await admitted.of_question(request, turn.answer_uuid)
    stored = await parts.answers.open_turn(turn, once, admission)
    admitted.tell(request, stored.rate_fields)
    joined = stored.answer_uuid != turn.answer_uuid
    if not joined:
        parts.live.start(stored.admitted or turn, parts.ask.run)
    elif seat is not None:  # what admitted it was rolled back with the rest
        seat = await admitted.take_seat(request)
    sent = caller.caller(request).sent_hash
    return RunningTurn(turn.question.asker.tenant, about(request, stored), parts, sent, seat, joined)


def permitted(
    parts: Services, sent: str | None, batches: AsyncGenerator[list[Numbered]], seat: Seat | None
) -> AsyncGenerator[list[Numbered]]:
    """Returns the same batches for as long as the caller's key or session, whose hash this is, holds; then
    `Unauthorized` is raised.

    seat: is given back behind them.
    """
    valid = parts.permits.while_valid(sent, batches)
    return valid if seat is None else admitted.seated(valid, seat)


def events_of(request: Request, answer_uuid: str, seat: Seat | None) -> Batches:
    """Returns what opens an answer's events for a stream, from the first on; see `permitted`."""
    parts, asker = services(request), caller.caller(request)

    def opened(sink: Sink | None) -> AsyncGenerator[list[Numbered]]:
        events = parts.following.events(asker.tenant, answer_uuid, sink=sink)
        return permitted(parts, asker.sent_hash, events, seat)

    return opened


def about(request: Request, stored: StoredAnswer) -> About:
    """Returns the facts of an answer without its model, which is known only at the end: a replay must have the bytes
    of the first time. Links differ where two readers call this gateway by different names."""
    return About(stored.answer_uuid, stored.question, stored.created_at, base=origins.public_base(request))


async def stop_and_wait(request: Request, answer_uuid: str) -> None:
    """Stops an answer of the caller's and waits for its end."""
    parts, tenant = services(request), caller.tenant(request)
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
