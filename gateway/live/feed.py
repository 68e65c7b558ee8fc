"""The committed events of one answer in this process, and its readers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, field

from gateway.answer.events import TERMINAL, Numbered

MOST_EVENTS = 200
"""The most events of one batch: of a long answer, a reader that stands still holds no more in memory."""


@dataclass(eq=False, slots=True)
class Feed:
    """Events from number `base` + 1 on, contiguous. Whoever feeds it publishes; any number of readers follow."""

    events: list[Numbered] = field(default_factory=list)
    base: int = 0
    closed: bool = False
    """Nothing more is published here; without a terminal event the answer goes on elsewhere."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    readers: int = 0
    """Those who follow it in this process right now."""
    met: bool = False
    """It has had a reader."""

    @property
    def last(self) -> int:
        """The number of the newest event."""
        return self.base + len(self.events)

    @property
    def ended(self) -> bool:
        return bool(self.events) and isinstance(self.events[-1].event, TERMINAL)

    def publish(self, numbered: Iterable[Numbered]) -> None:
        """Shows committed events; those that are here already are left out, as a log may be read again after a gap."""
        for event in numbered:
            if event.seq == self.last + 1:
                self.events.append(event)
        self.wake()

    def close(self) -> None:
        self.closed = True
        self.wake()

    def wake(self) -> None:
        news, self.news = self.news, asyncio.Event()
        news.set()

    async def is_left(self, within_s: float) -> bool:
        """Tells whether it has ended or nobody reads it; readers have `within_s` seconds to come for the first time, or
        to go.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while (self.readers or not self.met) and not (self.ended or self.closed):
                    await self.news.wait()
        return self.ended or self.closed or not self.readers

    async def follow(self, after: int = 0) -> AsyncGenerator[list[Numbered]]:
        """Yields the events past `after` (`base` at least), in batches, up to the terminal one or until the feed is
        closed.
        """
        self.readers, self.met = self.readers + 1, True
        try:
            while True:
                news = self.news
                first = after - self.base
                batch = self.events[first : first + MOST_EVENTS]
                if batch:
                    after = batch[-1].seq
                    yield batch
                if self.closed or self.ended:
                    if after >= self.last:
                        return
                elif not batch:
                    await news.wait()
        finally:
            self.readers -= 1
            self.wake()
