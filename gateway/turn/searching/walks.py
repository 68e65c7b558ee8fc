"""A deliverable about one document: what that document says from its beginning to its end, instead of what a search
finds in it."""

from __future__ import annotations

from dataclasses import replace

from gateway.answer.answer import Candidates
from gateway.conversation.intent.naming import named
from gateway.knowledge.search.same_text import told_once
from gateway.retrieval.sources import Gathered, candidate_of
from gateway.turn.ports import Reading
from gateway.turn.understanding.understanding import Understood

WIDE = 50
"""Passages among which the document is looked for that a topic names."""
LONGEST = 12
"""Most passages of a walk, however few candidates a question has: a section each of a document of the usual length, and
what a model reads of them is less than three pages."""


class Walks:
    """Finds the document that a topic names, and reads it."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    async def through(self, understood: Understood, topic: str, found: Gathered) -> tuple[Gathered, float] | None:
        """Returns passages of the document, or of the part of one, that a topic names among what was `found`, and the
        share of the topic that its names hold; None: it names none. Raises `errors.Unavailable` when the database is
        away."""
        document = named(topic, understood.language, found.candidates.passages, found.weights)
        if document is None:
            return None
        hits = await self.reading.walk(
            understood.question.asker.tenant, document.document_id, document.heading, LONGEST
        )
        once = [replace(hits[at], reference=told) for at, told in told_once(hit.reference for hit in hits)]
        candidates = [candidate_of(hit, rank) for rank, hit in enumerate(once, start=1)]
        if not candidates:
            return None
        gathered = replace(found, candidates=Candidates(candidates), closeness={}, retrievers={})
        return gathered, document.share
