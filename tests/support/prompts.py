"""Prompts for provider tests, with candidates as retrieval makes them."""

from __future__ import annotations

import itertools

from gateway.answer.answer import Candidate, Candidates
from gateway.models.prompt import Prompt, Prompts
from gateway.slots import resource

_places = itertools.count(step=1000)


def texts() -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in resource("prompts").iterdir()}


PROMPTS = Prompts(texts())


def candidate(
    number: int,
    text: str,
    *,
    document: str = "d1",
    title: str = "Guide",
    heading: str = "",
    language: str = "en",
    start: int | None = None,
) -> Candidate:
    offset = next(_places) if start is None else start
    payload = {
        "documentId": document,
        "title": title,
        "text": text,
        "position": {"heading": heading, "start": offset, "end": offset + len(text)},
    }
    return Candidate(f"E{number}", "embedding", payload, 1.0 - number / 20, number, language)


def prompt(question: str, *passages: Candidate, language: str = "en") -> Prompt:
    return Prompts(texts()).answer(question, Candidates(passages), language)


TEA = prompt(
    "How long does green tea steep?",
    candidate(1, "Green tea steeps for two minutes. Black tea steeps for four minutes.", title="Tea"),
    candidate(2, "Store tea in a closed tin. Light and air spoil it.", title="Tea"),
)

ANSWER = [(["E1"], "Two minutes."), ([], "That is all.")]
"""What a scripted model says to `TEA`: paragraphs with the ids that they cite."""
