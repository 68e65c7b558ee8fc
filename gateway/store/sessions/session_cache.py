"""A cache in this process (`sessions.ports.SessionCache`): bounded, the value that was used longest ago goes first."""

from __future__ import annotations

import time
from collections import OrderedDict

LARGEST = 32 * 1024 * 1024
"""The most bytes of all values together."""


class Cache:
    def __init__(self, largest: int = LARGEST) -> None:
        self._largest, self._bytes = largest, 0
        self._values: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    async def get(self, key: str) -> bytes | None:
        until, value = self._values.get(key, (0.0, b""))
        if until <= time.monotonic():
            await self.delete(key)
            return None
        self._values.move_to_end(key)
        return value

    async def set(self, key: str, value: bytes, ttl_s: float) -> None:
        await self.delete(key)
        self._values[key] = (time.monotonic() + ttl_s, value)
        self._bytes += len(value)
        while self._bytes > self._largest:
            self._bytes -= len(self._values.popitem(last=False)[1][1])

    async def delete(self, *keys: str) -> None:
        for key in keys:
            self._bytes -= len(self._values.pop(key, (0.0, b""))[1])
