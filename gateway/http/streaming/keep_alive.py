"""Tells streams when to keep their connection alive: one timer for all of an event loop's."""

from __future__ import annotations

import asyncio
from typing import Protocol
from weakref import WeakKeyDictionary

KEEP_ALIVE_S = 15


class KeptAlive(Protocol):
    def keep_alive(self) -> None: ...


class KeepAlive:
    """Calls each of its streams every `KEEP_ALIVE_S`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._due: dict[KeptAlive, float] = {}
        """When each is called next: the next one first, since all wait for the same time."""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, stream: KeptAlive) -> None:
        self._due[stream] = due = self._loop.time() + KEEP_ALIVE_S
        if self._timer is None:
            self._timer = self._loop.call_at(due, self._ring)

    def discard(self, stream: KeptAlive) -> None:
        """Calls it no more. The timer stays, and may find nobody."""
        self._due.pop(stream, None)

    def _ring(self) -> None:
        now = self._loop.time()
        while self._due:
            stream, due = next(iter(self._due.items()))
            if due > now:
                self._timer = self._loop.call_at(due, self._ring)
                return
            del self._due[stream]
            self._due[stream] = now + KEEP_ALIVE_S
            stream.keep_alive()
        self._timer = None


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, KeepAlive] = WeakKeyDictionary()


def of_loop() -> KeepAlive:
    """Returns that of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _of_loops.get(loop)
    if found is None:
        found = _of_loops[loop] = KeepAlive(loop)
    return found
