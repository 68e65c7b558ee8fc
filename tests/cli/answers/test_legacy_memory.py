"""The SQLite file of the older memory: what is written is read again, and a bad row is told."""

import sqlite3
from array import array
from contextlib import closing
from datetime import UTC, datetime

import pytest

from gateway.cli.answers.legacy_memory import OldEntry, read, write
from gateway.errors import WrongUse

MADE = datetime(2025, 10, 27, 8, 30, tzinfo=UTC)
ENTRY = OldEntry("Où ?", "Là.", MADE, {"projet": "p", "tags": ["a"]}, array("f", [1.0, -2.5]), 3)


def test_what_is_written_is_read_again(tmp_path):
    other = OldEntry("When?", "At nine.", MADE.replace(year=2024))
    assert write(tmp_path / "m.db", [("hash", ENTRY), ("other", other)]) == 2
    assert list(read(tmp_path / "m.db")) == [other, ENTRY]


def test_an_existing_file_is_left_alone(tmp_path):
    (tmp_path / "m.db").touch()
    with pytest.raises(WrongUse, match="exists already"):
        write(tmp_path / "m.db", [])
    with pytest.raises(WrongUse, match="cannot be written"):
        write(tmp_path / "none" / "m.db", [])


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (("q", "a", "[]", None, "2025-10-27"), "metadata is no JSON object"),
        (("q", "a", "{", None, "2025-10-27"), "row 1: "),
        (("q", 7.5, "{}", b"123", "2025-10-27"), "row 1: "),
        (("q", "a", "{}", b"123", "2025-10-27"), "row 1: "),
        (("q", "a", "{}", None, "yesterday"), "yesterday"),
        (("q\0", "a", "{}", None, "2025-10-27"), "NUL"),
        (("q", "a\0", "{}", None, "2025-10-27"), "NUL"),
    ],
)
def test_a_bad_row_is_told_and_the_others_are_read(tmp_path, values, why):
    write(tmp_path / "m.db", [])
    with closing(sqlite3.connect(tmp_path / "m.db")) as connection, connection:
        statement = (
            "insert into responses (key_hash, question, answer, metadata, embedding, created_at) values ('k',?,?,?,?,?)"
        )
        connection.execute(statement, values)
        connection.execute(statement, ("q", "a", None, None, "2026-01-01"))
    bad, good = sorted(read(tmp_path / "m.db"), key=lambda row: not isinstance(row, str))
    assert isinstance(good, OldEntry)
    assert (isinstance(bad, str) and why in bad) or values[1] == 7.5
