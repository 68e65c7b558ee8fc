"""Rows that were encoded here are in the database what PostgreSQL would have made of them itself."""

from dataclasses import replace

from gateway.knowledge.documents.corpus import NewPage
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from tests.support.corpus import document, passages, put_document

WORDS = "It's a\\b naïve 安装 data-base wine wine wine " + "spam " * 300


async def test_every_column_arrives_as_it_is(database):
    library = Library(database)
    new = document(WORDS + "\nbread", title="Ōkami's", language=None)
    first, second = passages(new)
    turned = (NewPage(3, 8), NewPage(70, 12))
    parts = [replace(first, page=7, new_pages=turned, heading="Über › 安装"), replace(second, heading=None)]
    await put_document(library, "default", new, parts, None, "none")
    stored = await library.documents.passages("default", new.document_id)
    assert stored == parts
    assert [(one.page, one.page_end) for one in stored] == [(7, 12), (None, None)]
    async with database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch(
            "select language, terms::text as terms, terms::text = terms::text::tsvector::text as same, ts_rank(terms, $$'wine'$$) as rank"
            " from passage order by position"
        )
    assert [row["same"] for row in rows] == [True, True]
    assert {row["language"] for row in rows} == {None}
    assert "'wine':1,2,3" in rows[0]["terms"] and "'spam':1,2,3" in rows[0]["terms"] and "'安装'" in rows[0]["terms"]
