"""What readers think of answers, as rows. A reader has one verdict on an answer and one on each of its citations."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import asyncpg

from gateway.answer import event_data
from gateway.answer.references import ReferencePayload
from gateway.live.ports import StoredAnswer
from gateway.store.answers.answer_rows import stored_answer
from gateway.store.database.statements import Rows, from_row, load

SQL = load("reading_room/feedback.sql")
Verdict = Literal["helpful", "not_helpful", "wrong_citation"]
FeedbackState = Literal["open", "handled"]


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """What a reader speaks of: an answer, or a citation of one of its paragraphs."""

    tenant: str
    answer_uuid: str
    subject: str
    paragraph_index: int | None = None
    citation_id: str | None = None

    @property
    def key(self) -> tuple[str, uuid.UUID, str, int | None, str | None]:
        answer = uuid.UUID(self.answer_uuid)
        return self.tenant, answer, self.subject, self.paragraph_index, self.citation_id


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one reader said, as they see it themselves."""

    paragraph_index: int | None
    citation_id: str | None
    verdict: Verdict
    comment: str
    state: FeedbackState
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Feedback:
    """The same for whoever handles it: with the question, and the paragraph and the citation as they were. `stored`
    tells who may read the answer."""

    number: int
    opinion: Opinion
    stored: StoredAnswer
    source: str
    model: str | None
    paragraph: str | None
    citation: event_data.EventCitation | None
    """The citation of the paragraph, in the spelling of the event; None where a verifier has taken it out."""
    reference_type: str | None
    payload: ReferencePayload | None
    note: str
    handled_at: datetime | None


@dataclass(frozen=True, slots=True)
class FeedbackSearch:
    """Which feedback a list shows. `before`: the number of the last one of the page before."""

    verdict: Verdict | None = None
    state: FeedbackState | None = None
    before: int | None = None
    limit: int = 50


class FeedbackRows(Rows):
    """Raises `errors.Unavailable` when the database is away."""

    async def cites(self, part: JudgedPart) -> bool:
        """Tells whether there is such a paragraph and such a citation."""
        tenant, answer, _, paragraph, citation = part.key
        return bool(await self._database.fetchval(part.key[0], SQL["cites"], tenant, answer, paragraph, citation))

    async def give(self, part: JudgedPart, verdict: Verdict, comment: str) -> None:
        """Stores a verdict in place of the reader's earlier one on the same."""
        await self._database.execute(part.key[0], SQL["give"], *part.key, verdict, comment)

    async def take_back(self, part: JudgedPart) -> None:
        await self._database.execute(part.key[0], SQL["take_back"], *part.key)

    async def of_answer(self, tenant: str, answer_uuid: str, subject: str) -> list[Opinion]:
        """Returns what a reader said about an answer: the whole first, then by paragraph."""
        rows = await self._database.fetch(tenant, SQL["of_answer"], tenant, uuid.UUID(answer_uuid), subject)
        return [from_row(Opinion, row) for row in rows]

    async def listed(self, tenant: str, wanted: FeedbackSearch, number: int | None = None) -> list[Feedback]:
        """Returns feedback, newest first; `number`: that one alone."""
        filters = wanted.verdict, wanted.state, wanted.before, wanted.limit, number
        return [_feedback(row) for row in await self._database.fetch(tenant, SQL["listed"], tenant, *filters)]

    async def open(self, tenant: str) -> int:
        """Counts what nobody has handled."""
        return int(await self._database.fetchval(tenant, SQL["open"], tenant))

    async def handle(self, tenant: str, number: int, state: FeedbackState, note: str | None) -> None:
        """Notes that feedback is handled, or not. `note` None: the note stays."""
        await self._database.execute(tenant, SQL["handle"], tenant, number, state, note)


def _feedback(row: asyncpg.Record) -> Feedback:
    return from_row(Feedback, row, opinion=from_row(Opinion, row), stored=stored_answer(row))
