"""A cluster of the older PostgreSQL in the wheel, filled, and started again by the product."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import asyncpg
import pytest

from gateway.errors import DatabaseUnreachable
from gateway.store.bundled import cluster as clusters
from gateway.store.bundled import launcher, upgrade
from gateway.store.bundled.cluster import DATABASE, USER, home_of, installs, prepare, single_user, usable
from gateway.store.bundled.embedded import acquire
from gateway.store.bundled.supervisor import RunningServer
from tests.conftest import _migrate
from tests.support.backups import contents, load, save
from tests.support.leftovers import PLACE
from tests.support.postgres import eventually
from tests.support.server import running

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or len(installs()) < 2, reason="needs the older PostgreSQL of the wheel, and POSIX"
)


@pytest.fixture
async def data():
    folder = Path(tempfile.mkdtemp(prefix=PLACE))
    folder.chmod(0o755)
    (folder / "data").mkdir()
    yield folder / "data"
    if server := RunningServer.read(folder / "data"):
        os.kill(server.supervisor_pid, signal.SIGTERM)
        await eventually(lambda: not RunningServer.read(folder / "data"), 15, "the supervisor ends")
        with contextlib.suppress(ProcessLookupError):
            await eventually(lambda: not _alive(server.supervisor_pid), 15)
    shutil.rmtree(home_of(folder / "data")[0], ignore_errors=True)
    shutil.rmtree(folder)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def older(data, monkeypatch):
    """A cluster that the older version made, as `prepare` would have made it then."""
    made = prepare(data)
    shutil.rmtree(made.data)
    old = dataclasses.replace(made, install=usable(installs()[min(installs())], made.account))
    with monkeypatch.context() as then:
        then.setattr(clusters, "_initdb_options", lambda: ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"])
        clusters._initialise(old)
    return old


@contextlib.asynccontextmanager
async def started(cluster, log):
    """Its server as a child of this process; yields the URL."""
    with log.open("ab") as stream:
        process = launcher.start(cluster, stream.fileno())
    try:
        await eventually(lambda: launcher.status(cluster, process.pid) == "ready", 20)
        yield process, f"postgresql://{USER}:{cluster.password}@/{DATABASE}?host={cluster.host}&port={cluster.port}"
    finally:
        await asyncio.to_thread(launcher.stop, cluster, process)


VECTORS = """
    insert into passage_vector (tenant_id, passage_id, document_id, embedder, embedding)
    select tenant_id, passage_id, document_id, 'made', '[1,2,3]' from passage
"""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["in order", "killed"])
async def test_a_filled_older_cluster_is_upgraded_at_start_and_holds_the_same(data, monkeypatch, end):
    old = older(data, monkeypatch)
    async with started(old, data / "log") as (process, url):
        await _migrate(url)
        async with running(url, sample=True) as server:
            uuid = (await server.document("How many books may an adult borrow?"))["answer_uuid"]
            events = (await server.client.get(f"/v1/answers/{uuid}/events")).content
        connection = await asyncpg.connect(url)
        await connection.execute(VECTORS)
        await connection.close()
        before = await contents(url)
        if end == "killed":
            process.kill()
    embedded = await acquire(data)
    try:
        connection = await asyncpg.connect(embedded.url)
        assert await connection.fetchval("show server_version_num") >= f"{max(installs())}0000"
        await connection.close()
        assert await contents(embedded.url) == before and before["passage_vector"]
        async with running(embedded.url) as server:
            assert (await server.client.get(f"/v1/answers/{uuid}/events")).content == events
            assert (await server.document("How many books may an adult borrow?"))["state"] == "done"
    finally:
        embedded.release()
    assert (old.home / f"cluster-{min(installs())}" / "PG_VERSION").exists()
    assert "Upgrading the cluster" in (data / "postgres.log").read_text()


@pytest.mark.slow
async def test_a_backup_goes_from_the_newer_version_to_the_older_and_back(data, monkeypatch, sample, empty_url):
    newer = sample.gateway.settings.database_url
    await save(newer, data / "newer")
    async with started(older(data, monkeypatch), data / "log") as (_, url):
        assert await load(url, data / "newer") == []
        assert await contents(url) == await contents(newer)
        await save(url, data / "older")
    await load(empty_url, data / "older")
    assert await contents(empty_url) == await contents(newer)


def test_what_cannot_be_upgraded_is_served_as_it_was(data, monkeypatch):
    old = older(data, monkeypatch)
    single_user(old, old.data, "alter database template1 allow_connections false")
    said: list[str] = []
    assert upgrade.upgraded(old, said.append) == old
    assert "goes on" in said[-1] and "pg_upgrade failed" in said[-1]
    assert (old.data / "PG_VERSION").read_text().strip() == str(min(installs()))
    assert sorted(path.name for path in old.home.glob("[cu]*")) == ["cluster"]


def test_the_newest_is_left_alone(data):
    made = prepare(data)
    assert upgrade.upgraded(made, pytest.fail) == made


@pytest.mark.parametrize("done", ["nothing", "the first rename"])
def test_an_upgrade_that_was_killed_between_its_renames_is_finished(data, monkeypatch, done):
    new = prepare(data)
    new.data.rename(new.home / clusters.UPGRADED)
    old = new.home / "cluster"
    if done != "nothing":
        old = new.home / "cluster-16"
    old.mkdir()
    (old / "PG_VERSION").write_text("16\n")
    assert prepare(data) == new
    assert (new.data / "PG_VERSION").read_text().strip() == str(max(installs()))
    assert (new.home / "cluster-16" / "PG_VERSION").exists() and not (new.home / clusters.UPGRADED).exists()


def test_a_version_that_is_not_in_the_wheel_is_a_sentence_with_the_way_out(data):
    home = home_of(data)[0]
    (home / "cluster").mkdir(parents=True)
    (home / "cluster" / "PG_VERSION").write_text("15\n")
    (data / clusters.LOG).write_text("starting PostgreSQL 15\n")
    with pytest.raises(DatabaseUnreachable, match=r"PostgreSQL 15.*citestream backup FILE.*citestream restore FILE"):
        prepare(data)
