"""How many questions of this process wait to be admitted, and whether they are a crowd.

During a crowd, open streams are read at longer intervals (`concurrency/clock.py`). Questions without any text need the
processor more than readers who already have some.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

MANY = 12
"""So many questions wait at the same time only if more arrive than can be admitted."""


class Crowd:
    """Counts the waiting questions of a process."""

    def __init__(self) -> None:
        self._waiting = 0
        self.is_there = False
        """An attribute, because it is read several times for each piece."""

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Counts the caller as waiting."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        self._waiting += more
        self.is_there = self._waiting >= MANY

    @asynccontextmanager
    async def acquire(self, semaphore: asyncio.Semaphore) -> AsyncIterator[None]:
        """Acquires the semaphore. Counts the caller as waiting until then."""
        with self.joined():
            await semaphore.acquire()
        try:
            yield
        finally:
            semaphore.release()


CROWD = Crowd()
"""The crowd of this process."""
