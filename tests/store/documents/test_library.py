"""The knowledge base: replacing, deleting, listing, and statistics that stay exact whatever happens."""

import asyncio
import random
import uuid

import pytest

from gateway.errors import NotFound
from gateway.knowledge.search.index import index
from gateway.retrieval.ports import Query
from gateway.store.database.copy_rows import pack
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents import library as library_module
from gateway.store.documents.library import Library
from tests.support.corpus import babble, document, passages, put, statistics
from tests.support.questions import query_of


@pytest.fixture
async def library(database):
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) values ('acme')")
    return Library(database)


async def texts(library, tenant="default"):
    found, _ = await library.documents.page(tenant)
    return {entry.external_id: (await library.documents.by_id(tenant, entry.document_id)).text for entry in found}


async def test_a_document_with_the_same_external_id_replaces_the_earlier_one(library):
    assert await put(library, "old wine", external_id="a.md") == "ready"
    assert await put(library, "new bottle\nsecond line", external_id="a.md") == "ready"
    (stored,), _ = await library.documents.page("default")
    assert (stored.version, stored.passages, stored.title) == (2, 2, "Title")
    assert [passage.text for passage in await library.documents.passages("default", stored.document_id)] == [
        "new bottle",
        "second line",
    ]
    assert not (await library.passages.search(Query("default", "wine", "en", 5))).found


async def test_the_same_document_again_is_unchanged_and_keeps_its_passages(library):
    await put(library, "old wine", external_id="a.md", metadata={"b": 1, "a": [2]})
    (before,), _ = await library.documents.page("default")
    kept = await library.documents.passages("default", before.document_id)
    assert await put(library, "old wine", external_id="a.md", metadata={"a": [2], "b": 1}) == "unchanged"
    assert await library.documents.passages("default", before.document_id) == kept
    assert (await library.documents.by_id("default", before.document_id)).version == 1


@pytest.mark.parametrize(
    "change",
    [{"title": "Other"}, {"metadata": {"x": 1}}, {"language": "fr"}, {"source_app": "wiki"}, {"embedder": "hash-512"}],
    ids=lambda change: next(iter(change)),
)
async def test_another_title_field_or_embedder_is_a_change(library, change):
    await put(library, "same text", external_id="a.md")
    assert await put(library, "same text", external_id="a.md", **change) == "ready"
    (stored,), _ = await library.documents.page("default")
    assert stored.version == 2


async def test_the_same_external_id_in_another_workspace_or_tenant_is_another_document(library):
    await put(library, "one", external_id="a.md")
    await put(library, "two", external_id="a.md", workspace="second")
    await put(library, "three", external_id="a.md", tenant="acme")
    assert await library.counts("default") == (2, 2)
    assert await texts(library, "acme") == {"a.md": "three"}


async def test_a_tenant_sees_and_deletes_only_its_own(library):
    await put(library, "secret sauce", external_id="a.md")
    (mine,), _ = await library.documents.page("default")
    assert await library.documents.page("acme") == ([], None)
    for forbidden in (library.documents.by_id, library.documents.passages, library.delete_document):
        with pytest.raises(NotFound):
            await forbidden("acme", mine.document_id)
    assert await library.empty_workspace("acme", "default") == 0
    assert not (await library.passages.search(Query("acme", "secret sauce", "en", 5))).found
    assert (await library.passages.search(Query("acme", "secret sauce", "en", 5))).weights == {}
    assert await library.counts("default") == (1, 1)


async def test_deleting_removes_the_document_its_passages_and_its_share_of_the_statistics(library):
    await put(library, "wine and bread", external_id="a")
    await put(library, "bread", external_id="b")
    found, _ = await library.documents.page("default")
    gone = next(entry for entry in found if entry.external_id == "a")
    await library.delete_document("default", gone.document_id)
    assert await texts(library) == {"b": "bread"}
    stored, counted = await statistics(library)
    assert stored == counted
    with pytest.raises(NotFound):
        await library.delete_document("default", gone.document_id)


@pytest.mark.parametrize("document_id", ["", "no-uuid", "00000000-0000-0000-0000-000000000000", "a\0b", "é" * 4000])
async def test_an_unknown_or_malformed_document_id_is_not_found(library, document_id):
    for look in (library.documents.by_id, library.documents.passages, library.delete_document):
        with pytest.raises(NotFound):
            await look("default", document_id)


async def test_emptying_a_workspace_leaves_the_others_and_its_name_is_remembered(library, monkeypatch):
    monkeypatch.setattr("gateway.store.documents.library.EMPTIED_AT_ONCE", 2)
    for number in range(5):
        await put(library, f"text {number}", external_id=f"{number}", workspace="sample")
    await put(library, "kept", external_id="kept")
    assert await library.empty_workspace("default", "sample") == 5
    assert await texts(library) == {"kept": "kept"}
    assert await library.has_seen("default", "sample")
    assert not await library.has_seen("default", "never")
    stored, counted = await statistics(library)
    assert stored == counted


@pytest.mark.parametrize("seed", range(4))
async def test_statistics_are_exact_after_any_series_of_changes(library, seed):
    rng = random.Random(seed)
    for _ in range(25):
        tenant, workspace = rng.choice(["default", "acme"]), rng.choice(["default", "second"])
        match rng.choice(["put", "put", "put", "batch", "delete", "empty"]):
            case "put":
                place = {"external_id": str(rng.randrange(4)), "workspace": workspace, "tenant": tenant}
                await put(
                    library, babble(rng, rng.randint(1, 5)), title=rng.choice(["balan", "Zipkodor kodor"]), **place
                )
            case "batch":
                new = [
                    document(babble(rng, 2), external_id=str(name), workspace=workspace)
                    for name in rng.sample(range(6), 3)
                ]
                await library.replace(tenant, [library.pack(index(tenant, one, passages(one), "none")) for one in new])
            case "delete":
                found, _ = await library.documents.page(tenant)
                if found:
                    await library.delete_document(tenant, rng.choice(found).document_id)
            case "empty" if rng.random() < 0.3:
                await library.empty_workspace(tenant, workspace)
        stored, counted = await statistics(library)
        assert stored == counted, f"seed {seed}"


