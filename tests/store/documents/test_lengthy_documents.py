"""Documents of any length: stored a little at a time, and as a whole or not at all."""

import pytest

from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.source_file import SMALL
from gateway.models.embedders import none
from gateway.retrieval.ports import Query
from gateway.store.documents import lengthy_documents
from gateway.store.documents.library import Library

LINES = [f"Loan number {number} lasts three weeks and costs {number} francs." for number in range(SMALL // 40)]


def text(*more):
    return "# Loans\n\n" + "\n\n".join([*LINES, *more])


@pytest.fixture
def library(database):
    return Library(database)


@pytest.fixture
def ingestor(library):
    return Ingestor(library, none.create(None))


async def found(library, word):
    hits = await library.passages.search(Query("default", word, "en", 3), None)
    return [hit.reference["text"] for hit in hits.found]


async def test_a_long_text_is_stored_whole_and_found(ingestor, library):
    result = await ingestor.text("default", text("Zanzibar is far away."), title="Loans", external_id="loans")
    assert (result.status, result.error) == ("ready", None)
    document = await library.documents.by_id("default", result.document_id)
    assert document.text == text("Zanzibar is far away.")
    assert len(await library.documents.passages("default", result.document_id)) == result.passages
    assert "Zanzibar" in (await found(library, "Zanzibar"))[0]


@pytest.mark.slow
async def test_the_same_again_is_unchanged_and_another_one_takes_its_place(ingestor, library):
    first = await ingestor.text("default", text("Zanzibar."), title="Loans", external_id="loans")
    again = await ingestor.text("default", text("Zanzibar."), title="Loans", external_id="loans")
    assert (again.status, again.document_id) == ("unchanged", first.document_id)
    await ingestor.text("default", text("Montevideo."), title="Loans", external_id="loans")
    assert not await found(library, "Zanzibar") and await found(library, "Montevideo")
    assert (await library.counts("default")).documents == 1


async def test_what_breaks_in_the_middle_leaves_the_old_document_whole(ingestor, library, monkeypatch):
    first = await ingestor.text("default", "Zanzibar is far away.", title="Loans", external_id="loans")

    async def broken(*_):
        raise RuntimeError("the process ends here")

    monkeypatch.setattr(lengthy_documents.graph_rows, "link_lengthy", broken)
    failed = await ingestor.text("default", text("Montevideo."), title="Loans", external_id="loans")
    assert failed.status == "failed"
    assert await found(library, "Zanzibar") and not await found(library, "Montevideo")
    assert len(await library.documents.passages("default", first.document_id)) == first.passages
