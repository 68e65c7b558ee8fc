"""The row of a document. A new column changes the migration, `DocumentRow` and one list in `library.sql`."""

from dataclasses import fields, replace

import pytest

from gateway.ingestion.ports import DocumentRow, Packed
from gateway.knowledge.documents.corpus import LayoutLine
from gateway.store.documents.document_row import SQL, upsert
from gateway.store.documents.stored_documents import of_row
from tests.support.corpus import document

KEYS = {"document_id", "external_id", "workspace"}
BESIDE = {"tenant_id", "text", "layout", "version", "key_hash", "sent_bytes", "created_at", "updated_at"}
"""Columns that are given by themselves, or that the database sets."""
ROWS = ("upsert_document", "known_documents", "documents_below", "list_documents", "sort_documents", "get_document")


LISTED = SQL["known_documents"].partition("select ")[2].partition("\nfrom")[0]


async def test_the_row_has_every_column_that_the_table_has(database):
    async with database.connection("default") as connection:
        rows = await connection.fetch(
            "select attname from pg_attribute where attrelid = 'document'::regclass and attnum > 0 and not attisdropped"
        )
    names = {field.name for field in fields(DocumentRow)}
    assert {row["attname"] for row in rows} == names | BESIDE, "gateway/ingestion/ports.py: DocumentRow"
    assert set(LISTED.replace("\n", " ").split(", ")) == names, (
        "gateway/store/documents/library.sql: `-- part: columns`"
    )


@pytest.mark.parametrize("name", [*ROWS, "named_documents"])
def test_no_query_has_a_list_of_its_own(name):
    listed = LISTED.partition("workspace, ")[2]
    assert listed in SQL[name]
    assert "content_hash" not in SQL[name].replace(listed, "")


async def test_a_row_comes_back_as_it_was_stored_and_again_when_it_is_replaced(database):
    line = LayoutLine(0, 4, 1, 72.0, 700.5, 100.0, 710.0)
    first = replace(
        document("Brot", external_id="b", source_app="shop", language="de", metadata={"a": [1, None]}, left_out=[]),
        layout=(line,),
    )
    second = replace(
        document("Pain", left_out=[]), external_id="b", language=None, title='Ōkami\'s \\ "x"', file_name="p.md"
    )
    async with database.transaction("default") as connection:
        assert await upsert(connection, "default", Packed(first, "f1", 3)) == (first.document_id, 1)
        assert await upsert(connection, "default", Packed(second, "f1", 3)) == (first.document_id, 0)
        [row] = await connection.fetch(SQL["known_documents"], "default", "default", ["b"])
        assert of_row(DocumentRow, row) == Packed(first, "f1", 3).row
        assert await upsert(connection, "default", Packed(second, "f2", 4)) == (first.document_id, 2)
        [row] = await connection.fetch(SQL["known_documents"], "default", "default", ["b"])
        assert of_row(DocumentRow, row) == replace(Packed(second, "f2", 4).row, document_id=first.document_id)
        whole = await connection.fetchrow(
            "select text, layout, updated_at >= created_at as later from document where external_id = 'b'"
        )
        assert tuple(whole) == ("Pain", None, True)
