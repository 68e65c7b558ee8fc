"""The rehearsal of a process before its port opens."""

import asyncio
import socket

from gateway.app import Gateway
from gateway.serve.warm_up import warm_up
from gateway.settings import Settings
from gateway.store.database.tenancy import ALL_TENANTS, NO_TENANT
from gateway.telemetry.families import REGISTRY
from tests.fakes.upstream import FakeUpstream
from tests.support.server import running

CONNECTIONS = "select count(*) from pg_stat_activity where datname = current_database()"


def searches():
    return sum(
        REGISTRY.get_sample_value("citestream_retrievals_total", {"source": "passages", "result": result}) or 0
        for result in ("found", "nothing")
    )


async def test_a_rehearsal_searches_asks_no_model_and_stores_nothing(database_url):
    async with (
        FakeUpstream([]) as upstream,
        running(database_url, provider="openai", openai_base_url=upstream.url) as server,
    ):
        database, before = server.gateway.database, len(upstream.requests)
        searched = searches()
        connections = await database.fetchval(NO_TENANT, CONNECTIONS)
        await warm_up(server.gateway, server.services.ask)
        assert await database.fetchval(NO_TENANT, CONNECTIONS) > connections  # the journal's writer has one now
        assert searches() > searched
        assert await database.fetchval(ALL_TENANTS, "select count(*) from answer") == 0
        assert len(upstream.requests) == before


async def test_an_encoder_that_does_not_answer_delays_the_start_only_so_long(database_url, tmp_path):
    with socket.socket(socket.AF_UNIX) as encoder:
        encoder.bind(str(tmp_path / "socket"))
        encoder.listen()
        settings = Settings(_env_file=None, database_url=database_url, provider="extractive", embedder="meaning")
        gateway = await Gateway(settings, encoder=str(tmp_path / "socket")).open()
        try:
            async with asyncio.timeout(4):  # the search itself waits 5 s for a vector
                await warm_up(gateway, await gateway.open_ask(), longest_s=0.05)
        finally:
            await gateway.close()
