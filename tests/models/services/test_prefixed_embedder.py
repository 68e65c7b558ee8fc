"""Prefixes in front of questions and passages: what the service is sent, and which vector spaces they make."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from gateway import slots
from gateway.models.ports import Embedder
from gateway.models.services.prefixed_embedder import roles
from tests.fakes.embeddings import Server, serving, settings_for
from tests.support import hashed_vectors as hash_embedder
from tests.support.server import running


@pytest.fixture
async def remote() -> AsyncIterator[tuple[Embedder, Server]]:
    with serving() as server:
        made: Embedder = slots.load("models.embedders", "openai", "GATEWAY_EMBEDDER").create(settings_for(server))
        yield made, server
        await made.aclose()


def test_without_prefixes_there_is_one_embedder() -> None:
    embedder = hash_embedder.create(None)
    played = roles(embedder, "", "")
    assert played.passages is played.search is played.questions is embedder


async def test_each_part_puts_its_prefix_before_every_text(remote: tuple[Embedder, Server]) -> None:
    embedder, server = remote
    played = roles(embedder, "query: ", "passage: ")
    await played.passages.embed(["a", "", "b"])
    await played.search.embed(["c"])
    await played.questions.embed(["d"])
    sent = [request["input"] for request in server.requests]
    assert sent == [["passage: a", "passage: ", "passage: b"], ["query: c"], ["query: d"]]
    assert played.search.dimensions == embedder.dimensions == 4
    assert played.search.calibration == embedder.calibration


def test_questions_are_looked_up_in_the_space_of_the_passages_and_remembered_in_their_own() -> None:
    embedder = hash_embedder.create(None)
    plain, named = roles(embedder, "q ", ""), roles(embedder, "q ", "p ")
    assert plain.passages is embedder and plain.search.name == embedder.name
    assert named.search.name == named.passages.name != embedder.name
    assert named.questions.name == plain.questions.name not in (embedder.name, named.passages.name)
    assert roles(embedder, "q ", "other ").passages.name != named.passages.name
    assert named.passages.name.partition("#")[0] == embedder.name


def test_a_prefix_of_passages_alone_leaves_questions_as_they_are() -> None:
    embedder = hash_embedder.create(None)
    played = roles(embedder, "", "passage: ")
    assert played.questions is embedder and played.search.name == played.passages.name


async def test_a_server_sends_passages_and_questions_with_their_prefixes(database_url: str) -> None:
    with serving() as service:
        prefixes = {"embedder_prefixes": "query: ;;passage: "}
        config = {"embedding_base_url": service.url, "embedding_model": "small", "embedder": "openai", **prefixes}
        async with running(database_url, **config) as server:
            await server.client.post("/v1/documents", json={"title": "Loans", "text": "Books are lent for weeks."})
            await server.gateway.reindexer.run()
            await server.client.post("/v1/search", json={"query": "How long are books lent?"})
            named = (await server.client.get("/v1/status")).json()["embedder"]
    sent = [text for request in service.requests for text in request["input"]]
    assert "query: How long are books lent?" in sent
    assert any(text.startswith("passage: ") and "lent for weeks" in text for text in sent)
    assert all(text.startswith(("query: ", "passage: ")) for text in sent)
    assert named.startswith("openai:small#")


async def test_documents_that_come_while_the_service_is_away_get_their_vectors_when_it_is_back(
    database_url: str,
) -> None:
    with serving() as service:
        service.failures = [503] * 6
        config = {"embedding_base_url": service.url, "embedding_model": "small", "embedder": "openai"}
        async with running(database_url, **config) as server:
            sent = {"title": "Loans", "text": "Books are lent for weeks."}
            stored = (await server.client.post("/v1/documents", json=sent)).json()["documents"]
            assert stored[0]["status"] == "ready"
            assert (await server.client.post("/v1/search", json={"query": "Books lent?"})).json()["passages"]
            service.failures.clear()
            assert await server.services.reindexer.once()
    assert any("lent for weeks" in text for request in service.requests[-2:] for text in request["input"])
