"""What was asked, for staff: figures by day, and the questions that nobody could answer (docs/reading-room.md)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from gateway.answer.meta import rfc3339
from gateway.conversation.alike_questions import grouped
from gateway.errors import InvalidField
from gateway.http.bodies import Absent, checked
from gateway.http.endpoint import STAFF, HttpEndpoint
from gateway.http.openapi.operation import Operation, ok, page_of, parameters
from gateway.http.openapi.shapes import one_of, shape
from gateway.http.openapi.tags import FEEDBACK
from gateway.http.paging import MOST_PER_PAGE, USUAL_PAGE, PageQuery, cursor_at, micros, moment_at
from gateway.http.replies import fresh
from gateway.http.visit import Visit
from gateway.store.answers.asked_rows import UnansweredQuestion

USUAL_DAYS, MOST_DAYS = 30, 366
MOST_WORDINGS = 5
COUNTED = ("questions", "refused", "doubtful", "from_memory", "question_tokens", "answer_tokens")


class FiguresQuery(BaseModel):
    """The query for figures."""

    days: int = Field(USUAL_DAYS, ge=1, le=MOST_DAYS)
    by: Annotated[Literal["app", "key"] | None, Absent()] = None


class UnansweredQuery(PageQuery):
    """The query for what nobody could answer."""

    days: int = Field(USUAL_DAYS, ge=1, le=MOST_DAYS)


async def usage(visit: Visit) -> Response:
    """Returns how much was asked of the caller's tenant, by day and application or key, and all together."""
    wanted = checked(FiguresQuery, dict(visit.query))
    asked = visit.services.reading.asked
    found = [asdict(row) for row in await asked.figures(visit.caller.tenant, wanted.days, wanted.by or "app")]
    totals: Counter[str] = Counter()
    for row in found:
        row["day"] = row["day"].isoformat()
        totals.update({name: row[name] for name in COUNTED})
    return fresh({"days": wanted.days, "total": {name: totals[name] for name in COUNTED}, "by_day": found})


async def unanswered(visit: Visit) -> Response:
    """Lists groups of questions with nearly the same words that were refused or doubted, the most frequent first.
    Pages are of one moment: that of the first one."""
    wanted, asker = checked(UnansweredQuery, dict(visit.query)), visit.caller
    asked = visit.services.reading.asked
    until, first = moment_at(wanted.cursor) or (await asked.now(), 0)
    if first < 0:
        raise InvalidField.named("cursor", "must be the next_cursor of an earlier page")
    found = await asked.unanswered(asker.tenant, wanted.days, until)
    groups = await asyncio.to_thread(_groups, [entry for entry in found if asker.may_read(entry.stored)])
    page = groups[first : first + wanted.limit]
    more = len(groups) > first + wanted.limit
    cursor = cursor_at(micros(until), first + wanted.limit) if more else None
    return fresh({"questions": page, "next_cursor": cursor, "total": len(groups)})


def _groups(found: Sequence[UnansweredQuestion]) -> list[dict[str, Any]]:
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


NUMBERS = ", ".join(f"{name}: count" for name in COUNTED)
USAGE = shape(
    f"""{{
        days: count, total: {{{NUMBERS}}},
        by_day: {{
            day: day,
            name: text | null, -- The application; or the beginning of the key, `users` for those that back ends name,
                -- null for what is not known any more.
            label: text, -- Of the key.
            {NUMBERS}
        }}[]
    }}""",
    day={"type": "string", "format": "date"},
)
GROUPS = """{
    questions: {
        question: text, -- As it can be understood by itself.
        wordings: text[], -- As it was asked, the newest first.
        count: count, refused: count, doubtful: count, language: text, first_at: time, last_at: time,
        answer_uuid: uuid -- The newest answer.
    }[],
    next_cursor: text | null,
    total: count -- How many groups there are.
}"""
DAYS = f"days?: 1..{MOST_DAYS} = {USUAL_DAYS}, -- How far back.\n"
FIGURES = Operation(
    FEEDBACK,
    "usage: How much was asked. Questions, refusals, answers from memory and tokens, by day (UTC).",
    ok(USAGE, "The latest day first; days without a question are left out."),
    parameters=parameters(DAYS + "by?: by -- By application (the default) or by key.", by=one_of("app", "key", "")),
)
UNANSWERED = Operation(
    FEEDBACK,
    "unanswered: What nobody could answer. Questions that were refused or answered with doubt, and not answered since "
    "in the same words; those with nearly the same words together, the most frequent first.",
    ok(shape(GROUPS), "One page."),
    parameters=parameters(DAYS + page_of(MOST_PER_PAGE, USUAL_PAGE)),
)
ENDPOINTS = [
    HttpEndpoint("GET", "/v1/usage", usage, roles=STAFF, operation=FIGURES),
    HttpEndpoint("GET", "/v1/unanswered", unanswered, roles=STAFF, operation=UNANSWERED),
]
