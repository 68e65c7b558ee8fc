"""The sample documents that are written into a database: the same as those that a start loads."""

from gateway.app import Gateway
from gateway.settings import Settings
from tests.support import sample


async def test_a_start_finds_the_sample_and_loads_nothing(database_url):
    settings = Settings(_env_file=None, database_url=database_url, embedder="none")
    await sample.put(database_url, settings)
    gateway = await Gateway(settings).open()
    try:
        assert not await gateway.load_sample()
        counts, graph = await gateway.library.counts("default"), await gateway.library.graph.counts("default")
        assert counts.documents > 10 and counts.passages > 100 and min(graph) > 10
    finally:
        await gateway.close()


async def test_a_database_with_documents_and_another_embedder_are_left_to_the_gateway(database_url, database):
    await sample.put(database_url, Settings(_env_file=None, database_url=database_url, embedder="openai"))
    async with database.owner() as (connection, _):
        assert await connection.raw.fetchval("select count(*) from document") == 0
