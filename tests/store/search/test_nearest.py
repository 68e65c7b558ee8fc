"""The nearest passages: the index finds what the exact scan finds, filters hold in both, and it is used when it is
there."""

import random

import asyncpg
import pytest

from gateway.retrieval.ports import Query
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.search import nearest
from tests.support.corpus import babble, put
from tests.support.hashed_vectors import HashEmbedder
from tests.support.questions import query_of

EMBEDDER = "it's odd/256"
SIZE, DIMENSIONS = 600, 32


def direction(rng):
    return [rng.gauss(0, 1) for _ in range(DIMENSIONS)]


@pytest.fixture
async def library(database, vectors):
    library, rng = Library(database), random.Random(5)
    for number in range(SIZE // 20):
        await put(
            library,
            babble(rng, 20),
            external_id=str(number),
            embedder=EMBEDDER,
            vectors=[direction(rng) for _ in range(20)],
            workspace="odd" if number % 10 == 1 else "even",
            source_app="wiki" if number % 3 else "mail",
        )
    return library


async def search(library, query, vector, passages, document_ids=None):
    async with library.database.connection(ALL_TENANTS) as connection:
        return await nearest.cosines(
            connection, query, document_ids, nearest.Neighbourhood(vector, EMBEDDER, 10), passages
        )


def query(**fields):
    return query_of("default", "?", "en", 5, **fields)


async def indexes(library):
    async with library.database.connection(ALL_TENANTS) as connection:
        return [row[0] for row in await connection.fetch(nearest.SQL["other_indexes"], "")]


@pytest.mark.parametrize("place", [{}, {"workspace": "odd"}, {"source_app": "mail", "workspace": "odd"}], ids=str)
async def test_the_index_finds_what_the_scan_finds(library, place):
    assert await nearest.build(library.database, EMBEDDER, at_least=1)
    rng, shared, wanted = random.Random(6), 0, 0
    for _ in range(20):
        vector = direction(rng)
        exact = await search(library, query(**place), vector, 0)
        found = await search(library, query(**place), vector, nearest.INDEXED_FROM)
        assert all(abs(exact[key] - found[key]) < 1e-6 for key in exact.keys() & found.keys())
        shared, wanted = shared + len(exact.keys() & found.keys()), wanted + len(exact)
    assert wanted == 200 or place
    assert shared >= 0.95 * wanted


async def test_the_index_is_what_answers(library):
    await nearest.build(library.database, EMBEDDER, at_least=1)
    async with library.database.connection(ALL_TENANTS) as connection:
        statement = await connection.fetchval(nearest.SQL["by_index"], EMBEDDER, DIMENSIONS)
        await connection.execute("set enable_seqscan = off; set enable_sort = off")
        plan = await connection.fetch(
            f"explain {statement}", "default", direction(random.Random(1)), None, None, 10, [], None
        )
    (name,) = await indexes(library)
    assert any(name in row[0] for row in plan)


async def test_another_tenant_and_a_wanted_passage(library):
    await nearest.build(library.database, EMBEDDER, at_least=1)
    vector = direction(random.Random(7))
    async with library.database.connection(ALL_TENANTS) as connection:
        (far,) = await connection.fetchrow(
            "select passage_id from passage_vector order by embedding <=> $1 desc limit 1", vector
        )
        found = await nearest.cosines(
            connection, query(), None, nearest.Neighbourhood(vector, EMBEDDER, 3, [str(far)]), nearest.INDEXED_FROM
        )
        assert len(found) == 4 and str(far) in found
        for workspaces, there in ((("elsewhere", "odd"), 3), (("elsewhere",), 0)):
            limited = query(workspaces=workspaces)
            assert (
                len(
                    await nearest.cosines(
                        connection, limited, None, nearest.Neighbourhood(vector, EMBEDDER, 3), nearest.INDEXED_FROM
                    )
                )
                == there
            )
        foreign = Query("acme", "?", "en", 5)
        assert (
            await nearest.cosines(
                connection, foreign, None, nearest.Neighbourhood(vector, EMBEDDER, 3), nearest.INDEXED_FROM
            )
            == {}
        )


async def test_a_small_knowledge_base_gets_no_index_and_named_documents_are_scanned(library):
    assert not await nearest.build(library.database, EMBEDDER)
    assert await indexes(library) == []
    await nearest.build(library.database, EMBEDDER, at_least=1)
    (one, *_), _ = await library.documents.page("default")
    found = await search(library, query(), direction(random.Random(8)), nearest.INDEXED_FROM, [one.document_id])
    assert len(found) == 10


async def test_an_index_is_built_once_and_one_of_another_embedder_goes(library):
    assert await nearest.build(library.database, EMBEDDER, at_least=1)
    assert not await nearest.build(library.database, EMBEDDER, at_least=1)
    before = await indexes(library)
    embedder = HashEmbedder()
    await put(library, "new", external_id="x", embedder=embedder.name, vectors=await embedder.embed(["new"]))
    assert await nearest.build(library.database, embedder.name, at_least=1)
    after = await indexes(library)
    assert len(before) == len(after) == 1 and before != after


async def test_an_index_whose_building_was_broken_off_is_built_anew(library):
    await nearest.build(library.database, EMBEDDER, at_least=1)
    (name,) = await indexes(library)
    async with library.database.owner() as (connection, _):
        await connection.raw.execute(
            "update pg_index set indisvalid = false where indexrelid = (select oid from pg_class where relname = $1)",
            name,
        )
        assert await connection.fetchval(nearest.SQL["by_index"], EMBEDDER, DIMENSIONS) is None
    assert await nearest.build(library.database, EMBEDDER, at_least=1)
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval(nearest.SQL["by_index"], EMBEDDER, DIMENSIONS)


async def test_where_processes_may_share_little_memory_one_builds_alone(library, monkeypatch):
    execute, refused = asyncpg.Connection.execute, []

    async def in_a_container(connection, statement, *arguments, **options):
        if statement.startswith("create index") and not refused:
            refused.append(await connection.fetchval("show max_parallel_maintenance_workers"))
            raise asyncpg.DiskFullError("could not resize shared memory segment: No space left on device")
        if statement.startswith("create index"):
            assert await connection.fetchval("show max_parallel_maintenance_workers") == "0"
        return await execute(connection, statement, *arguments, **options)

    monkeypatch.setattr(asyncpg.Connection, "execute", in_a_container)
    assert await nearest.build(library.database, EMBEDDER, at_least=1)
    assert refused and refused != ["0"]
    assert len(await indexes(library)) == 1


@pytest.mark.parametrize(
    ("vectors", "dimensions", "megabytes"),
    [(1000, 32, 64), (100_000, 512, 288), (100_000, 3072, 718), (10**7, 512, 2048)],
)
def test_an_index_is_built_in_the_memory_that_its_graph_takes(vectors, dimensions, megabytes):
    assert nearest._megabytes(vectors, dimensions) == megabytes
