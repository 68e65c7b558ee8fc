"""Re-indexing: documents follow a change of embedder or recipe, whatever fails on the way, and search goes on."""

import asyncio
import itertools
import random
from types import SimpleNamespace

import pytest

from gateway.errors import UpstreamError
from gateway.ingestion import reindex
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.reindex import Reindexer
from gateway.ingestion.source_file import SMALL, Source
from gateway.knowledge.search import index as index_module
from gateway.models.embedders.none import NoEmbedder
from gateway.retrieval.ports import Query
from gateway.retrieval.retrievers import passages
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents import reindex_rows
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from gateway.store.documents.stored_documents import DocumentSearch
from tests.support.corpus import babble, statistics
from tests.support.hashed_vectors import HashEmbedder
from tests.support.in_thread import work_here
from tests.support.splitting import split

NUMBER = 30


class Other(HashEmbedder):
    """Another space. `fails` is how many of its next calls fail; `seen` what it was given."""

    name = "other"
    local = None

    def __init__(self):
        self.fails, self.seen = 0, []

    async def embed(self, texts):
        if self.fails:
            self.fails -= 1
            raise UpstreamError("The embedding service is away.")
        self.seen += texts
        return await super().embed(texts)


@pytest.fixture
async def library(database):
    library = Library(database)
    rng = random.Random(1)
    sources = [Source(babble(rng, 60), external_id=str(number)) for number in range(NUMBER)]
    await Ingestor(library, HashEmbedder()).sources("default", sources)
    await reindexer(library, HashEmbedder()).run()
    return library


def reindexer(library, embedder, **options):
    return Reindexer(ReindexRows(library), embedder, **options)


async def vectors_of(library):
    async with library.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select embedder, count(*) from passage_vector group by embedder")
    return {row["embedder"]: row["count"] for row in rows}


async def make_wrong(connection):
    """Count as a recipe does that finds one word in every passage."""
    await connection.execute("update passage set terms = '''/default'' ''wrong'':1', length = 1")
    await connection.execute("update corpus set terms = passages")
    await connection.execute("delete from term_df")
    await connection.execute(
        "insert into term_df select 'default', 'default', 'wrong', count(*) from passage having count(*) > 0"
    )


async def test_a_new_embedder_gets_its_vectors_and_the_old_ones_go(library, vectors):
    _, count = await library.counts("default")
    work, reports = reindexer(library, Other()), []
    await work.run(lambda progress: reports.append((progress.done, progress.total)))
    assert await vectors_of(library) == {"other": count}
    assert reports[-1] == (count, count) and [done for done, _ in reports] == sorted(done for done, _ in reports)
    assert work.progress.state == "idle"


async def test_there_is_nothing_to_do_twice(library, vectors):
    await reindexer(library, Other()).run()
    again = Other()
    work = reindexer(library, again)
    await work.run()
    assert again.seen == [] and work.progress.total == 0


async def test_what_was_re_indexed_is_unchanged_for_ingestion(library, vectors):
    source = Source("a text that stays as it is", external_id="x")
    (before,) = await Ingestor(library, HashEmbedder()).sources("default", [source])
    await reindexer(library, Other()).run()
    (after,) = await Ingestor(library, Other()).sources("default", [source])
    assert (before.status, after.status) == ("ready", "unchanged")


async def test_a_crash_in_the_middle_loses_one_batch_at_most(library, vectors, monkeypatch):
    monkeypatch.setattr(reindex, "BATCH", 7)
    _, count = await library.counts("default")
    dying = Other()
    work = reindexer(library, dying)

    def crash(progress):
        if progress.done >= count // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await work.once(crash)
    half = await vectors_of(library)
    assert half["hash-512-3"] == count and count // 2 <= half["other"] < count
    going_on = Other()
    await reindexer(library, going_on).run()
    assert await vectors_of(library) == {"other": count}
    assert len(going_on.seen) == count - half["other"]


