"""A process that works for another: `python -m gateway.ingestion.processes.worker_process`, calls on stdin, results on stdout.

A call is a function of a module with its arguments and the processor seconds that it may take; a call that takes more
ends the process. A result is a value, or what was raised. Both are pickled, behind their length. The process imports
what a call needs and nothing else: not the program whose process it helps.

With pairs of file descriptors as arguments (`5,8 6,9`) it is the parent of workers: it imports what the call on its
stdin needs, once for all, and then begins a worker for each pair, whose calls and results go there. When its stdin
ends, so do they.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from typing import IO, Any, NoReturn

LENGTH = struct.Struct(">Q")
TIMES_CALLS = hasattr(signal, "setitimer")
"""The system ends a process whose call takes too much processor time, even in the middle of a pattern."""
COLLECTED_AFTER = 20_000
"""New objects after which Python looks for those that hold each other; what a call makes seldom does."""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that is helped
    pairs = [tuple(map(int, pair.split(","))) for pair in sys.argv[1:]]
    source, target = sys.stdin.buffer.fileno(), os.dup(1)
    os.dup2(2, 1)  # what a library prints is no result
    if pairs:
        with contextlib.suppress(EOFError):
            _bring_up(sys.stdin.buffer, pairs)
    else:
        _work(source, target)


def _bring_up(stdin: IO[bytes], pairs: Sequence[Sequence[int]]) -> None:
    """Begins the workers, and ends them when the process that is helped wants that or has ended. None of them is waited
    for before, so that no other process has the id of one that has ended."""
    call = received(stdin)
    with contextlib.suppress(Exception):  # the worker that is given this call tells what is wrong with it
        pickle.loads(call)
    gc.freeze()  # what all of them share is never looked through, and so stays shared
    children = [_worker(pair, pairs) for pair in pairs]
    for end in _ends(pairs):
        os.close(end)
    while stdin.read(LENGTH.size):
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _worker(pair: Sequence[int], pairs: Sequence[Sequence[int]]) -> int:
    """Begins one worker, which keeps its own pair of pipes alone; returns its process id."""
    child = os.fork()
    if child:
        return child
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for end in _ends(pairs):
            if end not in pair:
                os.close(end)
        _work(*pair)
    finally:
        os._exit(1)


def _ends(pairs: Sequence[Sequence[int]]) -> list[int]:
    return [end for pair in pairs for end in pair]


def _work(source: int, target: int) -> NoReturn:
    """Answers the calls on one file descriptor on the other, until the first of them ends."""
    gc.set_threshold(COLLECTED_AFTER)
    calls: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(os.fdopen(source, "rb"), calls), daemon=True).start()
    out = os.fdopen(target, "wb")
    while True:
        answer = answered(calls.get())
        out.write(LENGTH.pack(len(answer)) + answer)
        out.flush()


def answered(call: bytes) -> bytes:
    """Returns the pickled outcome of a pickled call: `(True, value)`, or `(False, error)` with where it was raised."""
    try:
        function, args, seconds = pickle.loads(call)  # from the process that started this one
        with _limited(seconds):
            return pickle.dumps((True, function(*args)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        return _pickled(error)


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Ends the process after this much processor time."""
    if TIMES_CALLS:
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if TIMES_CALLS:
            signal.setitimer(signal.ITIMER_PROF, 0)


def received(stream: IO[bytes]) -> bytes:
    """Returns what the other side has sent next. Raises `EOFError` when it has ended."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def _receive(stream: IO[bytes], calls: queue.SimpleQueue[bytes]) -> None:
    """Hands calls on, and ends the process with the one that sends them, in the middle of a call if need be."""
    try:
        while True:
            calls.put(received(stream))
    except (EOFError, OSError):
        os._exit(0)


def _pickled(error: Exception) -> bytes:
    try:
        found = pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(found)  # some come apart and do not come together
    except Exception:
        substitute: Any = RuntimeError(f"{type(error).__name__}: {error}")
        return pickle.dumps((False, substitute), pickle.HIGHEST_PROTOCOL)
    return found


if __name__ == "__main__":
    main()
