"""The file of a backup: whole or refused."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gateway.errors import WrongUse
from gateway.store.backup.archive import CHUNK, ArchiveReader, ArchiveWriter, Manifest, Sequence, TableDump
from tests.support.effort import examples

ROWS = [b"1\tone\n", b"2\t\\N\n", os.urandom(3 * CHUNK)]


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    file = tmp_path_factory.mktemp("archive") / "some.backup"
    manifest = Manifest(
        citestream="0",
        postgres="18.4",
        created_at="2026-11-21T00:00:00+00:00",
        migrations={"0001": "ab"},
        tables=[TableDump(name="t", columns=["a"], rows=3, needs_vectors=False)],
        sequences=[Sequence(table="t", column="a", last=3, called=True)],
    )
    writer = ArchiveWriter(file)
    with writer.table("t") as member:
        for row in ROWS:
            member.write(row)
    assert not file.exists()
    assert writer.finish(manifest) == file.stat().st_size
    writer.discard()
    return file, manifest


def test_it_reads_as_it_was_written_in_pieces(archive):
    file, manifest = archive
    seen: list[int] = []
    reader = ArchiveReader.open(file, seen.append)
    assert reader.manifest == manifest and sum(seen) == file.stat().st_size - 64
    chunks = list(reader.chunks("t"))
    reader.close()
    assert b"".join(chunks) == b"".join(ROWS) and max(map(len, chunks)) <= CHUNK


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_only_its_owner_reads_it_and_nothing_lies_beside_it(archive):
    file, _ = archive
    assert file.stat().st_mode & 0o777 == 0o600 and os.listdir(file.parent) == [file.name]


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_altered_byte_and_no_missing_end_gets_through(archive, tmp_path, data):
    whole = archive[0].read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1) | st.integers(len(whole) - 200, len(whole) - 1))
    if data.draw(st.booleans()):
        damaged = whole[:at]
    else:
        damaged = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(WrongUse, match=r"its end is missing|checksum does not fit"):
        ArchiveReader.open(tmp_path / "damaged")


def test_a_broken_off_one_leaves_the_older_file_as_it_was(tmp_path):
    file = tmp_path / "some.backup"
    file.write_bytes(b"older")
    ArchiveWriter(file).discard()
    assert file.read_bytes() == b"older" and os.listdir(tmp_path) == [file.name]


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path, name):
    with pytest.raises(WrongUse, match="cannot be read"):
        ArchiveReader.open(tmp_path / name)


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(WrongUse, match="cannot be written"):
        ArchiveWriter(tmp_path / "no" / "file")
