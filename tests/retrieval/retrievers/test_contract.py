"""What every retriever promises, run over every file of the slot."""

import contextlib
import uuid

import pytest

from gateway import slots
from gateway.answer.answer import Candidate
from gateway.answer.evidence.evidence import searchable
from gateway.errors import Refusal
from gateway.ingestion.ingest import Ingestor
from gateway.retrieval.retrievers import passages
from gateway.settings import Settings
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from tests.fakes.upstream import FakeUpstream
from tests.support import hashed_vectors as hashed
from tests.support.graphs import edge, put, vertex
from tests.support.questions import query_of
from tests.support.retriever_service import serving

TEXTS = {
    "wine.md": "# Wine\n\nThe wine lies in the cellar.\n\n## Red\n\nRed wine is opened an hour before the meal.",
    "pain.md": "# Pain\n\nLe pain est cuit à cinq heures, été comme hiver.",
    "shui.md": "# 水\n\n水每天早上送到厨房。",
}

GRAPH = [
    vertex("wine", "Wine lies in the cellar.", aliases=["red wine"]),
    vertex("cellar"),
    vertex("meal"),
    edge("wine", "lies in", "cellar", "The wine lies in the cellar."),
    edge("wine", "opened before", "meal", "Red wine is opened an hour before the meal."),
    vertex("pain", "Le pain est cuit à cinq heures."),
    vertex("水", "水每天早上送到厨房。"),
]


PLACES = {"wine.md": ("house", "wiki"), "pain.md": ("house", "mail"), "shui.md": ("default", "wiki")}
"""Workspace and application of each text; the languages are recognised."""


@pytest.fixture
async def library(database, tmp_path):
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) values ('acme')")
    library, embedder = Library(database), hashed.create(None)
    assert (await put(library, tmp_path, *GRAPH)).failed == 0
    for name, text in TEXTS.items():
        workspace, source_app = PLACES[name]
        result = await Ingestor(library, embedder).text(
            "default", text, title=name, external_id=name, source=name, workspace=workspace, source_app=source_app
        )
        assert result.status == "ready"
    return library


GRAPHS = {"graph"}
"""Retrievers of graph results: under the general promises here, and under those of graphs in files of their own."""


@contextlib.asynccontextmanager
async def made(name, library):
    """Every retriever over the same texts; `remote` asks a service that finds what `passages` does."""
    embedder = hashed.create(None)
    async with FakeUpstream([serving(passages.create(library, embedder))]) as service:
        settings = Settings(_env_file=None, retriever_url=service.url)
        retriever = slots.load("retrieval.retrievers", name, "GATEWAY_RETRIEVER_URL").create(
            library, embedder, settings
        )
        yield retriever
        await retriever.aclose()


@pytest.fixture(params=slots.names("retrieval.retrievers"))
async def anyone(request, library):
    async with made(request.param, library) as retriever:
        yield retriever


@pytest.fixture(params=[name for name in slots.names("retrieval.retrievers") if name not in GRAPHS])
async def retriever(request, library):
    async with made(request.param, library) as retriever:
        yield retriever


def text_of(hit):
    """What a hit says to a reader, whatever its kind."""
    return searchable(Candidate("X1", hit.type, hit.reference, hit.score, 1))


def ask(text, **fields):
    return query_of(**{"tenant": "default", "text": text, "language": "en", "limit": 5, **fields})


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        ("When is red wine opened?", "en", "opened an hour before the meal"),
        ("A quelle heure cuit-on le pain en ete ?", "fr", "cuit à cinq heures"),
        ("水什么时候送到厨房？", "zh", "送到厨房"),
    ],
)
async def test_what_answers_comes_first(retriever, question, language, words):
    got = await retriever.search(ask(question, language=language))
    assert words in text_of(got.found[0])


async def test_hits_are_ordered_scored_within_0_and_1_and_within_the_limit(anyone):
    got = await anyone.search(ask("wine cellar meal", limit=1))
    assert len(got.found) <= 1
    scores = [hit.score for hit in (await anyone.search(ask("wine cellar meal"))).found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


async def test_a_payload_is_the_reference_payload_of_its_kind(retriever):
    got = (await retriever.search(ask("wine"))).found
    assert got
    for hit in got:
        if hit.type == "graph":
            assert set(hit.reference) == {"entitiesFromQuestion", "vertices", "edges"}
            known = {node["id"] for node in hit.reference["vertices"]}
            assert all({edge["startId"], edge["endId"]} <= known for edge in hit.reference["edges"])
        else:
            payload = hit.reference
            sometimes = {"sourceApp", "date", "dateFrom", "loadedAt", "author"} & set(payload)
            always = {"embeddingId", "documentId", "title", "source", "mediaType", "text", "position"}
            assert set(payload) == always | sometimes
            assert str(uuid.UUID(payload["embeddingId"])) == payload["embeddingId"]
            text, position = TEXTS[payload["source"]], payload["position"]
            assert text[position["start"] : position["end"]] == payload["text"]


async def test_another_tenants_words_and_passages_stay_unseen(anyone):
    got = await anyone.search(ask("wine", tenant="acme"))
    assert (got.found, dict(got.weights)) == ((), {})


async def test_a_question_nobody_can_answer_is_an_empty_result_or_a_weak_one(anyone):
    got = await anyone.search(ask("zzyzx qwghlm"))
    assert all(hit.score < 0.2 for hit in got.found)


@pytest.mark.parametrize(
    ("filters", "sources"),
    [
        ({"workspace": "house"}, {"wine.md", "pain.md"}),
        ({"workspace": "house", "source_app": "wiki"}, {"wine.md"}),
        ({"source_app": "wiki"}, {"wine.md", "shui.md"}),
        ({"languages": ("fr",)}, {"pain.md"}),
        ({"languages": ("en", "zh")}, {"wine.md", "shui.md"}),
        ({"languages": ("en", "zh"), "source_app": "mail"}, set()),
        ({"workspace": "nobody's"}, set()),
        ({"source_app": "nothing"}, set()),
        ({"languages": ("de",)}, set()),
        ({"document_ids": ("00000000-0000-4000-8000-000000000000",)}, set()),
    ],
    ids=lambda value: str(sorted(value)) if isinstance(value, set) else str(value),
)
async def test_every_filter_holds_and_all_of_them_together(retriever, filters, sources):
    got = await retriever.search(ask("wine pain 水", **filters))
    assert {hit.reference["source"] for hit in got.found} == sources


async def test_documents_are_a_filter_and_another_tenants_ids_find_nothing(retriever):
    (hit, *_) = (await retriever.search(ask("wine pain 水", source_app="mail"))).found
    only = (hit.reference["documentId"],)
    found = (await retriever.search(ask("wine pain 水", document_ids=only))).found
    assert {hit.reference["source"] for hit in found} == {"pain.md"}
    assert (await retriever.search(ask("wine pain 水", document_ids=only, workspace="default"))).found == ()
    assert (await retriever.search(ask("wine pain 水", document_ids=only, tenant="acme"))).found == ()


async def test_a_malformed_filter_is_refused(retriever):
    with pytest.raises(Refusal):
        await retriever.search(ask("wine", document_ids=("no-uuid",)))


@pytest.mark.parametrize(
    "filters", [{"workspace": "nobody's"}, {"source_app": "nothing"}, {"languages": ("de",)}], ids=str
)
async def test_a_place_that_nobody_has_holds_nothing(anyone, filters):
    assert (await anyone.search(ask("wine pain 水", **filters))).found == ()


async def test_closing_twice_is_no_error(anyone):
    await anyone.search(ask("wine"))
    await anyone.aclose()
    await anyone.aclose()
