"""`POST /v1/search`: the passages that a turn would see, who may look where, and what is wrong with a query."""

import re
from pathlib import Path

import pytest
from anyio import to_thread

from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.keyed import QUESTION, keyed
from tests.support.server import running

PAGE = Path(__file__).parents[3] / "docs" / "search.md"
FIELDS = {
    *("document_id", "passage_id", "title", "source", "heading", "position", "text", "score", "language"),
    *("date", "date_from", "loaded_at", "author"),
}
UNKNOWN = "Who won the football championship in 1998?"
CITATIONS = "Which statuses can a citation have?"


async def search(client, query, **fields):
    answer = await client.post("/v1/search", json={"query": query, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_it_gives_the_very_passages_that_an_answer_cites(sample):
    found = await search(sample.client, CITATIONS)
    assert set(found) == {"passages", "confidence"} and found["confidence"]["level"] == "confident"
    assert len(found["passages"]) == sample.gateway.settings.top_k
    document = await sample.document(CITATIONS)
    by_rank = {ref["payload"]["rank"]: ref["payload"] for ref in document["refs"] if ref["type"] == "embedding"}
    assert by_rank
    for rank, payload in by_rank.items():
        passage = found["passages"][rank - 1]
        assert set(passage) == FIELDS
        assert (passage["passage_id"], passage["document_id"]) == (payload["embeddingId"], payload["documentId"])
        assert (passage["title"], passage["source"], passage["text"]) == tuple(
            payload[name] for name in ("title", "source", "text")
        )
        assert passage["score"] == payload["score"] and passage["heading"] == payload["position"].get("heading")
        assert passage["position"] == {
            "start": payload["position"]["start"],
            "end": payload["position"]["end"],
            "page": None,
            "page_end": None,
        }
        assert passage["language"] == "en"
        told = [payload[name] for name in ("date", "dateFrom", "loadedAt")]
        assert [passage[name] for name in ("date", "date_from", "loaded_at")] == told
    scores = [passage["score"] for passage in found["passages"]]
    assert scores == sorted(scores, reverse=True)
    assert found["confidence"] == document["confidence"]


async def test_a_passage_stands_in_its_document_where_it_says(sample):
    first = (await search(sample.client, CITATIONS, limit=1))["passages"][0]
    whole = (await sample.client.get(f"/v1/documents/{first['document_id']}")).json()["text"]
    assert whole[first["position"]["start"] : first["position"]["end"]] == first["text"]


async def test_a_limit_changes_how_many_come_and_neither_order_nor_confidence(sample):
    usual = await search(sample.client, CITATIONS)
    few, many = [await search(sample.client, CITATIONS, limit=limit) for limit in (2, 20)]
    top_k = len(usual["passages"])
    assert few["passages"] == usual["passages"][:2] and many["passages"][:top_k] == usual["passages"]
    assert top_k < len(many["passages"]) <= 20
    assert len({passage["passage_id"] for passage in many["passages"]}) == len(many["passages"])
    assert few["confidence"] == many["confidence"] == usual["confidence"]


async def test_filters_are_those_of_a_question(sample):
    [best] = (await search(sample.client, CITATIONS, limit=1))["passages"]
    only = await search(sample.client, CITATIONS, document_ids=[best["document_id"]])
    assert {passage["document_id"] for passage in only["passages"]} == {best["document_id"]}
    french = await search(sample.client, CITATIONS, languages=["fr"])
    assert {passage["language"] for passage in french["passages"]} <= {"fr"}
    for nowhere in ({"workspace": "nowhere"}, {"source_app": "nobody"}, {"document_ids": ["0" * 32]}):
        assert await search(sample.client, CITATIONS, **nowhere) == {
            "passages": [],
            "confidence": {"level": "nothing", "value": 0.0},
        }


async def test_what_the_knowledge_base_does_not_hold_is_nothing(sample):
    found = await search(sample.client, UNKNOWN)
    document = await sample.document(UNKNOWN)
    assert found["confidence"] == document["confidence"] and document["no_context"] is True
    assert found["confidence"]["level"] == "nothing"


async def test_what_an_answer_would_doubt_is_doubtful(database_url):
    async with running(database_url, sample=True, gate_doubt=1) as server:
        found = await search(server.client, "How do the statuses of citations relate to readers of streams?")
        assert found["confidence"]["level"] == "doubtful" and found["passages"]


@pytest.mark.parametrize(
    "query", ["😀😀😀", "?!…", "​", "a", "的", "\u202e", "x" * 8000, "wie? " * 1600, f"{'Well. ' * 900}{CITATIONS}"]
)
async def test_an_odd_query_gets_a_sensible_answer(sample, query):
    found = await search(sample.client, query)
    assert found["confidence"]["level"] in ("confident", "doubtful", "nothing")
    if "citation" in query:
        assert found["passages"][0] == (await search(sample.client, CITATIONS))["passages"][0] | {
            "score": found["passages"][0]["score"]
        }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "query"),
        ({"query": None}, "query"),
        ({"query": ""}, "query"),
        ({"query": " \n\t"}, "query"),
        ({"query": 7}, "query"),
        ({"query": ["x"]}, "query"),
        ({"query": "x" * 100_000}, "query"),
        ({"query": "a\0b"}, "query"),
        ({"query": "x", "language": "qq"}, "language"),
        ({"query": "x", "languages": []}, "languages"),
        ({"query": "x", "workspace": "a\nb"}, "workspace"),
        ({"query": "x", "document_ids": ["nonsense"]}, "document_ids.0"),
        ({"query": "x", "document_ids": []}, "document_ids"),
        ({"query": "x", "limit": 0}, "limit"),
        ({"query": "x", "limit": 1000}, "limit"),
        ({"query": "x", "limit": "many"}, "limit"),
        ({"query": "x", "limit": 1.5}, "limit"),
    ],
)
async def test_a_wrong_field_is_refused_by_its_name(sample, body, field):
    refused = await sample.client.post("/v1/search", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_field")
    assert refused.json()["errors"][0]["field"] == field


async def test_an_empty_string_is_no_filter_and_half_a_character_is_refused(sample):
    assert (await search(sample.client, CITATIONS, workspace="", language="", limit=None))["passages"]
    refused = await sample.client.post("/v1/search", content=b'{"query":"\\ud800"}', headers=JSON)
    assert refused.status_code == 422


JSON = {"Content-Type": "application/json"}


async def test_each_role_finds_what_its_tenant_and_workspaces_hold():
    async with keyed() as at:
        secret = await at.save(workspace="secret", text="A rare book may be borrowed for one day.")
        limited = await at.add("limited", workspaces=("default",))
        for role in ("user", "app", "staff", "qa", "admin"):
            found = await search(at.clients[role], QUESTION)
            assert {passage["document_id"] for passage in found["passages"]} > {secret}, role
        assert secret not in {passage["document_id"] for passage in (await search(limited, QUESTION))["passages"]}
        assert (await search(limited, QUESTION, document_ids=[secret]))["passages"] == []
        assert (await search(at.stranger, QUESTION, document_ids=[secret]))["passages"] == []
        assert (await search(at.stranger, QUESTION))["confidence"] == {"level": "nothing", "value": 0.0}
        refused = await limited.post("/v1/search", json={"query": QUESTION, "workspace": "secret"})
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        nobody = await at.server.client.post("/v1/search", json={"query": QUESTION})
        assert (nobody.status_code, nobody.json()["code"]) == (401, "unauthorized")


async def test_a_search_leaves_no_answer_behind(sample):
    async def answers():
        async with sample.gateway.database.connection(ALL_TENANTS) as connection:
            return await connection.fetchval("select count(*) from answer")

    before = await answers()
    await search(sample.client, CITATIONS)
    assert await answers() == before


async def test_a_source_that_fails_beside_one_that_finds_is_a_warning(database_url):
    async with running(database_url, sample=True, retriever_url="http://127.0.0.1:9/search") as server:
        found = await search(server.client, CITATIONS)
        assert found["passages"] and "remote" in found["warnings"][0]


async def test_the_program_of_the_page_gives_our_passages(sample, monkeypatch):
    [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.setenv("CITESTREAM_URL", sample.url)
    monkeypatch.setenv("CITESTREAM_KEY", "not looked at here")
    names = {}
    exec(program, names)
    expected = (await search(sample.client, CITATIONS, limit=4))["passages"]
    assert await to_thread.run_sync(names["passages"], CITATIONS, 4) == expected
    assert await to_thread.run_sync(names["passages"], UNKNOWN) == []


async def test_a_text_in_two_documents_is_one_passage_and_one_reference_that_name_both():
    names = ("one", "other", "third")
    async with keyed() as at:
        await at.add("copier", "twice", "admin")
        saved = [await at.save("copier", title=name, external_id=name) for name in names]
        client = at.clients["copier"]
        (passage,) = (await search(client, QUESTION))["passages"]
        answer = await at.ask("copier", memory="skip")
        (ref,) = answer["refs"]
        for own, places, named in (
            (passage, passage["also_at"], "document_id"),
            (ref["payload"], ref["payload"]["alsoAt"], "documentId"),
        ):
            assert {own[named], *(place[named] for place in places)} == set(saved)
            assert {own["title"], *(place["title"] for place in places)} == set(names)
        for place in passage["also_at"]:
            (there,) = (await client.get(f"/v1/documents/{place['document_id']}/passages")).json()["passages"]
            assert there["passage_id"] == place["passage_id"] and there["text"] == passage["text"]
