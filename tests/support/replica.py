"""A PostgreSQL of its own and a replica that follows it, both of the bundled programs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from gateway.store.bundled import cluster as clusters
from gateway.store.bundled.embedded import acquire
from tests.support import leftovers

PORT = 5433
"""Part of the name of the replica's socket, which lies beside the primary's."""


class Follower:
    """The replica's server. It keeps its data when it is stopped."""

    def __init__(self, cluster: clusters.Cluster, data: Path, url: str) -> None:
        self._cluster, self._data, self.url = cluster, data, url
        self._process: subprocess.Popen[bytes] | None = None
        self._sessions: list[int] = []

    async def start(self) -> None:
        command = [clusters.executable(self._cluster, "postgres"), "-D", self._data]
        for option in (f"port={PORT}", "listen_addresses=", f'unix_socket_directories="{self._cluster.host}"'):
            command += ["-c", option]
        options = clusters.child_options(self._cluster)
        self._process = await asyncio.to_thread(
            lambda: subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        )
        async with asyncio.timeout(30):
            while True:
                with contextlib.suppress(OSError, asyncpg.PostgresError):
                    await (await asyncpg.connect(self.url)).close()
                    return
                assert self._process.poll() is None, "the replica did not start"
                await asyncio.sleep(0.05)

    async def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            await asyncio.to_thread(self._process.wait, 30)
            self._process = None

    @contextlib.asynccontextmanager
    async def standing_still(self) -> AsyncIterator[None]:
        """It answers, and takes nothing in."""
        await self.execute("select pg_wal_replay_pause()")
        try:
            yield
        finally:
            await self.execute("select pg_wal_replay_resume()")

    async def signal_all(self, how: signal.Signals) -> None:
        """Sends a signal to the server and to each process that serves somebody, or was sent one here before."""
        found = "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
        if not self._sessions:
            connection = await asyncpg.connect(self.url)
            self._sessions = [row["pid"] for row in await connection.fetch(found)]
            await connection.close()
            assert self._process is not None
            self._sessions.append(self._process.pid)
        for pid in self._sessions:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)

    async def execute(self, statement: str) -> object:
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()


@contextlib.asynccontextmanager
async def replicated() -> AsyncIterator[tuple[str, Follower]]:
    """Yields the address of an empty primary, and its replica, which runs."""
    data = Path(tempfile.mkdtemp(prefix=leftovers.PLACE)).resolve()
    primary = await acquire(data)
    follower = None
    try:
        cluster = await asyncio.to_thread(clusters.prepare, data)
        parts = urlsplit(primary.url)
        copy = cluster.home / "replica"
        clusters.make_private(copy, cluster.account)
        conninfo = f"host={cluster.host} port={cluster.port} user={parts.username} password={parts.password}"
        options = ("-D", copy, "-d", conninfo, "-R", "-c", "fast", "--no-sync")
        await asyncio.to_thread(clusters.run, cluster, "pg_basebackup", *options, cwd=cluster.home)
        query = parts.query.replace(f"port={cluster.port}", f"port={PORT}")
        follower = Follower(cluster, copy, urlunsplit(parts._replace(query=query)))
        await follower.start()
        yield primary.url, follower
    finally:
        if follower is not None:
            await follower.stop()
        primary.release()
        await leftovers.removed(data)
