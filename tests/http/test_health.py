"""Liveness, readiness and status."""

from gateway.ingestion.reindex import ReindexProgress


async def test_a_ready_server_says_so(server):
    assert (await server.client.get("/healthz")).text == "ok\n"
    assert (await server.client.get("/readyz")).status_code == 200


async def test_readiness_waits_for_the_documents_named_at_start(server):
    server.gateway.loaded.clear()
    answer = await server.client.get("/readyz")
    assert answer.status_code == 503 and answer.json()["code"] == "unavailable" and answer.headers["retry-after"]


async def test_status_of_an_empty_knowledge_base_has_no_suggestions(server):
    status = (await server.client.get("/v1/status")).json()
    assert (status["documents"], status["passages"], status["suggestions"]) == (0, 0, {})
    assert (status["provider"], status["model"], status["embedder"]) == ("extractive", "quoted-sentences", "hash-512-3")


async def test_status_with_the_sample_names_three_questions_a_language(sample):
    status = (await sample.client.get("/v1/status")).json()
    assert status["documents"] > 5
    assert {language: len(questions) for language, questions in status["suggestions"].items()} == {
        "en": 3,
        "fr": 3,
        "zh": 3,
    }


async def test_status_and_readiness_say_how_far_re_indexing_is(server):
    idle = {"state": "idle", "done": 0, "total": 0, "problem": None}
    assert (await server.client.get("/v1/status")).json()["reindexing"] == idle
    assert (await server.client.get("/readyz")).text == "ready\n"
    server.gateway.reindexer.progress = ReindexProgress("paused", 40, 100, "The embedding service is away.")
    said = (await server.client.get("/v1/status")).json()["reindexing"]
    assert said == {"state": "paused", "done": 40, "total": 100, "problem": "The embedding service is away."}
    ready = await server.client.get("/readyz")
    assert ready.status_code == 200 and ready.text == "ready\nre-indexing paused: 40 of 100 passages\n"
