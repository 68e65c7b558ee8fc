"""How late the event loop wakes: the time that everybody's readers wait while something else runs."""

from __future__ import annotations

import asyncio

from gateway.telemetry.families import LOOP_LAG

EVERY_S = 1.0


async def measure(every_s: float = EVERY_S) -> None:
    """Measures until it is cancelled."""
    now = asyncio.get_running_loop().time
    while True:
        due = now() + every_s
        await asyncio.sleep(every_s)
        LOOP_LAG.observe(max(0.0, now() - due))
