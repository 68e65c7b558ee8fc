"""The bundled PostgreSQL for one data directory, shared by every process that asks.

    embedded = await acquire(Path("data"))
    ... asyncpg.connect(embedded.url) ...
    await embedded.ensure()     # on a lost connection: the server may have been killed with its supervisor
    embedded.release()

Being a user is a shared lock on `users.lock`, so it ends with the process, however that ends. The first user starts the
supervisor (`gateway.store.bundled.supervisor`); the address stays the same over restarts.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import asyncpg

from gateway.errors import DatabaseUnreachable
from gateway.store.bundled import cluster
from gateway.store.bundled.supervisor import LOG_MAX_BYTES, FileLock, RunningServer
from gateway.telemetry.outage import Outage

log = logging.getLogger(__name__)

WAIT_S = 60.0
POLL_S = 0.03
WATCH_S = 2.0
"""How often a process looks whether the supervisor lives."""
PASSED_ON = {
    *("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TZ", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR"),
    *("USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "COMSPEC", "PATHEXT"),
}
PASSED_ON_PREFIXES = ("PYTHON", "LD_", "DYLD_", "COVERAGE_")
"""A process that outlives us gets no keys and none of PostgreSQL's own variables."""


def exists(data_dir: Path) -> bool:
    """Tells whether this data directory has a database, or one is being made there; makes nothing. Where that cannot be
    seen, it has: using it says why not."""
    data = data_dir.absolute().resolve()
    try:
        return cluster.is_made(data) or ((data / "supervisor.lock").exists() and _is_supervised(data))
    except OSError:
        return True


async def acquire(data_dir: Path, *, new: bool = True) -> Embedded:
    """Becomes a user of the server of this data directory, starting it when it is not running.

    Waits at most a minute. Raises `DatabaseUnreachable`, also where there is none and a `new` one is not wanted.
    """
    if not new and not await asyncio.to_thread(exists, data_dir):
        raise DatabaseUnreachable(_missing(data_dir))
    embedded = Embedded(data_dir)
    try:
        await embedded.ensure()
    except BaseException:
        embedded.release()
        raise
    return embedded


async def keep_up(embedded: Embedded) -> None:
    """Starts the server's supervisor again should somebody have killed it."""
    outage = Outage(log, "the embedded PostgreSQL", away="cannot be started", back="runs again")
    while True:
        await asyncio.sleep(WATCH_S)
        try:
            await embedded.ensure()
        except DatabaseUnreachable as error:
            outage.fails(error)
        else:
            outage.works()


class Embedded:
    """One use of the server; `url` is for asyncpg."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir.absolute().resolve()
        self.url = ""
        self._users = FileLock(self.data_dir / "users.lock")
        self._one_at_a_time = asyncio.Lock()

    @property
    def home(self) -> Path:
        """The directory that the cluster lies in; to remove it is to begin without a database."""
        return cluster.home_of(self.data_dir)[0]

    async def ensure(self) -> None:
        """Returns when the server accepts connections: after 10 ms when all is well, else it is started again.

        A server that is just going down may still answer: call this again for every connection that fails. Raises
        `DatabaseUnreachable` after a minute, or at once when it is known why it cannot be.
        """
        async with self._one_at_a_time:
            deadline = time.monotonic() + WAIT_S
            why = "its supervisor does not answer"
            while time.monotonic() < deadline:
                try:
                    server = await asyncio.to_thread(self._server)
                except OSError as error:
                    raise DatabaseUnreachable(cluster.unusable(error, self.data_dir)) from None
                if server:
                    try:
                        await _greet(server.url)
                    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                        why = str(error) or type(error).__name__
                    else:
                        self.url = server.url
                        return
                await asyncio.sleep(POLL_S)
            raise DatabaseUnreachable(
                f"Embedded PostgreSQL did not answer within {WAIT_S:.0f} s ({why}); see {self.data_dir / cluster.LOG}."
            )

    def release(self) -> None:
        """Stops being a user; the server stops two seconds after the last one. It may be called twice."""
        self._users.release()

    def _server(self) -> RunningServer | None:
        """Returns the server's record while it is supervised; None means: look again."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        if not self._users.is_current() and not self._users.take(shared=True):
            return None  # the supervisor is just stopping
        if not _is_supervised(self.data_dir):
            _start_supervisor(self.data_dir)
        return RunningServer.read(self.data_dir)


async def _greet(url: str) -> None:
    connection = await asyncpg.connect(url, timeout=5)
    await connection.close(timeout=5)


def _missing(data_dir: Path) -> str:
    """Says where was looked, where a database lies that was perhaps meant, and how to name the right one."""
    wanted = data_dir.absolute()
    near = [] if data_dir.is_absolute() else [above / data_dir for above in Path.cwd().parents]
    found = next((folder for folder in near if (folder / "users.lock").exists() and exists(folder)), None)
    perhaps = f" (there is one in {found})" if found else ""
    return (
        f"There is no knowledge base in {wanted}{perhaps}, and this command makes none; name yours with --data-dir, "
        "GATEWAY_DATA_DIR or DATABASE_URL, or begin one with `citestream serve` or `citestream ingest PATH`."
    )


def _is_supervised(data: Path) -> bool:
    glance = FileLock(data / "supervisor.lock")
    free = glance.take(shared=True)
    glance.release()
    return not free


def _start_supervisor(data: Path) -> None:
    """Starts one and waits until it says that the server is ready. While another user is at it, nothing is done."""
    starter = FileLock(data / "start.lock")
    if not starter.take(shared=False):
        return
    try:
        if not _is_supervised(data):
            _launch(data)
    finally:
        starter.release()


def _launch(data: Path) -> None:
    server_log = data / cluster.LOG
    if server_log.exists() and server_log.stat().st_size > LOG_MAX_BYTES:
        os.replace(server_log, server_log.with_name(f"{cluster.LOG}.1"))
    root = Path(__file__).parents[3]
    environment = {
        name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_PREFIXES)
    }
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(root), environment.get("PYTHONPATH"))))
    detached = 0x0000_0208 if sys.platform == "win32" else 0  # DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP
    left = [] if cluster.is_made(data) else cluster.left_behind(data)
    with server_log.open("ab") as stream:
        server_log.chmod(0o600)
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "gateway.store.bundled.supervisor", str(data)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stream,
            cwd=data,
            env=environment,
            creationflags=detached,
        )
    assert process.stdout is not None
    with process.stdout:
        sentence = process.stdout.read().decode("utf-8", "replace").strip()
    if sys.platform == "win32":
        process.returncode = 0  # it goes on, which subprocess would warn about
    else:
        process.wait()  # the supervisor itself is its child
    if sentence:
        raise DatabaseUnreachable(sentence)
    if left:
        log.warning(
            "%s was deleted and made again: this is a new database. The database of the deleted directory is still in %s; "
            "`citestream database remove %s` deletes it.",
            data,
            " and ".join(map(str, left)),
            " ".join(home.name for home in left),
        )
