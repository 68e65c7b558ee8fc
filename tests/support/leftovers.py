"""Embedded servers of tests and benches: removed when they are done with, and by the next run when theirs was killed.

Ours is a data directory in the temporary directory whose name says so (`OURS`), unused when its locks are free
(`gateway.store.bundled.supervisor`). A cluster lies in it or, made by root, elsewhere beside a file that names its data
directory.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import tempfile
import time
from pathlib import Path

from gateway.store.bundled import cluster
from gateway.store.bundled.supervisor import FileLock
from tests.support import in_memory

TESTS, BENCH, PLACE = "citestream-tests-", "citestream-bench-", "citestream-place-"
OURS = (TESTS, BENCH, PLACE, "pytest-of-")
"""`citestream-place-`: for single tests. `pytest-of-`: the directories that pytest gives to tests, and takes back
later."""
LONGEST_STOP_S = 60
LONGEST_TEST_S = 3600
"""A test that stopped its server may start it again, but not after so long."""


def clear(keep: Path | None = None) -> None:
    """Remove what earlier runs of this user left and nobody uses."""
    temporary = Path(tempfile.gettempdir()).resolve()
    for name in (TESTS, BENCH):
        for data in temporary.glob(f"{name}*"):
            if data != keep:
                remove(data)
    for note in cluster.SHARED.glob(f"*/{cluster.NOTE}"):
        data = Path(os.fsdecode(note.read_bytes()))
        if not (data.is_relative_to(temporary) and data.relative_to(temporary).parts[0].startswith(OURS)):
            continue
        if not data.exists():
            _remove_home(note.parent)
        elif data != keep and time.time() - note.stat().st_mtime > LONGEST_TEST_S:
            remove(data)


def remove(data: Path) -> bool:
    """Remove a data directory of ours with its cluster. False, and nothing done, while somebody uses it."""
    supervisor, users = FileLock(data / "supervisor.lock"), FileLock(data / "users.lock")
    try:
        if not supervisor.path.exists() or data.stat().st_uid != os.geteuid():
            return False
        if not (supervisor.take(shared=False) and users.take(shared=False)):
            return False
        if not _remove_home(cluster.home_of(data.resolve())[0]):
            return False
        in_memory.remove(data)
        shutil.rmtree(data, ignore_errors=True)
        return True
    except OSError:  # gone meanwhile
        return False
    finally:
        users.release()
        supervisor.release()


async def removed(data: Path) -> None:
    """Remove it when its server has stopped, which it does two seconds after its last user has gone."""
    deadline = time.monotonic() + LONGEST_STOP_S
    while (data / "supervisor.lock").exists() and not remove(data) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    with contextlib.suppress(OSError):
        data.rmdir()  # one that was never used


def _remove_home(home: Path) -> bool:
    """Remove a cluster and its socket directory; False when its server runs."""
    if (home / "cluster" / "postmaster.pid").exists() and _runs(home / "cluster"):
        return False
    try:
        socket = Path(json.loads((home / "access.json").read_text())["host"])
    except (OSError, ValueError, KeyError):
        socket = home / "socket"
    if not socket.is_relative_to(home) and socket.name.startswith("citestream-"):
        shutil.rmtree(socket, ignore_errors=True)
    shutil.rmtree(home, ignore_errors=True)
    return True


def _runs(folder: Path) -> bool:
    """Whether the process in `postmaster.pid` lives; one that a killed run left behind may not."""
    try:
        return is_alive(int((folder / "postmaster.pid").read_text().split("\n", 1)[0]))
    except (OSError, ValueError):
        return False


def is_alive(pid: int) -> bool:
    if os.name == "nt":  # there, signal 0 is Ctrl-C
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
