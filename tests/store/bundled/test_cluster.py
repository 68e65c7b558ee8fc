"""Binaries, directories and initdb. (Whole clusters in use: test_embedded.py.)"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

from gateway.errors import DatabaseUnreachable
from gateway.store.bundled import cluster as clusters
from gateway.store.bundled.cluster import LOG, NOTE, complaint, home_of, prepare, write_private


@pytest.fixture
def data(monkeypatch):
    """A data directory whose cluster lies below it even for root, where `nobody` may enter."""
    with tempfile.TemporaryDirectory(prefix="cs-") as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr(clusters, "SHARED", Path(folder) / "shared")
        (Path(folder) / "data").mkdir()
        yield Path(folder) / "data"


def test_a_prepared_cluster_is_whole_and_found_again(data):
    made = prepare(data)
    assert (made.data / "PG_VERSION").read_text().strip() == "18"
    assert not list(made.home.glob("cluster.*"))
    assert not list(made.home.glob("initdb.password*"))
    assert len(made.password) >= 32
    before = (made.data / "global" / "pg_control").stat()
    assert (made.account is None) != ((made.home / NOTE).exists() and (made.home / NOTE).read_text() == str(data))
    assert prepare(data) == made
    assert (made.data / "global" / "pg_control").stat() == before


def test_what_an_interrupted_initdb_left_is_cleared(data):
    home, _ = home_of(data)
    (home / "cluster.123").mkdir(parents=True)
    (home / "cluster.123" / "half").write_text("")
    prepare(data)
    assert not (home / "cluster.123").exists()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root copies")
def test_the_copy_for_nobody_is_made_once_and_readable_by_all(data):
    install = prepare(data).install
    copy = clusters.SHARED / install.relative_to(clusters.SHARED).parts[0]
    made = copy.stat().st_mtime_ns
    assert all(path.stat().st_mode & 0o004 for path in copy.rglob("*"))
    assert not list(copy.rglob("*.a"))
    (data / "other").mkdir()
    assert prepare(data / "other").install == install
    assert copy.stat().st_mtime_ns == made
    assert [path.name for path in clusters.SHARED.glob("pgsql-*")] == [copy.name]


def test_two_data_directories_have_two_clusters(data):
    assert home_of(data / "a")[0] != home_of(data / "b")[0]


def test_a_damaged_access_file_is_replaced(data):
    home, _ = home_of(data)
    home.mkdir(parents=True)
    (home / "access.json").write_text('{"host": ')
    made = prepare(data)
    assert json.loads((home / "access.json").read_text())["password"] == made.password


def test_a_platform_without_the_wheel_is_a_sentence_naming_the_setting(data, monkeypatch):
    monkeypatch.setattr(clusters, "PACKAGE", "no_such_package")
    with pytest.raises(DatabaseUnreachable, match=r"^No PostgreSQL comes with Citestream .* set DATABASE_URL .*\.$"):
        prepare(data)


def test_a_cluster_of_another_major_version_is_a_sentence_with_both(data):
    home, _ = home_of(data)
    (home / "cluster").mkdir(parents=True)
    (home / "cluster" / "PG_VERSION").write_text("99\n")
    (data / LOG).write_text("starting PostgreSQL 99\n")
    with pytest.raises(DatabaseUnreachable, match=r"PostgreSQL 99.*brings 18"):
        prepare(data)


def test_a_failing_initdb_is_a_sentence_with_its_reason_and_leaves_no_cluster(data, monkeypatch):
    monkeypatch.setattr(clusters, "_initdb_options", lambda: ["--encoding=KLINGON"])
    with pytest.raises(DatabaseUnreachable, match=r"^initdb failed in .*GATEWAY_DATA_DIR.*KLINGON.*\.$"):
        prepare(data)
    home, _ = home_of(data)
    assert not list(home.glob("cluster*"))
    assert not list(home.glob("initdb.password*"))


def test_a_home_that_cannot_be_made_is_a_sentence_naming_the_settings(data):
    home, _ = home_of(data)
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file in its place")
    with pytest.raises(DatabaseUnreachable, match=r"GATEWAY_DATA_DIR .* DATABASE_URL"):
        prepare(data)


@pytest.mark.skipif(sys.platform == "win32", reason="directories of POSIX")
def test_a_socket_directory_of_somebody_else_is_refused(data, tmp_path):
    home, _ = home_of(data)
    home.mkdir(parents=True)
    (home / "socket").symlink_to(tmp_path)
    mode = tmp_path.stat().st_mode
    with pytest.raises(DatabaseUnreachable, match="belongs to another user"):
        prepare(data)
    assert tmp_path.stat().st_mode == mode


def test_a_private_file_is_replaced_whole_and_readable_by_its_owner_only(tmp_path):
    file = tmp_path / "server.json"
    file.write_text("old")
    write_private(file, "new")
    assert file.read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["server.json"]
    if os.name != "nt":
        assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("", ""),
        ("\n\n", ""),
        ("ok\nlast words.\n", "last words"),
        (
            '2026-11-21 11:23:46.826 UTC [7] FATAL:  lock file "postmaster.pid" already exists\n2026 [7] HINT:  Is another\n',
            'FATAL:  lock file "postmaster.pid" already exists',
        ),
        (
            "creating directory\ninitdb: error: could not create directory: No space left on device\ninitdb: removing contents\n",
            "initdb: error: could not create directory: No space left on device",
        ),
        (
            "10:00 [7] FATAL:  could not write to file: No space left on device\n10:00 [7] PANIC:  cannot abort transaction 1\n",
            "FATAL:  could not write to file: No space left on device",
        ),
    ],
)
def test_the_complaint_is_the_line_that_says_why(output, line):
    assert complaint(output) == line
