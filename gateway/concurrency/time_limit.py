"""A limit on each of many waits that follow one another, for the price of one timer.

A stream waits for its next piece thousands of times and is almost never late. `asyncio.timeout` sets and cancels a
timer each time; this one leaves its timer where it is, and looks when it rings whether somebody is late by now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from math import inf
from typing import Any, TypeVar

T = TypeVar("T")


class TooLate(TimeoutError):
    """The limit of a wait was reached; other time-outs are those of what was waited for."""


class TimeLimit:
    """For the waits of one task, one after the other: the task of the first.

        limit = TimeLimit()
        with limit.until(moment):
            piece = await body.read()

    A wait that is not over when the loop's clock says `moment` is cancelled, and `TooLate` raised; a cancellation by
    others stays one. Use `close` when there is nothing more to wait for.
    """

    __slots__ = ("_before", "_expired", "_loop", "_task", "_timer", "_until", "_waits")

    def __init__(self) -> None:
        self._until, self._waits, self._expired, self._before = inf, False, False, 0
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[object] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def until(self, moment: float) -> TimeLimit:
        """Returns itself, for `with`; `inf`: only `expire` ends the wait."""
        self._until = moment
        if moment < inf and (self._timer is None or moment < self._timer.when()):
            self._set(moment)
        return self

    def __enter__(self) -> None:
        if self._task is None:
            self._task = asyncio.current_task()
            assert self._task is not None  # there is nothing to wait with outside of one
        self._before, self._waits = self._task.cancelling(), True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._until, self._waits = inf, False
        if not self._expired:
            return
        self._expired = False
        assert self._task is not None
        if self._task.uncancel() <= self._before and kind is asyncio.CancelledError:
            raise TooLate from None

    def expire(self) -> None:
        """Ends the wait that is under way, if there is one."""
        if self._waits and not self._expired:
            assert self._task is not None
            self._expired = True
            self._task.cancel()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, until: float) -> None:
        self.close()
        self._timer = self._loop.call_at(until, self._ring)

    def _ring(self) -> None:
        """Somebody may be late. A timer that finds nobody waiting is set again by the next wait."""
        assert self._timer is not None
        self._timer = None
        if self._until > self._loop.time():
            if self._until < inf:
                self._set(self._until)
            return
        self.expire()


async def unbroken(work: Coroutine[Any, Any, None], hurry: Callable[[], None] | None = None) -> None:
    """Awaits work to its end even if it is cancelled meanwhile; the cancellation follows afterwards. `hurry` is called
    when it has been cancelled."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        if hurry is not None:
            hurry()
        await task
        raise


_abandoned: set[asyncio.Task[Any]] = set()
"""The event loop keeps no task alive by itself."""


async def in_time(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Returns the result of the work. Raises `TooLate` at that time, even if the work does not heed a cancellation: a
    frozen database server ends no statement. Such work is cancelled and left to itself."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait([task], timeout=max(seconds, 0.0))
    finally:
        if not task.done():
            _abandoned.add(task)
            task.add_done_callback(_forget)
            task.cancel()
    if not done:
        raise TooLate
    return task.result()


def _forget(task: asyncio.Task[Any]) -> None:
    _abandoned.discard(task)
    if not task.cancelled():
        task.exception()  # else asyncio logs that nobody asked for it
