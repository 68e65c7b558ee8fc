"""What staff do with remembered answers: look through them, validate, retire and delete them, and try the memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gateway.errors import InvalidField, NotFound
from gateway.http import caller as access
from gateway.http.bodies import received, without_null
from gateway.http.memory_lookup import LookupRequest, outside, question_of
from gateway.http.replies import fresh
from gateway.memory.recall import facts, rfc3339
from gateway.memory.rules.entry import Status
from gateway.services import services

STATUSES = get_args(Status)
MOST_PER_PAGE = 100
LONGEST_SEARCH = 200
FIGURES_DAYS = 30
_CURSOR = re.compile(r"([0-9]{1,17})-([0-9]{1,18})", re.ASCII)
_ID = re.compile(r"[0-9]{1,19}", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LARGEST_ID = 2**63 - 1


async def entries(request: Request) -> Response:
    """Entries, newest first, by status and by words of question or answer."""
    caller, given = access.caller(request), request.query_params
    status, words = given.get("status") or None, given.get("q") or None
    if status is not None and status not in STATUSES:
        raise InvalidField.named("status", f"must be one of {', '.join(STATUSES)}")
    if words is not None and (len(words) > LONGEST_SEARCH or "\0" in words):
        raise InvalidField.named("q", f"must be text of at most {LONGEST_SEARCH} characters")
    limit = _number(given.get("limit"), "limit", 50, MOST_PER_PAGE)
    found = await services(request).memories.entries(
        caller.tenant,
        status=status,
        words=words,
        within=caller.within,
        after=_after(given.get("cursor")),
        limit=limit + 1,
    )
    page = [_entry(row) for row in found[:limit]]
    return fresh({"entries": page, "next_cursor": _cursor(found[limit - 1]) if len(found) > limit else None})


async def entry(request: Request) -> Response:
    """One entry with what happened to it."""
    return fresh(await _found(request))


async def similar(request: Request) -> Response:
    """The entries whose questions are nearest, of whatever status; none where no vectors are made."""
    response_id = (await _found(request))["id"]
    found = await services(request).memories.similar(access.tenant(request), response_id) or []
    named = ("id", "question", "answer", "status")
    said = [
        {
            **{name: row[name] for name in named},
            "created_at": rfc3339(row["created_at"]),
            "score": round(row["score"], 4),
        }
        for row in found
    ]
    return fresh({"entries": said})


async def validate(request: Request) -> Response:
    """It may be served from now on, in place of another one to the same question."""
    return await _set(request, "validated")


async def obsolete(request: Request) -> Response:
    """It is not served any more."""
    return await _set(request, "obsolete")


async def _set(request: Request, status: str) -> Response:
    caller, response_id = access.caller(request), (await _found(request))["id"]
    if not await services(request).memories.set_status(caller.tenant, response_id, status, caller.subject):
        raise _unknown(response_id)
    return fresh(await _found(request))


async def delete(request: Request) -> Response:
    """It is gone; what happened to it stays written down."""
    caller, response_id = access.caller(request), (await _found(request))["id"]
    if not await services(request).memories.delete(caller.tenant, response_id, caller.subject):
        raise _unknown(response_id)
    return Response(status_code=204)


async def dry_run(request: Request) -> Response:
    """Every step of the decision about a question. Nothing is counted or changed by it."""
    asked = await received(request, LookupRequest)
    if (reason := outside(request, asked)) is not None:
        return fresh({"decision": reason, "steps": []})
    question, dependent = question_of(request, asked.message.content, asked.context, asked.language)
    decision = await services(request).memory.answer(question, dependent=dependent, dry=True)
    said = facts(decision)
    best = decision.best
    named = {
        "decision": said["decision"],
        "score": said.get("score"),
        "response_id": said.get("responseId"),
        "veto": said.get("veto"),
        "judged": {"response_id": best.response_id, "question": best.question, "status": best.status} if best else None,
    }
    steps = [
        {"name": step.name, "passed": step.passed, "reason": step.reason, "detail": dict(step.detail)}
        for step in decision.steps
    ]
    return fresh({**without_null(named), "steps": steps})


async def figures(request: Request) -> Response:
    """What the memory did in the last days, and what it holds."""
    caller = access.caller(request)
    days = _number(request.query_params.get("days"), "days", FIGURES_DAYS, 3660)
    counts, held = await services(request).memories.figures(caller.tenant, days)
    named = {name: counts.get((name, ""), 0) for name in ("served", "agreed", "disagreed")}
    refused = {reason: count for (kind, reason), count in counts.items() if kind == "refused"}
    return fresh({"days": days, **named, "refused": refused, "entries": {name: held.get(name, 0) for name in STATUSES}})


# Small parts -----------------------------------------------------------------------------------------------------------


async def _found(request: Request) -> dict[str, Any]:
    """The entry of the path. One of a workspace that the caller may not see is unknown."""
    caller, response_id = access.caller(request), _id(request)
    row = await services(request).memories.entry(caller.tenant, response_id, within=caller.within)
    if row is None:
        raise _unknown(response_id)
    events = [{**event, "at": rfc3339(event["at"])} for event in row["events"]]
    return {**_entry(row), "events": events}


def _entry(row: Mapping[str, Any]) -> dict[str, Any]:
    """An entry in REST spelling."""
    same = (
        "id", "question", "original_question", "answer", "status", "language", "metadata", "usage_count", "hit_count",
        "agreed_count", "wrong_count", "gate_score", "sources",
    )  # fmt: skip
    used = row["last_used_at"]
    return {
        **{name: row[name] for name in same},
        "answer_uuid": row["source_answer_id"].hex if row["source_answer_id"] else None,
        "created_at": rfc3339(row["created_at"]),
        "last_used_at": rfc3339(used) if used else None,
        "expires_at": rfc3339(row["expires_at"]),
    }


def _id(request: Request) -> int:
    named = str(request.path_params["id"])
    if not _ID.fullmatch(named) or int(named) > _LARGEST_ID:
        raise _unknown(named)
    return int(named)


def _unknown(response_id: object) -> NotFound:
    return NotFound(f"The answer memory has no entry {str(response_id)[:80]}.")


def _number(given: str | None, field: str, default: int, most: int) -> int:
    if not given:
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 9 and 1 <= int(given) <= most):
        raise InvalidField.named(field, f"must be a number from 1 to {most}")
    return int(given)


def _cursor(last: Mapping[str, Any]) -> str:
    return f"{(last['created_at'] - _EPOCH) // timedelta(microseconds=1)}-{last['id']}"


def _after(cursor: str | None) -> tuple[datetime, int] | None:
    if not cursor:
        return None
    read = _CURSOR.fullmatch(cursor)
    if not read:
        raise InvalidField.named("cursor", "must be the next_cursor of an earlier page")
    return _EPOCH + timedelta(microseconds=int(read[1])), int(read[2])


ROUTES = [
    Route("/staff/memory/entries", entries, methods=["GET"]),
    Route("/staff/memory/entries/{id}", entry, methods=["GET"]),
    Route("/staff/memory/entries/{id}", delete, methods=["DELETE"]),
    Route("/staff/memory/entries/{id}/similar", similar, methods=["GET"]),
    Route("/staff/memory/entries/{id}/validate", validate, methods=["POST"]),
    Route("/staff/memory/entries/{id}/obsolete", obsolete, methods=["POST"]),
    Route("/staff/memory/dry-run", dry_run, methods=["POST"]),
    Route("/staff/memory/figures", figures, methods=["GET"]),
]
