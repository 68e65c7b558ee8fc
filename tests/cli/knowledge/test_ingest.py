"""`citestream ingest` on an embedded database of its own: what it says of it, and that it does not read it."""

import functools
import json
import os
import shutil

import pytest

from gateway.store.bundled.cluster import home_of
from tests.support import processes

pytestmark = pytest.mark.timeout(300)  # a cluster is made, and each command is a process


@pytest.fixture
def here(tmp_path):
    """Run a command in a folder that has no database yet."""
    yield functools.partial(processes.finished, tmp_path)
    shutil.rmtree(home_of((tmp_path / "data").resolve())[0], ignore_errors=True)


@pytest.mark.slow
def test_a_folder_that_holds_the_database_itself_is_read_without_it(here, tmp_path):
    (tmp_path / "wine.md").write_text("# Wine\n\nRed wine lies in the cellar.\n")
    (tmp_path / ".env").write_text("GATEWAY_TOP_K=7\n")
    first = here("ingest", ".")
    assert first.returncode == 0, first.stderr
    made, *summary = first.stdout.splitlines()
    assert "making one" in made and str(tmp_path / "data") in made
    assert "Documents ingested: 1 (" in first.stdout
    assert any("1 data directory of Citestream" in line and "1 credentials" in line for line in summary)
    again = here("ingest", ".")
    assert again.returncode == 0 and "making one" not in again.stdout and "unchanged: 1" in again.stdout
    listed = here("documents", "list").stdout
    assert "wine.md" in listed and "server" not in listed and "postgres" not in listed
    asked = here("ask", "What is the password of the server in server.json?")
    assert asked.returncode == 1 and "supervisor_pid" not in asked.stdout
    counted = here("psql", "-At", "-c", "select count(*) from document", PGHOST="nowhere.invalid", PGPORT="1")
    assert (counted.returncode, counted.stdout) == (0, "1\n"), counted.stderr
    named = here("ingest", "data", ".env", "data/postgres.log")
    assert named.returncode == 1 and "failed: 3" in named.stdout and named.stderr.count("--force") == 2
    os.makedirs(tmp_path / "deep")
    elsewhere = processes.finished(tmp_path / "deep", "ask", "wine?")
    assert elsewhere.returncode == 2 and f"there is one in {tmp_path / 'data'}" in elsewhere.stderr


def test_what_an_earlier_run_read_and_is_left_out_now_is_said(citestream, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "own.md").write_text("Mine.")
    assert citestream("ingest", "docs").returncode == 0
    (tmp_path / "docs" / "own.md").chmod(0o600)
    again = citestream("ingest", "docs")
    assert again.returncode == 0 and "readable by its owner only" in again.stdout and "chmod" in again.stdout
    told = next(line for line in again.stdout.splitlines() if "citestream documents delete" in line)
    deleted = citestream("documents", "delete", told.split("`")[1].split()[-1])
    assert deleted.returncode == 0 and "docs/own.md" in deleted.stdout
    assert "Still" not in citestream("ingest", "docs").stdout
    assert "Documents ingested: 1" in citestream("ingest", "docs", "--force").stdout


def test_ingest_reads_a_folder_skips_what_is_unchanged_and_goes_on_after_a_bad_file(citestream, notes):
    (notes / "broken.html").write_bytes(b"")
    first = citestream("ingest", "notes")
    assert first.returncode == 1 and "ingested: 2 (" in first.stdout and "failed: 1" in first.stdout
    assert "broken.html" in first.stderr and "Traceback" not in first.stderr
    (notes / "broken.html").unlink()
    again = citestream("ingest", "notes")
    assert again.returncode == 0 and "ingested: 0 (" in again.stdout and "unchanged: 2" in again.stdout


def test_every_failed_file_is_named_and_the_progress_is_lines_in_a_file(citestream, tmp_path):
    (tmp_path / "docs").mkdir()
    for number in range(30):
        (tmp_path / "docs" / f"{number:02}.html").write_bytes(b"")
    (tmp_path / "docs" / "wine.md").write_text("Red wine lies in the cellar.")
    done = citestream("ingest", "docs", "--json")
    lines = done.stderr.splitlines()
    assert (
        all(sum(f"{number:02}.html" in line for line in lines) >= 1 for number in range(30))
        and "more" not in done.stderr
    )
    assert lines[0].startswith("Reading: ") and any(line.startswith("Reading: 31 of 31") for line in lines)
    told = json.loads(done.stdout)["documents"]
    assert [entry["left_out"] for entry in told] == [[]] * 31 and sum(
        entry["status"] == "failed" for entry in told
    ) == 30
    assert done.returncode == 1


def test_that_the_sample_is_left_out_from_now_on_is_told_once(citestream, notes):
    assert citestream("ingest", "notes/", "--workspace", "sample").stdout.count("sample") == 0
    assert "workspace sample" in citestream("ingest", "notes").stdout
    assert "workspace sample" not in citestream("ingest", "notes").stdout


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


def test_passages_that_wait_for_their_vectors_are_told_with_the_time_that_they_take(citestream, notes):
    done = citestream("ingest", "notes", GATEWAY_EMBEDDER="meaning")
    assert (
        done.returncode == 0 and "vectors are still to be computed of 2 passages, about 1 s: a running" in done.stdout
    )
    assert "vectors" not in citestream("ingest", "notes", GATEWAY_EMBEDDER="none").stdout
