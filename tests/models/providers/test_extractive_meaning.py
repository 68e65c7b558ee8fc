"""Quoting by meaning, without a model: another language than the question's, or other words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.errors import Unavailable
from gateway.models.ports import NO_EVIDENCE
from gateway.models.prompt import Prompt
from gateway.models.providers import extractive
from gateway.models.services.nearness import Nearness
from gateway.models.services.prefixed_embedder import roles
from gateway.settings import Settings
from tests.support.prompts import PROMPTS
from tests.support.streamed import pieces_of

QUESTION = "How long may a book be borrowed?"
FRENCH = "La carte est gratuite. Le prêt dure trois semaines. Les retards coûtent dix centimes."
GERMAN = "Der Ausweis ist kostenlos. Ausleihen sind drei Wochen lang möglich."
NEAR = ("borrowed", "prêt", "Ausleihen", "keep")
"""Words of texts that mean the same."""


class Embedder:
    """Texts with a word of `NEAR` have nearly the same vector."""

    name, dimensions, calibration = "meaning-use3-1", 2, (0.15, 0.45)
    languages = frozenset({"en", "fr", "de"})
    is_away = False

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        if self.is_away:
            raise Unavailable("The encoder is away.")
        return [[1.0, 0.0] if any(word in text for word in NEAR) else [0.1, 0.995] for text in texts]

    async def aclose(self) -> None:
        """Has nothing to close."""


@pytest.fixture
def embedder() -> Embedder:
    return Embedder()


def asked(*texts: tuple[str, str | None], question: str = QUESTION, **fields: Any) -> Prompt:
    candidates = [
        Candidate(f"E{n}", "embedding", {"text": text, "title": "", "documentId": f"d{n}"}, 1.0, n, language)
        for n, (text, language) in enumerate(texts, start=1)
    ]
    prompt = PROMPTS.answer(question, Candidates(candidates), "en")
    return replace(prompt, **{"confident": not fields.get("doubtful"), **fields})


async def said(prompt: Prompt, embedder: Embedder | None) -> list[tuple[str, list[str]]]:
    """Returns the paragraphs with their ids."""
    provider = extractive.create(Settings())
    provider.nearness = Nearness(roles(embedder, "", "")) if embedder else None
    pieces = await pieces_of(provider, prompt)
    told = json.loads("".join(piece.text for piece in pieces))["paragraphs"]
    assert (pieces[-1].finish_reason == NO_EVIDENCE) == (not any(each["citationIds"] for each in told))
    return [(each["text"], each["citationIds"]) for each in told]


async def test_a_line_names_the_language_before_the_nearest_sentence_of_a_source_in_it(embedder: Embedder) -> None:
    line, quoted = await said(asked((FRENCH, "fr"), ("Rien d'autre n'est dit ici.", "fr")), embedder)
    assert line == ("Quoted from a document in French:", [])
    assert "Le prêt dure trois semaines." in quoted[0] and quoted[1] == ["E1"]


async def test_the_line_is_in_the_language_of_the_question(embedder: Embedder) -> None:
    prompt = asked((GERMAN, "de"), question="Combien de temps dure le prêt ?", language="fr")
    assert (await said(prompt, embedder))[0] == ("Extrait d’un document en allemand :", [])
    own = asked((GERMAN, "de"), language="de")
    assert [ids for _, ids in await said(own, embedder)] == [["E1"]], "the answer is wanted in the source's language"


async def test_each_language_is_named_once_in_a_row(embedder: Embedder) -> None:
    told = await said(asked((FRENCH, "fr"), (GERMAN, "de"), ("A book may be borrowed here.", "en")), embedder)
    assert [text for text, ids in told if not ids] == [
        "Quoted from a document in French:",
        "Quoted from a document in German:",
    ]
    deliverable = asked((FRENCH, "fr"), ("Un prêt peut être prolongé.", "fr"), detailed=True)
    told = await said(deliverable, embedder)
    assert [bool(ids) for _, ids in told] == [False, True, True]


async def test_words_come_first_in_the_questions_own_language(embedder: Embedder) -> None:
    told = await said(asked(("A book may be borrowed for three weeks. Cards are free.", "en")), embedder)
    assert told[0][0].startswith("A book may be borrowed") and embedder.texts == []


async def test_other_words_are_found_by_meaning(embedder: Embedder) -> None:
    text = "Cards are free for pupils. You can keep things for three weeks. Fines are small."
    other = asked((f"{text} " + "Something else is written here at length. " * 20, "en"))
    assert "You can keep things for three weeks." in (await said(other, embedder))[0][0]


async def test_a_text_without_sentences_is_quoted_in_pieces(embedder: Embedder) -> None:
    lines = ["bonjour et bienvenue à tous dans cette émission sur les bibliothèques"] * 9
    text = "\n".join([*lines, "le prêt dure trois semaines", *lines])
    (_, (quoted, _)) = await said(asked((text, "fr")), embedder)
    assert "le prêt dure trois semaines" in quoted and len(quoted) < 700


async def test_a_confident_gate_never_ends_in_nothing_found(embedder: Embedder) -> None:
    for broken in (None, embedder):
        embedder.is_away = True
        assert (await said(asked((FRENCH, "fr")), broken))[-1][1] == ["E1"], "an excerpt is quoted"
    unknown = asked(("Книга видається на три тижні.", "uk"))
    embedder.is_away, embedder.texts = False, []
    assert [ids for _, ids in await said(unknown, embedder)] == [[], ["E1"]] and embedder.texts == []
    heading = asked(("## Ordnung", "de"))
    assert (await said(heading, None))[-1][1] == ["E1"]
    graph = {
        "entitiesFromQuestion": [],
        "vertices": [{"id": "1", "name": "Card", "label": "", "description": "It is free."}],
    }
    prompt = asked()
    node = Candidate("G1", "graph", {**graph, "edges": []}, 1.0, 1, None)  # type: ignore[arg-type]
    assert (await said(replace(prompt, candidates=Candidates([node])), embedder))[-1][1] == ["G1"]


async def test_in_doubt_only_what_has_something_in_common_is_quoted(embedder: Embedder) -> None:
    told = await said(asked((FRENCH, "fr"), doubtful=True), embedder)
    assert [bool(ids) for _, ids in told] == [False, False, True] and told[0][0] == PROMPTS.label("doubtful", "en")
    away = await said(asked(("La carte est gratuite.", "fr"), doubtful=True), embedder)
    assert away[0][0] == PROMPTS.label("nothing_found", "en")


async def test_three_passages_at_most_are_compared(embedder: Embedder) -> None:
    await said(asked(*[(f"Phrase numéro {n} sans réponse aucune.", "fr") for n in range(9)]), embedder)
    assert len(embedder.texts) == 4


async def test_one_paragraph_that_is_asked_for_again_has_no_line(embedder: Embedder) -> None:
    assert [ids for _, ids in await said(asked((FRENCH, "fr"), only_next=True), embedder)] == [["E1"]]


async def test_a_language_without_tables_is_named_too(embedder: Embedder) -> None:
    thai = "ห้องสมุดเปิดทุกวันตั้งแต่เก้าโมงเช้า keep ยืมหนังสือได้สามสัปดาห์"
    prompt = asked((thai, None))
    assert (await said(prompt, embedder))[0] == ("Quoted from a document in Thai:", [])
    own = asked((thai, None), question="ห้องสมุดเปิดตั้งแต่กี่โมง keep")
    assert [ids for _, ids in await said(own, embedder)] == [["E1"]]
