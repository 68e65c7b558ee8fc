"""Processes that parse the texts of strangers. A call that takes too long ends its process, and no other one.

A thread would not do: `re` holds the interpreter lock, so one pattern on one text could stop the whole gateway.

Processes are started afresh and import what they are asked to call alone, so that neither threads nor open connections
of this one are copied, and a program with many parts costs them nothing; where it can be, one of them imports for all.
They end with this one, however it ends.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, repeat
from typing import IO, NamedTuple, TypeVar, TypeVarTuple

from gateway.ingestion.processes.isolation import environment
from gateway.ingestion.processes.worker_process import LENGTH, TIMES_CALLS, received

log = logging.getLogger(__name__)

FORKS = sys.platform == "linux"
"""One process imports and the workers begin as its copies; elsewhere a copy is not safe, or there is none."""
MOST = 8
"""Processes; PostgreSQL needs its share of the machine."""
CALL_S = 5.0
"""Processor seconds of one call. A text of 1 MB takes less than half of it on a slow machine."""
PATIENCE = 10
"""Times `CALL_S` by the clock, on systems that do not limit processor time."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Stopped(Exception):
    """The process of a call has ended before its result: the call took too long, or no process could be started."""


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
            self.outcome.set_exception(Stopped())
        else:
            self.outcome.set_result(content)


class Workers:
    """Processes that run functions of modules, each with a thread that talks to it: it takes the next call that waits,
    whoever made it. `width` is how many calls at once are worth while."""

    def __init__(self, processes: int = 1, seconds: float = CALL_S) -> None:
        self.width = 2 * processes if processes > 1 else 1  # one in work, one waiting for each
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._number, self._seconds = processes, seconds
        self._processes: list[subprocess.Popen[bytes]] = []
        self._parent: subprocess.Popen[bytes] | None = None
        """It has begun the workers that are not among `_processes`, and ends them first."""
        self._lock = threading.Lock()
        self._is_closed = False
        if FORKS and processes > 1:
            threading.Thread(target=self._bring_up, daemon=True).start()
            return
        for _ in range(processes):
            threading.Thread(target=self._work_alone, daemon=True).start()

    @classmethod
    def of_the_machine(cls) -> Workers:
        """Makes as many workers as there are processors."""
        return cls(min(MOST, os.cpu_count() or 1))

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """Returns the function's result or raises its exception. Raises `Stopped`."""
        loop = asyncio.get_running_loop()
        content = pickle.dumps((function, args, self._seconds), pickle.HIGHEST_PROTOCOL)
        call = _Call(content, loop.create_future(), loop)
        with self._lock:
            if self._is_closed:
                raise Stopped
            self._calls.put(call)
        is_value, found = pickle.loads(await call.outcome)  # from a process that this one has started
        if not is_value:
            raise found
        value: T = found
        return value

    def close(self) -> None:
        """Ends the processes, in the middle of their work if need be; calls that wait have `Stopped` as their
        outcome."""
        with self._lock:
            self._is_closed = True
            for process in self._processes:
                process.kill()
            if self._parent is not None and self._parent.stdin is not None:
                with contextlib.suppress(OSError):
                    self._parent.stdin.close()
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
            except (OSError, Stopped):
                self._work_alone()  # one process after all, or the reason why there is none
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
        """Starts a worker for the next call, and another one after a worker that has ended."""
        while call := self._calls.get():
            try:
                process = self._started()
            except (OSError, Stopped) as error:
                log.warning("no worker process was started: %s", str(error) or "they are being closed")
                call.answer(None)
                continue
            with process:
                assert process.stdin is not None and process.stdout is not None
                is_over = self._talks(process.stdin, process.stdout, call, process)
                process.kill()
            with self._lock:
                self._processes.remove(process)
            if is_over:
                return

    def _talk(self, calls: IO[bytes], results: IO[bytes], call: _Call | None) -> None:
        """Hands calls to a worker that another process has begun; after its end, to one that is started alone."""
        if not self._talks(calls, results, call):
            self._work_alone()

    def _talks(
        self,
        calls: IO[bytes],
        results: IO[bytes],
        call: _Call | None,
        process: subprocess.Popen[bytes] | None = None,
    ) -> bool:
        """Hands calls to a worker, from the first one given on. Returns whether there are no more of them; else the
        worker has ended."""
        is_over = False
        try:
            while call := call or self._calls.get():
                _send(calls, call.content)
                with self._limited(process):
                    content = received(results)
                call.answer(content)
                call = None
            is_over = True
        except (EOFError, OSError, ValueError):  # it was killed
            if call is not None:
                call.answer(None)
        with contextlib.suppress(OSError):
            calls.close()
        return is_over

    @contextlib.contextmanager
    def _limited(self, process: subprocess.Popen[bytes] | None) -> Iterator[None]:
        """Ends a process whose call takes too long, on systems that cannot do this by its processor time."""
        if TIMES_CALLS or process is None:
            yield
            return
        timer = threading.Timer(PATIENCE * self._seconds, process.kill)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _started(self, pairs: Sequence[tuple[int, int]] = ()) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-m", "gateway.ingestion.processes.worker_process"]
        command += [f"{source},{target}" for source, target in pairs]
        with self._lock:
            if self._is_closed:
                raise Stopped
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL if pairs else subprocess.PIPE,
                env=environment(),
                pass_fds=list(chain.from_iterable(pairs)),
            )
            if pairs:
                self._parent = process
            else:
                self._processes.append(process)
            return process


@cache
def one_worker() -> Workers:
    """Returns the worker of this process for everything that comes singly. It starts with the first call."""
    worker = Workers()
    atexit.register(worker.close)
    return worker


def _send(calls: IO[bytes], content: bytes) -> None:
    calls.write(LENGTH.pack(len(content)) + content)
    calls.flush()
