"""Passages of a replaced document: what keeps its id, and what else stays with it."""

import pytest

from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.reindex import Reindexer
from gateway.ingestion.source_file import SMALL
from gateway.knowledge.graph.elements import Vertex
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from tests.support.corpus import statistics
from tests.support.hashed_vectors import HashEmbedder

FILLING = "Every reader of the library knows these words, for they are on each of its pages. " * 5
SECTIONS = {
    name: f"## {name}\n\nThe {name} costs {number} francs a day. {FILLING}" for number, name in enumerate("abcdef")
}
MANY = [f"Loan number {number} lasts three weeks and costs {number} francs." for number in range(SMALL // 40)]


@pytest.fixture
def library(database):
    return Library(database)


@pytest.fixture
def ingestor(library):
    return Ingestor(library, HashEmbedder())


async def stored(ingestor, library, text):
    """Stores a text; returns its passages by the beginnings of their texts."""
    result = await ingestor.text("default", text, title="Prices", external_id="prices")
    assert result.status == "ready", result
    found = await library.documents.passages("default", result.document_id)
    assert [passage.position for passage in found] == list(range(len(found)))
    return {passage.text: passage.passage_id for passage in found}


def sections(names="abcdef", **changed):
    return "\n\n".join((SECTIONS | changed)[name] for name in names)


def begins(found, beginning):
    return next(passage_id for text, passage_id in found.items() if beginning in text)


async def consistent(library):
    stored_, counted = await statistics(library)
    return stored_ == counted


async def test_passages_of_a_replaced_document_keep_their_ids_if_they_moved_or_changed_a_little(
    ingestor, library, vectors
):
    before = await stored(ingestor, library, sections())
    now = await stored(
        ingestor, library, sections("xfbcad", x="## x\n\nSomething new.", a=SECTIONS["a"].replace("0", "10⁶"))
    )
    for name in "fbcad":
        assert begins(now, f"The {name} costs") == begins(before, f"The {name} costs")
    assert begins(now, "Something new") not in before.values() and begins(before, "The e costs") not in now.values()
    assert await consistent(library)
    await Reindexer(ReindexRows(library), HashEmbedder()).run()
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from passage_vector") == len(now)


async def test_a_long_document_keeps_them_too_and_what_a_model_found_in_unchanged_ones(ingestor, library, vectors):
    await library.graph.put_vertices("default", "default", [Vertex("loan", "thing", "Loan number 7")])
    long = "\n\n".join([*SECTIONS.values(), "# Loans", *MANY])
    before = await stored(ingestor, library, long)
    kept, changed = begins(before, "The b costs"), begins(before, "The a costs")
    async with library.database.connection(ALL_TENANTS) as connection:
        for passage_id in (kept, changed):
            await connection.execute("insert into passage_extracted values ('default', $1)", passage_id)
        linked = await connection.fetch("select passage_id from passage_vertex")
    now = await stored(ingestor, library, long.replace("costs 0 francs a day", "costs 10⁶ francs a day"))
    assert len(now) == len(before) and set(now.values()) == set(before.values())
    assert now.keys() - before.keys() == {next(text for text in now if "10⁶" in text)}
    assert await consistent(library)
    await Reindexer(ReindexRows(library), HashEmbedder()).run()
    async with library.database.connection(ALL_TENANTS) as connection:
        extracted = await connection.fetch("select passage_id from passage_extracted")
        assert [str(row["passage_id"]) for row in extracted] == [kept]
        assert await connection.fetch("select passage_id from passage_vertex") == linked != []
        assert await connection.fetchval("select count(*) from passage_vector") == len(now)
        text, terms = await connection.fetchrow("select text, terms::text from passage where passage_id = $1", changed)
    assert "10⁶" in text and "franc" in terms


async def test_a_document_of_few_passages_takes_the_place_of_a_long_one(ingestor, library):
    before = await stored(ingestor, library, "\n\n".join([*SECTIONS.values(), "# Loans", *MANY]))
    now = await stored(ingestor, library, sections("cab"))
    assert [begins(now, f"The {name} costs") for name in "cab"] == [
        begins(before, f"The {name} costs") for name in "cab"
    ]
    assert await consistent(library)
