"""The commands as a person runs them: exit codes, one sentence on stderr, output on stdout."""

import asyncio
import sqlite3
from contextlib import closing

import asyncpg
import pytest
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from gateway.app import Gateway
from gateway.cli.answers.legacy_memory import TABLE
from gateway.cli.main import cli
from gateway.errors import WrongUse
from gateway.settings import Settings
from gateway.store.bundled.cluster import home_of
from gateway.store.bundled.embedded import Embedded

ODD = "a\udcff\udc80b"
"""Bytes that are no UTF-8, as Python passes them on."""


@pytest.mark.parametrize(
    "command",
    [
        ("ask", "x", "--workspace", ODD),
        ("ask", "x", "--tenant", ODD),
        ("search", "x", "--workspace", ODD),
        ("ingest", "notes", "--workspace", ODD),
        ("ingest", "notes", "--tenant", "a\nb"),
        ("ingest", "notes", "--workspace", "a\x1b[2J"),
        ("keys", "revoke", ODD),
        ("keys", "create", "--tenant", "t", "--role", "user", "--label", ODD),
        ("memory", "list", "--words", ODD),
        ("memory", "export", "file", "--tenant", ODD),
        ("serve", "--host", ODD),
        ("serve", "--host", "x" * 300),
        ("replay", ODD),
        ("replay", "x", "--dialect", ODD),
    ],
    ids=lambda command: " ".join(command).encode(errors="replace").decode()[:40].replace("\x1b", "").replace("\n", ""),
)
def test_names_with_odd_bytes_are_refused_in_one_sentence(citestream, notes, command):
    done = citestream(*command)
    assert done.returncode == 2 and "Traceback" not in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_files_and_questions_may_have_odd_bytes(citestream, notes):
    (notes / f"odd {ODD} \n.md").write_text("# Records\n\nA record may be borrowed for two weeks.\n")
    done = citestream("ingest", "notes")
    assert done.returncode == 0 and "ingested: 3 (" in done.stdout, done.stderr
    answer = citestream("ask", f"How long may a record be borrowed? {ODD}")
    assert "two weeks" in answer.stdout and "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence"),
    [
        (["serve", "--port", "0"], {"DATABASE_URL": "postgresql://u:secret@127.0.0.1:1/x"}, "DATABASE_URL"),
        (["serve", "--port", "0", "--provider", "clairvoyant"], {}, "GATEWAY_PROVIDER"),
        (["serve", "--port", "8080"], {"GATEWAY_TOP_K": "many"}, "GATEWAY_TOP_K"),
        (["serve", "--host", "0.0.0.0"], {}, "with a key"),
        (["ask", "x"], {"GATEWAY_EMBEDDER": "quantum"}, "GATEWAY_EMBEDDER"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(citestream, arguments, environment, sentence):
    got = citestream(*arguments, **environment)
    assert got.returncode == 2 and sentence in got.stderr and len(got.stderr.splitlines()) == 1
    assert "secret" not in got.stderr and "Traceback" not in got.stderr


def test_an_unknown_setting_is_warned_about_and_ignored(citestream):
    got = citestream("migrate", GATEWAY_TYPO="1", MEMORY_MAXAGE_DAYS="1", OPENAI_MODEL="m", OPENAI_ORG_ID="o")
    assert got.returncode == 0 and got.stderr.splitlines() == [
        "citestream: GATEWAY_TYPO is not a setting of this version and is ignored.",
        "citestream: MEMORY_MAXAGE_DAYS is not a setting of this version; did you mean MEMORY_MAX_AGE_DAYS?",
        "citestream: OPENAI_MODEL is set and nothing uses it: set OPENAI_BASE_URL or OPENAI_API_KEY too.",
    ]


def test_the_version_is_said(citestream):
    assert citestream("--version").stdout.startswith("citestream 0.")


ELSEWHERE = {
    "ask": ["wine?"],
    "search": ["wine"],
    "replay": ["0" * 32],
    "purge": [],
    "reindex": [],
    "migrate": [],
    "backup": ["b"],
    "psql": ["-c", "select 1"],
    "documents list": [],
    "documents show": ["a.md"],
    "documents delete": ["a.md"],
    "keys create": ["--tenant", "acme", "--role", "user"],
    "keys list": [],
    "keys revoke": ["cs_12345"],
    "keys limit": ["--tenant", "acme", "requests_per_minute=600"],
    "privacy count": ["user", "ada"],
    "privacy export": ["user", "ada"],
    "privacy erase": ["user", "ada"],
    "memory import": ["old.db"],
    "memory export": ["new.db"],
    "memory list": [],
    "tenants erase": ["acme", "--out", "acme.jsonl"],
    "gate calibrate": ["questions.jsonl"],
    "evidence calibrate": ["labels.jsonl"],
    "evidence rule": [],
    "evaluate run": ["questions.jsonl"],
    "evaluate keep": ["0" * 32],
    "evaluate list": [],
    "evaluate report": ["0" * 32],
    "evaluate compare": ["0" * 32, "1" * 32],
    "evaluate confirm": ["0" * 32],
    "evaluate remove": ["0" * 32],
    "evaluate label": ["--as", "anna"],
    "evaluate labels": [],
    "evaluate draft": [],
}
"""Arguments with which a command would work on a database."""
NEED_NONE = {"memory evaluate", "doctor", "database list", "database remove"}
"""The doctor says what is wrong with it: `tests/serve/test_checkup.py`."""
MAKE_ONE = {"serve", "ingest", "restore"}
"""`restore` makes one in a data directory that is named: `tests/cli/operating/test_backup.py`."""


def leaves(command, name=""):
    """The names of all commands, with those of their groups before them."""
    if isinstance(command, TyperGroup):
        for inner in (command.get_command(None, each) for each in command.list_commands(None)):
            yield from leaves(inner, f"{name} {inner.name}".strip())
    else:
        yield name


def test_every_command_that_opens_a_database_is_known_here():
    assert set(leaves(get_command(cli))) == {*ELSEWHERE, *NEED_NONE, *MAKE_ONE}


def make_named_files(folder):
    """The files that the arguments of `ELSEWHERE` name."""
    (folder / "questions.jsonl").write_text('{"question": "wine?", "answerable": true}')
    (folder / "labels.jsonl").write_text('{"claim": "red wine", "passages": ["red wine"], "supported": true}')
    with closing(sqlite3.connect(folder / "old.db")) as older:
        older.executescript(TABLE)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_in_another_folder_no_database_is_made_and_where_it_was_looked_for_is_said(name, tmp_path, monkeypatch):
    for setting in ("DATABASE_URL", "GATEWAY_DATA_DIR"):
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.chdir(tmp_path)
    make_named_files(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    done = CliRunner().invoke(cli, [*name.split(), *ELSEWHERE[name]])
    assert isinstance(done.exception, WrongUse), done.output
    for told in (
        f"There is no knowledge base in {tmp_path / 'data'}",
        "--data-dir",
        "GATEWAY_DATA_DIR",
        "DATABASE_URL",
    ):
        assert told in done.exception.detail
    assert sorted(tmp_path.rglob("*")) == before


async def renamed(url):
    """Makes the one migration that of a checkout from before the release."""
    connection = await asyncpg.connect(url)
    await connection.execute("update citestream_migration set name = '0001_foundation' where name like '0001%'")
    await connection.close()


def test_every_command_refuses_a_database_of_a_checkout_from_before_the_release(
    citestream, database_url, tmp_path, monkeypatch
):
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.chdir(tmp_path)
    make_named_files(tmp_path)
    assert citestream("backup", "whole").returncode == 0
    asyncio.run(renamed(database_url))
    commands = {**ELSEWHERE, "serve": ["--port", "0"], "ingest": ["questions.jsonl"], "restore": ["whole", "--replace"]}
    for name in commands.keys() - {"psql"}:  # psql opens any database
        done = CliRunner().invoke(cli, [*name.split(), *commands[name]])
        assert isinstance(done.exception, WrongUse), (name, done.output)
        assert done.exception.detail == (
            "The database was made by a version before 0.1.0, whose tables were still changing, and no version can bring it "
            "up to date: name an empty database in DATABASE_URL and load the documents again. The version that made it "
            "still opens it; there, `citestream memory export FILE` saves validated answers for `citestream memory import "
            "FILE`."
        )


async def test_the_directory_of_an_embedded_database_of_such_a_checkout_is_named(database_url, tmp_path):
    class Found(Gateway):
        async def database_url(self):
            self.embedded = Embedded(tmp_path)
            return database_url

    connection = await asyncpg.connect(database_url)
    await connection.execute("update citestream_migration set name = '0001_foundation' where name like '0001%'")
    await connection.close()
    with pytest.raises(WrongUse, match=rf"GATEWAY_DATA_DIR to a new directory \(or delete {home_of(tmp_path)[0]}\)"):
        await Found(Settings(_env_file=None)).open()
