"""Ingestion: files, folders and texts; what has not changed is skipped, what is bad is said, the rest goes on."""

import asyncio
import contextlib
import os

import pytest

from gateway.errors import Unavailable
from gateway.ingestion import ingest
from gateway.ingestion import source_file as sending
from gateway.ingestion.files.folders import look
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.source_file import Source
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.splitting.splitter import LIMIT
from gateway.models.embedders import none
from gateway.retrieval.ports import Query
from gateway.store.database import copy_rows
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.documents.stored_documents import described
from tests.support import hashed_vectors as hashed
from tests.support.files import docx, p, pdf, table
from tests.support.in_thread import work_here
from tests.support.tables import read_csv
from tests.support.waiting import until


@pytest.fixture
def library(database):
    return Library(database)


@pytest.fixture
def ingestor(library):
    return Ingestor(library, none.create(None), max_bytes=100_000)


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "docs"
    (root / "sub").mkdir(parents=True)
    (root / ".git").mkdir()
    (root / "guide.md").write_text("# Guide\n\nThe gate is opened with a key.\n")
    (root / "sub" / "notes.txt").write_text("The cellar holds wine.\n")
    (root / "sub" / "page.html").write_text("<html><title>Page</title><body><p>Bread is in the oven.</p></body></html>")
    (root / "picture.png").write_bytes(b"\x89PNG")
    (root / ".hidden.md").write_text("hidden")
    (root / ".git" / "config.md").write_text("hidden")
    return root


def by_path(results):
    return {result.path: result.status for result in results}


async def test_a_folder_is_walked_in_order_and_other_kinds_and_hidden_files_are_left_out(ingestor, folder, library):
    results = await ingestor.paths("default", [folder])
    assert [(result.path, result.status) for result in results] == [
        ("docs/guide.md", "ready"),
        ("docs/sub/notes.txt", "ready"),
        ("docs/sub/page.html", "ready"),
    ]
    found, _ = await library.documents.page("default")
    assert {(entry.title, entry.source, entry.media_type) for entry in found} == {
        ("Guide", "docs/guide.md", "text/markdown"),
        ("notes", "docs/sub/notes.txt", "text/plain"),
        ("Page", "docs/sub/page.html", "text/html"),
    }


async def test_what_was_left_out_is_noted(ingestor, folder, caplog):
    with caplog.at_level("INFO", "gateway.ingestion.ingest"):
        await ingestor.paths("default", [folder])
    assert "files of other kinds left out: 2 (1 hidden file, 1 .png)" in caplog.text
    assert "for safety left out: 1 git repository" in caplog.text


async def test_a_second_run_skips_unchanged_files_without_reading_them_again(ingestor, folder, monkeypatch):
    await ingestor.paths("default", [folder])
    (folder / "sub" / "notes.txt").write_text("The cellar is empty.\n")
    read = []
    work_here(monkeypatch)
    monkeypatch.setattr(sending, "opened", lambda *given: read.append(given[1]) or original(*given))
    assert by_path(await ingestor.paths("default", [folder])) == {
        "docs/guide.md": "unchanged",
        "docs/sub/notes.txt": "ready",
        "docs/sub/page.html": "unchanged",
    }
    assert read == ["docs/sub/notes.txt"]


original = sending.opened


async def test_a_folder_named_from_elsewhere_is_the_same_folder(ingestor, folder, monkeypatch):
    await ingestor.paths("default", [folder])
    monkeypatch.chdir(folder / "sub")
    again = await ingestor.paths("default", ["..", folder / "guide.md", "../sub/../guide.md"])
    assert set(by_path(again).values()) == {"unchanged"}
    assert len(again) == 3
    monkeypatch.chdir(folder)
    assert set(by_path(await ingestor.paths("default", ["."])).values()) == {"unchanged"}


