"""The embedded server with real processes: as root (a cluster of `nobody`'s) and as a normal user."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
import pytest

from gateway.errors import DatabaseUnreachable
from gateway.store.bundled import cluster as clusters
from gateway.store.bundled.embedded import acquire, exists
from gateway.store.bundled.supervisor import LOG_MAX_BYTES, FileLock, RunningServer
from tests.support.leftovers import PLACE
from tests.support.postgres import eventually

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals and accounts of POSIX"),
    pytest.mark.timeout(300),  # each waits for servers to come and go
]
USER = Path(__file__).parents[2] / "support" / "embedded_user.py"
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
READ_ALL = "+dac_override,+dac_read_search"
"""A normal user still, but one who may read a virtual environment below root's home."""


def _as_nobody() -> list[str]:
    """The words before a command that make it `nobody`'s; empty when this system cannot."""
    plain = ["setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups"]
    for command in (plain, [*plain, f"--inh-caps={READ_ALL}", f"--ambient-caps={READ_ALL}"]):
        with contextlib.suppress(OSError):
            # Twice, since setpriv itself still may read everything while it starts the first one.
            again = "import subprocess, sys; subprocess.check_call([sys.executable, '-c', 'import gateway.store.bundled.embedded'])"
            probe = [*command, sys.executable, "-c", again]
            if subprocess.run(probe, capture_output=True, timeout=30).returncode == 0:
                return command
    return []


@dataclass
class DataDirectory:
    """A data directory and the account that uses it."""

    data: Path
    prefix: list[str] = field(default_factory=list)

    @property
    def server(self) -> RunningServer:
        server = RunningServer.read(self.data)
        assert server is not None
        return server

    @property
    def home(self) -> Path:
        return self.data / "postgres" if self.prefix or not ROOT else clusters.home_of(self.data)[0]

    def is_supervised(self) -> bool:
        lock = FileLock(self.data / "supervisor.lock")
        free = not self.data.exists() or lock.take(shared=True)
        lock.release()
        return not free

    async def stopped(self, within_s: float = 10) -> None:
        await eventually(lambda: not self.is_supervised(), within_s, "the supervisor ends")

    @contextlib.asynccontextmanager
    async def user(self, **environment: str) -> AsyncIterator[User]:
        process = await asyncio.create_subprocess_exec(
            *self.prefix,
            *(sys.executable, str(USER), str(self.data)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(USER.parents[2]), **environment},
        )
        user = User(process)
        try:
            user.url = await user.line()
            yield user
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass
class User:
    process: asyncio.subprocess.Process
    url: str = ""

    async def line(self) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(30):
            return (await self.process.stdout.readline()).decode().strip()

    async def ensure(self) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(b"ensure\n")
        return await self.line()

    async def value(self, query: str) -> object:
        connection = await asyncpg.connect(self.url, timeout=10)
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()


async def answers(url: str, within_s: float, query: str = "select 1") -> object:
    """The value, as soon as the server gives one."""
    async with asyncio.timeout(within_s):
        while True:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection = await asyncpg.connect(url, timeout=5)
                try:
                    return await connection.fetchval(query)
                finally:
                    await connection.close()
            await asyncio.sleep(0.02)


