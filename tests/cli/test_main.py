"""The commands as a person runs them: exit codes, one sentence on stderr, output on stdout."""

import asyncio
import json
import sqlite3
from contextlib import closing

import asyncpg
import pytest
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from gateway.app import Gateway
from gateway.cli.legacy_memory import TABLE
from gateway.cli.main import cli
from gateway.errors import WrongUse
from gateway.settings import Settings
from gateway.store.bundled.cluster import home_of
from gateway.store.bundled.embedded import Embedded
from tests.fakes.upstream import FakeUpstream, answer_json

pytestmark = pytest.mark.timeout(180)  # several processes each


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "loans.md").write_text(
        "# Loans\n\nA book may be borrowed for three weeks. A loan can be renewed twice.\n"
    )
    (folder / "films.txt").write_text("A film may be borrowed for one week. Films cannot be renewed.\n")
    return folder


def test_ingest_reads_a_folder_skips_what_is_unchanged_and_goes_on_after_a_bad_file(citestream, notes):
    (notes / "broken.html").write_bytes(b"")
    first = citestream("ingest", "notes")
    assert first.returncode == 1 and "ingested: 2 (" in first.stdout and "failed: 1" in first.stdout
    assert "broken.html" in first.stderr and "Traceback" not in first.stderr
    (notes / "broken.html").unlink()
    again = citestream("ingest", "notes")
    assert again.returncode == 0 and "ingested: 0 (" in again.stdout and "unchanged: 2" in again.stdout


def test_ask_streams_text_ids_and_sources(citestream, notes):
    assert citestream("ingest", "notes", "--workspace", "house").returncode == 0
    answer = citestream("ask", "How long may a book be borrowed?", "--workspace", "house")
    assert answer.returncode == 0
    assert "A book may be borrowed for three weeks." in answer.stdout and "[E1]" in answer.stdout
    assert "loans.md" in answer.stdout.splitlines()[-1]
    document = json.loads(citestream("ask", "How long may a book be borrowed?", "--json").stdout)
    assert document["paragraphs"][0]["citation_ids"] == ["E1"] and document["state"] == "done"


@pytest.mark.parametrize("asked", [["Write a report on loans of films."], ["Loans of books", "--deliverable"]])
def test_ask_gives_an_outline_where_one_is_wanted(citestream, notes, asked):
    citestream("ingest", "notes")
    document = json.loads(citestream("ask", *asked, "--json").stdout)
    assert [section["id"] for section in document["outline"]][:1] == ["S1"]
    assert f"\nS1  {document['outline'][0]['title']}\n" in citestream("ask", *asked).stdout
    assert json.loads(citestream("ask", *asked, "--no-deliverable", "--json").stdout)["outline"] == []


async def test_ask_heeds_the_strict_setting(citestream, notes):
    """A model that cites nothing: its text is shown, or, strictly, is not."""
    citestream("ingest", "notes")
    loose = "A film may be borrowed for nine years in every town."
    async with FakeUpstream([answer_json([([], loose)])]) as upstream:
        model = {"OPENAI_BASE_URL": upstream.url, "GATEWAY_EMBEDDER": "hash", "GATEWAY_REGENERATE": "0"}

        async def ask(*options, **more):
            question = "How long may a film be borrowed?"
            return await asyncio.to_thread(citestream, "ask", question, *options, **model, **more)

        assert loose in (await ask()).stdout
        assert loose not in (await ask(GATEWAY_STRICT="on")).stdout
        assert loose not in (await ask("--strict")).stdout
        assert loose in (await ask("--no-strict", GATEWAY_STRICT="on")).stdout


ODD = "a\udcff\udc80b"
"""Bytes that are no UTF-8, as Python passes them on."""


@pytest.mark.parametrize(
    "command",
    [
        ("ask", "x", "--workspace", ODD), ("ask", "x", "--tenant", ODD), ("ingest", "notes", "--workspace", ODD),
        ("ingest", "notes", "--tenant", "a\nb"), ("ingest", "notes", "--workspace", "a\x1b[2J"), ("keys", "revoke", ODD),
        ("keys", "create", "--tenant", "t", "--role", "user", "--label", ODD), ("memory", "list", "--words", ODD),
        ("memory", "export", "file", "--tenant", ODD), ("serve", "--host", ODD), ("serve", "--host", "x" * 300),
        ("replay", ODD), ("replay", "x", "--dialect", ODD),
    ],
    ids=lambda command: " ".join(command).encode(errors="replace").decode()[:40].replace("\x1b", "").replace("\n", ""),
)  # fmt: skip
def test_names_with_odd_bytes_are_refused_in_one_sentence(citestream, notes, command):
    done = citestream(*command)
    assert done.returncode == 2 and "Traceback" not in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_files_and_questions_may_have_odd_bytes(citestream, notes):
    (notes / f"odd {ODD} \n.md").write_text("# Records\n\nA record may be borrowed for two weeks.\n")
    done = citestream("ingest", "notes")
    assert done.returncode == 0 and "ingested: 3 (" in done.stdout, done.stderr
    answer = citestream("ask", f"How long may a record be borrowed? {ODD}")
    assert "two weeks" in answer.stdout and "Traceback" not in answer.stderr


