"""How often an answer goes to the database and back. No timing: whoever adds a round trip sees it here."""

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json, text
from tests.support.server import running
from tests.support.statements import Statements
from tests.support.waiting import until

CHOSEN = {"provider": "openai", "openai_model": "m", "embedder": "none", "memory_shadow_share": 0.0}
LOANS = "How long may a borrowed book stay at home?"
TEXTS = {
    "Loans": "A borrowed book may stay at home for three weeks.",
    "Films": "A borrowed film may stay at home for one week.",
    "Cards": "A reader card for adults costs five euros per year.",
}
SEARCH = {"passage_search.corpus_of": 1, "passage_search.pool": 1, "passage_search.hits": 1, "graph.entities": 1}
ADMITTED, FROZEN, ENDED = {"turns.open_turn": 1}, {"candidates.freeze": 1}, {"turns.finish_turn": 1}
LOOKED_UP, REMEMBERED = {"memories.exact": 1}, {"memories.told": 1, "memories.keep": 1}


def behaves(request):
    """Rewrites a question that leans on another one; else answers with the first passage."""
    if "<previous_answer>" in request.body["messages"][-1]["content"]:
        return text("How long may a borrowed film stay at home?")
    return answer_json([(["E1"], TEXTS["Loans"])])


@pytest.fixture
async def asking(database_url, monkeypatch):
    """Asks a question, and returns the document of its answer with the statements it took, those behind its end
    included."""
    statements = Statements(monkeypatch)
    async with (
        FakeUpstream(behaves) as upstream,
        running(database_url, openai_base_url=upstream.url, **CHOSEN) as server,
    ):
        for title, content in TEXTS.items():
            named = {"title": title, "text": content, "external_id": title}
            assert (await server.client.post("/v1/documents", json=named)).status_code == 201

        async def ask(question=LOANS, **fields):
            statements.taken()
            document = await server.document(question, **fields)
            await until(lambda: not server.services.live.running)
            sent = statements.taken()
            return document, sent

        await ask("What does a reader card for adults cost?", memory="skip")
        ask.client = server.client
        yield ask


async def test_a_plain_answer(asking):
    document, sent = await asking()
    assert document["meta"]["answer"]["source"] == "model"
    assert sent == ADMITTED | LOOKED_UP | SEARCH | FROZEN | ENDED | REMEMBERED


async def test_an_answer_from_memory(asking):
    await asking()
    [entry] = (await asking.client.get("/staff/memory/entries")).json()["entries"]
    await asking.client.post(f"/staff/memory/entries/{entry['id']}/validate")
    document, sent = await asking()
    assert document["meta"]["answer"]["source"] == "memory"
    served = {"memories.remembered": 1, "memories.told": 1}
    assert sent == ADMITTED | LOOKED_UP | served | FROZEN | ENDED


async def test_a_follow_up(asking):
    await asking(thread_id="t")
    document, sent = await asking("And a film?", thread_id="t")
    assert document["meta"]["followup"]["question"] == "How long may a borrowed film stay at home?"
    threads = {
        "threads.state": 1,
        "threads.previous": 1,
        "begin": 1,
        "threads.lock": 1,
        "threads.write": 1,
        "commit": 1,
    }
    searches = {name: 2 * count for name, count in SEARCH.items()}  # as rewritten: everywhere, and in what was cited
    assert sent == ADMITTED | threads | searches | FROZEN | ENDED | {"memories.told": 1}


async def test_an_answer_that_is_asked_for_afresh(asking):
    _, sent = await asking(memory="skip")
    assert sent == ADMITTED | SEARCH | FROZEN | ENDED | REMEMBERED
