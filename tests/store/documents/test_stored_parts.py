"""Long texts and originals are read in the parts that they are stored in, and others have their connections."""

import asyncio

import pytest

from gateway.errors import NotFound
from gateway.ingestion.ingest import Ingestor
from gateway.models.embedders import none
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.documents.originals import PART_CHARACTERS
from gateway.store.documents.stored_parts import READ_AT_ONCE
from tests.support.corpus import document, passages, put_document

TEXT = "Été 🍷 du vin rouge et 赤ワイン.\n\n" * (3 * PART_CHARACTERS // 20)


@pytest.fixture
def library(database):
    return Library(database)


async def put(library, text, external_id="a"):
    """Stores a long text with one short passage."""
    new = document(text, external_id=external_id)
    await put_document(library, "default", new, passages(document("Été 🍷 du vin rouge.")), None, "none")
    (stored, *_), _ = await library.list_documents("default")
    return await library.get_document("default", stored.document_id, text=False)


@pytest.mark.parametrize("way", ["stored whole", "stored a little at a time"])
async def test_a_long_text_comes_back_in_its_parts(library, way):
    if way == "stored whole":
        stored = await put(library, TEXT)
    else:
        result = await Ingestor(library, none.create(None)).text("default", TEXT, title="Wine", external_id="a")
        assert result.error is None
        stored = await library.get_document("default", result.document_id, text=False)
    parts = [part async for part in library.parts.text("default", stored)]
    assert len(parts) == stored.text_parts > 3 and max(map(len, parts)) <= PART_CHARACTERS
    whole = await library.get_document("default", stored.document_id)
    (listed,), _ = await library.list_documents("default")
    assert "".join(parts).encode().strip() == whole.text.encode().strip() == TEXT.encode().strip()
    assert stored.size == listed.size == len(TEXT.encode())
    original = await library.original("default", stored.document_id)
    assert b"".join([part async for part in library.parts.original("default", original)]) == TEXT.encode()
    middle = [part async for part in library.parts.original("default", original, 99_999, 900_001)]
    assert b"".join(middle) == TEXT.encode()[99_999:900_001]
    await put(library, "Short.")
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from original") == 0


async def test_a_text_replaced_while_it_is_read_ends_the_reading(library):
    parts = library.parts.text("default", await put(library, TEXT))
    await anext(parts)
    await put(library, TEXT.replace("vin", "Wein"))
    with pytest.raises(NotFound, match="replaced"):
        await anext(parts)


async def test_however_many_read_parts_the_others_have_connections(library):
    stored, database = await put(library, TEXT), library.database
    async with database.transaction(ALL_TENANTS) as slow:
        await slow.raw.execute("set role none")
        await slow.raw.execute("lock table original in access exclusive mode")
        before = database.figures()["pool_connections"]["busy"]

        async def read():
            return [part async for part in library.parts.text("default", stored)]

        readers = [asyncio.create_task(read()) for _ in range(30)]
        for _ in range(20):
            assert await database.ready()
            assert database.figures()["pool_connections"]["busy"] <= before + READ_AT_ONCE
    assert {"".join(parts) for parts in await asyncio.gather(*readers)} == {TEXT}