async def test_a_failing_service_pauses_the_work_longer_and_longer_and_is_told(library, vectors, caplog):
    embedder, pauses, states = Other(), [], []

    async def pause(seconds):
        pauses.append(seconds)
        states.append((work.progress.state, work.progress.problem))

    embedder.fails = 4
    work = reindexer(library, embedder, pause=pause)
    await work.run()
    assert pauses == [2, 4, 8, 16]
    assert set(states) == {("paused", "The embedding service is away.")}
    assert (work.progress.state, work.progress.problem) == ("idle", None)
    assert "re-indexing pauses" in caplog.text


async def test_search_goes_on_with_full_text_and_the_vectors_that_are_there(library, vectors, monkeypatch):
    monkeypatch.setattr(reindex, "BATCH", 5)
    embedder = Other()
    embedder.calibration = (0.2, 0.6)
    retriever = passages.create(library, embedder)
    found = []

    def look(progress):
        found.append(asyncio.ensure_future(retriever.search(Query("default", "balan kodor", "en", 5))))

    await reindexer(library, embedder).run(look)
    results = await asyncio.gather(*found)
    assert len(results) > 5 and all(len(result.found) == 5 for result in results)
    last = await retriever.search(Query("default", "balan kodor", "en", 5))
    assert all(hit.cosine is not None for hit in last.found)


async def test_one_process_does_the_work_and_the_other_waits(library, vectors):
    pauses = []

    async def pause(seconds):
        pauses.append(waiting.progress.state)
        release.set()
        await asyncio.wait_for(finished.wait(), 20)

    release, finished = asyncio.Event(), asyncio.Event()
    store, embedder = ReindexRows(library), Other()
    waiting = reindexer(library, embedder, pause=pause)
    async with store.alone() as first:
        assert first
        other = asyncio.create_task(waiting.run())
        await asyncio.wait_for(release.wait(), 20)
        assert embedder.seen == []
    finished.set()
    await asyncio.wait_for(other, 60)
    assert pauses == ["waiting"] and embedder.seen


async def test_another_recipe_counts_stored_documents_anew(library, monkeypatch):
    async with library.database.connection(ALL_TENANTS) as connection:
        before = await connection.fetch("select passage_id, terms::text, length from passage order by passage_id")
        await make_wrong(connection)
    monkeypatch.setattr(index_module, "RECIPE", "next")
    embedder = HashEmbedder()
    await reindexer(library, embedder).run()
    async with library.database.connection(ALL_TENANTS) as connection:
        after = await connection.fetch("select passage_id, terms::text, length from passage order by passage_id")
    assert after == before
    stored, counted = await statistics(library)
    assert stored == counted
    assert not await ReindexRows(library).is_pending(embedder.name)


async def test_another_way_of_splitting_splits_stored_documents_anew(library, vectors, monkeypatch):
    async def ids():
        async with library.database.connection(ALL_TENANTS) as connection:
            return {str(row[0]) for row in await connection.fetch("select passage_id from passage")}

    ingestor, embedder = Ingestor(library, HashEmbedder()), HashEmbedder()
    both = "# Wine\n\nA cellar of wine.\n\n# Bread\n\n" + "An oven of bread. " * 45
    await ingestor.text("default", both, title="Stores", external_id="stores")
    before = await ids()

    def shorter(text, media_type):
        return split(text, media_type, target=300)

    work_here(monkeypatch)
    monkeypatch.setattr(
        "gateway.ingestion.source_file.split_pieces", lambda pieces, kind: iter(shorter("".join(pieces), kind))
    )
    monkeypatch.setattr(index_module, "RECIPE", f"{index_module.RECIPE}.next")
    await reindexer(library, embedder).run()
    (stores,) = [
        document
        for document in (await library.documents.page("default", DocumentSearch(limit=100)))[0]
        if document.external_id == "stores"
    ]
    parts = await library.documents.passages("default", stores.document_id)
    assert len(parts) == stores.passages == len(shorter(both, "text/markdown")) > 2
    assert [passage.position for passage in parts] == list(range(len(parts)))
    unchanged = before & await ids()
    assert 0 < len(unchanged) < len(before) and parts[0].passage_id in unchanged
    stored, counted = await statistics(library)
    assert stored == counted
    assert await vectors_of(library) == {embedder.name: len(await ids())}
    assert not await ReindexRows(library).is_pending(embedder.name)
    assert (await ingestor.text("default", both, title="Stores", external_id="stores")).status == "unchanged"