@pytest.mark.usefixtures("vectors")
async def test_bad_files_are_reported_in_a_sentence_and_the_rest_goes_on(ingestor, folder):
    (folder / "a.md").write_bytes(b"%PDF-1.7 \x00\x01")
    (folder / "b.txt").write_text(" \n\n ")
    (folder / "c.txt").write_text("x" * 100_001)
    results = await ingestor.paths("default", [folder, folder / "missing.md"])
    assert by_path(results) == {
        "docs/a.md": "failed",
        "docs/b.txt": "failed",
        "docs/c.txt": "failed",
        f"{folder / 'missing.md'}": "failed",
        "docs/guide.md": "ready",
        "docs/sub/notes.txt": "ready",
        "docs/sub/page.html": "ready",
    }
    for result in results:
        assert (result.error or "x.").endswith("."), result
        assert (result.error is None) == (result.status != "failed")
    assert "GATEWAY_MAX_UPLOAD_MB" in next(result.error for result in results if result.path == "docs/c.txt")


async def test_a_parser_that_breaks_is_one_failed_file(ingestor, folder, monkeypatch, caplog):
    def broken(data, name, *more):
        if name.endswith("notes.txt"):
            raise RuntimeError("boom")
        return original(data, name, *more)

    work_here(monkeypatch)
    monkeypatch.setattr(sending, "opened", broken)
    results = await ingestor.paths("default", [folder])
    assert by_path(results)["docs/sub/notes.txt"] == "failed"
    assert list(by_path(results).values()).count("ready") == 2
    assert "boom" in caplog.text
    assert not any("boom" in (result.error or "") for result in results)


async def test_a_document_the_database_refuses_does_not_take_its_batch_along(ingestor, monkeypatch, caplog):
    work_here(monkeypatch)
    monkeypatch.setattr(sending, "clean_title", lambda title: title)
    sources = [Source("wine", title="x" * 301, external_id="bad"), Source("bread", title="Good", external_id="good")]
    assert [result.status for result in await ingestor.sources("default", sources)] == ["failed", "ready"]


async def test_two_folders_of_one_name_do_not_overwrite_each_other(ingestor, tmp_path):
    for parent in ("one", "two"):
        (tmp_path / parent / "docs").mkdir(parents=True)
        (tmp_path / parent / "docs" / "a.md").write_text(f"text of {parent}")
    for _ in ("in one call", "in calls of their own"):
        results = await ingestor.paths("default", [tmp_path / "one" / "docs", tmp_path / "two" / "docs"])
        assert len({result.document_id for result in results}) == 2
    for parent in ("one", "two"):
        (again,) = await ingestor.paths("default", [tmp_path / parent / "docs"])
        assert again.status == "unchanged"


async def test_small_files_are_stored_together(library, folder, monkeypatch):
    """The statistics are updated once for all of them."""
    stored, replace = [], library.replace

    async def counted(tenant, entries):
        stored.append(len(entries))
        return await replace(tenant, entries)

    monkeypatch.setattr(library, "replace", counted)
    for number in range(40):
        (folder / f"{number}.md").write_text(f"# Note {number}\n\nWine {number}.")
    results = await Ingestor(library, none.create(None)).paths("default", [folder])
    assert len(stored) == 1 and stored[0] == len(results)


async def test_of_a_folder_of_any_size_only_three_batches_are_in_memory(library, tmp_path, monkeypatch):
    """Two are stored and one waits for its turn, however slow the database is."""
    for number in range(24):
        (tmp_path / f"{number:03}.txt").write_text(f"{number}\n")
    monkeypatch.setattr(ingest, "BATCH_FILES", 2)
    in_memory, arrived, read, replace = [0], [0], ingest.read, library.replace

    async def counted(entries, *rest):
        in_memory.append(in_memory[-1] + len(entries))
        arrived[0] += len(entries)
        return await read(entries, *rest)

    async def slow(tenant, entries):
        await until(lambda: in_memory[-1] >= 6 or arrived[0] == 24)
        for _ in range(20):  # whoever reads on without being held up does it now
            await asyncio.to_thread(len, entries)
        results = await replace(tenant, entries)
        in_memory.append(in_memory[-1] - len(entries))
        return results

    monkeypatch.setattr(ingest, "read", counted)
    monkeypatch.setattr(library, "replace", slow)
    results = await Ingestor(library, none.create(None)).paths("default", [tmp_path])
    assert len(results) == 24 and max(in_memory) == 6 and in_memory[-1] == 0


