"""`citestream backup`: a file that is there is replaced by a whole one only."""

import os

import pytest

from gateway.cli.operating import backup
from gateway.errors import WrongUse
from gateway.settings import Settings


async def test_a_backup_that_fails_keeps_the_file_of_yesterday(empty_url, tmp_path):
    (tmp_path / "b").write_bytes(b"yesterday")
    with pytest.raises(WrongUse, match="nothing to back up"):
        await backup.write(Settings(_env_file=None, database_url=empty_url), tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == b"yesterday" and os.listdir(tmp_path) == ["b"]