async def test_a_long_document_follows_in_small_steps_while_it_is_searched(library, vectors, monkeypatch):
    """Above `SMALL` bytes it is counted in a process of its own, and its vectors come batch by batch."""
    steps, hits = [], []

    class Asked(Other):
        async def embed(self, texts):
            steps.append(len(texts))
            if len(steps) == 3:  # between two batches
                found = await passages.create(library, NoEmbedder()).search(Query("default", "unikum17", "en", 5))
                hits.append([hit.reference["documentId"] for hit in found.found])
            return await super().embed(texts)

    async def rows():
        async with library.database.connection(ALL_TENANTS) as connection:
            statement = (
                "select passage_id, terms::text, length from passage where document_id::text = $1 order by position"
            )
            return await connection.fetch(statement, long)

    rng = random.Random(3)
    text = "".join(f"## Part {number}\n\nunikum{number} {babble(rng, 15, 20)}\n\n" for number in range(400))
    assert len(text) > SMALL
    stored = await Ingestor(library, HashEmbedder()).text("default", text, title="Long", external_id="long")
    long = stored.document_id
    before = await rows()
    async with library.database.connection(ALL_TENANTS) as connection:
        await make_wrong(connection)
    monkeypatch.setattr(index_module, "RECIPE", f"{int(index_module.counting(index_module.RECIPE)) + 1}")
    embedder, progress = Asked(), []
    await reindexer(library, embedder).run(lambda report: progress.append((report.done, report.total)))
    assert await rows() == before and len(before) == stored.passages > 4 * reindex.BATCH
    assert hits == [[long]]
    assert max(steps) <= reindex.BATCH and progress[-1][0] == progress[-1][1]
    assert [done for done, _ in progress] == sorted(done for done, _ in progress)
    counted, anew = await statistics(library)
    assert counted == anew
    assert await vectors_of(library) == {"other": (await library.counts("default"))[1]}
    assert not await ReindexRows(library).is_pending("other")


async def test_without_vectors_there_is_nothing_to_embed_and_nothing_is_thrown_away(library, vectors):
    before = await vectors_of(library)
    await reindexer(library, NoEmbedder()).run()
    assert await vectors_of(library) == before
    assert not await ReindexRows(library).is_pending("none")


async def test_documents_that_come_and_go_meanwhile_do_no_harm(library, vectors, monkeypatch):
    monkeypatch.setattr(reindex, "BATCH", 5)
    rng, old = random.Random(2), Ingestor(library, HashEmbedder())
    found, _ = await library.documents.page("default", DocumentSearch(limit=100))
    work = asyncio.create_task(reindexer(library, Other()).run())
    for number, document in enumerate(found[:10]):
        await library.delete_document("default", document.document_id)
        await old.sources("default", [Source(babble(rng, 5), external_id=f"new {number}")])
    await asyncio.wait_for(work, 60)
    await reindexer(library, Other()).run()
    _, count = await library.counts("default")
    assert await vectors_of(library) == {"other": count}


async def test_a_server_survives_a_fault_in_it(library, caplog):
    class Broken(Other):
        async def embed(self, texts):
            raise RuntimeError("a bug")

    rounds = []

    async def pause(seconds):
        rounds.append(seconds)
        if len(rounds) == 2:
            raise asyncio.CancelledError

    work = Reindexer(ReindexRows(library), Broken(), pause=pause)
    with pytest.raises(asyncio.CancelledError):
        await work.serve()
    assert rounds == [reindex.LOOK_S] * 2 and "re-indexing failed" in caplog.text


async def test_a_server_sees_within_a_moment_that_any_process_has_stored_documents(library, vectors):
    """`pause` stands for the time between two looks: the first one finds nothing new, the second one a document."""
    embedder, looks = Other(), []

    async def pause(seconds):
        looks.append((seconds, len(embedder.seen)))
        if len(looks) == 2:
            await Ingestor(library, embedder).sources("default", [Source("A cellar of wine.", external_id="new")])
        if len(looks) == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await reindexer(library, embedder, pause=pause).serve()
    _, count = await library.counts("default")
    assert looks == [(reindex.LOOK_S, count - 1), (reindex.LOOK_S, count - 1), (reindex.LOOK_S, count)]
    assert embedder.seen[-1] == "A cellar of wine."


