"""A question's passages without an answer: those that a turn would see as E1, E2, … in their order, and what the gate
makes of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gateway.answer.answer import Candidate
from gateway.answer.gate.confidence_gate import ConfidenceLevel
from gateway.conversation.question import Question
from gateway.turn.searching.search import Looked, TurnSearch
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
        passages, failures = list(_passages(looked)), looked.gathered.failures
        if limit is not None and limit > self._search.top_k == len(passages):
            wider = await self._search.look(understood, understood.lookups, limit)
            seen = set(map(_name, passages))
            passages += [passage for passage in _passages(wider) if _name(passage) not in seen]
            failures = tuple(dict.fromkeys((*failures, *wider.gathered.failures)))
        level = self._search.judged(looked).level
        if level == "nothing" and looked.gathered.sample_left_out:
            failures = (*failures, ("sample_left_out", ""))
        return PassagesFound(tuple(passages[:limit]), level, looked.confidence, failures)


def _passages(looked: Looked) -> Iterable[Candidate]:
    return (candidate for candidate in looked.gathered.candidates if candidate.type == "embedding")


def _name(passage: Candidate) -> str:
    """Returns what a passage is known by; a service behind a retriever may give it no id."""
    return str(passage.payload.get("embeddingId") or passage.text)
