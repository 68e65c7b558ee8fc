"""`citestream serve` in a process that has its imports already. They cost more than all the rest of a start.

A process imports the server once and forks for each start. The fork is a process like any other: it can be killed and
paused, and it has its own environment, working directory and streams. Tests of the start itself start a new Python
(`processes.serving`).
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NoReturn

from gateway.conversation.intent.manners import manner
from gateway.words import load_model

ROOT = Path(__file__).resolve().parents[2]
LENGTH = struct.Struct(">I")
NUMBER = struct.Struct(">i")
HERE = "tests.support.forked"


class Forked:
    """A running command, with what tests use of `subprocess.Popen`."""

    def __init__(self, parent: socket.socket, folder: Path, words: list[str], environment: dict[str, str], log: int):
        """`log`: the file descriptor of its standard error."""
        self._told, theirs = socket.socketpair()
        out, into = os.pipe()
        self.stdout: IO[str] = open(out, encoding="utf-8")  # noqa: SIM115 - closed by who reads it
        request = json.dumps([str(folder), words, environment]).encode()
        with theirs:
            socket.send_fds(parent, [LENGTH.pack(len(request))], [into, log, theirs.fileno()])
            os.close(into)
            parent.sendall(request)
        (self.pid,) = NUMBER.unpack(self._told.recv(NUMBER.size, socket.MSG_WAITALL))
        self.returncode: int | None = None
        self._waiting = threading.Lock()

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        with self._waiting:
            if self.returncode is None:
                self._told.settimeout(timeout)
                try:
                    told = self._told.recv(NUMBER.size)
                except (TimeoutError, BlockingIOError):
                    raise subprocess.TimeoutExpired("citestream", timeout or 0) from None
                self._told.close()
                assert len(told) == NUMBER.size, "the process that forks has ended"
                self.returncode = os.waitstatus_to_exitcode(NUMBER.unpack(told)[0])
            return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it ended, and this is not known here yet
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


_parent: list[tuple[subprocess.Popen[bytes], socket.socket]] = []


def started(folder: Path, words: list[str], environment: dict[str, str], log: int) -> Forked:
    """Starts a command of ours with these words in this folder."""
    if not _parent:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-u", "-m", HERE, str(theirs.fileno())]
            one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # a process with several is not forked
            pipes = {"pass_fds": [theirs.fileno()], "stdin": subprocess.DEVNULL}
            forking = subprocess.Popen(command, cwd=ROOT, env=one_thread, **pipes)
        _parent.append((forking, ours))
    return Forked(_parent[0][1], folder, words, environment, log)


def close() -> None:
    """Ends the process that forks."""
    while _parent:
        forking, ours = _parent.pop()
        ours.close()
        forking.wait(20)


@contextlib.contextmanager
def serving(folder: Path, *options: str, environment: dict[str, str]) -> Iterator[Forked]:
    """`citestream serve` in this folder, killed at the latest here."""
    with open(os.devnull, "wb") as log:
        child = started(folder, ["serve", "--port", "0", *options], environment, log.fileno())
    with child.stdout:
        try:
            yield child
        finally:
            child.kill()
            child.wait(10)


# --- the process that forks -------------------------------------------------------------------------------------------


def fork_on_request(requests: socket.socket) -> list[str]:
    """Forks for each request until there are no more. Returns, in a process that was forked, the words of its
    command."""
    for name in ("gateway.cli.operating.serve", "gateway.serve.startup", "gateway.store.accounts.audit", "uvloop"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    load_model()
    manner("How long may a book be borrowed?", "en")  # compiles hundreds of patterns
    while True:
        head, descriptors, *_ = socket.recv_fds(requests, LENGTH.size, 3)
        if not head:
            sys.exit()
        content = b""
        while len(content) < LENGTH.unpack(head)[0]:
            content += requests.recv(LENGTH.unpack(head)[0] - len(content))
        if not os.fork():
            requests.close()
            return _begin(json.loads(content), *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass


def _begin(request: tuple[str, list[str], dict[str, str]], out: int, log: int, told: int) -> list[str]:
    """Forks again: this process waits for the command and reports how it ended; the other returns."""
    child = os.fork()
    if child:
        _report(child, told)
    os.close(told)
    folder, words, environment = request
    for target, descriptor in ((1, out), (2, log)):
        os.dup2(descriptor, target)
        os.close(descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    return words


def _report(child: int, told: int) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=told) as to, contextlib.suppress(OSError):
        to.sendall(NUMBER.pack(child))
        for descriptor in (1, 2):
            os.close(descriptor)
        to.sendall(NUMBER.pack(os.waitpid(child, 0)[1]))
    os._exit(0)


if __name__ == "__main__":
    sys.argv = ["citestream", *fork_on_request(socket.socket(fileno=int(sys.argv[1])))]
    importlib.import_module("gateway.cli.main").main()
