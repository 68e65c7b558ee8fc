"""The search of a question that leans on what was said before it.

Its words decide first whether it leans (`conversation.followups.leaning`). One that only may is looked up with the
subject of the conversation, too, and leans where what is found then speaks of both. Where there is a model it rewrites
the question, while that is looked up as it stands; else the subject joins the question. What the last answer cited is
looked through once more. A question that stands by itself is looked up once, as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from gateway import words
from gateway.answer.answer import Candidate
from gateway.conversation.followups.leaned_on import LeanedOn
from gateway.conversation.long_questions import gist
from gateway.conversation.prepared import Frozen
from gateway.turn.condenser import Condenser
from gateway.turn.search import Looked, TurnSearch
from gateway.turn.understanding import SearchRequest, Understanding, Understood
from gateway.words.languages import language_of
from gateway.words.patterns import compiled

NEAR = 2
"""Documents that the last answer cited first, which are looked through once more."""


class LeaningBounds(NamedTuple):
    """When a question that may lean does: a passage holds so much of the subject, and so much of the question beside
    what the best passage for the question alone holds of it. Shares of the words' weight."""

    subject: float
    question: float


STRICT, LOOSE = LeaningBounds(0.4, 0.5), LeaningBounds(0.15, 0.34)
"""Where nobody else decides, and where a model does: it repeats a question that stands by itself."""
CITED = 0.7
"""The share of the question, as in `LeaningBounds`, in a passage that was cited before and does not say the subject."""


class FollowUpSearch:
    def __init__(self, search: TurnSearch, understanding: Understanding, condenser: Condenser) -> None:
        self._search, self._understanding, self._condenser = search, understanding, condenser

    async def run(self, understood: Understood) -> Frozen:
        """Returns what was found. Raises what `TurnSearch.run` raises."""
        if understood.leaning == "none":
            return await self._search.run(understood)
        alone = asyncio.create_task(self._search.look(understood, understood.lookups))
        try:
            context = await self._understanding.context(understood)
            if context is None:
                return self._as_asked(understood, await alone)
            together = await self._together(understood, context)
            if together is not None and not self._leans(understood, context, await alone, together):
                return self._as_asked(understood, await alone)
            return await self._whole(understood, context, alone, together)
        finally:
            alone.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await alone

    def _as_asked(self, understood: Understood, looked: Looked) -> Frozen:
        return self._search.frozen(understood, understood.lookups, looked)

    async def _together(self, understood: Understood, context: LeanedOn) -> Looked | None:
        """Returns what is found for a question that only may lean with what it may lean on; None: it leans."""
        if understood.leaning == "sure":
            return None
        return await self._search.look(understood, [_lookup(understood, context)])

    def _leans(self, understood: Understood, context: LeanedOn, alone: Looked, together: Looked) -> bool:
        bounds = LOOSE if self._condenser.works else STRICT
        return _speaks_of_both(understood, context, alone, together, bounds)

    async def _whole(
        self, understood: Understood, context: LeanedOn, alone: asyncio.Task[Looked], together: Looked | None
    ) -> Frozen:
        """Looks for the question as it can be understood by itself. `together`: what it brings with what it leans on,
        where that was looked for."""
        question = understood.question
        spoken = understood.language if question.language_known else ""
        rewritten, spent = await self._condenser.condense(question.text, context.previous, spoken)
        same = " ".join(gist(question.text).split())
        if rewritten == same or (rewritten is None and _asks_only_why(same, understood.language)):
            return replace(self._as_asked(understood, await alone), spent=spent)
        lookup = _lookup(understood, context, rewritten)
        if rewritten or together is None:
            looked = await self._search.look(understood, [lookup], beside=await alone if rewritten else None)
        else:
            looked = together
        frozen = self._search.frozen(understood, [lookup], looked)
        first = "\n".join(asked.text for asked in understood.lookups)
        return replace(frozen, first_query=first, meant=lookup.text, subject=lookup.subject, spent=spent)


def _asks_only_why(question: str, language: str) -> bool:
    """Says whether a question says nothing but "why": looked up with its subject it would bring the last answer
    again."""
    reason = language_of(language).quoting.reason
    asks = reason and compiled(reason).search(words.fold(question))
    return bool(asks) and not words.content_words(question, language)


def _lookup(understood: Understood, context: LeanedOn, rewritten: str | None = None) -> SearchRequest:
    text = rewritten or context.beside(gist(understood.question.text), understood.language)
    return SearchRequest(text, text, context.document_ids[:NEAR], hinted=True)


def _speaks_of_both(
    understood: Understood, context: LeanedOn, alone: Looked, together: Looked, bounds: LeaningBounds
) -> bool:
    """Says whether a passage speaks of the subject and of what is asked; where the question alone finds such a one
    first, it needs no subject."""
    language = understood.language
    subject = set(words.content_words(context.subject, language))
    asked = set(words.content_words(gist(understood.question.text), language)) - subject
    weights = {**together.gathered.weights, **alone.gathered.weights}
    if not asked:  # it says the subject itself
        return False
    best = max((_share(asked, passage, weights, language) for passage in _passages(alone)), default=0.0)
    first = next(iter(_passages(alone)), None)
    if bounds is STRICT and first and _share(subject, first, weights, language) >= bounds.subject:
        return False
    for passage in _passages(together):
        says = _share(subject, passage, weights, language) >= bounds.subject
        cited = passage.payload.get("documentId") in context.document_ids[:NEAR]
        if (says or cited) and _share(asked, passage, weights, language) >= (bounds.question if says else CITED) * best:
            return best > 0
    return False


def _passages(looked: Looked) -> Iterable[Candidate]:
    return (candidate for candidate in looked.gathered.candidates if candidate.type == "embedding")


def _share(terms: Set[str], passage: Candidate, weights: Mapping[str, float], language: str) -> float:
    """Returns the share of the terms' weight that a passage holds; a term that no passage has weighs the most."""
    most = max(weights.values(), default=1.0)
    weigh = {term: weights.get(term, most) for term in terms}
    above = f"{passage.title}\n{passage.heading}"
    spoken = words.known(language) or words.guess_language(f"{above}\n{passage.text}") or words.UNDETERMINED
    text, titles = words.placed(passage.text, spoken), words.placed(above, spoken)
    covered = (weight for term, weight in weigh.items() if term in text or term in titles)
    return sum(covered) / (sum(weigh.values()) or 1.0)