async def test_progress_rises_to_the_number_of_files(ingestor, folder, monkeypatch):
    monkeypatch.setattr(ingest, "BATCH_FILES", 1)
    seen = []
    results = await ingestor.paths("default", [folder], report=lambda done, total, name: seen.append((done, total)))
    assert [total for _, total in seen] == [3] * len(seen)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (3, 3)
    assert [result.path for result in results] == ["docs/guide.md", "docs/sub/notes.txt", "docs/sub/page.html"]


async def test_links_to_folders_are_not_followed(ingestor, folder):
    (folder / "sub" / "up").symlink_to(folder)
    assert len(await ingestor.paths("default", [folder])) == 3


async def test_file_names_that_are_no_text_are_shown_and_stored(ingestor, folder, library):
    (folder / os.fsdecode(b"caf\xe9.md")).write_text("# Café\n\nBread.", encoding="utf-8")
    results = await ingestor.paths("default", [folder])
    assert by_path(results)["docs/caf\ufffd.md"] == "ready"


async def test_a_text_is_searchable_when_the_call_returns(ingestor, library):
    result = await ingestor.text(
        "default", "Le vin est à la cave.\0", title="Cave\nà vin", external_id="x", language="fr"
    )
    assert (result.status, result.title, result.passages) == ("ready", "Cave à vin", 1)
    (hit,) = (await library.passages.search(Query("default", "vin", "fr", 5))).found
    assert hit.reference["text"] == "Le vin est à la cave."
    again = await ingestor.text(
        "default", "Le vin est à la cave.\0", title="Cave\nà vin", external_id="x", language="fr"
    )
    assert (again.status, again.document_id, again.title, again.passages) == (
        "unchanged",
        result.document_id,
        "Cave à vin",
        1,
    )


@pytest.mark.parametrize("text", ["", "   \n", "\0\0", "\ufeff"])
async def test_a_text_without_a_character_is_a_failure_in_a_sentence(ingestor, text):
    result = await ingestor.text("default", text, title="Nothing")
    assert (result.status, result.document_id) == ("failed", None)
    assert result.error == "Nothing holds no text."


async def test_identity_is_the_external_id_else_the_source_else_the_content():
    assert Source("t", source="s", external_id="e").identity == "e"
    assert Source("t", source="s").identity == "s"
    assert Source("t").identity == Source("t", title="other").identity != Source("u").identity
    assert len(Source("t", source="s" * 2000).identity) < 100


async def test_a_file_that_could_not_be_read_is_not_tried_again_until_it_changes(
    ingestor, library, tmp_path, monkeypatch
):
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF-1.7 damaged")
    (first,) = await ingestor.paths("default", [file])
    assert first.status == "failed"

    def never(*args):
        raise AssertionError("it was read again")

    with monkeypatch.context() as patched:
        patched.setattr("gateway.ingestion.processes.isolation.Apart.run", never)
        assert await ingestor.paths("default", [file]) == [first]
    file.write_bytes(pdf(["Wine."]))
    assert (await ingestor.paths("default", [file]))[0].status == "ready"
    file.write_bytes(b"%PDF-1.7 damaged")
    assert await ingestor.paths("default", [file]) == [first]
    await library.empty_workspace("default", "default")
    assert await library.failures.unread("default", "default", [str(file)]) == {}


async def test_what_may_be_readable_another_time_is_tried_again(ingestor, monkeypatch):
    @contextlib.asynccontextmanager
    async def slow(self, function, data, task, name, s_per_mb, waits_s):
        raise Unreadable(f"{name} takes too long.", lasting=False)
        yield

    with monkeypatch.context() as patched:
        patched.setattr("gateway.ingestion.processes.isolation.Apart.run", slow)
        assert (await ingestor.file("default", "a.pdf", pdf(["Wine."]))).error == "a.pdf takes too long."
    assert (await ingestor.file("default", "a.pdf", pdf(["Wine."]))).status == "ready"


