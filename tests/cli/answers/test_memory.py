"""`citestream memory` as a person runs it."""

import json
import sqlite3
from array import array
from contextlib import closing

import pytest
from typer.testing import CliRunner

from gateway.cli import options
from gateway.cli.answers.legacy_memory import DIMENSIONS, TABLE
from gateway.cli.answers.memory import commands
from gateway.errors import WrongUse

VECTOR = array("f", [0.5] * 4 + [0.0] * (DIMENSIONS - 4))
ROWS = [
    ("How long is a loan?", "Two weeks.", {"phase": "APS", "projet": "library"}, VECTOR, "2025-09-01T08:00:00", 1),
    ("How long is a loan?", "Three weeks.", {"phase": "APS", "projet": "library"}, VECTOR, "2025-10-27T08:00:00", 4),
    (
        "What does a card cost?",
        "Five euros.",
        {"projet": "library", "auteurs": ["Ada"]},
        array("f", [1.0]),
        "2025-10-01",
        0,
    ),
    ("Où est la salle ?", "<non valide>", {}, None, "2025-10-01T00:00:00+02:00", 0),
    ("When?", "At nine.", "no JSON", None, "2025-10-01", 0),
]


@pytest.fixture
def memory(database_url, tmp_path, monkeypatch):
    """Run `citestream memory …` in an empty directory against a fresh database, in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setattr(options, "start_logging", lambda config: None)

    def run(*arguments, **environment):
        return CliRunner().invoke(commands, arguments, env=environment)

    return run


@pytest.fixture
def old(tmp_path):
    """A file as the older memory wrote it; its key hashes are of its own making."""
    file = tmp_path / "agents_memory.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript(TABLE)
        for number, (question, answer, metadata, vector, created_at, uses) in enumerate(ROWS):
            written = metadata if isinstance(metadata, str) else json.dumps(metadata)
            blob = vector.tobytes() if vector else None
            values = (f"hash {number}", question, answer, written, blob, created_at, uses)
            connection.execute(
                "insert into responses (key_hash, question, answer, metadata, embedding, created_at, usage_count)"
                " values (?, ?, ?, ?, ?, ?, ?)",
                values,
            )
    return file


@pytest.mark.requirement("C13", "C23")
def test_an_older_memory_is_taken_over_shown_and_written_again(memory, old, tmp_path):
    days = {"MEMORY_MAX_AGE_DAYS": "36500"}
    first = memory("import", MEMORY_DB_PATH="agents_memory.db", **days)
    assert first.exit_code == 1 and first.stdout == "Answers taken over: 3; left out: 1 (not_valid 1).\n"
    assert first.stderr.startswith("citestream: agents_memory.db, row 5: ") and "Traceback" not in first.stderr
    again = memory("import", "agents_memory.db", **days)
    assert again.stdout == "Answers taken over: 2; left out: 2 (not_valid 1, older 1).\n"
    shown = [line.split()[1:] for line in memory("list").stdout.splitlines()]
    assert shown == [
        ["validated", "4", "How", "long", "is", "a", "loan?"],
        ["validated", "0", "What", "does", "a", "card", "cost?"],
        ["obsolete", "1", "How", "long", "is", "a", "loan?"],
    ]
    assert len(memory("list", "--status", "validated", "--words", "card").stdout.splitlines()) == 1
    assert memory("export", "new.db").stdout == "Answers written: 2.\n"
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        rows = connection.execute("select * from responses order by created_at desc").fetchall()
    assert [(row[2], row[3], row[7]) for row in rows] == [
        ("How long is a loan?", "Three weeks.", 4),
        ("What does a card cost?", "Five euros.", 0),
    ]
    assert rows[0][5] == VECTOR.tobytes() and rows[1][5] is None
    assert json.loads(rows[0][4]) == {"phase": "APS", "projet": "library"}
    assert rows[0][6] == "2025-10-27T08:00:00+00:00" and len(rows[0][1]) == 64


@pytest.mark.requirement("C22")
def test_what_is_older_than_the_memory_keeps_is_left_out_and_told(memory, old):
    done = memory("import", "agents_memory.db", MEMORY_MAX_AGE_DAYS="1")
    assert done.stdout == "Answers taken over: 0; left out: 4 (not_valid 1, too_old 3).\n"
    assert memory("list").stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["import"], "Name the file, or set MEMORY_DB_PATH."),
        (["import", "none.db"], "There is no file none.db."),
        (["import", "text.db"], "text.db cannot be read as an older answer memory:"),
        (["export", "text.db"], "text.db exists already; name another file."),
        (["list", "--status", "new"], "--status is one of pending, validated, stale, obsolete."),
    ],
)
def test_what_cannot_work_is_one_sentence(memory, tmp_path, arguments, sentence):
    (tmp_path / "text.db").write_text("This is no database, although it is a file of some length.")
    done = memory(*arguments)
    assert isinstance(done.exception, WrongUse) and done.exception.detail.startswith(sentence)
