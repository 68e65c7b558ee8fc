"""What is too old is removed: whole answers, raw pieces of models, used-up idempotency keys, sessions, conversations
and remembered answers that were deleted and cannot come back; in small batches and by one process. Sessions whose time
is over end within a minute, and so does what was being erased when its process ended. Events of answers that have ended
are made small, and tables that begin to grow are analyzed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import astuple, dataclass
from typing import Protocol

from gateway.errors import Unavailable
from gateway.telemetry.outage import level

log = logging.getLogger(__name__)

EVERY_S = 3600.0
SWEEP_EVERY_S = 60.0
PACK_EVERY_S = 60.0
GATHER_EVERY_S = 2.0
PACK_AFTER_S = 300.0
"""Seconds after the end of an answer. Until then the last write may be tried again and looks for its rows
(`live.PATIENCE_S`)."""


@dataclass(frozen=True, slots=True)
class Purged:
    """How many were removed."""

    answers: int = 0
    recordings: int = 0
    keys: int = 0
    sessions: int = 0
    threads: int = 0
    memories: int = 0
    voices: int = 0
    """Spoken questions that nothing was asked with."""

    def __add__(self, other: Purged) -> Purged:
        return Purged(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    def __bool__(self) -> bool:
        return any(astuple(self))

    def __str__(self) -> str:
        counted = f"{self.answers} answers, {self.recordings} recordings, {self.keys} idempotency keys"
        more = f"{self.threads} deleted conversations, {self.memories} deleted memories"
        return f"{counted}, {self.sessions} sessions, {more}, {self.voices} spoken questions"


class PurgedEvents(Protocol):
    """The events that are packed: `store.answers.packs.Packs`."""

    def alone(self) -> AbstractAsyncContextManager[bool]: ...

    async def pack(self, after_s: float) -> int: ...


class PurgedRows(Protocol):
    """The rows that are removed: `store.answers.recording_rows.Recordings`."""

    @property
    def packs(self) -> PurgedEvents: ...

    def alone(self) -> AbstractAsyncContextManager[bool]: ...

    async def purge(self, retention_days: int, recording_days: int) -> Purged: ...


class PurgedSessions(Protocol):
    """The sessions that are ended and removed: `store.sessions.session_rows.Sessions`. Both methods take one batch and
    return its size."""

    def alone(self) -> AbstractAsyncContextManager[bool]: ...

    async def sweep(self) -> int: ...

    async def purge(self, retention_days: int) -> int: ...


class BegunErasures(Protocol):
    """What is being erased on request: `store.privacy.Privacy`."""

    async def go_on(self) -> int: ...


class GrowingTables(Protocol):
    """What the planner is to know of: `store.first_statistics.FirstStatistics`."""

    async def gather(self) -> int: ...


class Retention:
    def __init__(
        self,
        store: PurgedRows,
        sessions: PurgedSessions,
        erasures: BegunErasures,
        tables: GrowingTables,
        retention_days: int,
        recording_days: int,
    ) -> None:
        self._store, self._sessions, self._erasures, self._tables = store, sessions, erasures, tables
        self._retention_days, self._recording_days = retention_days, recording_days

    async def once(self) -> Purged | None:
        """Removes all that is too old; returns None when another process is at it."""
        removed = Purged()
        async with self._store.alone() as alone:
            if not alone:
                return None
            while batch := await self._store.purge(self._retention_days, self._recording_days):
                removed += batch
                await asyncio.sleep(0)  # others first
            while sessions := await self._sessions.purge(self._retention_days):
                removed += Purged(sessions=sessions)
                await asyncio.sleep(0)
        return removed

    async def sweep(self) -> int:
        """Ends all sessions whose time is over; returns how many, none when another process is at it."""
        ended = 0
        async with self._sessions.alone() as alone:
            while alone and (batch := await self._sessions.sweep()):
                ended += batch
                await asyncio.sleep(0)
        return ended

    async def pack(self, after_s: float = PACK_AFTER_S) -> int:
        """Packs the events of all answers that ended so long ago; returns how many, none when another process is
        at it."""
        async with self._store.packs.alone() as alone:
            return await self._store.packs.pack(after_s) if alone else 0

    async def erase(self) -> int:
        """Ends the erasures of processes that ended; returns how many."""
        return await self._erasures.go_on()

    async def serve(self) -> None:
        """Works for a server: at once and then hourly; on sessions every minute, and so on events, from `PACK_AFTER_S`
        on; on tables that nobody has analyzed every two seconds."""
        await asyncio.gather(
            _repeat(self.once, EVERY_S, "purged: %s"),
            _repeat(self.sweep, SWEEP_EVERY_S, "sessions ended: %s"),
            _repeat(self.erase, SWEEP_EVERY_S, "erasures ended: %s"),
            _repeat(self.pack, PACK_EVERY_S, "answers packed: %s", PACK_AFTER_S),
            _repeat(self._tables.gather, GATHER_EVERY_S, "tables analyzed: %s"),
        )


async def _repeat(work: Callable[[], Awaitable[object]], pause_s: float, message: str, first_s: float = 0) -> None:
    await asyncio.sleep(first_s)
    while True:
        try:
            if done := await work():
                log.info(message, done)
        except Unavailable as error:
            log.log(level(error), "purging waits: %s", error)
        except Exception:  # a fault here must not take the server along
            log.exception("purging failed")
        await asyncio.sleep(pause_s)