def is_alive(pid: int) -> bool:
    """A zombie waits for somebody else and counts as gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    with contextlib.suppress(OSError):
        os.kill(pid, 0)
        return not Path("/proc/self").exists()
    return False


@pytest.fixture(scope="module", params=[pytest.param("root", marks=pytest.mark.slow), "normal user"])
async def directory(request):
    prefix: list[str] = []
    if request.param == "root" and not ROOT:
        pytest.skip("needs root")
    if request.param == "normal user" and ROOT and not (prefix := _as_nobody()):
        pytest.skip("setpriv cannot start this Python as nobody here")
    folder = Path(tempfile.mkdtemp(prefix=PLACE))
    if prefix:
        shutil.chown(folder, "nobody")
    directory = DataDirectory(folder / "data", prefix)
    try:
        yield directory
    finally:
        await _remove(directory)
        shutil.rmtree(folder)


async def _remove(directory: DataDirectory) -> None:
    if directory.data.exists() and directory.is_supervised() and (server := RunningServer.read(directory.data)):
        os.kill(server.supervisor_pid, signal.SIGTERM)
        await directory.stopped()
    shutil.rmtree(directory.home, ignore_errors=True)


async def test_first_use_makes_a_cluster_that_only_its_owner_may_enter(directory):
    async with directory.user(PGPORT="1", PGDATA="/nowhere", PGOPTIONS="-c work_mem=1", LC_ALL="C") as user:
        assert await user.value("select current_user || ' ' || current_database()") == "citestream citestream"
        assert await user.value("select getdatabaseencoding()") == "UTF8"
        assert str(await user.value("show server_version")) >= "18"
        parsed = await user.value("select to_tsvector('simple', '«Élan» 中文，字')::text")
        assert parsed == "'élan':1 '中文':2 '字':3"
        await user.value("create extension vector")
        assert await user.value("select '[3,4]'::vector <-> '[0,0]'::vector") == 5
    assert (directory.data / "server.json").stat().st_mode & 0o777 == 0o600
    for name in ("cluster", "socket"):
        assert (directory.home / name).stat().st_mode & 0o777 == 0o700


async def test_a_second_user_joins_the_same_server_at_once(directory):
    async with directory.user() as first:
        begin = time.monotonic()
        async with directory.user() as second:
            assert time.monotonic() - begin < 5
            assert second.url == first.url
            started = "select pg_postmaster_start_time()"
            assert await second.value(started) == await first.value(started)


async def test_users_that_start_together_make_one_server(directory):
    await directory.stopped()
    log = directory.data / "postgres.log"
    before = log.read_text().count("starting PostgreSQL") if log.exists() else 0
    async with contextlib.AsyncExitStack() as stack:
        users = await asyncio.gather(*(stack.enter_async_context(directory.user()) for _ in range(4)))
        assert len({await user.value("select pg_postmaster_start_time()") for user in users}) == 1
    assert log.read_text().count("starting PostgreSQL") == before + 1


async def test_a_killed_server_is_back_within_two_seconds_with_its_data(directory):
    async with directory.user() as user:
        await user.value("create table kept as select 42 as value")
        killed = directory.server.postgres_pid
        os.kill(killed, signal.SIGKILL)
        await eventually(lambda: not is_alive(killed), 2)
        assert await answers(user.url, 10, "select value from kept") == 42
        await user.value("drop table kept")
        assert directory.server.postgres_pid != killed


async def test_a_statement_that_outlives_its_killed_server_does_not_block_the_next_one(directory):
    async with directory.user() as user:
        connection = await asyncpg.connect(user.url)
        endless = asyncio.create_task(connection.fetchval("select count(*) from generate_series(1, 100000000000)"))
        backend = connection.get_server_pid()
        async with asyncio.timeout(30):
            while await user.value(f"select state from pg_stat_activity where pid = {backend}") != "active":
                await asyncio.sleep(0.02)
        os.kill(directory.server.postgres_pid, signal.SIGKILL)
        with pytest.raises((asyncpg.PostgresError, OSError)):
            await asyncio.wait_for(endless, 5)
        assert await answers(user.url, 10) == 1
        assert not is_alive(backend)


async def test_a_killed_supervisor_is_replaced_by_the_next_ensure_and_the_address_stays(directory):
    async with directory.user() as user:
        await user.value("create table kept as select 43 as value")
        before = directory.server
        os.kill(before.supervisor_pid, signal.SIGKILL)
        await directory.stopped()
        assert await user.ensure() == user.url
        assert await user.value("select value from kept") == 43
        await user.value("drop table kept")
        assert directory.server.supervisor_pid != before.supervisor_pid
        assert not is_alive(before.postgres_pid)


async def test_supervisor_and_server_killed_together_are_replaced(directory):
    async with directory.user() as user:
        before = directory.server
        os.kill(before.supervisor_pid, signal.SIGKILL)
        os.kill(before.postgres_pid, signal.SIGKILL)
        await directory.stopped()
        assert await user.ensure() == user.url
        assert await user.value("select 1") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent was killed")
async def test_the_server_does_not_outlive_a_killed_supervisor(directory):
    async with directory.user():
        server = directory.server
        os.kill(server.supervisor_pid, signal.SIGKILL)
        await eventually(lambda: not is_alive(server.postgres_pid), 5)


async def test_the_server_is_gone_soon_after_its_users_were_killed(directory):
    async with directory.user() as first, directory.user() as second:
        server = directory.server
        first.process.kill()
        second.process.kill()
        await directory.stopped(within_s=5)
        assert not is_alive(server.postgres_pid)
        assert not (directory.data / "server.json").exists()


async def test_the_server_stays_while_one_user_is_left(directory):
    async with directory.user() as last:
        async with directory.user():
            server = directory.server
        with pytest.raises(AssertionError, match="the supervisor ends"):
            await directory.stopped(within_s=2.5)  # longer than an unused server stays
        assert await last.value("select 1") == 1
        assert directory.server == server


async def test_stale_files_are_recognised_and_strangers_left_alone(directory):
    async with directory.user():
        server = directory.server
    await directory.stopped()
    stranger = await asyncio.create_subprocess_exec(
        *("sleep", "60"), user="nobody" if ROOT else None, start_new_session=True
    )
    try:
        for name in ("supervisor.lock", "start.lock", "users.lock"):
            (directory.data / name).write_text("left behind")
        (directory.data / "server.json").write_text('{"host": "/nowhere", "por')
        lines = [
            str(stranger.pid),
            str(directory.home / "cluster"),
            "1",
            "5432",
            str(directory.home / "socket"),
            "",
            " 1 1",
            "ready",
        ]
        (directory.home / "cluster" / "postmaster.pid").write_text("\n".join(lines))
        (directory.home / "socket" / ".s.PGSQL.5432.lock").write_text("\n".join(lines))
        async with directory.user() as user:
            assert await user.value("select 1") == 1
            assert directory.server.postgres_pid not in (stranger.pid, server.postgres_pid)
        assert stranger.returncode is None
    finally:
        stranger.kill()
        await stranger.wait()


async def test_a_lost_server_file_is_written_again(directory):
    async with directory.user() as user:
        (directory.data / "server.json").unlink()
        await eventually((directory.data / "server.json").exists, 5)
        assert await user.ensure() == user.url


async def test_a_lost_password_is_replaced(directory):
    async with directory.user() as user:
        lost = user.url
    await directory.stopped()
    (directory.home / "access.json").unlink()
    async with directory.user() as user:
        assert user.url != lost
        assert await user.value("select 1") == 1


async def test_a_server_that_cannot_start_is_a_sentence_with_its_reason(directory):
    async with directory.user():
        pass
    await directory.stopped()
    conf = directory.home / "cluster" / "postgresql.conf"
    good = conf.read_text()
    conf.write_text(good + "\nno_such_setting = 1\n")
    try:
        async with directory.user() as user:
            assert user.url.startswith("refused: Embedded PostgreSQL did not start")
            assert "no_such_setting" in user.url or "configuration file" in user.url
        assert not (directory.data / "server.json").exists()
    finally:
        conf.write_text(good)
    async with directory.user() as user:
        assert await user.value("select 1") == 1


async def test_a_deep_data_directory_gets_a_short_socket_path(directory):
    deep = DataDirectory(directory.data / ("d" * 60) / ("e" * 60), directory.prefix)
    try:
        async with deep.user() as user:
            assert await user.value("select 1") == 1
            assert len(deep.server.host) < 80
    finally:
        socket = Path(server.host) if (server := RunningServer.read(deep.data)) else None
        await _remove(deep)
        if socket:
            shutil.rmtree(socket, ignore_errors=True)


async def test_a_deleted_data_directory_ends_its_server_and_can_be_used_again(directory):
    async with directory.user() as user:
        server = directory.server
        gone = directory.data.rename(directory.data.with_name("gone"))
        await eventually(lambda: not is_alive(server.supervisor_pid), 10)
        assert not is_alive(server.postgres_pid)
        shutil.rmtree(gone)
        user.url = await user.ensure()
        assert await user.value("select 1") == 1


async def test_a_file_in_place_of_the_data_directory_is_a_sentence_naming_the_setting(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(DatabaseUnreachable, match="GATEWAY_DATA_DIR"):
        await acquire(tmp_path / "data")


async def test_an_interpreter_that_may_not_be_run_is_reported_as_that(tmp_path, monkeypatch):
    interpreter = tmp_path / "python"
    interpreter.write_text("#!/bin/sh\n")
    monkeypatch.setattr(sys, "executable", str(interpreter))
    with pytest.raises(DatabaseUnreachable, match=r"/python cannot be run \(Permission denied\)") as told:
        await acquire(tmp_path / "data")
    assert "GATEWAY_DATA_DIR" not in str(told.value)


def test_a_program_of_postgres_that_may_not_be_run_is_reported_as_that(tmp_path):
    program = tmp_path / "bin" / "initdb"
    program.parent.mkdir()
    program.write_text("")
    cluster = clusters.Cluster(tmp_path, tmp_path, None, str(tmp_path), 5432, "")
    with pytest.raises(PermissionError) as refused:
        clusters.run(cluster, "initdb")
    assert f"{program} cannot be run (Permission denied)" in clusters.unusable(refused.value, tmp_path)


async def test_the_log_of_a_running_server_has_no_words_of_callers_and_is_bounded(directory):
    log = directory.data / "postgres.log"
    async with directory.user() as user:
        for wrong in (
            "select 'a secret', 1/0",
            "do $$ begin raise 'seen' using detail = 'a secret', hint = 'a secret'; end $$",
        ):
            with pytest.raises(asyncpg.PostgresError):
                await user.value(wrong)
        said = log.read_text()
        assert "division by zero" in said and "seen" in said and "secret" not in said
        with log.open("ab") as stream:
            stream.write(b"x" * LOG_MAX_BYTES + b"\n")
        await eventually(lambda: log.stat().st_size < 1000, 10)
        assert log.with_name("postgres.log.1").read_bytes().startswith(said.encode())
        with pytest.raises(asyncpg.PostgresError):
            await user.value("select 1/0")
        await eventually(lambda: "division by zero" in log.read_text(), 10)
        assert "\0" not in log.read_text()


async def test_where_there_is_none_and_none_is_wanted_nothing_is_made(tmp_path):
    for data in (tmp_path / "none", tmp_path):
        assert not exists(data)
        with pytest.raises(DatabaseUnreachable, match=r"no knowledge base in .* GATEWAY_DATA_DIR or DATABASE_URL"):
            await acquire(data, new=False)
    assert list(tmp_path.iterdir()) == []


async def test_one_that_is_there_or_just_being_made_is_used(directory):
    async with directory.user():
        if not directory.prefix:
            assert exists(directory.data)
            (await acquire(directory.data, new=False)).release()
    await directory.stopped()
    if not directory.prefix:
        assert exists(directory.data)
