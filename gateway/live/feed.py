"""The committed events of one answer in this process, and its readers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from gateway.answer.events import TERMINAL, Numbered
from gateway.errors import Unavailable

MOST_EVENTS = 200
"""The most events of one batch: of a long answer, a reader that stands still holds no more in memory."""
KEPT = 4
"""Events that a feed keeps for readers that are behind, and twice as many at most where they come one by one; who is
further behind reads the log, which has all. An event takes a quarter of a kilobyte, and answers have hundreds; a
commit brings one of an answer's text, and more are committed by the time a reader has read the log hardly ever."""


@dataclass(eq=False, slots=True)
class Feed:
    """Events from number `base` + 1 on, contiguous; of a long answer the newest. Whoever feeds it publishes; any number
    of readers follow."""

    events: list[Numbered] = field(default_factory=list)
    base: int = 0
    epoch: int = 0
    """Of the writer here; of a mirror, of the one that wrote here before it. 0: none did."""
    closed: bool = False
    """Nothing more is published here; without a terminal event the answer goes on elsewhere."""
    readers: int = 0
    """Those who follow it in this process right now."""
    met: bool = False
    """It has had a reader."""
    _waiting: set[asyncio.Future[None]] = field(default_factory=set)

    @property
    def last(self) -> int:
        """The number of the newest event."""
        return self.base + len(self.events)

    @property
    def ended(self) -> bool:
        return bool(self.events) and isinstance(self.events[-1].event, TERMINAL)

    def publish(self, numbered: Iterable[Numbered]) -> None:
        """Shows committed events; those that are here already are left out, as a log may be read again after a gap."""
        last = before = self.last
        for event in numbered:
            if event.seq == last + 1:
                self.events.append(event)
                last += 1
        if last > before:
            self.wake()
            newest = max(KEPT, last - before)
            if len(self.events) > 2 * newest:
                self.base = last - newest
                del self.events[:-newest]

    def close(self) -> None:
        self.closed = True
        self.wake()

    def wake(self) -> None:
        """Wakes the tasks of all waiting readers."""
        for woken in self._waiting:
            if not woken.done():
                woken.set_result(None)

    async def news(self) -> None:
        """Waits until something is published, a reader leaves, or the feed is closed."""
        woken = asyncio.get_running_loop().create_future()
        self._waiting.add(woken)
        try:
            await woken
        finally:
            self._waiting.discard(woken)

    async def begun(self) -> None:
        """Waits for its first event. Raises `Unavailable` if none will come from this feed."""
        while not self.last:
            if self.closed:
                raise Unavailable("The answer did not begin here; try again shortly.")
            await self.news()

    async def is_left(self, within_s: float) -> bool:
        """Tells whether it has ended or nobody reads it; readers have `within_s` seconds to come for the first time, or
        to go.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while (self.readers or not self.met) and not (self.ended or self.closed):
                    await self.news()
        return self.ended or self.closed or not self.readers


class FeedReader:
    """One who follows a feed, and counts as its reader inside of `with`. `after`: the number of the last event that it
    has.
    """

    __slots__ = ("_feed", "after")

    def __init__(self, feed: Feed, after: int = 0) -> None:
        self._feed, self.after = feed, after

    def __enter__(self) -> FeedReader:
        self._feed.readers += 1
        self._feed.met = True
        return self

    def __exit__(self, *error: object) -> None:
        self._feed.readers -= 1
        self._feed.wake()

    async def next(self) -> list[Numbered]:
        """Returns the next events, `MOST_EVENTS` at most, and waits if there are none yet. An empty list says that none
        will come from this feed: the answer has ended, the feed is closed, or it has dropped the next event.
        """
        feed = self._feed
        while (begin := self.after - feed.base) >= 0:
            if batch := feed.events[begin : begin + MOST_EVENTS]:
                self.after = batch[-1].seq
                return batch
            if feed.closed or feed.ended:
                break
            await feed.news()
        return []
