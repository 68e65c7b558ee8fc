"""`citestream database`: what it prints, and its exit codes; what it finds: `tests/store/bundled/test_orphans.py`."""

import os
import shutil

import pytest
from typer.testing import CliRunner

from gateway.cli.main import cli
from gateway.errors import WrongUse
from gateway.store.bundled import cluster as clusters


@pytest.fixture
def shared(tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "SHARED", tmp_path / "shared")
    return tmp_path / "shared"


def test_without_such_a_database_that_is_said(shared):
    done = CliRunner().invoke(cli, ["database", "list"])
    assert done.exit_code == 0 and done.output.startswith("No embedded database without its data directory.")
    done = CliRunner().invoke(cli, ["database", "remove", "0123"])
    assert isinstance(done.exception, WrongUse) and "'0123'" in done.exception.detail


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root has such databases")
def test_one_is_listed_with_its_directory_and_removed_by_its_name(shared, tmp_path):
    for name in ("a", "b"):
        (shared / name / "cluster").mkdir(parents=True)
        (shared / name / "cluster" / "PG_VERSION").write_text("18\n")
        (shared / name / clusters.NOTE).write_bytes(os.fsencode(tmp_path / f"gone-{name}"))
    done = CliRunner().invoke(cli, ["database", "list"])
    heading, *rows = done.output.splitlines()
    assert heading.split("  ")[0] == "name" and [row.split()[0] for row in rows] == ["a", "b"]
    assert rows[0].endswith(f"UTC  {tmp_path / 'gone-a'}")
    done = CliRunner().invoke(cli, ["database", "remove", "a"])
    assert done.exit_code == 0 and done.output.startswith(f"Removed a, the database of {tmp_path / 'gone-a'} (0.0 MB)")
    assert os.listdir(shared) == ["b"]
    shutil.rmtree(shared)
