"""A limit on each of many waits that follow one another, for the price of one timer.

A stream waits for its next piece thousands of times and is almost never late. `asyncio.timeout` sets and cancels a
timer each time; this one leaves its timer where it is, and looks when it rings whether somebody is late by now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from math import inf
from typing import TypeVar

T = TypeVar("T")


class TooLate(TimeoutError):
    """The limit of a wait was reached; other time-outs are those of what was waited for."""


class TimeLimit:
    """For the waits of one task, whichever waits first.

        limit = TimeLimit()
        piece = await limit.wait(body.read(), until)

    Use `close` when there is nothing more to wait for.
    """

    __slots__ = ("_expired", "_task", "_timer", "_until")

    def __init__(self) -> None:
        self._until, self._expired = inf, False
        self._task: asyncio.Task[object] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, waiting: Awaitable[T], until: float) -> T:
        """Waits, until the loop's clock says `until` at most. Raises `TooLate` then, having cancelled what was
        waited for; a cancellation by others stays one.
        """
        if (task := self._task) is None:
            task = self._task = asyncio.current_task()
            assert task is not None
        self._until = until
        if self._timer is None or until < self._timer.when():
            self._set(until)
        before = task.cancelling()
        try:
            return await waiting
        except asyncio.CancelledError:
            if self._expired and task.uncancel() <= before:
                raise TooLate from None
            raise
        finally:
            self._until, self._expired = inf, False

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, until: float) -> None:
        self.close()
        self._timer = asyncio.get_running_loop().call_at(until, self._ring)

    def _ring(self) -> None:
        """Somebody may be late. A timer that finds nobody waiting is set again by the next wait."""
        assert self._timer is not None
        self._timer = None
        if self._until == inf:
            return
        if self._until > asyncio.get_running_loop().time():
            self._set(self._until)
            return
        assert self._task is not None
        self._expired = True
        self._task.cancel()
