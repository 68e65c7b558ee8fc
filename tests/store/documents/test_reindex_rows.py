"""Rows of re-indexing: steps that leave statistics exact and can be broken off. The whole is in
tests/ingestion/test_reindex.py."""

import random

from gateway.knowledge.search.index import made_by
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from tests.support.corpus import babble, document, passages, put, put_document, statistics


async def test_only_one_may_work(database):
    first, second = ReindexRows(Library(database)), ReindexRows(Library(database))
    async with first.alone() as one, second.alone() as other:
        assert (one, other) == (True, False)
    async with second.alone() as now:
        assert now


async def test_passages_of_the_newest_documents_come_first_and_in_reading_order(database, vectors):
    library = Library(database)
    for number in range(4):
        await put(library, babble(random.Random(number), 3), external_id=str(number))
    rows = ReindexRows(library)
    bare = await rows.bare("other", 100, {})
    assert len(bare) == 12 == await rows.missing("other")
    assert await rows.bare("other", 5, {}) == bare[:5]
    reached = {(passage.tenant, passage.document_id): passage.position for passage in bare[:5]}
    assert await rows.bare("other", 100, reached) == bare[5:]
    async with database.connection(ALL_TENANTS) as connection:
        read = await connection.fetch(
            "select p.text as t from document join passage p using (tenant_id, document_id)"
            " order by updated_at desc, position"
        )
    assert [passage.text for passage in bare] == [row["t"] for row in read]
    await rows.add("other", bare[:5], [[1.0, 0.0]] * 5)
    await rows.add("other", bare[:5], [[1.0, 0.0]] * 5)
    assert await rows.bare("other", 100, {}) == bare[5:]


async def test_vectors_of_passages_that_went_are_left_out(database, vectors):
    library = Library(database)
    await put(library, "one", external_id="a")
    rows = ReindexRows(library)
    bare = await rows.bare("other", 10, {})
    await library.empty_workspace("default", "default")
    await rows.add("other", bare, [[1.0, 0.0]])
    assert await rows.missing("other") == 0


async def test_a_document_is_marked_only_when_all_its_passages_have_vectors(database, vectors):
    library = Library(database)
    await put(library, "one\ntwo", external_id="a")
    rows = ReindexRows(library)
    bare = await rows.bare("other", 10, {})
    await rows.add("other", bare[:1], [[1.0, 0.0]])
    assert await rows.approve("other") == 0
    assert await rows.is_pending("other")
    await rows.add("other", bare[1:], [[1.0, 0.0]])
    assert await rows.approve("other") == 1
    assert not await rows.is_pending("other")
    (known,) = (await library.known("default", "default", ["a"])).values()
    assert known.fingerprint.startswith(made_by("other"))


async def test_a_document_that_changed_meanwhile_is_not_counted_over(database):
    library = Library(database)
    await put(library, "one", external_id="a")
    rows = ReindexRows(library)
    (row, *_), _ = await library.documents.page("default")
    assert await rows.count("default", row.document_id) == 1
    assert await rows.count("default", "00000000-0000-4000-8000-000000000000") == 0
    stored, counted = await statistics(library)
    assert stored == counted


async def test_counting_anew_keeps_ids_and_scopes(database):
    library = Library(database)
    new = document("wine in the cellar", external_id="a", source_app="wiki", workspace="w")
    await put_document(library, "default", new, passages(new), None, "none")
    async with database.connection(ALL_TENANTS) as connection:
        before = await connection.fetch("select passage_id, terms::text from passage")
        (document_id,) = await connection.fetchrow("select document_id from document")
        await ReindexRows(library).count("default", str(document_id))
        assert await connection.fetch("select passage_id, terms::text from passage") == before
