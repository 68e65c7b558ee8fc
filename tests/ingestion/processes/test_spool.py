"""The file between the process that reads and the one that stores."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path

import orjson
import pytest

from gateway.ingestion.processes import spool as module
from gateway.ingestion.processes.spool import END, HEAD, REFUSED, ROWS, TEXT, Spool, joined, write

ROW_LISTS = [[b"one", b"", b"three" * 100], [b"four"]]


@pytest.fixture
def spool():
    spool = Spool()
    yield spool
    spool.close()


def test_what_was_written_comes_back_by_kind_in_order(spool) -> None:
    for frame in [
        (HEAD, b'{"title": "T"}'),
        (TEXT, b"a"),
        (ROWS, joined(ROW_LISTS[0])),
        (TEXT, b""),
        (ROWS, joined(ROW_LISTS[1])),
    ]:
        write(spool.file, frame)
    write(spool.file, (END, b'{"passages": 4}'))
    assert spool.seal() == {"passages": 4}
    assert not spool.is_refused
    assert spool.head == {"title": "T"}
    assert list(spool.contents(TEXT)) == [b"a", b""]
    assert list(spool.rows(ROWS)) == ROW_LISTS
    assert spool.has(ROWS) and not spool.has(REFUSED)


def test_a_refusal_at_the_end_is_told(spool) -> None:
    write(spool.file, (TEXT, b"a"))
    write(spool.file, (REFUSED, orjson.dumps({"unreadable": "a.md is too long."})))
    assert spool.seal() == {"unreadable": "a.md is too long."}
    assert spool.is_refused


@pytest.mark.parametrize("cut", [1, 3, 8, 12, 13])
def test_a_file_that_was_not_finished_is_none(spool, cut: int) -> None:
    write(spool.file, (TEXT, b"ab"))
    write(spool.file, (END, b"{}"))
    assert spool.seal() == {}
    spool.file.truncate(cut)
    assert spool.seal() is None


def test_nothing_is_left_of_it_on_the_disk(spool, tmp_path) -> None:
    assert not isinstance(spool.file.name, str) or not os.path.exists(spool.file.name)


@pytest.mark.skipif(not Path("/var/tmp").is_dir(), reason="a place of POSIX")
def test_it_lies_where_the_environment_says_else_on_a_disk(tmp_path, monkeypatch) -> None:
    places = []

    def noted(dir: Path | None = None, prefix: str = "") -> io.BytesIO:
        places.append(dir)
        return io.BytesIO()

    monkeypatch.setattr(tempfile, "TemporaryFile", noted)
    monkeypatch.delenv("TMPDIR", raising=False)
    Spool().close()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    Spool().close()
    assert places == [module._DISK, None]
