"""What is stored of a chat, as a page that is opened anew wants it. A chat is a thread; its id is the thread's.

A chat that is not there, or somebody else's, is an empty one: a page asks for its chat before anything was said in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from gateway.answer.events import Event, Numbered
from gateway.http.asking.streams import Dialect
from gateway.http.asking.turns import about, events_of
from gateway.http.door import admitted
from gateway.http.door.bodies import JSON_LIMIT
from gateway.http.door.paging import cut, number_at
from gateway.http.door.visit import Visit
from gateway.http.reading_room.threads import ThreadPage
from gateway.http.streaming.event_stream import EventStream
from gateway.live.ports import StoredAnswer
from gateway.store.reading_room.owned_threads import ThreadName, ThreadTurn
from gateway.wire.shared.frame import Encoder

MOST_BYTES = 4 * JSON_LIMIT
"""The largest body: these libraries send every message of the chat again, with all that belongs to it."""
JUST_ENDED = timedelta(seconds=60)
"""How long an answer can still be followed by its chat. A page reads its messages first and asks then what runs; what
ends between the two, or while a connection was lost, must not be missing."""


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A question of a chat with its newest answer. `finished_at` None: it is being written."""

    question_uuid: str
    question: str
    stored: StoredAnswer
    finished_at: datetime | None

    @property
    def is_running(self) -> bool:
        return self.finished_at is None

    @property
    def just_ended(self) -> bool:
        return self.finished_at is not None and datetime.now(UTC) - self.finished_at < JUST_ENDED


async def turns(visit: Visit, chat_id: str, wanted: ThreadPage) -> tuple[list[ChatTurn], str | None]:
    """Returns the newest turns of a chat, the oldest of them first, and the cursor of the page before. Turns whose
    answers the caller may not read are left out."""
    asker, store = visit.caller, visit.services.reading.threads
    before = number_at(wanted.cursor)
    thread = await store.find(ThreadName(asker.tenant, asker.subject, chat_id, wanted.caller_app))
    if thread is None:
        return [], None
    found = await store.turns(asker.tenant, thread, before, wanted.limit + 1)
    page, cursor = cut(found, wanted.limit, lambda turn: (turn.number,))
    readable = [turn for turn in (_turn(visit, turn) for turn in reversed(page)) if turn is not None]
    return readable, cursor


def _turn(visit: Visit, turn: ThreadTurn) -> ChatTurn | None:
    asker = visit.caller
    newest = next((answer for answer in turn.answers if asker.may_read(answer.stored)), None)
    if newest is None:
        return None
    ended = None if newest.state == "running" else newest.finished_at or turn.asked_at
    return ChatTurn(turn.question_uuid, turn.question, newest.stored, ended)


async def events(visit: Visit, turn: ChatTurn) -> list[Event]:
    """Returns what is committed of a turn's answer."""
    found = await visit.services.following.stored(visit.caller.tenant, turn.stored.answer_uuid)
    return [numbered.event for numbered in found]


class Preceded:
    """An encoder that sends something behind the first event."""

    def __init__(self, encoder: Encoder, frames: bytes) -> None:
        self._encoder, self._frames = encoder, frames

    def encode(self, numbered: Numbered) -> bytes:
        frames, self._frames = self._frames, b""
        return self._encoder.encode(numbered) + frames


async def followed(visit: Visit, turn: ChatTurn, spoken: Dialect, behind_first: bytes = b"") -> EventStream:
    """Returns the stream of a turn's answer from the first event on; `behind_first`: frames to send behind it."""
    stored = turn.stored
    encoder = Preceded(spoken.encoder(about(visit, stored)), behind_first)
    seat = await admitted.take_seat(visit)
    address = {"Location": f"/v1/answers/{stored.answer_uuid}"}
    return EventStream(
        events_of(visit, stored.answer_uuid, seat),
        encoder,
        {**spoken.headers, **address},
        media_type=spoken.media_type,
    )
