"""How many questions wait in this process to be admitted, and whether they are a crowd.

Streams that write already are read in longer strides while there is one (`transport.clock`): whoever has no text yet
needs the processor more than whoever reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

MANY = 12
"""Questions that wait at the same time only where more come than can be admitted at once."""


class Crowd:
    """Those who wait."""

    def __init__(self) -> None:
        self._waiting = 0
        self.is_there = False
        """Asked several times for each piece, so it is no property."""

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Counts one who waits."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        self._waiting += more
        self.is_there = self._waiting >= MANY

    @asynccontextmanager
    async def through(self, door: asyncio.Semaphore) -> AsyncIterator[None]:
        """Goes through a door that lets in so many at a time, and counts as one who waits until it is inside."""
        with self.joined():
            await door.acquire()
        try:
            yield
        finally:
            door.release()


CROWD = Crowd()
"""That of this process."""
