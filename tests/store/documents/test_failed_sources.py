"""Failures as rows: the same source has one, what went well has none, and old ones make room."""

import pytest

from gateway.errors import NotFound
from gateway.ingestion.source_file import Source
from gateway.store.documents import failed_sources
from gateway.store.documents.failed_sources import FailureSearch
from gateway.store.documents.library import Library

SCAN = Source(
    b"%PDF-1.7 scan",
    "papers/scan.pdf",
    title="Scan",
    source="scan.pdf",
    source_app="desk",
    language="en",
    media_type="application/pdf",
    metadata={"shelf": 7},
)


@pytest.fixture
def library(database):
    return Library(database)


async def failures(library, **wanted):
    return await library.failures("default", FailureSearch(**wanted))


async def test_one_source_has_one_failure_the_latest(library):
    await library.note("default", [(SCAN, "holds no text")], with_content=True)
    (first,) = await failures(library)
    await library.note("default", [(SCAN, "is encrypted")], with_content=True)
    (second,) = await failures(library)
    assert second.failure_id == first.failure_id and second.failed_at > first.failed_at
    assert (second.title, second.file_name, second.reason, second.size) == ("Scan", "scan.pdf", "is encrypted", 13)
    await library.note("default", [(SCAN, None)])
    assert await failures(library) == []


async def test_what_failed_comes_back_with_all_its_fields(library):
    text = Source("Rotwein", title="Wein", external_id="w", is_text=True)
    await library.note("default", [(SCAN, "no"), (text, "no")], with_content=True)
    by_title = {failure.title: failure.failure_id for failure in await failures(library)}
    scan = await library.failed("default", by_title["Scan"])
    assert scan == Source(**{**{name: getattr(SCAN, name) for name in SCAN.__slots__}, "external_id": "scan.pdf"})
    again = await library.failed("default", by_title["Wein"])
    assert again.identity == text.identity and again.fingerprint("e") == text.fingerprint("e") and not again.is_file


async def test_another_tenant_or_workspace_knows_nothing_of_it(library):
    await library.note("default", [(SCAN, "no")], with_content=True)
    (failure,) = await failures(library)
    for tenant, within in (("acme", None), ("default", ["elsewhere"])):
        assert await library.failures(tenant, FailureSearch(within)) == []
        assert not await library.dismiss(tenant, failure.failure_id, within)
        with pytest.raises(NotFound):
            await library.failed(tenant, failure.failure_id, within)
    with pytest.raises(NotFound):
        await library.note("nobody", [(SCAN, "no")])
    assert await library.dismiss("default", failure.failure_id) and await failures(library) == []


async def test_the_content_of_files_that_lie_elsewhere_is_not_stored(library):
    await library.note("default", [(SCAN, "no")])
    (failure,) = await failures(library)
    assert not failure.is_stored and await library.failed("default", failure.failure_id) is None


async def test_old_failures_make_room_for_new_ones(library, monkeypatch):
    monkeypatch.setattr(failed_sources, "MOST_FAILURES", 3)
    monkeypatch.setattr(failed_sources, "WITH_CONTENT", 2)
    monkeypatch.setattr(failed_sources, "LARGEST_CONTENT", 5)
    for number, content in enumerate([b"aaa", b"bbb", b"too large", b"ccc", b"ddd"]):
        source = Source(content, f"{number}.pdf", source=f"{number}.pdf")
        await library.note("default", [(source, "no")], with_content=True)
    found = [(failure.file_name, failure.is_stored) for failure in await failures(library)]
    assert found == [("4.pdf", True), ("3.pdf", True), ("2.pdf", False)]


async def test_a_workspace_that_is_emptied_has_no_failures(library):
    await library.note("default", [(SCAN, "no")], with_content=True)
    await library.empty_workspace("default", "default")
    assert await failures(library) == []
