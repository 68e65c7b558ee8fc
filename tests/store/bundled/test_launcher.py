"""One server process, told from all others. (Restarts and leftovers of real servers: test_embedded.py.)"""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path

import pytest

from gateway.store.bundled import launcher
from gateway.store.bundled.cluster import Cluster

CLUSTER = Cluster(Path("/srv/a b/postgres"), Path("/opt/pg"), None, "/srv/a b/postgres/socket", 5432, "secret")


@pytest.fixture
def lines(monkeypatch):
    """The command lines that the system shows."""
    shown: dict[int, str] = {}
    monkeypatch.setattr(launcher, "_command_lines", lambda: shown)
    return shown


def test_the_server_and_its_children_are_found(lines):
    lines[7] = "/opt/pg/bin/postgres -D /srv/a b/postgres/cluster -c listen_addresses="
    lines[8] = f"postgres: {CLUSTER.name}: checkpointer"
    assert launcher.processes(CLUSTER) == lines


@pytest.mark.parametrize(
    "line",
    [
        "/opt/pg/bin/postgres -D /srv/a b/postgres/cluster2 -c listen_addresses=",
        "/opt/pg/bin/postgres -D /srv/other/cluster -c listen_addresses=",
        "/opt/pg/bin/pg_ctl status -D /srv/a b/postgres/cluster -w",
        "postgres: citestream-0000000000000000: checkpointer",
        "postgres: checkpointer",
        "tail -f /srv/a b/postgres.log",
    ],
)
def test_any_other_process_is_not_ours(lines, line):
    lines[7] = line
    assert launcher.processes(CLUSTER) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="process lists of POSIX")
def test_this_process_is_in_the_list(monkeypatch):
    every = launcher._command_lines()
    assert every is not None
    assert "python" in every[os.getpid()]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("", ""),
        ("7\n/d\n1\n5432\n/s\n\n 1 2\nready   \n", "ready"),
        ("8\n/d\n1\n5432\n/s\n\n 1 2\nready   \n", ""),
        ("7\n/d\n", ""),
    ],
    ids=["empty", "ready", "another process", "not yet"],
)
def test_the_status_is_that_of_the_process_asked_for(tmp_path, content, status):
    cluster = dataclasses.replace(CLUSTER, home=tmp_path)
    cluster.data.mkdir()
    (cluster.data / "postmaster.pid").write_text(content)
    assert launcher.status(cluster, 7) == status


def test_without_a_file_there_is_no_status(tmp_path):
    assert launcher.status(dataclasses.replace(CLUSTER, home=tmp_path), 7) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows asks pg_ctl")
def test_where_processes_cannot_be_listed_nothing_is_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(launcher, "_command_lines", lambda: None)
    cluster = dataclasses.replace(CLUSTER, home=tmp_path)
    cluster.data.mkdir()
    (cluster.data / "postmaster.pid").write_text("7\n")
    launcher.clear_leftovers(cluster)
    assert (cluster.data / "postmaster.pid").exists()
