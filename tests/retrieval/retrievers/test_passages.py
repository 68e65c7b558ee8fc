"""The retriever of passages: library and embedder together."""

import asyncio

import pytest

from gateway import words
from gateway.errors import UpstreamTimeout
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.reindex import Reindexer
from gateway.models.embedders import none
from gateway.retrieval.ports import Query
from gateway.retrieval.retrievers import passages
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from tests.support import hashed_vectors as hashed

QUERY = Query("default", "Where is the wine?", "en", 5)


class Fixed:
    """An embedder with one vector for everything."""

    name, dimensions, calibration, languages = "fixed", 2, (0.2, 0.6), None

    def __init__(self, failing=False):
        self.failing = failing

    async def embed(self, texts):
        if self.failing:
            raise UpstreamTimeout("The embedding service did not answer within 20 s.")
        return [[1.0, 0.0] for _ in texts]

    async def aclose(self): ...


@pytest.fixture
def library(database):
    return Library(database)


async def fill(library, embedder):
    await Ingestor(library, embedder).text("default", "The wine is in the cellar.", title="House", external_id="a")
    await Reindexer(ReindexRows(library), embedder).run()


@pytest.mark.parametrize("embedder", [none.create(None), hashed.create(None), Fixed()], ids=lambda e: e.name)
async def test_a_word_is_found_with_every_embedder(library, embedder):
    await fill(library, embedder)
    got = await passages.create(library, embedder).search(QUERY)
    assert [hit.reference["text"] for hit in got.found] == ["The wine is in the cellar."]
    assert set(got.weights) == {words.stem("wine")}


@pytest.mark.usefixtures("vectors")
async def test_a_calibrated_embedder_finds_without_a_common_word(library):
    await fill(library, Fixed())
    got = await passages.create(library, Fixed()).search(Query("default", "automobile", "en", 5))
    assert [hit.cosine for hit in got.found] == pytest.approx([1.0])
    assert got.calibration == (0.2, 0.6)


class Bilingual(Fixed):
    """Knows two languages. Only a sentence about the cellar is near to the question; whole passages are all alike."""

    languages = frozenset({"en", "fr"})

    def __init__(self):
        self.seen = []

    async def embed(self, texts):
        self.seen += texts
        near = [text == "Where is the wine?" or text == "Le vin est dans la cave." for text in texts]
        return [[1.0, 0.0] if each else [0.6, 0.8] for each in near]


@pytest.mark.usefixtures("vectors")
async def test_the_nearest_sentence_decides_among_the_first_passages_in_another_language(library):
    french = ["Le jardin est grand. On y trouve des fleurs.", "La maison est belle. Le vin est dans la cave."]
    embedder = Bilingual()
    for number, text in enumerate([*french, "Les voisins sont gentils. Ils ont un chien."]):
        await Ingestor(library, embedder).text("default", text, title="Notes", external_id=str(number))
    await Reindexer(ReindexRows(library), embedder).run()
    got = await passages.create(library, embedder).search(QUERY)
    assert got.found[0].text == french[1] and {hit.language for hit in got.found} == {"fr"}
    assert [hit.score for hit in got.found] == sorted((hit.score for hit in got.found), reverse=True)
    embedder.seen.clear()
    await passages.create(library, embedder).search(Query("default", "Où est le vin du jardin ?", "fr", 5))
    assert embedder.seen == ["Où est le vin du jardin ?"]


async def test_full_text_alone_serves_when_the_embedding_service_fails(library, caplog):
    await fill(library, Fixed())
    got = await passages.create(library, Fixed(failing=True)).search(QUERY)
    assert len(got.found) == 1
    assert got.calibration is None
    assert "did not answer" in caplog.text


class Stuck(Fixed):
    async def embed(self, texts):
        await asyncio.Event().wait()


@pytest.mark.parametrize(("languages", "patience"), [(None, "PATIENCE_S"), ({"en"}, "LOCAL_PATIENCE_S")])
async def test_full_text_alone_serves_when_the_embedder_is_slow(library, caplog, monkeypatch, languages, patience):
    monkeypatch.setattr(passages, patience, 0.05)
    monkeypatch.setattr(Stuck, "languages", languages)
    await fill(library, Fixed())
    got = await asyncio.wait_for(passages.create(library, Stuck()).search(QUERY), 10)
    assert len(got.found) == 1 and "did not answer within 0.05 s" in caplog.text


class Learning(Fixed):
    """A service: how long its vectors are it tells with the first one."""

    dimensions = 0


@pytest.mark.usefixtures("vectors")
async def test_an_embedder_that_has_not_been_asked_since_the_start_is_asked(library):
    await fill(library, Fixed())
    got = await passages.create(library, Learning()).search(Query("default", "automobile", "en", 5))
    assert [hit.cosine for hit in got.found] == pytest.approx([1.0])


async def test_a_slow_embedding_service_is_said_once(library, caplog, monkeypatch):
    monkeypatch.setattr(passages, "PATIENCE_S", 0.01)
    await fill(library, Fixed())
    retriever = passages.create(library, Stuck())
    for _ in range(5):
        await retriever.search(QUERY)
    assert len(caplog.records) == 1


@pytest.mark.usefixtures("vectors")
@pytest.mark.parametrize(
    ("question", "is_known"),
    [
        ("automobile", True),
        ("Kitabı ne kadar süre ödünç alabilirim?", True),
        ("ฉันยืมหนังสือได้นานเท่าไร", True),
        ("一本书可以借多久？", True),
        ("Which works of Antonín Dvořák does the library have?", True),
        ("What is the difference between α and β?", True),
        ("Tôi có thể mượn một cuốn sách trong bao lâu?", False),
        ("Πόσο καιρό μπορώ να δανειστώ ένα βιβλίο;", False),
        ("मैं किताब कितने दिन रख सकता हूँ?", False),
        ("Hur länge får jag låna en bok och när ska den lämnas tillbaka?", False),
    ],
)
async def test_a_question_in_a_language_that_the_model_does_not_know_is_searched_by_words(library, question, is_known):
    class Limited(Fixed):
        languages = frozenset({"en", "th", "tr", "zh"})

    await fill(library, Fixed())
    got = await passages.create(library, Limited()).search(Query("default", question, "und", 5))
    assert any(hit.cosine is not None for hit in got.found) == is_known
    assert got.calibration == ((0.2, 0.6) if is_known else None)