def test_a_stored_answer_is_run_again_and_purged_by_age(citestream, notes):
    assert citestream("ingest", "notes").returncode == 0
    uuid = json.loads(citestream("ask", "How long may a book be borrowed?", "--json").stdout)["answer_uuid"]
    same = citestream("replay", "--again", uuid)
    assert (same.returncode, same.stdout) == (0, f"{uuid}: same\n"), same.stderr
    assert "A book may be borrowed for three weeks." in citestream("replay", uuid, "--pace", "fast").stdout
    purged = citestream("purge", GATEWAY_RECORDING_DAYS="0")
    assert (purged.returncode, purged.stdout) == (
        0,
        "Removed: 0 answers, 1 recordings, 0 idempotency keys, 0 sessions.\n",
    )
    gone = citestream("replay", "--again", uuid)
    assert gone.returncode == 1 and "no longer kept" in gone.stdout
    assert "three weeks" in citestream("replay", uuid, "--pace", "fast").stdout


def test_reindex_follows_a_change_of_embedder_once(citestream, notes):
    assert citestream("ingest", "notes", GATEWAY_EMBEDDER="none").returncode == 0
    for expected in ("Passages re-indexed: 2.", "Passages re-indexed: 0."):
        done = citestream("reindex", GATEWAY_EMBEDDER="hash")
        assert done.returncode == 0 and expected in done.stdout, done.stderr
    assert "unchanged: 2" in citestream("ingest", "notes", GATEWAY_EMBEDDER="hash").stdout


def test_ask_about_something_else_ends_with_exit_code_1(citestream, notes):
    citestream("ingest", "notes")
    answer = citestream("ask", "Who won the football championship?")
    assert answer.returncode == 1 and "Nothing was found in the knowledge base" in answer.stdout


def test_ask_on_an_empty_knowledge_base_says_which_one_is_empty(citestream):
    answer = citestream("ask", "How long may a book be borrowed?")
    assert answer.returncode == 1 and "knowledge base is empty (" in answer.stderr and "ingest PATH" in answer.stderr


def test_migrate_says_what_it_did(citestream):
    assert citestream("migrate", "--check").returncode == 0
    assert "up to date" in citestream("migrate").stdout


def test_migrate_checks_and_applies_on_an_empty_database(citestream, empty_url):
    check = citestream("migrate", "--check", DATABASE_URL=empty_url)
    assert check.returncode == 1 and "pending 0001_schema" in check.stdout
    assert "applied 0001_schema" in citestream("migrate", DATABASE_URL=empty_url).stdout


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
    got = citestream(
        "migrate", GATEWAY_TYPO="1", MEMORY_MAXAGE_DAYS="1", GATEWAY_POLL_MS="5", OPENAI_MODEL="m", OPENAI_ORG_ID="o"
    )
    assert got.returncode == 0 and got.stderr.splitlines() == [
        "citestream: GATEWAY_POLL_MS is no longer a setting: it is always 50.",
        "citestream: GATEWAY_TYPO is not a setting of this version and is ignored.",
        "citestream: MEMORY_MAXAGE_DAYS is not a setting of this version; did you mean MEMORY_MAX_AGE_DAYS?",
        "citestream: OPENAI_MODEL is set and nothing uses it: set OPENAI_BASE_URL or OPENAI_API_KEY too.",
    ]


def test_the_version_is_said(citestream):
    assert citestream("--version").stdout.startswith("citestream 0.")


ELSEWHERE = {
    "ask": ["wine?"], "replay": ["0" * 32], "purge": [], "reindex": [], "migrate": [], "backup": ["b"], "psql": ["-c", "select 1"],
    "documents list": [], "documents show": ["a.md"], "documents delete": ["a.md"],
    "keys create": ["--tenant", "acme", "--role", "user"], "keys list": [], "keys revoke": ["cs_12345"],
    "memory import": ["old.db"], "memory export": ["new.db"], "memory list": [], "gate calibrate": ["questions.jsonl"],
}  # fmt: skip
"""Arguments with which a command would work on a database."""
NEED_NONE = {"memory evaluate"}
MAKE_ONE = {"serve", "ingest", "restore"}
"""`restore` makes one in a data directory that is named: `tests/cli/test_backup_commands.py`."""


