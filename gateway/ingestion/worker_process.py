"""A process that works for another: `python -m gateway.ingestion.worker_process`, calls on stdin, results on stdout.

A call is a function of a module with its arguments, a result is a value, or what was raised; both are pickled, behind
their length. It imports what a call needs and nothing else: not the program whose process it helps.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from typing import IO, Any

LENGTH = struct.Struct(">Q")


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that is helped
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no result
    calls: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, calls), daemon=True).start()
    while True:
        answer = answered(calls.get())
        out.write(LENGTH.pack(len(answer)) + answer)
        out.flush()


def answered(call: bytes) -> bytes:
    """Returns the pickled outcome of a pickled call: `(True, value)`, or `(False, error)` with where it was raised."""
    try:
        function, args = pickle.loads(call)  # from the process that started this one
        return pickle.dumps((True, function(*args)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        return _pickled(error)


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
