"""Processes of a run, and their own clocks (Linux): processor time and memory."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextlib.contextmanager
def process(
    command: Sequence[object], *, python: Path = Path(sys.executable), **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A Python process; when it ends by itself, what it wrote is told."""
    with tempfile.TemporaryFile() as told:
        child = subprocess.Popen(
            [str(python), *map(str, command)],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=told,
        )
        try:
            yield child
        finally:
            ended = child.poll()
            child.terminate()
            child.wait(20)
            if ended is not None:
                told.seek(0)
                sys.stderr.buffer.write(told.read()[-2000:])


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def clock_s(pid: int) -> float:
    """Processor seconds of a process so far, all its threads, to the nanosecond."""
    return time.clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid(3) makes it


def cpu_s(pid: int) -> float:
    """Processor seconds of a process so far, all its threads, and of children that have ended."""
    return clock_s(pid) + sum(map(int, _fields(pid)[13:15])) * TICK_S


def tree_cpu_s(pid: int) -> float:
    """Processor seconds of a process and of all that it has started."""
    total = 0.0
    for one in [pid, *children(pid)]:
        with contextlib.suppress(OSError):
            total += cpu_s(one)
    return total


def parent(pid: int) -> int:
    return int(_fields(pid)[1])


def children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if parent(int(entry.name)) == pid:
                    found.append(int(entry.name))
    return found


def memory_kb(pid: int) -> int:
    """Resident kB of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0