def leaves(command, name=""):
    """The names of all commands, with those of their groups before them."""
    if isinstance(command, TyperGroup):
        for inner in command.commands.values():
            yield from leaves(inner, f"{name} {inner.name}".strip())
    else:
        yield name


def test_every_command_that_opens_a_database_is_known_here():
    assert set(leaves(get_command(cli))) == {*ELSEWHERE, *NEED_NONE, *MAKE_ONE}


def make_named_files(folder):
    """The files that the arguments of `ELSEWHERE` name."""
    (folder / "questions.jsonl").write_text('{"question": "wine?", "answerable": true}')
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


def test_every_command_refuses_a_database_of_a_checkout_from_before_the_release(
    citestream, database_url, tmp_path, monkeypatch
):
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.chdir(tmp_path)
    make_named_files(tmp_path)
    assert citestream("backup", "whole").returncode == 0
    citestream("psql", "-c", "update citestream_migration set name = '0001_foundation'")  # psql opens any database
    commands = {**ELSEWHERE, "serve": ["--port", "0"], "ingest": ["questions.jsonl"], "restore": ["whole", "--replace"]}
    for name in commands.keys() - {"psql"}:
        done = CliRunner().invoke(cli, [*name.split(), *commands[name]])
        assert isinstance(done.exception, WrongUse), (name, done.output)
        assert done.exception.detail == (
            "The database was made by a checkout from before the first release and cannot be brought up to date: name an "
            "empty database in DATABASE_URL and start anew (with that checkout, `citestream memory export FILE` saves "
            "validated answers for `citestream memory import FILE`)."
        )


async def test_the_directory_of_an_embedded_database_of_such_a_checkout_is_named(database_url, tmp_path):
    class Found(Gateway):
        async def database_url(self):
            self.embedded = Embedded(tmp_path)
            return database_url

    connection = await asyncpg.connect(database_url)
    await connection.execute("update citestream_migration set name = '0001_foundation'")
    await connection.close()
    with pytest.raises(WrongUse, match=f"cannot be brought up to date: remove {home_of(tmp_path)[0]} and start anew"):
        await Found(Settings(_env_file=None)).open()


GRAPH = [
    {"type": "vertex", "id": "a", "label": "person", "name": "Zebulon", "description": "Zebulon is a miller."},
    {"type": "vertex", "id": "m", "label": "place", "name": "mill"},
    {"type": "edge", "label": "owns", "startId": "a", "endId": "m", "description": "Zebulon owns the mill."},
]


def test_a_graph_file_alone_is_enough_for_an_answer(citestream, tmp_path):
    (tmp_path / "graph.jsonl").write_text("\n".join(map(json.dumps, GRAPH)))
    for new in (3, 0):
        got = citestream("ingest", "--graph", "graph.jsonl")
        assert got.returncode == 0 and f"2 vertices, 1 edge ({new} new or changed), lines left out: 0" in got.stdout
    answer = citestream("ask", "What does Zebulon own?")
    assert "Zebulon owns the mill." in answer.stdout and "Zebulon —owns→ mill" in answer.stdout.splitlines()[-1]


def test_wrong_lines_of_graph_files_are_told_by_number_and_the_rest_goes_in(citestream, notes, tmp_path):
    (tmp_path / "one.jsonl").write_text("\n".join([json.dumps(GRAPH[0]), "{", *["no"] * 30]))
    (tmp_path / "two.jsonl").write_text("\n".join(map(json.dumps, GRAPH[1:])))
    got = citestream("ingest", "notes", "--graph", "one.jsonl", "--graph", "two.jsonl", "--graph", "none.jsonl")
    assert got.returncode == 1
    assert "one.jsonl: line 2 is not JSON" in got.stderr and "11 more lines" in got.stderr
    assert "none.jsonl cannot be read" in got.stderr and "Traceback" not in got.stderr
    assert "Documents ingested: 2" in got.stdout and "1 vertex, 1 edge" in got.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ingest"], "--graph"),
        (["ingest", "notes", "--extract-graph"], "OPENAI_API_KEY or OPENAI_BASE_URL"),
        (["ingest", "--graph", "x.jsonl", "--extract-graph"], "files or folders"),
        (["ingest", "--graph", "credentials.json"], "--force"),
    ],
)
def test_an_ingestion_that_cannot_work_says_why(citestream, notes, arguments, sentence):
    got = citestream(*arguments)
    assert got.returncode == 2 and sentence in got.stderr and len(got.stderr.splitlines()) == 1
