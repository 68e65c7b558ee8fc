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
SHARED = 0.34
"""The least share of the words of a sentence that another one about the same thing has."""


class OpposingSides(NamedTuple):
    """What a source says, and what other documents say about it. `differ`: these give other values."""

    own: str
    others: tuple[tuple[Candidate, str], ...]
    differ: bool


def opposing(cited: Candidate, sentence: str, others: Sequence[Candidate], language: str) -> OpposingSides:
    """Returns one sentence of each side. `sentence`: the cited one; `others`: passages of other documents, the best
    ones first."""
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
        if (nearest := _nearest(sentence, other, language)) and other.document_id not in best:
            best[other.document_id] = other, nearest
    return OpposingSides(sentence or cited.text, tuple(best.values())[:MOST], False)


def _nearest(sentence: str, other: Candidate, language: str) -> str:
    """Returns the sentence of a passage that shares most words with another one, empty if it shares few."""
    wanted = set(words.content_words(sentence, language))
    sentences = [other.text[start:end] for start, end in words.sentences(other.text, other.language)]
    shares = [len(wanted & words.vocabulary(each, other.language)) for each in sentences]
    most = max(shares, default=0)
    return sentences[shares.index(most)] if wanted and most >= SHARED * len(wanted) else ""
