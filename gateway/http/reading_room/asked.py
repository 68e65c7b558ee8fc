"""What was asked, for staff: figures by day, and the questions that nobody could answer (docs/reading-room.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from pydantic import BaseModel, Field
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Time, Uuid
from gateway.answer.meta import rfc3339
from gateway.conversation.intent.alike_questions import grouped
from gateway.errors import InvalidField
from gateway.http.door.bodies import OrAbsent, queried
from gateway.http.door.endpoint import STAFF, endpoints_of
from gateway.http.door.paging import PAGE, Page, PageQuery, cursor_at, micros, moment_at
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import one_of
from gateway.http.openapi.operation import Operation, ok, parameter, up_to
from gateway.http.openapi.tags import FEEDBACK
from gateway.http.replies import fresh
from gateway.store.reading_room.asked_rows import DayFigures, UnansweredQuestion

USUAL_DAYS, MOST_DAYS = 30, 366
MOST_WORDINGS = 5


class FiguresQuery(BaseModel):
    """The query for figures."""

    days: int = Field(USUAL_DAYS, ge=1, le=MOST_DAYS)
    by: OrAbsent[Literal["app", "key"]] = None


class UnansweredQuery(PageQuery):
    """The query for what nobody could answer."""

    days: int = Field(USUAL_DAYS, ge=1, le=MOST_DAYS)


class QuestionCounts(TypedDict):
    questions: Count
    refused: Count
    doubtful: Count
    from_memory: Count
    question_tokens: Count
    answer_tokens: Count


COUNTED = tuple(QuestionCounts.__annotations__)


class UsageByDay(TypedDict):
    days: Count
    total: QuestionCounts
    by_day: list[DayFigures]


class QuestionGroup(TypedDict):
    question: str
    """As it can be understood alone."""
    wordings: list[str]
    """As it was asked, the newest first."""
    count: Count
    refused: Count
    doubtful: Count
    language: str
    first_at: Time
    last_at: Time
    answer_uuid: Uuid
    """The newest answer."""


class QuestionGroups(Page):
    questions: list[QuestionGroup]
    total: Count
    """The number of groups."""


async def usage(visit: Visit) -> Response:
    """Returns how much was asked of the caller's tenant, by day and application or key, and all together."""
    wanted = queried(visit, FiguresQuery)
    asked = visit.services.reading.asked
    found = [asdict(row) for row in await asked.figures(visit.caller.tenant, wanted.days, wanted.by or "app")]
    total = {name: sum(row[name] for row in found) for name in COUNTED}
    by_day = [{**row, "day": row["day"].isoformat()} for row in found]
    return fresh({"days": wanted.days, "total": total, "by_day": by_day})


async def unanswered(visit: Visit) -> Response:
    """Lists groups of questions with nearly the same words that were refused or doubted, the most frequent first.
    Pages are of one moment: that of the first one."""
    wanted, asker = queried(visit, UnansweredQuery), visit.caller
    asked = visit.services.reading.asked
    until, first = moment_at(wanted.cursor) or (await asked.now(), 0)
    if first < 0:
        raise InvalidField.named("cursor", "must be the next_cursor of an earlier page")
    found = await asked.unanswered(asker.tenant, wanted.days, until)
    groups = await asyncio.to_thread(_groups, [entry for entry in found if asker.may_read(entry.stored)])
    page = groups[first : first + wanted.limit]
    more = len(groups) > first + wanted.limit
    cursor = cursor_at(micros(until), first + wanted.limit) if more else None
    return fresh(QuestionGroups(questions=page, next_cursor=cursor, total=len(groups)))


def _groups(found: Sequence[UnansweredQuestion]) -> list[QuestionGroup]:
    """Returns groups of questions with the fields of the protocol; `found` and the wordings: the newest first."""
    places = grouped([(entry.meant, entry.language) for entry in found])
    groups = [[found[number] for number in group] for group in places]
    groups.sort(key=len, reverse=True)  # stable: of two as frequent ones the one asked last
    return [
        {
            "question": group[0].meant,
            "wordings": list(dict.fromkeys(entry.question for entry in group))[:MOST_WORDINGS],
            "count": len(group),
            "refused": sum(entry.is_refused for entry in group),
            "doubtful": sum(not entry.is_refused for entry in group),
            "language": group[0].language,
            "first_at": rfc3339(group[-1].asked_at),
            "last_at": rfc3339(group[0].asked_at),
            "answer_uuid": group[0].stored.answer_uuid,
        }
        for group in groups
    ]


DAYS = parameter("days", {**up_to(MOST_DAYS), "default": USUAL_DAYS}, "How far back.")
FIGURES = Operation(
    "usage: How much was asked. Questions, refusals, answers from memory and tokens, by day (UTC).",
    ok(UsageByDay, "The latest day first; days without a question are left out."),
    parameters=(DAYS, parameter("by", one_of("app", "key", ""), "By application (the default) or by key.")),
)
UNANSWERED = Operation(
    "unanswered: What nobody could answer. Questions that were refused or answered with doubt, and not answered since "
    "in the same words; those with nearly the same words together, the most frequent first.",
    ok(QuestionGroups, "One page."),
    parameters=(DAYS, *PAGE),
)
ENDPOINTS = endpoints_of(
    FEEDBACK,
    ("GET", "/v1/usage", STAFF, usage, FIGURES),
    ("GET", "/v1/unanswered", STAFF, unanswered, UNANSWERED),
)
