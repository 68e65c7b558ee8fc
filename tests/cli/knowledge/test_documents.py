"""`citestream documents` as a person runs it."""

import asyncio
import json

import pytest
from typer.testing import CliRunner

from gateway.cli.main import cli
from gateway.errors import CitestreamError
from gateway.ingestion.ingest import Ingestor
from gateway.models.embedders import none
from gateway.store.documents.library import Library


@pytest.fixture
async def library(database):
    return Library(database)


@pytest.fixture
async def filled(library, tmp_path):
    """Two files of one name in two workspaces and a text that was sent."""
    ingestor = Ingestor(library, none.create(None))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Wine\n\nRed \x1b[31mwine.\n")
    for workspace in ("default", "cellar"):
        await ingestor.paths("default", [tmp_path / "docs"], workspace)
    await ingestor.text("default", "Du pain.", title="Pain", external_id="sent-1", language="fr", source_app="desk")


@pytest.fixture
def documents(database_url, tmp_path, monkeypatch):
    """Run a command in a thread of its own: exit code, output, the sentence of a wrong use."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)

    async def run(*arguments):
        done = await asyncio.to_thread(CliRunner().invoke, cli, ["documents", *arguments])
        if isinstance(done.exception, CitestreamError):  # `main` prints it and exits with 2
            return 2, done.stdout, done.exception.detail
        return done.exit_code, done.stdout, done.stderr

    return run


async def test_an_empty_knowledge_base_is_said(documents):
    assert await documents("list") == (0, "There are no documents here.\n", "")
    code, out, wrong = await documents("list", "--tenant", "nobody")
    assert code == 2 and not out and "nobody" in wrong


@pytest.mark.usefixtures("filled")
async def test_documents_are_listed_newest_first_and_narrowed_down(documents):
    code, out, _ = await documents("list")
    head, *rows = out.splitlines()
    assert code == 0 and head.split() == ["document", "workspace", "passages", "created", "title", "source"]
    assert [row.split()[1] for row in rows] == ["default", "cellar", "default"] and "docs/a.md" in rows[2]
    for options in (("--workspace", "cellar"), ("--language", "fr-CA"), ("--source-app", "desk")):
        assert len((await documents("list", *options))[1].splitlines()) == 2
    assert "other" in (await documents("list", "--tenant", "other"))[2]


@pytest.mark.usefixtures("filled")
async def test_pages_follow_each_other_and_json_is_that_of_the_rest_interface(documents):
    _, out, hint = await documents("list", "--limit", "2")
    assert len(out.splitlines()) == 3 and hint.startswith("There are more: --cursor ")
    _, out, hint = await documents("list", "--limit", "2", "--cursor", hint.split()[-1])
    assert len(out.splitlines()) == 2 and hint == ""
    page = json.loads((await documents("list", "--json", "--limit", "1"))[1])
    assert page["next_cursor"] and page["documents"][0]["external_id"] == "sent-1"
    code, _, wrong = await documents("list", "--cursor", "nonsense")
    assert code == 2 and "cursor" in wrong


@pytest.mark.usefixtures("filled")
async def test_a_document_is_shown_by_its_id_external_id_source_name_title_and_file(documents, tmp_path):
    _, out, _ = await documents("show", "sent-1", "--json")
    document = json.loads(out)
    assert (document["text"], document["language"], document["source_app"]) == ("Du pain.", "fr", "desk")
    assert json.loads((await documents("show", document["document_id"], "--json"))[1]) == document
    assert json.loads((await documents("show", "Pain", "--json"))[1]) == document
    for name in ("docs/a.md", "a.md", "Wine", str(tmp_path / "docs" / "a.md"), "./docs/../docs/a.md"):
        code, out, _ = await documents("show", name, "--workspace", "cellar")
        assert code == 0 and "workspace    cellar" in out and "Red " in out and "\x1b" not in out


@pytest.mark.usefixtures("filled")
async def test_a_name_of_two_documents_is_refused_with_their_ids_and_one_of_none_too(documents):
    code, out, wrong = await documents("show", "a.md")
    assert (code, out) == (2, "") and "(default)" in wrong and "(cellar)" in wrong
    for name in ("none.md", "00000000-0000-0000-0000-000000000000", "\udcff"):
        code, out, wrong = await documents("delete", name)
        assert (code, out) == (2, "") and "documents list" in wrong


@pytest.mark.usefixtures("filled")
async def test_documents_are_deleted_all_that_are_named_or_none(documents, library):
    code, _, _ = await documents("delete", "sent-1", "none.md")
    assert code == 2 and (await library.counts("default")).documents == 3
    code, out, _ = await documents("delete", "sent-1", "Pain")
    assert code == 0 and out.startswith("Deleted ") and out.count("Deleted") == 1
    code, out, _ = await documents("delete", "docs/a.md", "--workspace", "cellar")
    assert code == 0 and "(docs/a.md, workspace cellar)" in out
    found, _ = await library.documents.page("default")
    assert [document.workspace for document in found] == ["default"]
