"""What was asked: figures by day, what nobody could answer, and which answers there are. Raises `errors.Unavailable`
when the database is away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from uuid import UUID

from gateway.answer.answer import Reason, Source
from gateway.answer.json_types import Count
from gateway.live.ports import StoredAnswer
from gateway.store.answers.answer_rows import stored_answer
from gateway.store.database.statements import Rows, from_row, load
from gateway.store.database.tenancy import NO_TENANT

SQL = load("reading_room/asked.sql")
Ending = Literal["whole", "early", "failed"]
"""How an answer ended: as it should, in the middle of it, or without any text."""
MOST_UNANSWERED = 5000
"""Questions that are looked through, the newest."""


@dataclass(frozen=True, slots=True)
class DayFigures:
    day: date
    name: str | None
    """The application; or the beginning of the key, `users` for keys that back ends name, null if it is unknown."""
    label: str
    """Of the key."""
    questions: Count
    refused: Count
    doubtful: Count
    from_memory: Count
    question_tokens: Count
    answer_tokens: Count


@dataclass(frozen=True, slots=True)
class UnansweredQuestion:
    """A question that the gate refused or doubted. `stored` tells who may read the answer."""

    question: str
    meant: str
    """The question as it can be understood by itself."""
    is_refused: bool
    asked_at: datetime
    language: str
    stored: StoredAnswer


@dataclass(frozen=True, slots=True)
class EndedAnswer:
    """An answer as a list of them shows it. `stored` tells who may read it; `has_pieces`: whether it can be run
    again."""

    stored: StoredAnswer
    asked_at: datetime
    finished_at: datetime | None
    state: Literal["done", "failed"]
    source: Source
    complete: bool
    degraded_reason: Reason | None
    has_citation_error: bool
    provider: str | None
    model: str | None
    first_text_ms: int | None
    total_ms: int | None
    has_pieces: bool


@dataclass(frozen=True, slots=True)
class AnswerSearch:
    """Which answers a list shows. `ended`: only those that ended so. `after`: time and uuid of the last one of the page
    before."""

    words: str | None = None
    source: str | None = None
    with_errors: bool = False
    ended: Ending | None = None
    after: tuple[datetime, UUID] | None = None
    limit: int = 50


class AskedRows(Rows):
    async def figures(self, tenant: str, days: int, by: Literal["app", "key"]) -> list[DayFigures]:
        """Returns what was asked today and on the days before, the latest day first."""
        return [DayFigures(*row) for row in await self._database.fetch(tenant, SQL[f"by_{by}"], tenant, days)]

    async def now(self) -> datetime:
        """Returns the time by which rows are stamped."""
        moment: datetime = await self._database.fetchval(NO_TENANT, "select now()")
        return moment

    async def unanswered(self, tenant: str, days: int, until: datetime) -> list[UnansweredQuestion]:
        """Returns at most `MOST_UNANSWERED` questions of the last days, asked up to a time, newest first."""
        rows = await self._database.fetch(tenant, SQL["unanswered"], tenant, days, until, MOST_UNANSWERED)
        return [from_row(UnansweredQuestion, row, stored=stored_answer(row)) for row in rows]

    async def answers(self, tenant: str, wanted: AnswerSearch) -> list[EndedAnswer]:
        """Returns answers of everybody that have ended, newest first."""
        filters = wanted.words, wanted.source, wanted.with_errors, wanted.ended, *(wanted.after or (None, None))
        rows = await self._database.fetch(tenant, SQL["answers"], tenant, *filters, wanted.limit)
        return [from_row(EndedAnswer, row, stored=stored_answer(row)) for row in rows]
