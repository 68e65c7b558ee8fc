"""The composition root: what it chooses, and the sample that comes once."""

from pathlib import Path

import pytest

from gateway.app import Gateway
from gateway.errors import WrongUse
from gateway.http.door.caller import DEFAULT_TENANT
from gateway.knowledge.workspaces import SAMPLE_WORKSPACE
from gateway.settings import Settings
from tests.support.server import running


def settings(**fields):
    return Settings(_env_file=None, **fields)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"embedder": "crystal-ball"}, r"GATEWAY_EMBEDDER='crystal-ball'.*none"),
        ({"retriever_url": "passages"}, "GATEWAY_RETRIEVER_URL has to be an address"),
    ],
)
async def test_a_wrong_choice_is_a_sentence_and_closes_what_was_opened(database_url, fields, why):
    gateway = Gateway(settings(database_url=database_url, **fields))
    with pytest.raises(WrongUse, match=why):
        await gateway.open()


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"verifier_model": "same"}, "GATEWAY_VERIFIER_MODEL needs a language model"),
        ({"provider": "openai", "verifier_model": "azure:d"}, "AZURE_OPENAI_ENDPOINT"),
        ({"verifier_url": "http"}, "GATEWAY_VERIFIER_URL has to be an address"),
        ({"verifier_model": "m", "verifier_url": "http://127.0.0.1:9"}, "VERIFIER_MODEL and GATEWAY_VERIFIER_URL"),
    ],
)
async def test_a_verifier_that_cannot_work_stops_the_start(database_url, fields, why):
    given = {"provider": "extractive", "openai_base_url": "http://127.0.0.1:9/v1", "openai_model": "m"} | fields
    gateway = await Gateway(settings(database_url=database_url, **given)).open()
    try:
        with pytest.raises(WrongUse, match=why):
            await gateway.open_ask()
    finally:
        await gateway.close()


async def test_the_sample_is_loaded_once_and_not_again_after_somebody_deleted_it(database_url):
    async with running(database_url, sample=True) as server:
        listed = (await server.client.get("/v1/documents", params={"limit": 100})).json()["documents"]
        assert {Path(document["source"]).parent.name for document in listed} == {"en", "fr", "zh"}
        assert not await server.gateway.load_sample()
        await server.client.delete("/v1/documents", params={"workspace": SAMPLE_WORKSPACE})
        assert not await server.gateway.load_sample()
        assert (await server.gateway.library.counts(DEFAULT_TENANT)).documents == 0


async def test_the_sample_does_not_join_documents_that_are_there(server):
    await server.client.post("/v1/documents", json={"title": "Mine", "text": "Mine alone."})
    assert not await server.gateway.load_sample()
