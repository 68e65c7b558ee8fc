"""Vectors on a PostgreSQL without pgvector: the same passages are nearest, up to a number of passages."""

from __future__ import annotations

import math

import pytest

from gateway.ingestion.reindex import Reindexer
from gateway.retrieval.ports import Query
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from gateway.store.search import plain_vectors
from tests.support.corpus import put


class Counting:
    """The letters a, b and c of a text are its vector."""

    name, dimensions, calibration, languages = "counting", 3, (0.2, 0.6), None

    async def embed(self, texts):
        counts = [[text.count(letter) for letter in "abc"] for text in texts]
        return [[number / math.hypot(*numbers) for number in numbers] for numbers in counts]

    async def aclose(self): ...


@pytest.fixture
async def library(database, monkeypatch):
    """As on a PostgreSQL without pgvector."""
    async with database.owner() as (connection, _):
        await connection.raw.execute("drop table if exists passage_vector cascade")
    monkeypatch.setattr(database, "has_vectors", False)
    return Library(database)


async def nearest(library, text):
    vector = (await Counting().embed([text]))[0]
    got = await library.passages.search(Query("default", "zzz", "en", 3), vector, "counting", (0.2, 0.6))
    return [hit.reference["text"] for hit in got.found]


async def test_the_nearest_passages_are_found_and_a_changed_text_gets_another_vector(library):
    for number, text in enumerate(["aaa", "bbb", "ccc"]):
        await put(library, text, external_id=str(number))
    work = Reindexer(ReindexRows(library), Counting())
    await work.run()
    assert (await nearest(library, "aab"))[:2] == ["aaa", "bbb"] and await work.missing() == 0
    await put(library, "cca", external_id="0")
    assert await work.missing() == 1
    await work.run()
    assert (await nearest(library, "a"))[0] == "cca"


async def test_more_passages_than_are_compared_get_no_vectors_and_words_find_them(library, monkeypatch):
    monkeypatch.setattr(plain_vectors, "MOST", 1)
    for number, text in enumerate(["aaa", "bbb"]):
        await put(library, text, external_id=str(number))
    rows = ReindexRows(library)
    await Reindexer(rows, Counting()).run()
    assert not await rows.stores_vectors() and not await rows.is_pending("counting")
    assert await nearest(library, "aaa") == []
    got = await library.passages.search(Query("default", "aaa", "en", 3), [1.0, 0.0, 0.0], "counting", (0.2, 0.6))
    assert [hit.reference["text"] for hit in got.found] == ["aaa"]


async def test_vectors_go_with_their_passages(library):
    await put(library, "aaa", external_id="a")
    await Reindexer(ReindexRows(library), Counting()).run()
    await library.empty_workspace("default", "default")
    async with library.database.connection(("default",)) as connection:
        assert await connection.fetchval("select count(*) from plain_vector where tenant_id = 'default'") == 0
