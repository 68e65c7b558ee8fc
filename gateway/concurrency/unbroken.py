"""Work that a cancellation does not break off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


async def unbroken(work: Coroutine[Any, Any, None], hurry: Callable[[], None] | None = None) -> None:
    """Awaits work to its end, even if it is cancelled meanwhile; the cancellation follows afterwards. `hurry` is called
    if it was cancelled."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        if hurry is not None:
            hurry()
        await task
        raise
