"""What every retriever promises, run over every file of the slot."""

import uuid

import pytest

from gateway import slots
from gateway.answer.answer import Candidate
from gateway.answer.evidence import searchable
from gateway.embedders import hash as hashed
from gateway.errors import InvalidField
from gateway.ingest import Ingestor
from gateway.ports import Query
from gateway.settings import Settings
from gateway.store.library import Library
from tests.graphs import edge, put, vertex

TEXTS = {
    "wine.md": "# Wine\n\nThe wine lies in the cellar.\n\n## Red\n\nRed wine is opened an hour before the meal.",
    "pain.md": "# Pain\n\nLe pain est cuit à cinq heures, été comme hiver.",
    "shui.md": "# 水\n\n水每天早上送到厨房。",
}

GRAPH = [
    vertex("wine", "Wine lies in the cellar.", aliases=["red wine"]), vertex("cellar"), vertex("meal"),
    edge("wine", "lies in", "cellar", "The wine lies in the cellar."),
    edge("wine", "opened before", "meal", "Red wine is opened an hour before the meal."),
    vertex("pain", "Le pain est cuit à cinq heures."), vertex("水", "水每天早上送到厨房。"),
]  # fmt: skip


@pytest.fixture(params=slots.names("retrievers"))
async def retriever(request, database, tmp_path):
    async with database.transaction() as connection:
        await connection.execute("insert into tenant (tenant_id) values ('acme')")
    library, embedder = Library(database), hashed.create(None)
    assert (await put(library, tmp_path, *GRAPH)).failed == 0
    for name, text in TEXTS.items():
        result = await Ingestor(library, embedder).text("default", text, title=name, external_id=name, source=name)
        assert result.status == "ready"
    return slots.load("retrievers", request.param, "GATEWAY_RETRIEVERS").create(
        library, embedder, Settings(_env_file=None)
    )


def text_of(hit):
    """What a hit says to a reader, whatever its kind."""
    return searchable(Candidate("X1", hit.type, hit.payload, hit.score, 1))


def ask(text, **fields):
    return Query(**{"tenant": "default", "text": text, "language": "en", "limit": 5, **fields})


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("When is red wine opened?", "en", "opened an hour before the meal"),
        ("A quelle heure cuit-on le pain en ete ?", "fr", "cuit à cinq heures"),
        ("水什么时候送到厨房？", "zh", "送到厨房"),
    ],
)
async def test_what_answers_comes_first(retriever, question, language, said):
    got = await retriever.search(ask(question, language=language))
    assert said in text_of(got.found[0])


async def test_hits_are_ordered_scored_within_0_and_1_and_within_the_limit(retriever):
    got = await retriever.search(ask("wine cellar meal", limit=1))
    assert len(got.found) == 1
    scores = [hit.score for hit in (await retriever.search(ask("wine cellar meal"))).found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


async def test_a_payload_is_the_reference_payload_of_its_kind(retriever):
    got = (await retriever.search(ask("wine"))).found
    assert got
    for hit in got:
        if hit.type == "graph":
            assert set(hit.payload) == {"entitiesFromQuestion", "vertices", "edges"}
            known = {node["id"] for node in hit.payload["vertices"]}
            assert all({one["startId"], one["endId"]} <= known for one in hit.payload["edges"])
        else:
            payload = hit.payload
            assert set(payload) == {"embeddingId", "documentId", "title", "source", "text", "position"}
            assert str(uuid.UUID(payload["embeddingId"])) == payload["embeddingId"]
            text, position = TEXTS[payload["source"]], payload["position"]
            assert text[position["start"] : position["end"]] == payload["text"]


async def test_another_tenants_words_and_passages_stay_unseen(retriever):
    got = await retriever.search(ask("wine", tenant="acme"))
    assert (got.found, dict(got.weights)) == ((), {})


async def test_a_question_nobody_can_answer_is_an_empty_result_or_a_weak_one(retriever):
    got = await retriever.search(ask("zzyzx qwghlm", min_score=0.2))
    assert got.found == ()


async def test_a_malformed_filter_is_refused_by_name(retriever):
    with pytest.raises(InvalidField, match="document_ids"):
        await retriever.search(ask("wine", document_ids=("no-uuid",)))
