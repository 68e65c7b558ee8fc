"""What answers made of documents, and what became of these since. Raises `errors.Unavailable` when the database is
away."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from gateway.answer.json_types import CitationId, Id
from gateway.live.ports import StoredAnswer
from gateway.store.answers.answer_rows import stored_answer
from gateway.store.database.statements import Rows, from_row, load

SQL = load("reading_room/document_uses.sql")
SourceState = Literal["current", "changed", "deleted"]


@dataclass(frozen=True, slots=True)
class CitingAnswer:
    """An answer that cites a document. `stored` tells who may read it."""

    stored: StoredAnswer
    asked_at: datetime
    thread_id: str | None
    caller_app: str | None
    citation_ids: tuple[str, ...]
    passages: tuple[str, ...]
    """The ids that the cited passages had then."""


@dataclass(frozen=True, slots=True)
class SourceNow:
    """A cited passage and its state now. `passage_id`: the passage with the same text now, else the passage at its
    place; null if the document was deleted."""

    citation_id: CitationId
    document_id: str
    state: SourceState
    """Whether the document still has a passage of this text."""
    passage_id: Id | None


class DocumentUses(Rows):
    async def citing(
        self, tenant: str, document_id: str, subject: str, after: tuple[datetime, uuid.UUID] | None, limit: int
    ) -> list[CitingAnswer]:
        """Returns answers of a subject that cite a document, newest first, behind the last one of the page before."""
        rows = await self._database.fetch(
            tenant, SQL["citing"], tenant, document_id, subject, *(after or (None, None)), limit
        )
        names = ("citation_ids", "passages")
        return [
            from_row(CitingAnswer, row, stored=stored_answer(row), **{name: tuple(row[name]) for name in names})
            for row in rows
        ]

    async def times_cited(self, tenant: str, document_id: str) -> int:
        """Counts all answers of a tenant that cite a document."""
        return int(await self._database.fetchval(tenant, SQL["times_cited"], tenant, document_id))

    async def sources_now(self, tenant: str, answer_uuid: str) -> list[SourceNow]:
        """Returns the passages that an answer cites, as they are today, in order of first citation."""
        rows = await self._database.fetch(tenant, SQL["sources_now"], tenant, uuid.UUID(answer_uuid))
        found = []
        for row in rows:
            state: SourceState = "current" if row["same"] else "changed" if row["is_there"] else "deleted"
            passage = row["same"] or row["near"]
            found.append(SourceNow(row["citation_id"], row["document_id"], state, str(passage) if passage else None))
        return found
