"""Where work that would hold up everything else runs: in a thread, or in processes when there is much of it.

Processes are started afresh ("spawn"), so that neither threads nor open connections of this one are copied. They end
with it, however it ends: each waits for the far end of a pipe that only this process holds.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import TypeVar, TypeVarTuple

log = logging.getLogger(__name__)

MOST = 8
"""Processes; PostgreSQL needs its share of the machine."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Workers:
    """Runs functions of modules. `width` is how many calls at once are worth while; 1 means: in a thread."""

    def __init__(self, processes: int = 1) -> None:
        self.width = 1
        self._pool: ProcessPoolExecutor | None = None
        self._alive: Connection | None = None
        if processes > 1:
            self._open(processes)

    @classmethod
    def of_the_machine(cls) -> Workers:
        """Makes as many workers as there are processors; on one processor, a thread."""
        return cls(min(MOST, os.cpu_count() or 1))

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """Returns the function's result or exception. Processes that were killed are replaced by a thread."""
        if self._pool is not None:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, function, *args)
            except BrokenProcessPool:
                log.warning("a worker process ended before its work was done; the work goes on in this process")
                self.close()
        return await asyncio.to_thread(function, *args)

    def close(self) -> None:
        """Ends the processes, in the middle of their work if need be."""
        pool, alive, self._pool, self._alive = self._pool, self._alive, None, None
        self.width = 1
        if alive is not None:
            alive.close()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _open(self, processes: int) -> None:
        context = multiprocessing.get_context("spawn")
        try:
            ending, self._alive = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(processes, context, _begin, (ending,))
        except (OSError, ImportError) as error:  # no shared memory: some containers and sandboxes
            log.info("no worker processes here (%s); the work runs in this process", error)
        else:
            self.width = 2 * processes  # one in work, one waiting for each


def _begin(ending: Connection) -> None:
    """Leaves Ctrl-C to the parent process, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(ending,), daemon=True).start()


def _end_with(ending: Connection) -> None:
    try:
        ending.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
