"""Liveness, readiness and status."""

from gateway.ingestion.reindex import ReindexProgress
from gateway.words.languages import ANSWERED
from tests.support.keyed import keyed

LIBRARY = """# Rules of the lending library

## Late return

Who returns a book late pays ten cents for each day of late return, but never more than five euros in all. Late return of
a film costs one euro for each day. A late return is forgiven when the reader was ill.
"""


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
    assert (status["provider"], status["model"], status["embedder"]) == ("extractive", "quoted-sentences", "none")


async def test_status_with_the_sample_names_three_questions_a_language(sample):
    status = (await sample.client.get("/v1/status")).json()
    assert status["documents"] > 5
    assert {language: len(questions) for language, questions in status["suggestions"].items()} == dict.fromkeys(
        ANSWERED, 3
    )


async def test_status_proposes_questions_to_own_documents_of_what_the_caller_may_see():
    async with keyed() as at:
        await at.save(title="Rules of the lending library", workspace="red", text=LIBRARY)
        await at.add("limited", workspaces=("red",))
        await at.add("elsewhere", workspaces=("blue",))
        mine = (await at.limited.get("/v1/status")).json()["suggestions"]
        assert mine["en"] and all("lending library" in asked for asked in mine["en"])
        assert (await at.elsewhere.get("/v1/status")).json()["suggestions"] == {}


async def test_status_and_readiness_say_how_far_re_indexing_is(server):
    idle = {"state": "idle", "done": 0, "total": 0, "problem": None, "remaining_s": None, "languages": None}
    assert (await server.client.get("/v1/status")).json()["reindexing"] == idle
    assert (await server.client.get("/readyz")).text == "ready\n"
    server.gateway.reindexer.progress = ReindexProgress("paused", 40, 100, "The embedding service is away.", 7)
    said = (await server.client.get("/v1/status")).json()["reindexing"]
    paused = {
        "state": "paused",
        "done": 40,
        "total": 100,
        "problem": "The embedding service is away.",
        "remaining_s": 7,
    }
    assert said == {**paused, "languages": None}
    ready = await server.client.get("/readyz")
    assert ready.status_code == 200 and ready.text == "ready\nre-indexing paused: 40 of 100 passages, 7 s left\n"
