"""Originals come back byte for byte, are kept once, and go with their document."""

import hashlib
from dataclasses import replace

import pytest

from gateway.errors import NotFound
from gateway.knowledge.documents.corpus import LayoutLine
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.documents.originals import PART_BYTES
from tests.support.corpus import document, passages, put_document


@pytest.fixture
async def library(database):
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) values ('acme')")
    return Library(database)


async def put(library, text, data, **fields):
    """Store a document that came as `data`; returns its id."""
    new = document(text, **fields)
    sent = text.encode() if data is None else data
    new = replace(new, content_hash=hashlib.sha256(sent).hexdigest(), original=data, file_name="wine.bin")
    await put_document(library, "default", new, passages(new), None, "none")
    (stored, *_), _ = await library.list_documents("default")
    return stored.document_id


async def content(library, document_id, tenant="default"):
    original = await library.original(tenant, document_id)
    return original, b"".join([part async for part in library.parts.original(tenant, original)])


async def rows(library):
    async with library.database.connection(ALL_TENANTS) as connection:
        return await connection.fetchval("select count(*) from original")


@pytest.mark.parametrize("size", [1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES])
async def test_bytes_come_back_in_parts(library, size):
    data = bytes(range(256)) * (size // 256 + 1)
    document_id = await put(library, "some text", data[:size])
    original, got = await content(library, document_id)
    assert got == data[:size]
    assert (original.size, len(original.parts), original.file_name) == (size, -(-size // PART_BYTES), "wine.bin")
    assert original.content_hash == hashlib.sha256(got).hexdigest()


@pytest.mark.parametrize("is_text", [False, True])
async def test_a_part_is_read_alone(library, is_text):
    data = bytes(range(33, 127)) * (2 * PART_BYTES // 94 + 9)
    document_id = await put(library, data.decode() if is_text else "text", None if is_text else data)
    original = await library.original("default", document_id)
    last = len(data)
    for start, end in ((0, 1), (5, 9), (PART_BYTES - 2, PART_BYTES + 3), (7, 2 * PART_BYTES), (last - 1, last)):
        parts = [part async for part in library.parts.original("default", original, start, end)]
        assert b"".join(parts) == data[start:end]
        assert is_text or len(parts) == (end - 1) // PART_BYTES - start // PART_BYTES + 1


async def test_a_text_that_is_its_own_original_is_not_kept_twice(library):
    document_id = await put(library, "Été 🍷\n", None)
    original, got = await content(library, document_id)
    assert got == "Été 🍷\n".encode()
    assert (original.size, original.is_text) == (len(got), True)
    assert await rows(library) == 0


async def test_replacing_and_deleting_leave_nothing_behind(library):
    await put(library, "old", b"\0" * (2 * PART_BYTES), external_id="a")
    document_id = await put(library, "new", b"\1", external_id="a")
    assert (await content(library, document_id))[1] == b"\1"
    assert await rows(library) == 1
    await library.delete_document("default", document_id)
    assert await rows(library) == 0


async def test_other_tenants_and_unknown_ids_find_nothing(library):
    document_id = await put(library, "text", b"\0")
    for tenant, wanted in (("acme", document_id), ("default", "no-id"), ("default", "0" * 32)):
        with pytest.raises(NotFound):
            await library.original(tenant, wanted)


async def test_a_file_replaced_while_it_is_read_ends_the_reading(library):
    document_id = await put(library, "old", b"\0" * (2 * PART_BYTES), external_id="a")
    data = library.parts.original("default", await library.original("default", document_id))
    assert await anext(data) == b"\0" * PART_BYTES
    await put(library, "new", b"\1" * (2 * PART_BYTES), external_id="a")
    with pytest.raises(NotFound):
        await anext(data)


async def test_passages_know_the_lines_they_lie_on(library):
    layout = (LayoutLine(0, 5, 1, 72.0, 700.5, 100.0, 710.0), LayoutLine(6, 11, 2, 72.0, 600.0, 100.0, 610.0))
    new = replace(document("first\nother"), layout=layout)
    await put_document(library, "default", new, passages(new), None, "none")
    (stored,), _ = await library.list_documents("default")
    found = await library.passages_of("default", stored.document_id)
    assert [passage.boxes for passage in found] == [layout[:1], layout[1:]]


async def test_documents_below_a_folder_are_found_by_place(library):
    for name in ("/docs/a.md", "/docs/sub/b.md", "/docs2/c.md", "/other"):
        await put(library, name, None, external_id=name)
    assert set(await library.documents_below("default", "default", "/docs")) == {"/docs/a.md", "/docs/sub/b.md"}
    assert await library.documents_below("acme", "default", "/docs") == {}
