"""What staff do with remembered answers: look through them, validate, retire and delete them, and try the memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NotRequired, cast, get_args

from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Share, Time, Uuid
from gateway.errors import InvalidField, NotFound, NothingToTakeBack
from gateway.http.door.bodies import received, without_null
from gateway.http.door.endpoint import STAFF, endpoints_of
from gateway.http.door.paging import (
    LARGEST_ID,
    LONGEST_SEARCH,
    MOST_PER_PAGE,
    PAGE,
    SEARCH_SCHEMA,
    Page,
    micros,
    moment_of,
)
from gateway.http.door.visit import Visit
from gateway.http.memory.memory_lookup import EXAMPLE_LOOKUP, DryRunRequest, outside, question_of
from gateway.http.openapi.operation import Operation, body, no_content, ok, parameter, up_to
from gateway.http.openapi.tags import MEMORY
from gateway.http.replies import fresh, shown_as
from gateway.memory.recall import facts
from gateway.memory.rules.decision import StepName
from gateway.memory.rules.entry import Status

STATUSES = get_args(Status)
FIGURES_DAYS = 30
_CURSOR = re.compile(r"([0-9]{1,17})-([0-9]{1,18})", re.ASCII)
_ID = re.compile(r"[0-9]{1,19}", re.ASCII)


class EntrySource(TypedDict):
    """A passage, or a part of the graph: then both ids are null, and `title` is the entity or the relation. `current`:
    it is the same as when it was cited. `title` is null if it was deleted."""

    document_id: str | None
    title: str | None
    passage_id: str | None
    current: bool


class NearestEntry(TypedDict):
    id: Count
    question: str
    answer: str
    status: Status
    created_at: Time


class Neighbour(NearestEntry):
    score: Share


class Neighbours(TypedDict):
    entries: list[Neighbour]


class Entry(NearestEntry):
    original_question: str
    language: str
    metadata: dict[str, Any]
    usage_count: Count
    hit_count: Count
    agreed_count: Count
    wrong_count: Count
    gate_score: Share | None
    sources: list[EntrySource]
    answer_uuid: Uuid | None
    last_used_at: Time | None
    expires_at: Time


class EntryPage(Page):
    entries: list[Entry]


class EntryEvent(TypedDict):
    kind: str
    reason: str
    actor: str
    detail: dict[str, Any]
    at: Time


class EntryWithEvents(Entry):
    """An entry and its events, newest first."""

    events: list[EntryEvent]


class DecidedEntry(EntryWithEvents):
    """An entry and its events, newest first. `superseded`: entries that it has just replaced; they are obsolete."""

    superseded: list[Count]


class JudgedEntry(TypedDict):
    response_id: Count
    question: str
    status: Status


class DecisionStep(TypedDict):
    name: StepName
    passed: bool | None
    reason: str | None
    detail: dict[str, Any]


class MemoryDecisionJson(TypedDict):
    """`decision`: `hit`, or the reason against it. `judged`: the nearest entry."""

    decision: str
    score: NotRequired[Share]
    response_id: NotRequired[Count]
    veto: NotRequired[str]
    judged: NotRequired[JudgedEntry]
    steps: list[DecisionStep]


class FiguresJson(TypedDict):
    days: Count
    served: Count
    agreed: Count
    disagreed: Count
    refused: dict[str, Count]
    entries: dict[str, Count]


async def entries(visit: Visit) -> Response:
    """Lists entries, newest first, by status and by words of question or answer."""
    asker, given = visit.caller, visit.query_params
    status, words = given.get("status") or None, given.get("q") or None
    if status is not None and status not in STATUSES:
        raise InvalidField.named("status", f"must be one of {', '.join(STATUSES)}")
    if words is not None and (len(words) > LONGEST_SEARCH or "\0" in words):
        raise InvalidField.named("q", f"must be text of at most {LONGEST_SEARCH} characters")
    limit = _number(given.get("limit"), "limit", 50, MOST_PER_PAGE)
    found = await visit.services.memories.entries(
        asker.tenant,
        status=status,
        words=words,
        within=asker.within,
        after=_after(given.get("cursor")),
        limit=limit + 1,
    )
    days = visit.services.memory.rules.max_age_days
    cursor = _cursor(found[limit - 1]) if len(found) > limit else None
    return fresh(EntryPage(entries=[_entry(row, days) for row in found[:limit]], next_cursor=cursor))


async def entry(visit: Visit) -> Response:
    """Returns an entry with what happened to it."""
    return fresh(await _found(visit))


async def similar(visit: Visit) -> Response:
    """Lists the entries whose questions are nearest, of whatever status; none where no vectors are made."""
    response_id = (await _found(visit))["id"]
    found = await visit.services.memories.similar(visit.caller.tenant, response_id) or []
    neighbours = [shown_as(Neighbour, row, score=round(row["score"], 4)) for row in found]
    return fresh(Neighbours(entries=neighbours))


async def validate(visit: Visit) -> Response:
    """Validates an entry: it may be served from now on, in place of another entry for the same question."""
    return await _set(visit, "validated")


async def obsolete(visit: Visit) -> Response:
    """Retires an entry: it is not served any more."""
    return await _set(visit, "obsolete")


async def _set(visit: Visit, status: str) -> Response:
    asker, response_id = visit.caller, (await _found(visit))["id"]
    superseded = await visit.services.memories.set_status(asker.tenant, response_id, status, asker.subject)
    if superseded is None:
        raise _unknown(response_id)
    decided: DecidedEntry = {**await _found(visit), "superseded": superseded}
    return fresh(decided)


async def delete(visit: Visit) -> Response:
    """Deletes an entry. It can come back for an hour; what happened to it stays recorded."""
    asker, response_id = visit.caller, (await _found(visit))["id"]
    if not await visit.services.memories.delete(asker.tenant, response_id, asker.subject):
        raise _unknown(response_id)
    return Response(status_code=204)


async def take_back(visit: Visit) -> Response:
    """Takes back what a person decided about an entry last: validating, retiring or deleting it."""
    asker, response_id = visit.caller, _id(visit)
    done = await visit.services.memories.take_back(asker.tenant, response_id, asker.subject, within=asker.within)
    if done is None:
        raise _unknown(response_id)
    if not done:
        raise NothingToTakeBack(f"Entry {response_id} has changed since, or another is served for its question now.")
    return fresh(await _found(visit))


async def dry_run(visit: Visit) -> Response:
    """Returns every step of the decision about a question. Nothing is counted or changed by it."""
    asked = await received(visit, DryRunRequest)
    if (reason := outside(visit, asked)) is not None:
        return fresh(MemoryDecisionJson(decision=reason, steps=[]))
    question, dependent = question_of(visit, asked.message.content, asked.context, asked.language)
    decision = await visit.services.memory.answer(question, dependent=dependent, dry=True)
    outcome = facts(decision)
    best = decision.best
    named = {
        "decision": outcome["decision"],
        "score": outcome.get("score"),
        "response_id": outcome.get("responseId"),
        "veto": outcome.get("veto"),
        "judged": shown_as(JudgedEntry, best) if best else None,
    }
    steps = [shown_as(DecisionStep, step) for step in decision.steps]
    return fresh(cast(MemoryDecisionJson, {**without_null(named), "steps": steps}))


async def figures(visit: Visit) -> Response:
    """Returns what the memory did in the last days, and what it holds."""
    asker = visit.caller
    days = _number(visit.query_params.get("days"), "days", FIGURES_DAYS, 3660)
    counts, statuses = await visit.services.memories.figures(asker.tenant, days)
    served, agreed, disagreed = (counts.get((name, ""), 0) for name in ("served", "agreed", "disagreed"))
    refused = {reason: count for (kind, reason), count in counts.items() if kind == "refused"}
    entries = {name: statuses.get(name, 0) for name in STATUSES}
    shown = FiguresJson(days=days, served=served, agreed=agreed, disagreed=disagreed, refused=refused, entries=entries)
    return fresh(shown)


# Small parts ----------------------------------------------------------------------------------------------------------


async def _found(visit: Visit) -> EntryWithEvents:
    """Returns the entry of the path. An entry of a workspace that the caller may not see is unknown."""
    asker, response_id = visit.caller, _id(visit)
    row = await visit.services.memories.entry(asker.tenant, response_id, within=asker.within)
    if row is None:
        raise _unknown(response_id)
    events = [shown_as(EntryEvent, event) for event in row["events"]]
    return {**_entry(row, visit.services.memory.rules.max_age_days), "events": events}


def _entry(row: Mapping[str, Any], max_age_days: int) -> Entry:
    """Returns an entry with the fields of the protocol. Its time is over so many days after its answer was made."""
    answer_id, expires_at = row["source_answer_id"], row["created_at"] + timedelta(days=max_age_days)
    return shown_as(Entry, row, answer_uuid=answer_id.hex if answer_id else None, expires_at=expires_at)


def _id(visit: Visit) -> int:
    named = visit.path_id
    if not _ID.fullmatch(named) or int(named) > LARGEST_ID:
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
    return f"{micros(last['created_at'])}-{last['id']}"


def _after(cursor: str | None) -> tuple[datetime, int] | None:
    if not cursor:
        return None
    read = _CURSOR.fullmatch(cursor)
    if not read:
        raise InvalidField.named("cursor", "must be the next_cursor of an earlier page")
    return moment_of(int(read[1])), int(read[2])


_about_entry = partial(Operation, parameters=(parameter("id", Count, "The entry's number."),))
NOW = ok(EntryWithEvents, "The entry as it is now.")
DECIDED = ok(DecidedEntry, "The entry as it is now.")
LIST = Operation(
    "listEntries: List entries. Newest first.",
    ok(EntryPage, "One page."),
    parameters=(
        parameter("status", Status, "Only of this status."),
        parameter("q", SEARCH_SCHEMA, "Only with these words in question or answer."),
        *PAGE,
    ),
)
READ = _about_entry("readEntry: Read an entry.", ok(EntryWithEvents, "The entry."))
DELETE = _about_entry("deleteEntry: Delete an entry. It can come back for an hour.", no_content("It is gone."))
SIMILAR = _about_entry(
    "similarEntries: Entries with similar questions. Nearest first; none where no vectors are made.",
    ok(Neighbours, "Its neighbours."),
)
VALIDATE = _about_entry("validateEntry: Validate an entry. It may be served from now on.", DECIDED)
RETIRE = _about_entry("retireEntry: Retire an entry. It is served no more.", DECIDED)
TAKE_BACK = _about_entry(
    "takeDecisionBack: Take back what was decided about an entry last. It is as it was before it was validated, retired "
    "or deleted.",
    NOW,
    refusals=(NothingToTakeBack,),
)
TRY = Operation(
    "tryMemory: Try the memory. Every step of the decision; nothing is counted or changed.",
    ok(MemoryDecisionJson, "The decision."),
    body(DryRunRequest, EXAMPLE_LOOKUP),
)
COUNT = Operation(
    "memoryFigures: What the memory did.",
    ok(FiguresJson, "Counts."),
    parameters=(parameter("days", {**up_to(3660), "default": FIGURES_DAYS}, "How far back."),),
)
ENDPOINTS = endpoints_of(
    MEMORY,
    ("GET", "/staff/memory/entries", STAFF, entries, LIST),
    ("GET", "/staff/memory/entries/{id}", STAFF, entry, READ),
    ("DELETE", "/staff/memory/entries/{id}", STAFF, delete, DELETE),
    ("GET", "/staff/memory/entries/{id}/similar", STAFF, similar, SIMILAR),
    ("POST", "/staff/memory/entries/{id}/validate", STAFF, validate, VALIDATE),
    ("POST", "/staff/memory/entries/{id}/obsolete", STAFF, obsolete, RETIRE),
    ("POST", "/staff/memory/entries/{id}/undo", STAFF, take_back, TAKE_BACK),
    ("POST", "/staff/memory/dry-run", STAFF, dry_run, TRY),
    ("GET", "/staff/memory/figures", STAFF, figures, COUNT),
)
