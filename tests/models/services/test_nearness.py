"""Texts compared by vectors: what is asked of the embedder, and what happens if it cannot answer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.errors import Unavailable
from gateway.models.services import nearness
from gateway.models.services.nearness import Nearness
from gateway.models.services.prefixed_embedder import roles

VECTORS = {"loan": [1.0, 0.0], "prêt": [0.8, 0.6], "frais": [0.0, 1.0]}


class Embedder:
    name, dimensions = "meaning-use3-1", 2
    calibration: tuple[float, float] | None = (0.15, 0.45)
    languages: frozenset[str] | None = frozenset({"en", "fr", "zh"})
    error: Exception | None = None

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(list(texts))
        if self.error:
            raise self.error
        return [VECTORS[text] for text in texts]

    async def aclose(self) -> None:
        """Has nothing to close."""


@pytest.fixture
def embedder() -> Embedder:
    return Embedder()


@pytest.fixture
def compared(embedder: Embedder) -> Nearness:
    return Nearness(roles(embedder, "", ""))


SOURCE = FarSource("E1", ("en", "fr"), ("loan",), ("frais", "prêt"))


async def test_the_nearest_sentence_of_each_source_is_found(embedder: Embedder, compared: Nearness) -> None:
    unknown = SOURCE._replace(citation_id="E2", languages=("en", "uk"))
    assert await compared.compare([SOURCE, unknown]) == [[Near(0.8, 1)], []]
    assert embedder.asked == [["loan", "frais", "prêt"]]


async def test_a_text_gets_its_vector_once(
    embedder: Embedder, compared: Nearness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compared.compare([SOURCE])
    await compared.compare([SOURCE._replace(claims=("frais",))])
    assert len(embedder.asked) == 1
    monkeypatch.setattr(nearness, "REMEMBERED", 2)
    await compared.to_question("loan", ["frais", "prêt"])
    await compared.compare([SOURCE])
    assert embedder.asked[1:] == [["loan"], ["loan"]], "the oldest is forgotten"


async def test_texts_are_compared_with_a_question(compared: Nearness) -> None:
    assert await compared.to_question("loan", ["prêt", "frais"]) == pytest.approx([0.8, 0.0])


@pytest.mark.parametrize("error", [Unavailable("gone"), TimeoutError()])
async def test_without_vectors_nothing_is_compared(
    embedder: Embedder, compared: Nearness, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    embedder.error = error
    assert await compared.to_question("loan", ["prêt"]) is None
    assert await compared.compare([SOURCE]) is None
    assert len(caplog.messages) == 2


def test_it_says_what_its_cosines_are_good_for(embedder: Embedder, compared: Nearness) -> None:
    assert compared.judges and compared.least == 0.15
    assert compared.knows("en", "zh-TW", None) and not compared.knows("en", "uk")
    embedder.name, embedder.calibration, embedder.languages = "openai:some", None, None
    assert not compared.judges and compared.least is None and compared.knows("uk")