async def test_the_same_document_from_many_sides_at_once_is_stored_once(library):
    sent = [put(library, "wine and bread\nbread and water", external_id="a.md") for _ in range(8)]
    statuses = await asyncio.wait_for(asyncio.gather(*sent), 20)
    assert sorted(statuses) == ["ready"] + ["unchanged"] * 7
    stored, counted = await statistics(library)
    assert stored == counted
    assert await library.counts("default") == (1, 2)


async def test_concurrent_changes_of_shared_words_neither_deadlock_nor_lose_a_count(library):
    rng = random.Random(5)

    async def writer(number):
        for turn in range(6):
            new = [document(babble(rng, 4), external_id=f"{number}-{turn % 3}")]
            new += [document(babble(rng, 3), external_id=f"shared {name}") for name in range(3)]
            rng.shuffle(new)
            await library.replace(
                "default", [library.pack(index("default", one, passages(one), "none")) for one in new]
            )

    async def emptier():
        for _ in range(4):
            await library.empty_workspace("default", "default")

    async with asyncio.timeout(40):
        await asyncio.gather(*(writer(number) for number in range(6)), emptier())
    stored, counted = await statistics(library)
    assert stored == counted


async def test_a_batch_is_stored_whole_or_not_at_all(library):
    good, bad = document("wine", external_id="good"), document("bread", external_id="bad", title="x" * 301)
    with pytest.raises(Exception, match="title"):
        await library.replace("default", [pack(index("default", one, passages(one), "none")) for one in (good, bad)])
    assert await library.counts("default") == (0, 0)


async def test_an_unknown_tenant_is_not_found(library):
    with pytest.raises(NotFound, match="'nobody'"):
        await put(library, "wine", tenant="nobody")


async def test_a_batch_of_two_workspaces_or_of_one_document_twice_is_refused(library):
    one, two, again = document("a", external_id="1"), document("b", workspace="w"), document("c", external_id="1")
    for pair in ((one, two), (one, again)):
        with pytest.raises(ValueError, match=r"together|twice"):
            await library.replace("default", [pack(index("default", part, passages(part), "none")) for part in pair])


async def test_hostile_words_titles_and_ids_are_stored_as_they_are(library):
    text = "it's \\' a \"trap\"; drop table passage; -- ' & | ! <-> :* /default /default/workspace/x " + "x" * 5000
    await put(library, text, external_id="'; --", title='O\'Brien \\ "x" <script>')
    assert await texts(library) == {"'; --": text}
    found = (await library.passages.search(Query("default", "O'Brien's trap table", "en", 5))).found
    assert found[0].reference["text"] == text
    stored, counted = await statistics(library)
    assert stored == counted


async def test_a_repeated_word_beyond_what_postgres_counts_is_no_error(library):
    await put(library, "spam " * 3000, external_id="a")
    assert (await library.passages.search(Query("default", "spam", "en", 5))).found


async def test_the_document_id_of_a_replaced_document_stays(library):
    await put(library, "one", external_id="a")
    (first,), _ = await library.documents.page("default")
    await put(library, "two", external_id="a")
    (second,), _ = await library.documents.page("default")
    assert first.document_id == second.document_id
    assert {p.document_id for p in await library.documents.passages("default", first.document_id)} == {
        first.document_id
    }
    assert str(uuid.UUID(first.document_id)) == first.document_id


async def test_a_long_document_goes_in_parts_and_statistics_are_exact_after_each(library, monkeypatch):
    monkeypatch.setattr("gateway.store.documents.library.FORGOTTEN_AT_ONCE", 3)
    rng = random.Random(3)
    await put(library, babble(rng, 10), external_id="long", workspace="w")
    await put(library, babble(rng, 2), external_id="short", workspace="w")
    await put(library, babble(rng, 8), external_id="other", workspace="kept")
    # A deletion that is broken off: one transaction of it, as the loop makes them.
    async with library.database.transaction(ALL_TENANTS) as connection:
        (row, *_) = await connection.fetch(library_module.SQL["lock_workspace"], "default", "w", 50)
        await library._remove_some(connection, "default", "w", [(str(row["document_id"]), row["passages"])])
    stored, counted = await statistics(library)
    assert stored == counted and stored["default", "w"][0] == 9
    # What is left is not taken for the whole when it comes again …
    assert (await library.known("default", "w", ["long"]))["long"].fingerprint == ""
    # … and asking again finishes it.
    assert await library.empty_workspace("default", "w") == 2
    (kept,), _ = await library.documents.page("default")
    await library.delete_document("default", kept.document_id)
    stored, counted = await statistics(library)
    assert stored == counted == {}


async def test_searches_and_ingestion_elsewhere_go_on_while_a_workspace_is_emptied(library):
    rng = random.Random(4)
    for number in range(120):
        await put(library, babble(rng, 30), external_id=str(number), workspace="going")
    await put(library, "old wine", external_id="a", workspace="kept")
    async with asyncio.timeout(60):
        emptying = asyncio.create_task(library.empty_workspace("default", "going"))
        for number in range(5):
            await put(library, f"new wine {number}", external_id=str(number), workspace="kept")
            assert (await library.passages.search(query_of("default", "wine", "en", 5, workspace="kept"))).found
        assert await emptying == 120
    stored, counted = await statistics(library)
    assert stored == counted and list(stored) == [("default", "kept")]
