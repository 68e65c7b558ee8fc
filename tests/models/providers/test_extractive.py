"""The provider without a model, over the sample documents as a stranger meets them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gateway import words
from gateway.answer.answer import Candidate, Candidates, Citation
from gateway.answer.core.lost_paragraphs import factual
from gateway.answer.events import ParagraphFinished
from gateway.knowledge.extraction import opened
from gateway.knowledge.search import ranking
from gateway.models.ports import NO_EVIDENCE, ModelPiece
from gateway.models.prompt import Prompt, Prompts
from gateway.models.providers import extractive
from gateway.settings import Settings
from gateway.slots import resource
from tests.support import in_memory_ranking
from tests.support.prompts import TEA, candidate, prompt, texts
from tests.support.splitting import split
from tests.support.streamed import pieces_of

QUESTIONS: dict[str, dict[str, list[Any]]] = json.loads(
    (Path(__file__).parents[2] / "journeys" / "questions.json").read_text(encoding="utf-8")
)


class Sample:
    """The sample documents, split and ranked as the knowledge base does it, without a database."""

    def __init__(self) -> None:
        self._passages = []
        for file in sorted(resource("examples").glob("??/*")):
            read = opened(file.read_bytes(), file.name)
            self._passages += [(file.name, read, draft) for draft in split(read.text, read.media_type)]
        self._rows = [
            in_memory_ranking.frequencies(draft.text, read.title, draft.heading or "")
            for _, read, draft in self._passages
        ]
        self._corpus = in_memory_ranking.statistics(self._rows)

    def candidates(self, question: str, language: str) -> Candidates:
        query = words.query_terms(question, language)
        scores = [
            in_memory_ranking.bm25(query, row, ranking.passage_length(row), self._corpus)
            * (1.0 if read.language == language else ranking.OTHER_LANGUAGE)
            for (_, read, _), row in zip(self._passages, self._rows, strict=True)
        ]
        best = sorted((index for index, score in enumerate(scores) if score > 0), key=lambda index: -scores[index])[:8]
        return Candidates([self._candidate(rank, index, scores[index]) for rank, index in enumerate(best, start=1)])

    def _candidate(self, rank: int, index: int, score: float) -> Candidate:
        name, read, draft = self._passages[index]
        position = {"heading": draft.heading, "start": draft.start, "end": draft.end}
        payload = {"documentId": name, "title": read.title, "text": draft.text, "position": position}
        return Candidate(f"E{rank}", "embedding", payload, score, rank, read.language)


@pytest.fixture(scope="module")
def sample() -> Sample:
    return Sample()


async def generate(asked: Prompt) -> list[ModelPiece]:
    return await pieces_of(extractive.create(Settings()), asked)


async def answer(asked: Prompt) -> list[dict[str, Any]]:
    paragraphs: list[dict[str, Any]] = json.loads("".join(piece.text for piece in await generate(asked)))["paragraphs"]
    return paragraphs


def bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


ANSWERED = [(language, entry) for language, entries in QUESTIONS["answered"].items() for entry in entries]
REFUSED = [(language, question) for language, questions in QUESTIONS["refused"].items() for question in questions]


@pytest.mark.parametrize(("language", "entry"), ANSWERED, ids=[entry["question"] for _, entry in ANSWERED])
async def test_a_question_about_the_sample_is_answered_first_of_all(language: str, entry: Any, sample: Sample) -> None:
    candidates = sample.candidates(entry["question"], language)
    paragraphs = await answer(Prompts(texts()).answer(entry["question"], candidates, language))
    assert bare(entry["must_contain"]) in bare(paragraphs[0]["text"])
    assert candidates.get(paragraphs[0]["citationIds"][0]).reference["documentId"] == entry["document"]  # type: ignore[union-attr]
    assert len(paragraphs) <= 5


@pytest.mark.parametrize(("language", "question"), REFUSED, ids=[question for _, question in REFUSED])
async def test_a_question_about_something_else_is_refused(language: str, question: str, sample: Sample) -> None:
    asked = Prompts(texts()).answer(question, sample.candidates(question, language), language)
    pieces = await generate(asked)
    refusal, *told = json.loads("".join(piece.text for piece in pieces))["paragraphs"]
    assert refusal == {"citationIds": [], "text": Prompts(texts()).label("nothing_found", language)}
    assert all(not paragraph["citationIds"] for paragraph in told)
    assert pieces[-1].finish_reason == NO_EVIDENCE


async def test_in_doubt_the_closest_sentences_stand_under_one_that_says_so() -> None:
    prompts = Prompts(texts())
    asked = prompts.answer("Does green silk with wide sleeves shrink in hot water or dryers?", TEA.candidates, "en")
    refusal, _ = await answer(asked)
    assert refusal["text"] == prompts.label("nothing_found", "en")
    first, quoted = await answer(prompts.doubted(asked))
    assert first == {"citationIds": [], "text": prompts.label("doubtful", "en")}
    assert quoted == {"citationIds": ["E1"], "text": TEA.candidates[0].text}
    away = prompts.doubted(prompts.answer("Who won the football championship?", TEA.candidates, "en"))
    assert (await generate(away))[-1].finish_reason == NO_EVIDENCE


def test_the_sentence_of_doubt_claims_nothing_so_that_strict_mode_lets_it_pass() -> None:
    labels = json.loads(texts()["labels.json"])
    assert [language for language, label in labels.items() if factual(label["doubtful"], language)] == []


async def test_the_answer_comes_in_small_pieces_that_lose_nothing() -> None:
    pieces = await generate(TEA)
    assert all(len(piece.text) <= extractive.PIECE for piece in pieces)
    assert len(pieces) > 2
    assert await answer(TEA) == [{"citationIds": ["E1"], "text": "Green tea steeps for two minutes."}]


async def test_usage_counts_the_prompt_and_the_answer() -> None:
    pieces = await generate(TEA)
    assert pieces[-1].usage is not None
    text = "".join(piece.text for piece in pieces)
    assert pieces[-1].usage.answer_tokens == words.tokens_estimate(text)
    assert pieces[-1].usage.prompt_tokens == words.tokens_estimate(TEA.system) + words.tokens_estimate(TEA.user)


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
async def test_a_refusal_is_in_the_answers_language(language: str) -> None:
    refusal, told = await answer(prompt("xyzzy", language=language))
    label = Prompts(texts()).label
    assert refusal == {"citationIds": [], "text": label("nothing_found", language)}
    assert told == {"citationIds": [], "text": label("looked_for", language).format(words="xyzzy")}


SHELF = Candidates(
    [
        candidate(
            1,
            "A book loan may stay at home for three weeks before the first reminder letter is posted.",
            heading="House › Loans",
            title="House",
        ),
        candidate(
            2,
            "A film loan may stay at home only seven days because other viewers queue for it.",
            heading="House › Films",
            title="House",
        ),
        candidate(
            3,
            "A map loan may stay at home over one weekend and travels in its cardboard tube.",
            heading="House › Films",
            title="House",
        ),
        candidate(
            4,
            "A game loan may stay at home during the whole school holiday, dice included.",
            document="d2",
            title="Games",
        ),
    ]
)
ASKED = "May a loan stay at home?"


def whole(pieces: list[ModelPiece]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads("".join(piece.text for piece in pieces))
    return document


async def test_a_deliverable_has_a_section_for_each_heading_it_quotes_else_for_the_title() -> None:
    document = whole(await generate(Prompts(texts()).answer(ASKED, SHELF, "en", deliverable=True)))
    cited = [SHELF.get(paragraph["citationIds"][0]) for paragraph in document["paragraphs"]]
    named = dict.fromkeys(
        (candidate.heading.rpartition(" › ")[2] or candidate.title) for candidate in cited if candidate
    )
    assert len(document["paragraphs"]) == 4 and list(named) == [section["title"] for section in document["outline"]]
    assert {"Loans", "Films", "Games"} == set(named)
    assert [section["id"] for section in document["outline"]] == ["S1", "S2", "S3"]
    assert list(document) == ["paragraphs", "outline"]


async def test_no_outline_where_none_is_wanted_and_none_behind_a_refusal() -> None:
    assert "outline" not in whole(await generate(Prompts(texts()).answer(ASKED, SHELF, "en")))
    refused = whole(await generate(Prompts(texts()).answer("xyzzy", SHELF, "en", deliverable=True)))
    assert list(refused) == ["paragraphs"] and refused["paragraphs"][0]["citationIds"] == []


async def test_what_is_accepted_is_not_quoted_again() -> None:
    prompts = Prompts(texts())
    everything = await answer(prompts.answer(ASKED, SHELF, "en", deliverable=True))
    first = ParagraphFinished(0, everything[0]["text"], (Citation(everything[0]["citationIds"][0]),))
    rest = whole(await generate(prompts.remaining(ASKED, SHELF, "en", (first,), deliverable=True)))
    assert rest["paragraphs"] == everything[1:] and len(rest["outline"]) == 3
    assert await answer(prompts.remaining(ASKED, SHELF, "en", (first,), only_next=True)) == everything[1:2]
    done = [ParagraphFinished(index, paragraph["text"]) for index, paragraph in enumerate(everything)]
    pieces = await generate(prompts.remaining(ASKED, SHELF, "en", done))
    assert whole(pieces)["paragraphs"] == [] and pieces[-1].finish_reason == "stop"


async def test_behind_what_another_provider_has_said_nothing_is_refused() -> None:
    begun = (ParagraphFinished(0, "What another one said."),)
    pieces = await generate(Prompts(texts()).remaining("xyzzy", SHELF, "en", begun))
    assert whole(pieces) == {"paragraphs": []} and pieces[-1].finish_reason == "stop"
