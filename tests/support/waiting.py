"""Waiting for something to happen, and for nothing to happen any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], object], within_s: float = 20) -> None:
    """Returns as soon as it holds; fails the test when the time is over. What takes long is looked at more seldom: a
    look may cost as much as what it waits for."""
    pause = 0.001
    async with asyncio.timeout(within_s):
        while not holds():
            await asyncio.sleep(pause)
            pause = min(1.2 * pause, 0.02)


async def idle() -> None:
    """Returns when nothing can go on in this event loop but by a timer, the network or the test itself.

    What has not happened by then has not merely been too slow, so a test may go on to say that it does not happen.
    """
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    async with asyncio.timeout(30):
        await asyncio.sleep(0)
        while ready:
            await asyncio.sleep(0)
