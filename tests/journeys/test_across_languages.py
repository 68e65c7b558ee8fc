"""A French document asked about in English, with the real encoder: a model's citations, and quoting without a model."""

from __future__ import annotations

import asyncio

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json, status
from tests.support.server import running

FRENCH = (
    "Un livre peut être emprunté pendant trois semaines, puis il faut le rendre au guichet. "
    "La bibliothèque a été fondée en 1987 par des habitants du quartier. "
    "Les retards coûtent dix centimes par jour."
)
QUESTION = "For how many weeks may I keep a borrowed book?"
SAME = "Books can be borrowed for three weeks and are then returned at the desk."
WRONG = "The library was founded in 1988 by people of the district."
OTHER = "The museum shows paintings and sculptures of young artists."

pytestmark = pytest.mark.timeout(120)


async def test_an_english_question_about_a_french_document(database_url):
    script = [answer_json([(["E1"], SAME), (["E1"], WRONG), (["E1"], OTHER)]), status(400)]
    async with (
        FakeUpstream(script) as upstream,
        running(
            database_url,
            embedder="meaning",
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            fallback_providers="extractive",
            gate_threshold=0.01,
            regenerate=0,
        ) as server,
    ):
        upkeep = asyncio.create_task(server.gateway.reindexer.serve())
        try:
            sent = {"title": "Prêt", "text": FRENCH, "language": "fr"}
            assert (await server.client.post("/v1/documents", json=sent)).status_code == 201
            async with asyncio.timeout(60):
                while not (await server.client.post("/v1/search", json={"query": QUESTION})).json()["passages"]:
                    await asyncio.sleep(0.05)
            modelled = await server.document(QUESTION)
            quoted = await server.document(QUESTION)
        finally:
            upkeep.cancel()
            await asyncio.gather(upkeep, return_exceptions=True)
    same, wrong, other = (paragraph["citations"][0] for paragraph in modelled["paragraphs"])
    assert same["status"] == "ok" and same["score"] > 0.6
    assert [FRENCH[each["start"] : each["end"]] for each in same["evidence"]] == [FRENCH.partition(" La ")[0]]
    assert (wrong["status"], wrong["reason"]) == ("weak", "figure")
    assert [WRONG[each["start"] : each["end"]] for each in wrong["ranges"]] == ["1988"]
    assert (other["status"], other["reason"]) == ("weak", "wording")
    line, quotation = quoted["paragraphs"]
    assert (line["text"], line["citation_ids"], line["own"]) == ("Quoted from a document in French:", [], True)
    assert "pendant trois semaines" in quotation["text"] and quotation["citations"][0]["status"] == "ok"