async def test_a_lost_database_stops_the_run(folder):
    class Away:
        pack = staticmethod(copy_rows.pack)

        async def known(self, tenant, workspace, external_ids):
            return {}

        @property
        def failures(self):
            return self

        async def unread(self, tenant, workspace, external_ids):
            return {}

        async def replace(self, tenant, documents):
            raise Unavailable("The database is away.")

    with pytest.raises(Unavailable):
        await Ingestor(Away(), none.create(None)).paths("default", [folder])


LONG_TABLE = "name,price\n" + "".join(f"ticket {n},{n}\n" for n in range(900))
PROSE = "The cellar of the library holds wine from many countries, and its keeper counts the bottles every month. "
EVERY_FORMAT = {
    "a.md": f"# A\n\n{PROSE * 30}\n\n## B\n\n" + read_csv(LONG_TABLE) + "\n",
    "a.txt": PROSE * 40,
    "a.html": f"<h1>A</h1><p>{PROSE * 40}</p><table><tr><th>x<th>y</tr><tr><td>1<td>2</tr></table>",
    "a.csv": LONG_TABLE,
    "a.tsv": LONG_TABLE.replace(",", "\t"),
    "a.py": "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(300)),
    "a.json": "{\n" + ",\n".join(f'  "k{n}": [{n}]' for n in range(900)) + "\n}\n",
    "a.pdf": pdf(["# Wine", *[f"Part {n}. {PROSE * 5}" for n in range(20)]], columns=2, head="Report"),
    "a.docx": docx(p("Wine", "Titre1") + p(PROSE * 20) + table(*[(f"ticket {n}", str(n)) for n in range(900)])),
}


@pytest.mark.parametrize("name", EVERY_FORMAT)
async def test_in_every_format_a_passage_is_its_slice_of_the_text_or_ends_with_it(ingestor, library, name):
    data = EVERY_FORMAT[name]
    result = await ingestor.file("default", name, data if isinstance(data, bytes) else data.encode())
    assert result.status == "ready", result
    text = (await library.documents.by_id("default", result.document_id)).text
    passages = await library.documents.passages("default", result.document_id)
    assert len(passages) > 1
    for passage in passages:
        piece = text[passage.start : passage.end]
        header = passage.text.removesuffix(piece)
        assert passage.text == header + piece
        assert len(passage.text) <= LIMIT
        assert header == "" or (header.count("\n") == 2 and "| --- |" in header and text.count(header) == 1)
        assert (passage.page is not None) == (name == "a.pdf") == bool(passage.boxes)


async def test_two_names_with_the_same_content_are_both_kept_and_said(ingestor, folder):
    (folder / "copy.md").write_bytes((folder / "guide.md").read_bytes())
    (folder / "empty1.md").write_bytes(b"")
    (folder / "empty2.md").write_bytes(b"")
    found = look([folder], 1000)
    results = await ingestor.files("default", found)
    assert by_path(results)["docs/copy.md"] == by_path(results)["docs/guide.md"] == "ready"
    assert found.same == [("docs/copy.md", "docs/guide.md")]


KEY = "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n"


async def test_a_private_key_in_a_text_is_left_out_of_a_folder_and_asks_for_force_when_named(ingestor, tmp_path):
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "notes.txt").write_text(f"For the server:\n{KEY}")
    found = look([tmp_path / "keys"], 1000)
    assert await ingestor.files("default", found) == []
    assert found.withheld == {tmp_path / "keys" / "notes.txt": "private key"}
    (refused,) = await ingestor.paths("default", [tmp_path / "keys" / "notes.txt"])
    assert refused.status == "failed" and "--force" in refused.error
    (forced,) = await ingestor.paths("default", [tmp_path / "keys" / "notes.txt"], force=True)
    assert forced.status == "ready"


async def test_reading_a_large_text_does_not_hold_the_event_loop(ingestor):
    text = "\n\n".join(f"Paragraph {number} speaks of wine, bread and water in the cellar." for number in range(6000))
    gaps, running = [], True

    async def watch():
        loop = asyncio.get_running_loop()
        last = loop.time()
        while running:
            await asyncio.sleep(0)
            gaps.append(loop.time() - last)
            last = loop.time()

    watcher = asyncio.create_task(watch())
    assert (await ingestor.text("default", text, title="Large")).status == "ready"
    running = False
    await watcher
    assert len(gaps) > 50


