"""Where work that would hold up everything else runs: in a thread, or in processes when there is much of it.

Processes are started afresh and import what they are asked to call alone, so that neither threads nor open connections
of this one are copied, and a program with many parts costs them nothing; where it can be, one of them imports for all.
They end with this one, however it ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import IO, Any, NamedTuple, TypeVar, TypeVarTuple

from gateway.ingestion.isolation import environment
from gateway.ingestion.worker_process import LENGTH, received

log = logging.getLogger(__name__)

FORKS = sys.platform == "linux"
"""One process imports and the workers begin as its copies; elsewhere a copy is not safe, or there is none."""
MOST = 8
"""Processes; PostgreSQL needs its share of the machine."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class _Ended(Exception):
    """The processes have ended, or cannot be started."""


class _Call(NamedTuple):
    content: bytes
    outcome: asyncio.Future[bytes]
    loop: asyncio.AbstractEventLoop

    def answer(self, content: bytes | None) -> None:
        """Tells the waiting task the outcome; None: there is no process."""
        with contextlib.suppress(RuntimeError):  # the event loop is closed: nobody listens
            self.loop.call_soon_threadsafe(self._answer, content)

    def _answer(self, content: bytes | None) -> None:
        if self.outcome.done():
            return
        if content is None:
            self.outcome.set_exception(_Ended())
        else:
            self.outcome.set_result(content)


class Workers:
    """Runs functions of modules. `width` is how many calls at once are worth while; 1 means: in a thread."""

    def __init__(self, processes: int = 1) -> None:
        self.width = 1
        self._pool: _Pool | None = None
        if processes > 1:
            self._pool = _Pool(processes)
            self.width = 2 * processes  # one in work, one waiting for each

    @classmethod
    def of_the_machine(cls) -> Workers:
        """Makes as many workers as there are processors; on one processor, a thread."""
        return cls(min(MOST, os.cpu_count() or 1))

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """Returns the function's result or exception. Processes that were killed are replaced by a thread."""
        if self._pool is not None:
            try:
                return await self._pool.run(function, args)
            except _Ended:
                if self._pool is not None:
                    log.warning("a worker process ended before its work was done; the work goes on in this process")
                self.close()
        return await asyncio.to_thread(function, *args)

    def close(self) -> None:
        """Ends the processes, in the middle of their work if need be."""
        pool, self._pool = self._pool, None
        self.width = 1
        if pool is not None:
            pool.close()


class _Pool:
    """Processes, each with a thread that talks to it: it takes the next call that waits, whoever made it."""

    def __init__(self, processes: int) -> None:
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._number = processes
        self._processes: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._is_closed = False
        if FORKS:
            threading.Thread(target=self._bring_up, daemon=True).start()
            return
        for _ in range(processes):
            threading.Thread(target=self._work_alone, daemon=True).start()

    async def run(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        """Returns the function's result or raises its exception. Raises `_Ended`."""
        loop = asyncio.get_running_loop()
        call = _Call(pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL), loop.create_future(), loop)
        with self._lock:
            if self._is_closed:
                raise _Ended
            self._calls.put(call)
        is_value, found = pickle.loads(await call.outcome)  # from a process that this one has started
        if not is_value:
            raise found
        value: T = found
        return value

    def close(self) -> None:
        """Ends every process; calls that wait have `_Ended` as their outcome."""
        with self._lock:
            self._is_closed = True
            for process in self._processes:
                _end(process)
        while not self._calls.empty():
            with contextlib.suppress(queue.Empty):
                if call := self._calls.get_nowait():
                    call.answer(None)
        for _ in range(self._number):
            self._calls.put(None)

    def _bring_up(self) -> None:
        """Starts one process that begins all workers, so that what the first call needs is imported once."""
        with contextlib.ExitStack() as files:
            pipes = [(os.pipe(), os.pipe()) for _ in range(self._number)]
            theirs = [(calls[0], results[1]) for calls, results in pipes]
            ours = [
                (files.enter_context(os.fdopen(calls[1], "wb")), files.enter_context(os.fdopen(results[0], "rb")))
                for calls, results in pipes
            ]
            try:
                process = files.enter_context(self._started(theirs))
            except (OSError, _Ended) as error:
                self._give_up(error)
                return
            finally:
                for end in chain.from_iterable(theirs):
                    os.close(end)
            if (first := self._calls.get()) is None:
                return
            with contextlib.suppress(OSError, ValueError):  # it has ended: whoever talks to a worker finds that out
                assert process.stdin is not None
                _send(process.stdin, first.content)
            talks = [
                threading.Thread(target=self._talk, args=(*pair, call), daemon=True)
                for pair, call in zip(ours, chain([first], repeat(None)), strict=False)
            ]
            for talk in talks:
                talk.start()
            for talk in talks:
                talk.join()

    def _work_alone(self) -> None:
        """Starts one worker, where none can begin another."""
        try:
            process = self._started()
        except (OSError, _Ended) as error:
            self._give_up(error)
            return
        with process:
            assert process.stdin is not None and process.stdout is not None
            self._talk(process.stdin, process.stdout, None)

    def _talk(self, calls: IO[bytes], results: IO[bytes], call: _Call | None) -> None:
        """Hands calls to a worker, from the first one given on, until there are no more."""
        try:
            while call := call or self._calls.get():
                _send(calls, call.content)
                call.answer(received(results))
                call = None
        except (EOFError, OSError, ValueError):  # it was killed
            self.close()
            if call is not None:
                call.answer(None)
        with contextlib.suppress(OSError):
            calls.close()

    def _give_up(self, error: Exception) -> None:
        log.info("no worker process here (%s); the work runs in this process", error)
        self.close()

    def _started(self, pairs: Sequence[tuple[int, int]] = ()) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-m", "gateway.ingestion.worker_process"]
        command += [f"{source},{target}" for source, target in pairs]
        with self._lock:
            if self._is_closed:
                raise _Ended
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL if pairs else subprocess.PIPE,
                env=environment(),
                pass_fds=list(chain.from_iterable(pairs)),
            )
            self._processes.append(process)
            return process


def _send(calls: IO[bytes], content: bytes) -> None:
    calls.write(LENGTH.pack(len(content)) + content)
    calls.flush()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process; one that has begun others, by the end of its stdin, as it ends them first."""
    if not FORKS:
        process.kill()
    elif process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
