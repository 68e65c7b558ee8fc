"""What the tenant used and what it costs, by day, key, application and model; as JSON or as CSV (docs/access.md)."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from gateway.access_key import NAMED
from gateway.errors import InvalidField
from gateway.http.bodies import Absent, checked
from gateway.http.endpoint import ADMIN, HttpEndpoint
from gateway.http.openapi.operation import JSON, Operation, parameters, response
from gateway.http.openapi.shapes import shape
from gateway.http.openapi.tags import ADMINISTRATION
from gateway.http.replies import NO_STORE, fresh
from gateway.http.visit import Visit
from gateway.models.prices import Prices
from gateway.store.allowances import UsedOnDay

CSV = "text/csv"
USUAL_DAYS, MOST_DAYS = 30, 366
COLUMNS = ("day", "key", "label", "app", "model", "answers", "question_tokens", "answer_tokens", "cost", "currency")
COUNTED = ("answers", "question_tokens", "answer_tokens")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute (OWASP, CSV injection); it gets an apostrophe in front."""
KEY = r"^[0-9a-f]{16}$"


class UsageQuery(BaseModel):
    """The query for use."""

    since: Annotated[date | None, Absent()] = None
    until: Annotated[date | None, Absent()] = None
    key: Annotated[Annotated[str, Field(pattern=KEY)] | None, Absent()] = None

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day."""
        last = self.until or datetime.now(UTC).date()
        first = self.since or date.fromordinal(max(1, last.toordinal() - USUAL_DAYS + 1))
        if not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
            raise InvalidField.named("since", f"must be up to {MOST_DAYS - 1} days before `until`")
        return first, last


async def usage(visit: Visit) -> Response:
    """Returns what was used on some days, and what lies in the knowledge base now."""
    wanted, tenant, parts = checked(UsageQuery, dict(visit.query)), visit.caller.whole_tenant(), visit.services
    first, last = wanted.days
    rows = _rows(await parts.allowances.usage(tenant, first, last, wanted.key), parts.prices)
    if CSV in visit.headers.get("accept", "").lower():
        headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="usage-{first}-{last}.csv"'}
        return Response(_csv(rows, parts.settings.currency), media_type=CSV, headers=headers)
    stored = await parts.allowances.stored(tenant)
    return fresh(
        {
            "since": first.isoformat(),
            "until": last.isoformat(),
            "currency": parts.settings.currency,
            "total": _total(rows),
            "by_day": [{**row, "cost": _number(row["cost"])} for row in rows],
            "stored_bytes": sum(stored.values()),
            "stored_by": [{"key": key[:NAMED] or None, "bytes": size} for key, size in stored.items() if size],
        }
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


def _total(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Returns the sums; that of the costs is null where one of them is not known."""
    counts: Counter[str] = Counter()
    for row in rows:
        counts.update({name: row[name] for name in COUNTED})
    costs = [row["cost"] for row in rows]
    whole = None if None in costs else sum(costs, Decimal(0))
    return {**{name: counts[name] for name in COUNTED}, "cost": _number(whole)}


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


NUMBERS = """answers: count, question_tokens: count, answer_tokens: count,
    cost: number | null -- Null where the price of a model is not set (`GATEWAY_PRICES`).
"""
USED = shape(
    f"""{{
        since: day, until: day,
        currency: text, -- Of the costs.
        total: {{{NUMBERS}}},
        by_day: {{
            day: day,
            key: text | null, -- The key's id; null where none was needed.
            label: text, -- Of the key.
            app: text, -- `caller_app` of the questions.
            model: text | null, -- Null where no model was asked.
            {NUMBERS}
        }}[],
        stored_bytes: count, -- Of all documents, now.
        stored_by: {{key: text | null, bytes: number}}[] -- By the key that sent them; null for commands.
    }}""",
    day={"type": "string", "format": "date"},
)
USAGE = Operation(
    ADMINISTRATION,
    "tenantUsage: What was used, and what it costs. By day (UTC), key, application and model.",
    {
        "200": response(
            "The latest day first.", {JSON: {"schema": USED}, CSV: {"schema": {**shape("text"), "description": "CSV."}}}
        )
    },
    parameters=parameters(
        """
        since?: day, -- The first day; 29 days before the last without it.
        until?: day, -- The last day; today (UTC) without it.
        key?: key -- Only of this key.
        """,
        day={"type": "string", "format": "date"},
        key={"type": "string", "pattern": KEY},
    ),
)
ENDPOINTS = [HttpEndpoint("GET", "/admin/usage", usage, roles=ADMIN, operation=USAGE)]
