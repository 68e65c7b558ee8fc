"""What tests and benches leave of embedded servers goes; what is used, or is not theirs, stays."""

from __future__ import annotations

import os
import shutil
import tempfile
import time

import pytest

from gateway.store.bundled import cluster
from gateway.store.bundled.cluster import home_of
from gateway.store.bundled.supervisor import FileLock
from tests.support import leftovers
from tests.support.leftovers import BENCH, LONGEST_TEST_S, PLACE

DEAD = 2**22 + 1
"""No process id is that large."""


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A temporary directory of our own, with root's clusters in it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(cluster, "SHARED", tmp_path / "shared")
    return tmp_path


def data_directory(temporary, name, pid=DEAD):
    """One with a cluster whose server has this process id."""
    data = temporary / name
    data.mkdir()
    (data / "supervisor.lock").touch()
    home, account = home_of(data)
    (home / "cluster").mkdir(parents=True)
    (home / "cluster" / "postmaster.pid").write_text(f"{pid}\n{home}\n")
    if account:
        (home / cluster.NOTE).write_bytes(os.fsencode(data))
    return data, home


def test_only_what_is_ours_and_unused_is_removed(temporary):
    mine, home = data_directory(temporary, f"{BENCH}1")
    wanted, _ = data_directory(temporary, f"{BENCH}2")
    other, others = data_directory(temporary, "somebody")
    running, server = data_directory(temporary, f"{BENCH}3", os.getpid())
    used = FileLock(mine / "users.lock")
    assert used.take(shared=True)
    leftovers.clear(keep=wanted)
    assert mine.exists() and home.exists(), "somebody uses it"
    used.release()
    leftovers.clear(keep=wanted)
    assert not mine.exists() and not home.exists()
    assert wanted.exists() and other.exists() and others.exists() and running.exists() and server.exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root's clusters lie elsewhere")
def test_a_cluster_without_its_data_directory_is_removed_only_if_that_was_ours(temporary):
    homes = {}
    for name in (f"{BENCH}1", "pytest-of-root", "somebody"):
        data, homes[name] = data_directory(temporary, name)
        shutil.rmtree(data)
    leftovers.clear()
    assert {name: home.exists() for name, home in homes.items()} == {
        f"{BENCH}1": False,
        "pytest-of-root": False,
        "somebody": True,
    }


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root's clusters lie elsewhere")
def test_what_a_single_test_left_goes_when_no_test_takes_so_long(temporary):
    data, home = data_directory(temporary, f"{PLACE}1")
    leftovers.clear()
    assert data.exists() and home.exists()
    long_ago = time.time() - LONGEST_TEST_S - 60
    os.utime(home / cluster.NOTE, (long_ago, long_ago))
    leftovers.clear()
    assert not data.exists() and not home.exists()


def test_a_folder_that_is_no_data_directory_stays(temporary):
    (temporary / f"{BENCH}1").mkdir()
    leftovers.clear()
    assert (temporary / f"{BENCH}1").exists()
