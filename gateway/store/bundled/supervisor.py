"""`python -m gateway.store.bundled.supervisor DATA_DIR`: owns the embedded PostgreSQL of one data directory.

What it shares with its users, all in the data directory:

    supervisor.lock   held alone for its life; whoever can take it knows that nobody supervises
    users.lock        held shared by every user; when the supervisor can take it alone for two seconds, it stops
    server.json       how to reach the server; written when it is ready, removed when it stops
    postgres.log      what both have to say

Locks vanish with their process, so a killed user or supervisor leaves nothing to clean up. The supervisor detaches, and
until the server is ready keeps its standard output: silence and its end mean success, a sentence is why there is none.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from gateway.errors import DatabaseUnreachable
from gateway.store.bundled import launcher, upgrade
from gateway.store.bundled.cluster import DATABASE, LOG, USER, Cluster, complaint, prepare, unusable, write_private

TICK_S = 0.25
IDLE_S = 2.0
READY_S = 55.0
"""Just under the minute that users wait. Recovery after a crash may take longer, and goes on."""
STEADY_S = 10.0
"""A server that ran this long did not fail at start: the next restart is immediate again."""
LONGEST_PAUSE_S = 5.0
LOG_MAX_BYTES = 10 * 1024 * 1024
IN_USE = "in-use.lock"
"""The file beside the cluster that its supervisor locks. It stays locked when the data directory was deleted."""
SPAN = 1 << 20
"""Windows has no shared file lock: each user locks one byte of this many, and alone means all of them."""


class FileLock:
    """A lock between processes on a file that may be deleted at any time. Never waits."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def take(self, *, shared: bool) -> bool:
        """Tells whether it is ours now. Raises OSError when the file cannot be opened."""
        self.release()
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        self._handle = handle
        if _lock(handle, shared) and self.is_current():
            return True
        self.release()
        return False

    def is_current(self) -> bool:
        """Tells whether the path still names the file we hold."""
        if self._handle is None:
            return False
        try:
            return os.path.samestat(os.fstat(self._handle), os.stat(self.path))
        except OSError:
            return False

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _lock(handle: int, shared: bool) -> bool:
    if sys.platform == "win32":
        import msvcrt

        for offset in range(64) if shared else (0,):
            os.lseek(handle, (os.getpid() + offset) % SPAN if shared else 0, os.SEEK_SET)
            with contextlib.suppress(OSError):
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1 if shared else SPAN)
                return True
        return False
    import fcntl

    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class RunningServer:
    """The content of `server.json`."""

    host: str
    port: int
    user: str
    password: str
    database: str
    supervisor_pid: int
    postgres_pid: int
    started_at: str

    @property
    def url(self) -> str:
        return f"postgresql://{self.user}:{self.password}@/{self.database}?host={quote(self.host)}&port={self.port}"

    @classmethod
    def read(cls, data: Path) -> RunningServer | None:
        """Returns the server's record; None when there is none, or only a damaged one."""
        try:
            return cls(**json.loads((data / "server.json").read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None


class Supervisor:
    """Keeps one server running while anybody uses it. Needs the main thread."""

    def __init__(self, data: Path, cluster: Cluster) -> None:
        self.data, self.cluster = data, cluster
        self.asked_to_stop = False
        self._bell, self._button = socket.socketpair()
        self._bell.setblocking(False)
        self._button.setblocking(False)
        self._users = FileLock(data / "users.lock")
        self._failures = 0
        self._idle_since = time.monotonic()
        self._start()

    def _start(self) -> None:
        launcher.clear_leftovers(self.cluster)
        self._started = time.monotonic()
        self.process = launcher.start(self.cluster, sys.stderr.fileno())
        self._write()

    def _write(self) -> None:
        cluster = self.cluster
        started = datetime.now(UTC).isoformat(timespec="milliseconds")
        server = RunningServer(
            cluster.host, cluster.port, USER, cluster.password, DATABASE, os.getpid(), self.process.pid, started
        )
        write_private(self.data / "server.json", json.dumps(asdict(server)))

    def wait_until_ready(self) -> bool:
        """Waits for the server; returns False when it ended instead."""
        deadline = self._started + READY_S
        while self.process.poll() is None:
            if self._status() == "ready" or time.monotonic() > deadline:
                return True
            time.sleep(0.01)
        return False

    def _status(self) -> str:
        return launcher.status(self.cluster, self.process.pid)

    def run(self, lock: FileLock) -> None:
        """Works until nobody uses the server, somebody says so, or the data directory is gone."""
        while not self.asked_to_stop and lock.is_current():
            try:
                if self._is_unused():
                    break
                self._tend()
            except OSError as error:  # a full disk is no reason to give up
                _say(f"{error.strerror or error}: {error.filename}")
            self._rest(TICK_S)
        self.stop()

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            (self.data / "server.json").unlink(missing_ok=True)
        launcher.stop(self.cluster, self.process)

    def _tend(self) -> None:
        if self.process.poll() is not None:
            self._restart()
        elif not (self.data / "server.json").exists():
            self._write()
        if sys.platform != "win32":  # where a process that has the file open would go on behind its old end
            _bound(self.data / LOG)

    def listen(self) -> None:
        """Lets a signal end the rest: a server that ended is replaced at once. (An Event could deadlock in its own
        handler.)"""
        signal.set_wakeup_fd(self._button.fileno(), warn_on_full_buffer=False)
        for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD"):
            if number := getattr(signal, name, None):
                signal.signal(number, self._heed)

    def _heed(self, number: int, _frame: object) -> None:
        self.asked_to_stop |= number != getattr(signal, "SIGCHLD", None)

    def _rest(self, seconds: float) -> None:
        if select.select([self._bell], [], [], seconds)[0]:
            with contextlib.suppress(BlockingIOError):
                self._bell.recv(4096)

    def _restart(self) -> None:
        ran = time.monotonic() - self._started
        self._failures = 0 if ran > STEADY_S else self._failures + 1
        pause = min(0.05 * 2**self._failures, LONGEST_PAUSE_S) if self._failures > 1 else 0.0
        _say(f"PostgreSQL ended with {self.process.returncode}; starting it again in {pause:.1f} s.")
        self._rest(pause)
        self._start()

    def _is_unused(self) -> bool:
        """Tells whether to stop. Probing takes the lock for an instant; once the time is up it stays taken, so that
        newcomers wait for the end."""
        if not self._users.take(shared=False):
            self._idle_since = time.monotonic()
            return False
        if (
            time.monotonic() - self._idle_since >= IDLE_S and self._status() != "starting"
        ):  # recovery is not begun twice
            return True
        self._users.release()
        return False


def main(data: Path) -> int:
    _detach()
    lock = FileLock(data / "supervisor.lock")
    try:
        if not _take(lock):
            return 0  # another process was first; its server serves everyone
        log = data / LOG
        begin = log.stat().st_size if log.exists() else 0
        cluster = prepare(data)
        in_use = FileLock(cluster.home / IN_USE)
        in_use.take(shared=False)
        supervisor = Supervisor(data, upgrade.upgraded(cluster, _say))
        if not supervisor.wait_until_ready():
            supervisor.stop()
            raise DatabaseUnreachable(_why(log, begin))
    except DatabaseUnreachable as error:
        return _fail(error.detail)
    except OSError as error:
        return _fail(unusable(error, data))
    supervisor.listen()
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    supervisor.run(lock)
    return 0


def _detach() -> None:
    """Leaves the user's session and family: neither its Ctrl-C nor its end reaches us, and it has no zombie to bury."""
    if sys.platform != "win32":
        if os.fork():
            os._exit(0)
        os.setsid()


def _take(lock: FileLock) -> bool:
    """Takes the lock. A user's glance at it may stand in the way for an instant."""
    deadline = time.monotonic() + 1
    while not lock.take(shared=False):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def _why(log: Path, begin: int) -> str:
    with log.open("rb") as stream:
        stream.seek(begin)
        why = complaint(stream.read(100_000).decode("utf-8", "replace"))
    return f"Embedded PostgreSQL did not start ({log}): {why or 'it was not ready in time'}."


def _bound(log: Path) -> None:
    """Moves the content of a log that is too long to a second file. The file itself stays: the server writes to it."""
    if log.stat().st_size > LOG_MAX_BYTES:
        shutil.copy(log, log.with_name(f"{log.name}.1"))
        os.truncate(log, 0)


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} supervisor: {sentence}\n")
        sys.stderr.flush()


def _fail(sentence: str) -> int:
    _say(sentence)
    with contextlib.suppress(OSError):  # whoever started us may be gone
        sys.stdout.write(sentence)
        sys.stdout.flush()
    return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
