"""Blocking work that may never come back, such as reading from a drive that is away, in a thread that can be left
behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

LIMIT_S = 60.0
"""One step, such as reading one file. 50 MB come in this time from a drive that gives 1 MB a second."""

Step = TypeVar("Step")
Result = TypeVar("Result")
Ts = TypeVarTuple("Ts")


class Stuck(Exception):
    """A step took too long."""


class _Abandoned(Exception):
    """Nobody waits for this work any more."""


class Patience(Generic[Step]):
    """Runs one piece of work. The work calls `begin` before each step; `step` is the latest.

    The thread is a daemon: neither the end of the event loop nor that of the process waits for it.
    """

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        self._limit_s = limit_s
        self._since = 0.0
        self._abandoned = False
        self.step: Step | None = None

    def begin(self, step: Step) -> None:
        """Notes that the work is about to do this step. Ends the thread of work that was given up."""
        if self._abandoned:
            raise _Abandoned
        self.step, self._since = step, time.monotonic()

    async def run(self, work: Callable[[*Ts], Result], *args: *Ts) -> Result:
        """Returns what the work returns or raises. Raises `Stuck` when a step of it takes over `limit_s` seconds."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Result] = loop.create_future()

        def tell(result: Result | None, error: BaseException | None) -> None:
            if ended.done():
                return
            if error is not None:
                ended.set_exception(error)
            else:
                ended.set_result(result)  # type: ignore[arg-type]

        def target() -> None:
            result, failure = None, None
            try:
                result = work(*args)
            except _Abandoned:
                return
            except BaseException as error:
                failure = error
            with contextlib.suppress(RuntimeError):  # the event loop is closed: nobody listens
                loop.call_soon_threadsafe(tell, result, failure)

        self._since = time.monotonic()
        threading.Thread(target=target, daemon=True).start()
        try:
            while (left_s := self._since + self._limit_s - time.monotonic()) > 0:
                if (await asyncio.wait([ended], timeout=left_s))[0]:
                    return ended.result()
        finally:
            self._abandoned = True
        raise Stuck
