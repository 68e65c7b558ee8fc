"""Clusters of root whose data directory was deleted: not found again by it, listed, and removed on request."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import asyncpg
import pytest

from gateway.errors import WrongUse
from gateway.store.bundled import cluster as clusters
from gateway.store.bundled import orphans
from gateway.store.bundled.cluster import LOG, MARK, NOTE, home_of, is_made, left_behind, prepare
from gateway.store.bundled.embedded import acquire
from gateway.store.bundled.supervisor import IN_USE, FileLock, RunningServer
from tests.support.leftovers import PLACE, is_alive
from tests.support.postgres import eventually

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
needs_root = pytest.mark.skipif(not ROOT, reason="only root's clusters are outside their data directory")


@pytest.fixture
def data(monkeypatch):
    """A data directory; root's clusters are beside it."""
    with tempfile.TemporaryDirectory(prefix="cs-") as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr(clusters, "SHARED", Path(folder) / "shared")
        (Path(folder) / "data").mkdir()
        yield Path(folder) / "data"


def made(data: Path) -> Path:
    """The home of a cluster of this directory, as its files tell, without a server's own files."""
    home, _ = home_of(data)
    (home / "cluster").mkdir(parents=True)
    (home / "cluster" / "PG_VERSION").write_text("18\n")
    (home / NOTE).write_bytes(os.fsencode(data))
    clusters._join(data, home)
    return home


def deleted(data: Path) -> None:
    shutil.rmtree(data)
    data.mkdir()


@needs_root
def test_a_directory_that_was_deleted_and_made_again_gets_a_new_cluster(data):
    before = prepare(data)
    assert is_made(data) and left_behind(data) == [] and orphans.found() == []
    deleted(data)
    assert not is_made(data) and left_behind(data) == [before.home]
    after = prepare(data)
    assert after.home != before.home and after.password != before.password and is_made(data)
    assert [(one.name, one.home, one.data) for one in orphans.found()] == [(before.home.name, before.home, data)]
    assert orphans.found()[0].size > 10_000_000
    orphans.remove(before.home.name)
    assert not before.home.exists() and orphans.found() == [] and prepare(data) == after


@needs_root
def test_each_further_deletion_leaves_one_more(data):
    homes = [made(data)]
    for _ in range(3):
        deleted(data)
        homes.append(made(data))
    assert len(set(homes)) == 4 and home_of(data)[0] == homes[-1]
    assert {one.home for one in orphans.found()} == set(homes[:-1])
    orphans.remove(homes[1].name)
    deleted(data)
    assert made(data) == homes[1]  # a free name is used again
    assert {one.home for one in orphans.found()} == {homes[0], *homes[2:]}


@needs_root
def test_a_mark_of_another_directory_opens_nothing(data):
    home = made(data)
    deleted(data)
    (data / MARK).write_text("0123456789abcdef")
    assert home_of(data)[0] != home and left_behind(data) == [home]


@needs_root
def test_a_cluster_from_before_there_were_marks_belongs_to_a_directory_that_had_a_server(data):
    home = made(data)
    (home / MARK).unlink()
    (data / MARK).unlink()
    (data / LOG).write_text("")
    assert left_behind(data) == [home]
    (data / LOG).write_text("starting PostgreSQL\n")
    assert home_of(data)[0] == home and left_behind(data) == []


@needs_root
def test_neither_one_that_is_used_nor_anything_else_is_removed(data):
    home = made(data)
    foreign = clusters.SHARED / "pgsql-0.6"
    foreign.mkdir()
    with pytest.raises(WrongUse, match=f"belongs to {data}, which exists"):
        orphans.remove(home.name)
    for name in ("", ".", "..", "../data", foreign.name, str(home), "no-such"):
        with pytest.raises(WrongUse, match=r"no database .* without a data directory"):
            orphans.remove(name)
    shutil.rmtree(data)
    running = FileLock(home / IN_USE)
    assert running.take(shared=False)
    with pytest.raises(WrongUse, match="still running"):
        orphans.remove(home.name)
    assert (home / "cluster" / "PG_VERSION").exists() and foreign.exists()
    running.release()
    orphans.remove(home.name)
    assert list(clusters.SHARED.iterdir()) == [foreign]


@needs_root
def test_a_removal_that_was_interrupted_can_be_repeated(data, monkeypatch):
    home = made(data)
    shutil.rmtree(data)

    def killed(path):
        raise KeyboardInterrupt

    with monkeypatch.context() as then:
        then.setattr(shutil, "rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            orphans.remove(home.name)
    assert orphans.remove(home.name).home == home and not home.exists()


@pytest.mark.skipif(ROOT or sys.platform == "win32", reason="root's clusters are elsewhere")
def test_the_cluster_of_a_normal_user_is_deleted_with_its_directory(data):
    prepare(data)
    assert not (data / MARK).exists()
    deleted(data)
    assert not is_made(data) and orphans.found() == []


@needs_root
@pytest.mark.timeout(120)
async def test_the_start_names_the_database_of_the_emptied_directory(caplog):
    folder = Path(tempfile.mkdtemp(prefix=PLACE))
    data = folder / "data"
    homes = []
    try:
        for times in (0, 1):
            embedded = await acquire(data)
            homes.append(embedded.home)
            connection = await asyncpg.connect(embedded.url)
            assert await connection.fetchval("select 1 from pg_class where relname = 'secret'") is None
            await connection.execute("create table secret (word text)")
            await connection.close()
            with pytest.raises(WrongUse, match="which exists"):
                orphans.remove(embedded.home.name)
            assert caplog.text.count("was deleted and made again") == times
            server = RunningServer.read(data)
            embedded.release()
            for file in data.iterdir():  # the directory itself stays: other test runs clear what has none
                file.unlink()
            await eventually(lambda server=server: not is_alive(server.supervisor_pid), 20)
        assert f"{homes[0]}; `citestream database remove {homes[0].name}`" in caplog.text
        assert {one.home for one in orphans.found()} >= set(homes)
        for home in homes:
            orphans.remove(home.name)
    finally:
        shutil.rmtree(folder)
