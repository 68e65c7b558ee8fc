"""What the tenant used and what it costs, by day, key, application and model; as JSON or as CSV (docs/access.md)."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, cast

from pydantic import BaseModel, Field
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Day
from gateway.errors import InvalidField
from gateway.http.door.bodies import OrAbsent, queried
from gateway.http.door.endpoint import ADMIN, endpoints_of
from gateway.http.door.paging import CalendarDay
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import or_empty
from gateway.http.openapi.operation import JSON, Operation, ok_in, parameter
from gateway.http.openapi.tags import ADMINISTRATION
from gateway.http.replies import NO_STORE, fresh
from gateway.limits.access_key import NAMED
from gateway.models.prices import Prices
from gateway.store.accounts.allowances import UsedOnDay

CSV = "text/csv"
USUAL_DAYS, MOST_DAYS = 30, 366
COLUMNS = ("day", "key", "label", "app", "model", "answers", "question_tokens", "answer_tokens", "cost", "currency")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute (OWASP, CSV injection); it gets an apostrophe in front."""
KEY = r"^[0-9a-f]{16}$"


class UsageQuery(BaseModel):
    """The query for use."""

    since: OrAbsent[CalendarDay] = None
    until: OrAbsent[CalendarDay] = None
    key: OrAbsent[Annotated[str, Field(pattern=KEY)]] = None

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day."""
        last = self.until or datetime.now(UTC).date()
        first = self.since or date.fromordinal(max(1, last.toordinal() - USUAL_DAYS + 1))
        if not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
            raise InvalidField.named("since", f"must be up to {MOST_DAYS - 1} days before `until`")
        return first, last


class Used(TypedDict):
    answers: Count
    question_tokens: Count
    answer_tokens: Count
    cost: float | None
    """Null if the price of a model is not set (`GATEWAY_PRICES`)."""


class UsedOnOneDay(Used):
    day: Day
    key: str | None
    """The key's id; null if no key was needed."""
    label: str
    """Of the key."""
    app: str
    """`caller_app` of the questions."""
    model: str | None
    """Null if no model was asked."""


class StoredBytes(TypedDict):
    key: str | None
    bytes: float


class TenantUsage(TypedDict):
    since: Day
    until: Day
    currency: str
    """Of the costs."""
    total: Used
    by_day: list[UsedOnOneDay]
    stored_bytes: Count
    """Of all documents, now."""
    stored_by: list[StoredBytes]
    """By the key that sent them; null for commands."""


COUNTED = ("answers", "question_tokens", "answer_tokens")


async def usage(visit: Visit) -> Response:
    """Returns what was used on some days, and what lies in the knowledge base now."""
    wanted, tenant, parts = queried(visit, UsageQuery), visit.caller.whole_tenant(), visit.services
    first, last = wanted.days
    rows = _rows(await parts.allowances.usage(tenant, first, last, wanted.key), parts.prices)
    if CSV in visit.headers.get("accept", "").lower():
        headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="usage-{first}-{last}.csv"'}
        return Response(_csv(rows, parts.prices.currency), media_type=CSV, headers=headers)
    stored = await parts.allowances.stored(tenant)
    return fresh(
        TenantUsage(
            since=first.isoformat(),
            until=last.isoformat(),
            currency=parts.prices.currency,
            total=_total(rows),
            by_day=[cast(UsedOnOneDay, {**row, "cost": _number(row["cost"])}) for row in rows],
            stored_bytes=sum(stored.values()),
            stored_by=[{"key": key[:NAMED] or None, "bytes": size} for key, size in stored.items() if size],
        )
    )


def _rows(found: Sequence[UsedOnDay], prices: Prices) -> list[dict[str, Any]]:
    return [
        {
            "day": used.day.isoformat(),
            "key": used.key_hash[:NAMED] or None,
            "label": used.label,
            "app": used.caller_app,
            "model": used.model or None,
            "answers": used.answers,
            "question_tokens": used.question_tokens,
            "answer_tokens": used.answer_tokens,
            "cost": prices.cost(used.model, used.question_tokens, used.answer_tokens),
        }
        for used in found
    ]


def _total(rows: Sequence[dict[str, Any]]) -> Used:
    """Returns the sums; that of the costs is null where one of them is not known."""
    counts = {name: sum(row[name] for row in rows) for name in COUNTED}
    costs = [row["cost"] for row in rows]
    whole = None if None in costs else sum(costs, Decimal(0))
    return cast(Used, {**counts, "cost": _number(whole)})


def _number(cost: Decimal | None) -> float | None:
    return None if cost is None else round(float(cost), 6)


def _csv(rows: Sequence[dict[str, Any]], currency: str) -> str:
    """Returns CSV (RFC 4180) with a head."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for row in rows:
        cost = "" if row["cost"] is None else f"{row['cost']:.6f}"
        writer.writerow([_cell(row.get(name)) for name in COLUMNS[:-2]] + [cost, currency])
    return file.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value


USAGE = Operation(
    "tenantUsage: What was used, and what it costs. By day (UTC), key, application and model.",
    ok_in(
        {JSON: {"schema": TenantUsage}, CSV: {"schema": {"type": "string", "description": "CSV."}}},
        "The latest day first.",
    ),
    parameters=(
        parameter("since", or_empty(Day), "The first day; 29 days before the last without it."),
        parameter("until", or_empty(Day), "The last day; today (UTC) without it."),
        parameter("key", or_empty({"type": "string", "pattern": KEY}), "Only of this key."),
    ),
)
ENDPOINTS = endpoints_of(ADMINISTRATION, ("GET", "/admin/usage", ADMIN, usage, USAGE))