async def stored(library, workspace):
    """All that is kept of a workspace but its ids and times."""
    async with library.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch(
            "select d.external_id, d.title, d.language, d.text, d.fingerprint, p.position, p.heading, p.page, p.start_at,"
            " p.end_at, p.text as passage, p.chunk_hash, p.length, strip(p.terms)::text as words, v.embedder,"
            " v.embedding::text from document d join passage p using (tenant_id, document_id)"
            " left join passage_vector v using (tenant_id, passage_id) where d.workspace = $1 order by 1, 6",
            workspace,
        )
        df = await connection.fetch("select term, df from term_df where workspace = $1 order by term", workspace)
        corpus = await connection.fetch("select passages, terms from corpus where workspace = $1", workspace)
    scope = f"/default/workspace/{workspace}"
    return [[str(value).replace(scope, "") for value in row.values()] for row in [*rows, *df, *corpus]]


@pytest.mark.usefixtures("vectors")
async def test_vectors_of_counted_terms_are_those_of_the_text(library):
    """Re-indexing and questions have the text alone; a title or heading must not be part of a passage's vector."""
    embedder = hashed.create(None)
    await Ingestor(library, embedder).text(
        "default", "# Été\n\nL'orange 中文 number 4, twice: orange.", title="A title"
    )
    async with library.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select text, embedding from passage join passage_vector using (passage_id)")
    assert [pytest.approx(list(row["embedding"]), abs=1e-6) for row in rows] == await embedder.embed(
        [row["text"] for row in rows]
    )


async def test_processes_store_exactly_what_one_worker_stores(library, folder, vectors):
    for number in range(30):
        (folder / f"{number}.md").write_text(f"# Été {number}\n\nL'orange 中文文本 number {number}.\n\n" * 40)
    (folder / "bad.md").write_bytes(b"\x00\x01\x02" * 50)
    embedder = hashed.create(None)
    results = [
        await Ingestor(library, embedder, processes_from=size).paths("default", [folder], workspace=name)
        for name, size in (("one", 10**9), ("processes", 0))
    ]
    assert by_path(results[0]) == by_path(results[1])
    assert [result.error for result in results[0]] == [result.error for result in results[1]]
    first, second = [await stored(library, name) for name in ("one", "processes")]
    assert first == second and len(first) > 60


async def test_new_passages_do_not_slow_down_searches(library, folder):
    """What GIN has not sorted in yet is read by every search."""
    await Ingestor(library, none.create(None)).paths("default", [folder])
    async with library.database.owner() as (connection, _):
        assert await connection.raw.fetchval("select gin_clean_pending_list('passage_terms')") == 0


async def test_a_file_has_the_date_that_it_states_else_its_own_and_an_upload_that_of_its_loading(
    ingestor, library, tmp_path
):
    (tmp_path / "plain.md").write_text("# Rules\n\nThe fee is ten.")
    os.utime(tmp_path / "plain.md", (1_714_557_600, 1_714_557_600))
    front = "---\nupdated: 2023-01-02\nauthor: Ada L\n---\n"
    (tmp_path / "stated.md").write_text(f"{front}# Rules\n\nThe fee is eleven.")
    await ingestor.paths("default", [tmp_path])
    await ingestor.file("default", "sent.md", b"# Sent\n\nThe fee is ten.")
    found = {each.file_name: each for each in (await library.documents.page("default"))[0]}
    origins = {name: (each.date_text, each.date_from, each.author) for name, each in found.items()}
    assert origins == {
        "plain.md": ("2024-05-01T10:00:00+00:00", "file", ""),
        "stated.md": ("2023-01-02", "front_matter", "Ada L"),
        "sent.md": ("", "loaded", ""),
    }
    sent, plain = described(found["sent.md"]), described(found["plain.md"])
    assert (sent["date"], sent["date_from"]) == (sent["loaded_at"], "loaded") and plain["date"] < plain["loaded_at"]
