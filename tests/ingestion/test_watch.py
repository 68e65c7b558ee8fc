"""A knowledge base that follows a folder: what comes, changes and goes, and what is not finished yet."""

import asyncio
import shutil

import pytest

from gateway.errors import Unavailable
from gateway.ingestion.files.folders import look
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.watch import Watch
from gateway.models.embedders import none
from gateway.store.documents.library import Library


@pytest.fixture
async def folder(tmp_path):
    root = tmp_path / "docs"
    root.mkdir()
    (root / "a.md").write_text("Red wine.")
    return root


@pytest.fixture
async def watch(database, folder):
    """A watch over the folder whose first pass is done; `said` holds its lines."""
    library = Library(database)
    ingestor = Ingestor(library, none.create(None))
    reports = []
    watch = Watch(ingestor, library, "default", "default", [folder], reports.append)
    watch.reports, watch.library = reports, library
    found = look([folder], ingestor.max_bytes)
    await ingestor.files("default", found)
    stopped = asyncio.Event()
    stopped.set()
    await watch.run(found, stopped)
    assert reports == []
    return watch


async def lines(watch):
    """What the next two looks say."""
    watch.reports.clear()
    await watch.look()
    await watch.look()
    return watch.reports


async def sources(watch):
    found, _ = await watch.library.list_documents("default")
    return {document.source for document in found}


async def test_new_changed_and_removed_files_are_followed(watch, folder):
    (folder / "b.txt").write_text("Bread.")
    assert await lines(watch) == ["added    docs/b.txt (1 passage)"]
    (folder / "a.md").write_text("White wine, and more of it.")
    assert await lines(watch) == ["changed  docs/a.md (1 passage)"]
    (folder / "b.txt").unlink()
    assert await lines(watch) == ["removed  docs/b.txt"]
    assert await sources(watch) == {"docs/a.md"}
    assert await lines(watch) == []


async def test_a_file_that_is_still_written_waits_until_it_rests(watch, folder):
    for size in range(1, 4):
        (folder / "b.md").write_text("x" * size)
        await watch.look()
    assert watch.reports == []
    await watch.look()
    assert watch.reports == ["added    docs/b.md (1 passage)"]


async def test_a_bad_file_is_said_once(watch, folder):
    (folder / "b.md").write_bytes(b"")
    (line,) = await lines(watch)
    assert line.startswith("failed   docs/b.md")
    assert await lines(watch) == []


async def test_a_folder_that_vanishes_loses_nothing(watch, folder):
    shutil.move(folder, folder.with_name("elsewhere"))
    assert await lines(watch) == [f"failed   {folder}: There is no such file or folder."]
    assert await sources(watch) == {"docs/a.md"}
    shutil.move(folder.with_name("elsewhere"), folder)
    assert await lines(watch) == []


async def test_what_went_while_nobody_watched_is_removed_at_the_start(watch, folder, database):
    (folder / "a.md").unlink()
    (folder / "c.md").write_text("Cheese.")
    ingestor = Ingestor(watch.library, none.create(None))
    await ingestor.sources("default", [])
    stopped = asyncio.Event()
    stopped.set()
    reports = []
    await Watch(ingestor, watch.library, "default", "default", [folder], reports.append).run(
        look([folder], 1000), stopped
    )
    assert reports == ["removed  docs/a.md"]


async def test_documents_from_elsewhere_and_of_other_workspaces_stay(watch, folder, tmp_path):
    (tmp_path / "docs2").mkdir()
    (tmp_path / "docs2" / "d.md").write_text("Other.")
    await watch._ingestor.paths("default", [tmp_path / "docs2"])
    await watch._ingestor.text("default", "Sent.", title="Sent", external_id=f"{folder}x")
    (folder / "a.md").unlink()
    await lines(watch)
    assert await sources(watch) == {"docs2/d.md", ""}


async def test_a_database_that_is_away_is_said_and_the_change_is_not_lost(database, folder):
    class Away(Library):
        away = True

        async def replace(self, tenant, documents):
            if self.away:
                raise Unavailable("The database is away.")
            return await super().replace(tenant, documents)

    library = Away(database)
    reports = []
    watch = Watch(Ingestor(library, none.create(None)), library, "default", "default", [folder], reports.append)
    for _ in range(4):
        await watch.look()
    assert reports == ["The database is away. Trying again."]
    library.away = False
    await watch.look()
    assert reports[1:] == ["added    docs/a.md (1 passage)"]


async def test_what_is_not_meant_for_others_is_left_out_said_once_and_removed(watch, folder, tmp_path):
    (tmp_path / "password.md").write_text("secret")
    for name in ("b.md", "c.md", "d.md"):
        (folder / name).write_text(name)
    await lines(watch)
    (folder / ".env").write_text("x")
    (folder / "b.md").chmod(0o600)
    (folder / "c.md").unlink()
    (folder / "c.md").symlink_to(tmp_path / "password.md")
    (folder / "d.md").write_text("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n")
    (folder / "store").mkdir()
    (folder / "store" / "PG_VERSION").write_text("18")
    (folder / "store" / "a.md").write_text("x")
    reports = await lines(watch)
    assert sorted(reports) == [
        "left out docs/.env (credentials)",
        "left out docs/b.md (readable by its owner only)",
        "left out docs/c.md (link out of the folder)",
        "left out docs/d.md (private key)",
        "left out docs/store (data directory of PostgreSQL)",
        "removed  docs/b.md",
        "removed  docs/c.md",
        "removed  docs/d.md",
    ]
    assert await sources(watch) == {"docs/a.md"}
    assert await lines(watch) == []


async def test_what_an_earlier_run_read_and_is_left_out_now_is_removed_at_the_start(watch, folder):
    (folder / ".env").write_text("PASSWORD=x")
    await watch._ingestor.paths("default", [folder / ".env"], force=True)
    found, stopped, reports = look([folder], 1000), asyncio.Event(), []
    stopped.set()
    await Watch(watch._ingestor, watch.library, "default", "default", [folder], reports.append).run(found, stopped)
    assert reports == ["removed  docs/.env"] and await sources(watch) == {"docs/a.md"}


async def test_with_force_files_of_their_owner_are_followed(watch, folder):
    watch._force = True
    (folder / "b.md").write_text("x")
    (folder / "b.md").chmod(0o600)
    assert await lines(watch) == ["added    docs/b.md (1 passage)"]


async def test_a_link_that_goes_takes_its_document_along(watch, folder):
    (folder / "text").write_text("Cheese.")
    (folder / "b.md").symlink_to(folder / "text")
    assert await lines(watch) == ["added    docs/b.md (1 passage)"]
    (folder / "b.md").unlink()
    assert await lines(watch) == ["removed  docs/b.md"]


async def test_it_ends_when_told_to(watch, folder):
    stop = asyncio.Event()
    task = asyncio.create_task(watch.run(look([folder], 1000), stop, 0.001))
    (folder / "b.md").write_text("Bread.")
    async with asyncio.timeout(20):
        while not watch.reports:
            await asyncio.sleep(0.001)
    stop.set()
    await asyncio.wait_for(task, 5)
