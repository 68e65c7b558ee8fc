"""`citestream backup` and `restore` as a person runs them; what goes through: `tests/store/backup/test_dump.py`."""

from __future__ import annotations

import functools
import shutil

import pytest

from gateway.cli.operating import backup, restore
from gateway.errors import WrongUse
from gateway.settings import Settings
from gateway.store.bundled.cluster import home_of
from tests.support import processes
from tests.support.backups import contents, value


def config(**options) -> Settings:
    return Settings(_env_file=None, **options)


@pytest.mark.timeout(300)
@pytest.mark.slow
async def test_a_server_of_ones_own_moves_into_an_embedded_one_and_is_told_in_a_sentence(database_url, tmp_path):
    await value(database_url, "insert into tenant (tenant_id) values ('kept')")
    file, data = tmp_path / "all.backup", tmp_path / "data"
    run = functools.partial(processes.finished, tmp_path)
    try:
        done = run("backup", str(file), DATABASE_URL=database_url)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"{file}: 0 documents, 0 answers, 2 rows, 0.0 MB, from ")
        elsewhere = run("restore", str(file))  # nobody said where to
        assert elsewhere.returncode == 2 and f"There is no knowledge base in {tmp_path / 'data'}" in elsewhere.stderr
        assert not data.exists()
        done = run("restore", str(file), "--data-dir", str(data))
        assert done.returncode == 0, done.stderr
        assert "embedded PostgreSQL" in done.stdout and "2 rows, from Citestream 0." in done.stdout
        again = run("restore", str(file), "--data-dir", str(data))
        assert again.returncode == 2 and "--replace" in again.stderr and len(again.stderr.splitlines()) == 1
        done = run("restore", str(file), "--replace", "--data-dir", str(data))
        assert done.returncode == 0, done.stderr
    finally:
        shutil.rmtree(home_of(data.resolve())[0], ignore_errors=True)


async def test_a_damaged_file_changes_nothing(database_url, empty_url, tmp_path):
    await backup.write(config(database_url=database_url), tmp_path / "b")
    whole = (tmp_path / "b").read_bytes()
    for damaged in (whole[:-1], whole[:100] + b"x" + whole[101:], b""):
        (tmp_path / "b").write_bytes(damaged)
        with pytest.raises(WrongUse, match=r"end is missing|checksum does not fit"):
            await restore.read(config(database_url=empty_url), tmp_path / "b", replace=False)
    assert await contents(empty_url) == {}
