"""What was fetched, as rows: remembered with the document, of one tenant and workspace, and gone with it."""

import pytest

from gateway.ingestion.fetching.ports import FetchedNow
from gateway.ingestion.ingest import Ingestor
from gateway.models.embedders import none
from gateway.store.documents.fetched_rows import FetchedRows
from gateway.store.documents.library import Library


@pytest.fixture
async def rows(database):
    ingestor = Ingestor(Library(database), none.create(None))
    await ingestor.text(
        "default", "Books.", title="Books", external_id="https://x.example/a", source="https://x.example/a"
    )
    return FetchedRows(database)


ROW = FetchedNow("https://x.example/a?b", "https://x.example/a", '"1"', "then", "text/html 5")


async def test_a_row_says_what_the_server_said_and_which_document_it_became(rows):
    await rows.note("default", "default", "map", [ROW])
    before = (await rows.known("default", "default", [ROW.address, "other"]))[ROW.address]
    assert before[:4] == ROW[1:] and (before.title, before.passages) == ("Books", 1)
    [listed] = await rows.listed("default", "default", "map")
    assert listed == (ROW.address, before.document_id, "https://x.example/a")
    await rows.note("default", "default", "other", [ROW._replace(etag='"2"')])
    assert (await rows.known("default", "default", [ROW.address]))[ROW.address].etag == '"2"'
    assert await rows.listed("default", "default", "map") == []
    await rows.note("default", "default", "other", [])


async def test_it_is_of_one_tenant_and_workspace(rows):
    await rows.note("default", "default", "map", [ROW])
    assert await rows.known("other", "default", [ROW.address]) == await rows.known("default", "w", [ROW.address]) == {}
    assert await rows.listed("other", "default", "map") == await rows.listed("default", "w", "map") == []


async def test_it_goes_with_its_document_and_does_not_come_without_one(rows, database):
    await rows.note("default", "default", "map", [ROW, ROW._replace(address="x", external_id="none")])
    known = await rows.known("default", "default", [ROW.address, "x"])
    assert list(known) == [ROW.address]
    await Library(database).delete_document("default", known[ROW.address].document_id)
    assert await rows.known("default", "default", [ROW.address]) == {}
    assert await rows.listed("default", "default", "map") == []
