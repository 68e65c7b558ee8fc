"""A question's passages without an answer: those that a turn would see as E1, E2, … in their order, and what the gate
makes of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired

from typing_extensions import TypedDict

from gateway.answer.answer import Candidate
from gateway.answer.event_data import ConfidenceJson
from gateway.answer.gate.confidence_gate import ConfidenceLevel
from gateway.answer.json_types import Count
from gateway.answer.references import DateFrom
from gateway.conversation.question import Question
from gateway.knowledge.search.same_text import text_key
from gateway.models.prompt import Prompts
from gateway.turn.searching.search import TurnSearch
from gateway.turn.understanding.understanding import Understanding


@dataclass(frozen=True, slots=True)
class PassagesFound:
    """What a search brought."""

    passages: tuple[Candidate, ...]
    """Best first; the first ones are the candidates E1, E2, … of a turn."""
    level: ConfidenceLevel
    """What a turn would do with the passages: answer from them, say that they may not hold the answer, or refuse."""
    confidence: float
    """Within 0..1; graph results count, as they do in a turn."""
    failures: tuple[tuple[str, str], ...] = ()
    """As `Gathered.failures`: the search was not whole. With label `sample_left_out`: nothing was found, and the search
    excluded the sample documents."""


class PassageLookup:
    """Searches as a turn does that belongs to no conversation."""

    def __init__(self, search: TurnSearch) -> None:
        self._search, self._understanding = search, Understanding()

    async def find(self, question: Question, limit: int | None = None) -> PassagesFound:
        """Returns at most `limit` passages; None: as many as a turn sees. Raises what `TurnSearch.run` raises.

        The confidence is that of a turn, whatever the limit. Where more passages are wanted than a turn sees, those of
        a wider search follow the turn's own: a reranker and rare words may put them in another order there, and the
        two must not disagree.
        """
        understood = await self._understanding.of(question)
        looked = await self._search.look(understood, understood.lookups)
        passages, failures = looked.gathered.candidates.passages, looked.gathered.failures
        if limit is not None and limit > self._search.top_k == len(passages):
            wider = await self._search.look(understood, understood.lookups, limit)
            seen = {text_key(passage.reference) for passage in passages}
            more = wider.gathered.candidates.passages
            passages += [passage for passage in more if text_key(passage.reference) not in seen]
            failures = tuple(dict.fromkeys((*failures, *wider.gathered.failures)))
        level = self._search.judged(looked).level
        if level == "nothing" and looked.gathered.sample_left_out:
            failures = (*failures, ("sample_left_out", ""))
        return PassagesFound(tuple(passages[:limit]), level, looked.confidence, failures)


class PlaceOfText(TypedDict):
    document_id: str | None
    title: str | None
    passage_id: str


class FoundPosition(TypedDict):
    start: Count | None
    end: Count | None
    page: Count | None
    page_end: Count | None


class FoundPassageJson(TypedDict):
    """`position` counts code points of the document's text."""

    document_id: str | None
    passage_id: str | None
    title: str | None
    source: str | None
    heading: str | None
    position: FoundPosition
    text: str
    score: float | None
    language: str | None
    date: str | None
    """When the document was last changed: a date, or a time (RFC 3339)."""
    date_from: DateFrom | None
    loaded_at: str | None
    author: str | None
    also_at: NotRequired[list[PlaceOfText]]
    """Other passages of the same text, which the result leaves out."""


class PassagesJson(TypedDict):
    """Passages without an answer, best first."""

    passages: list[FoundPassageJson]
    confidence: ConfidenceJson
    warnings: NotRequired[list[str]]
    """Parts of the search that did not work."""


def described(brought: PassagesFound, prompts: Prompts, language: str) -> PassagesJson:
    """Returns what was found as JSON; `warnings` only where the search was not whole."""
    warnings = [prompts.label(name, language).format(source=source) for name, source in brought.failures]
    told: PassagesJson = {
        "passages": [_described(passage) for passage in brought.passages],
        "confidence": {"level": brought.level, "value": round(brought.confidence, 4)},
    }
    if warnings:
        told["warnings"] = warnings
    return told


def _described(passage: Candidate) -> FoundPassageJson:
    position = passage.position
    told: FoundPassageJson = {
        "document_id": passage.document_id,
        "passage_id": passage.passage_id,
        "title": passage.title,
        "source": passage.source,
        "heading": position.get("heading"),
        "position": {
            "start": position.get("start"),
            "end": position.get("end"),
            "page": position.get("page"),
            "page_end": position.get("pageEnd"),
        },
        "text": passage.text,
        "score": passage.reference.get("score"),
        "language": passage.language,
        "date": passage.passage.get("date"),
        "date_from": passage.passage.get("dateFrom"),
        "loaded_at": passage.passage.get("loadedAt"),
        "author": passage.passage.get("author"),
    }
    if passage.also_at:
        told["also_at"] = [
            {"document_id": known["documentId"], "title": known["title"], "passage_id": known["passageId"]}
            for known in passage.also_at
        ]
    return told
