"""A shared clock: streams that received data within a few milliseconds are processed one after the other.

A process that handles each piece alone spends more time on waking up than on the piece.
"""

from __future__ import annotations

import asyncio

from gateway.concurrency.crowd import CROWD, Crowd

TICK_S = 0.006
"""The shortest tick. No reader notices it."""
TICK_PER_STREAM_S = 0.000_04
"""A tick lasts this long for each open stream, if that is longer than `TICK_S`."""
LONGEST_TICK_S = 0.02
"""The longest tick, however many streams are open."""
CROWDED_TICK_S = 0.1
"""A tick while many questions wait to be admitted. Text still flows, and costs a fraction of the processor time."""


class Clock:
    """The clock of one service. After a silence, the first stream does not wait."""

    def __init__(self, tick_s: float = TICK_S, crowd: Crowd = CROWD) -> None:
        self._tick_s, self._crowd, self._last = tick_s, crowd, 0.0
        self._waiting: list[asyncio.Future[None]] = []
        self.streams = 0
        """How many streams are open; each stream counts itself."""

    async def tick(self) -> None:
        """Waits for the next tick. Returns immediately if the last tick is over and no stream waits."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            due = self._last + self._pause_s
            if (now := loop.time()) >= due:
                self._last = now
                return
            loop.call_at(due, self._wake)
        woken = loop.create_future()
        self._waiting.append(woken)
        await woken

    @property
    def _pause_s(self) -> float:
        if self._crowd.is_there:
            return CROWDED_TICK_S
        return max(self._tick_s, min(self.streams * TICK_PER_STREAM_S, LONGEST_TICK_S))

    def _wake(self) -> None:
        self._last = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, []
        for woken in waiting:
            if not woken.done():  # its task was cancelled
                woken.set_result(None)
