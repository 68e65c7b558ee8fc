"""The sentences in which a source and other documents speak of the same thing. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.evidence.disagreement import disagreements

MOST = 3
"""Other documents that are quoted."""
SHARED, ASKED = 0.34, 0.6
"""The least shares of the words of a sentence, and of the question, that another one about the same thing has."""


class OpposingSides(NamedTuple):
    """What a source says, and what other documents say about it. `differ`: these give other values."""

    own: str
    others: tuple[tuple[Candidate, str], ...]
    differ: bool


def opposing(
    cited: Candidate, sentence: str, question: str, others: Sequence[Candidate], language: str
) -> OpposingSides:
    """Returns one sentence of each side. `sentence`: the cited one; `question`: what it answers; `others`: passages of
    other documents, the best ones first."""
    by_id = {f"E{number}": other for number, other in enumerate(others, start=2)}
    named = [replace(other, citation_id=name) for name, other in by_id.items()]
    for found in disagreements([replace(cited, citation_id="E1"), *named], language):
        sides = {side.citation_id: side for side in reversed(found.sides)}
        own = sides.pop("E1", None)
        quoted = tuple((by_id[name], by_id[name].text[side.start : side.end]) for name, side in sides.items())
        if own is not None and quoted:
            return OpposingSides(cited.text[own.start : own.end], quoted[:MOST], True)
    best: dict[str, tuple[Candidate, str]] = {}
    for other in others:
        if (nearest := _nearest(sentence, question, other, language)) and other.document_id not in best:
            best[other.document_id] = other, nearest
    return OpposingSides(sentence or cited.text, tuple(best.values())[:MOST], False)


def _nearest(sentence: str, question: str, other: Candidate, language: str) -> str:
    """Returns the sentence of a passage that shares most words with another one or with the question it answers, empty
    if it shares few."""
    wanted = [
        (set(words.content_words(text, language)), least) for text, least in ((sentence, SHARED), (question, ASKED))
    ]
    nearest, most = "", 1.0
    for start, end in words.sentences(other.text, other.language):
        text = other.text[start:end]
        terms = words.vocabulary(text, other.language) | words.vocabulary(text, language)
        shared = max((len(each & terms) / (least * len(each)) for each, least in wanted if each), default=0.0)
        if shared > most or (shared == most and not nearest):
            nearest, most = text, shared
    return nearest