async def test_two_gateways_on_one_database_never_compute_a_passage_twice(library, vectors, monkeypatch):
    monkeypatch.setattr(reindex, "BATCH", 7)
    first, second = Other(), Other()
    _, count = await library.counts("default")

    async def pause(seconds):
        await asyncio.sleep(0.01)

    work = [reindexer(library, embedder, pause=pause).run() for embedder in (first, second)]
    await asyncio.wait_for(asyncio.gather(*work), 60)
    assert len(first.seen) + len(second.seen) == count and await vectors_of(library) == {"other": count}


@pytest.mark.parametrize("newest", [3, 7, 11])
async def test_documents_of_one_moment_are_looked_at_in_one_order(library, vectors, monkeypatch, newest):
    """Documents of one transaction have the same time; a sort keeps no order of them."""
    monkeypatch.setattr(reindex_rows, "NEWEST", newest)
    again = [Source(f"Cellar {number}", external_id=f"cellar {number}") for number in range(NUMBER)]
    await Ingestor(library, HashEmbedder()).sources("default", again)
    rows = ReindexRows(library)
    while bare := await rows.bare("other", 1000, {}):
        await rows.add("other", bare, [[1.0, 0.0]] * len(bare))
        assert await rows.approve("other") == newest or not await rows.missing("other")


async def test_a_document_that_comes_meanwhile_is_next(library, vectors, monkeypatch):
    monkeypatch.setattr(reindex, "BATCH", 5)
    seen = []

    class Unhurried(Other):
        async def embed(self, texts):
            if len(seen) == 1:
                await Ingestor(library, self).sources("default", [Source("A cellar of wine.", external_id="new")])
            seen.append(texts)
            return await super().embed(texts)

    await reindexer(library, Unhurried()).run()
    assert "A cellar of wine." in seen[2] and len(seen) > 5


async def test_the_remaining_time_follows_the_speed_so_far(library, vectors, monkeypatch):
    monkeypatch.setattr(reindex, "BATCH", 10)
    clock = itertools.count(step=3.0)
    monkeypatch.setattr(reindex, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    _, count = await library.counts("default")
    told, work = [], reindexer(library, Other())
    await work.run(lambda progress: told.append((progress.done, progress.remaining_s)))
    assert told[0] == (10, round(0.3 * (count - 10))) and told[1] == (20, round(0.3 * (count - 20)))
    assert told[-2] == (count, 0) and work.progress.remaining_s is None


async def test_somebody_who_switches_back_while_vectors_are_half_made_has_all_vectors_of_one(
    library, vectors, monkeypatch
):
    monkeypatch.setattr(reindex, "BATCH", 7)
    _, count = await library.counts("default")

    def crash(progress):
        if progress.done >= count // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await reindexer(library, Other()).once(crash)
    assert set(await vectors_of(library)) == {"hash-512-3", "other"}
    await reindexer(library, HashEmbedder()).run()
    assert await vectors_of(library) == {"hash-512-3": count}
    assert not await ReindexRows(library).is_pending("hash-512-3")


async def test_a_document_whose_vectors_wait_is_found_by_its_words_and_unchanged_if_it_comes_again(library, vectors):
    class Away(Other):
        async def embed(self, texts):
            raise UpstreamError("The embedding service is away.")

    source = Source("A cellar of unikum wine.", external_id="new")
    ingestor = Ingestor(library, Away())
    (stored,) = await ingestor.sources("default", [source])
    assert (stored.status, stored.error) == ("ready", None)
    found = await passages.create(library, NoEmbedder()).search(Query("default", "unikum", "en", 5))
    assert [hit.reference["documentId"] for hit in found.found] == [stored.document_id]
    assert (await ingestor.sources("default", [source]))[0].status == "unchanged"
    await reindexer(library, Other()).run()
    assert (await ingestor.sources("default", [source]))[0].status == "unchanged"
