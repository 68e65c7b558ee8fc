"""What is too old goes: whole answers, raw pieces of models, used-up idempotency keys. Small batches, one process at it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import astuple, dataclass
from typing import Protocol

from gateway.errors import Unavailable

log = logging.getLogger(__name__)

EVERY_S = 3600.0


@dataclass(frozen=True, slots=True)
class Purged:
    """How many were removed; `packed`: recordings that a process which died had left large."""

    answers: int = 0
    recordings: int = 0
    keys: int = 0
    packed: int = 0

    def __add__(self, other: Purged) -> Purged:
        return Purged(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    def __bool__(self) -> bool:
        return any(astuple(self))

    def __str__(self) -> str:
        return f"{self.answers} answers, {self.recordings} recordings, {self.keys} idempotency keys"


class Store(Protocol):
    """The rows; `store.recordings.Recordings`."""

    def alone(self) -> AbstractAsyncContextManager[bool]: ...

    async def purge(self, retention_days: int, recording_days: int) -> Purged: ...


class Purging:
    def __init__(self, store: Store, retention_days: int, recording_days: int) -> None:
        self._store, self._days = store, (retention_days, recording_days)

    async def once(self) -> Purged | None:
        """Remove all that is too old; None when another process is at it."""
        removed = Purged()
        async with self._store.alone() as alone:
            if not alone:
                return None
            while batch := await self._store.purge(*self._days):
                removed += batch
                await asyncio.sleep(0)  # others first
        return removed

    async def serve(self) -> None:
        """For a server: now and once an hour."""
        while True:
            try:
                if removed := await self.once():
                    log.info("purged: %s", removed)
            except Unavailable as error:
                log.warning("purging waits: %s", error)
            except Exception:  # a fault here must not take the server along
                log.exception("purging failed")
            await asyncio.sleep(EVERY_S)
