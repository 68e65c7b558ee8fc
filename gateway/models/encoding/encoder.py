"""The encoder process: loads one embedding model and computes vectors for all server processes of a gateway.

Shorter requests come first, and one text is computed
at a time: a question waits for one passage at most. The process ends when its standard input does.
"""

from __future__ import annotations

import contextlib
import heapq
import importlib
import itertools
import os
import selectors
import shutil
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import orjson
from numpy.typing import NDArray

from gateway.models.encoding.encoder_requests import REQUEST, RESPONSE

Encode = Callable[[str], NDArray[np.float32]]
"""Returns the vector of one text. A module of an embedder has `load(model)`, which returns such a function."""

NICENESS = 10
"""Streams come first. With 19, a question would wait for seconds on a machine that is busy."""
SHORT, REMEMBERED = 400, 2048
"""Characters of a text whose vector is cached, and how many are: questions are looked up several times."""
SEND_S = 10.0
"""Seconds that a server process may take to read a response; a frozen one loses its connection."""


@dataclass(order=True, slots=True)
class _Job:
    size: int
    number: int
    request: int = field(compare=False)
    connection: _Connection = field(compare=False)
    texts: list[str] = field(compare=False)
    vectors: list[bytes] = field(compare=False, default_factory=list)


class _Connection:
    """One server process."""

    def __init__(self, peer: socket.socket) -> None:
        peer.settimeout(SEND_S)
        self.peer, self._received = peer, b""

    def requests(self) -> list[tuple[int, list[str]]]:
        """Returns what has arrived. Raises `OSError` at the end of the connection."""
        data = self.peer.recv(1 << 20)
        if not data:
            raise ConnectionResetError
        self._received += data
        found = []
        while len(self._received) >= REQUEST.size:
            length, request = REQUEST.unpack_from(self._received)
            end = REQUEST.size + length
            if len(self._received) < end:
                break
            found.append((request, orjson.loads(self._received[REQUEST.size : end])))
            self._received = self._received[end:]
        return found

    def respond(self, request: int, content: bytes, *, worked: bool = True) -> None:
        with contextlib.suppress(OSError):  # the next read notices that the connection has ended
            self.peer.sendall(RESPONSE.pack(len(content), request, worked) + content)


class _Encoder:
    """Serves connections in one thread."""

    def __init__(self, listener: socket.socket, encode: Encode) -> None:
        self._encode, self._short = encode, lru_cache(REMEMBERED)(encode)
        self._jobs: list[_Job] = []
        self._numbers = itertools.count()
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self._listener = listener

    def serve(self) -> None:
        while True:
            for key, _ in self._selector.select(0 if self._jobs else None):
                self._receive(key.data)
            if self._jobs:
                self._compute(self._jobs[0])

    def _receive(self, connection: _Connection | None) -> None:
        if connection is None:
            peer, _ = self._listener.accept()
            self._selector.register(peer, selectors.EVENT_READ, _Connection(peer))
            return
        try:
            for request, texts in connection.requests():
                size = sum(map(len, texts))
                heapq.heappush(self._jobs, _Job(size, next(self._numbers), request, connection, texts))
        except OSError:
            self._selector.unregister(connection.peer)
            connection.peer.close()
            self._jobs = [job for job in self._jobs if job.connection is not connection]
            heapq.heapify(self._jobs)

    def _compute(self, job: _Job) -> None:
        """Computes one text of the shortest job, and sends the vectors after the last one."""
        text = job.texts[len(job.vectors)]
        try:
            job.vectors.append((self._short if len(text) <= SHORT else self._encode)(text).tobytes())
        except Exception as error:
            heapq.heappop(self._jobs)
            job.connection.respond(job.request, f"{type(error).__name__}: {error}".encode(), worked=False)
            return
        if len(job.vectors) == len(job.texts):
            heapq.heappop(self._jobs)
            job.connection.respond(job.request, b"".join(job.vectors))


def unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns a vector in length 1; the first axis if it has no direction."""
    exact = vector.astype(np.float64)
    length = float(np.linalg.norm(exact))
    if not np.isfinite(length) or length == 0:
        exact = np.zeros(len(exact))
        exact[0] = length = 1.0
    found: NDArray[np.float32] = (exact / length).astype("<f4")
    return found


def loaded(module: str, model: str) -> Encode:
    """Returns the model's function for unit vectors; a model that cannot be loaded fails at each request."""
    try:
        encode: Encode = importlib.import_module(module).load(model)
        encode("?")
    except Exception as error:
        reason = str(error) or type(error).__name__

        def fail(text: str) -> NDArray[np.float32]:
            raise RuntimeError(f"the model cannot be loaded: {reason}")

        return fail
    return lambda text: unit(encode(text))


def _end_with_parent(folder: str) -> None:
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def main(module: str, model: str, descriptor: str, folder: str) -> None:
    if sys.platform == "win32":
        length = int.from_bytes(sys.stdin.buffer.read(4), "little")
        listener = socket.fromshare(sys.stdin.buffer.read(length))
    else:
        os.nice(NICENESS)
        listener = socket.socket(fileno=int(descriptor))
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()
    _Encoder(listener, loaded(module, model)).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
