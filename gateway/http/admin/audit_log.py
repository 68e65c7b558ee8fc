"""The audit log for administrators: who did what in their tenant, in pages or whole as JSON lines (docs/access.md)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from starlette.responses import Response, StreamingResponse
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Time
from gateway.errors import InvalidField
from gateway.http.door.bodies import OrAbsent, queried
from gateway.http.door.endpoint import ADMIN, endpoints_of
from gateway.http.door.paging import MOMENT, PAGE, SEARCH_SCHEMA, Moment, Page, PageQuery, Words, cut, number_at
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import or_empty
from gateway.http.openapi.operation import JSON, Operation, ok_in, parameter
from gateway.http.openapi.tags import ADMINISTRATION
from gateway.http.replies import NO_STORE, fresh, shown_as
from gateway.store.accounts.audit import Audit, AuditEvent, AuditSearch
from gateway.wire.shared.frame import json_bytes

JSON_LINES = "application/x-ndjson"
ASKED_FOR = (JSON_LINES, "application/jsonl", "application/jsonlines")
"""Media types in `Accept` that mean JSON lines."""
AT_ONCE = 500
"""Lines that are read at a time."""


class AuditQuery(PageQuery):
    """The query of the log."""

    actor: Words = None
    action: Words = None
    target: Words = None
    since: OrAbsent[Moment] = None
    until: OrAbsent[Moment] = None

    @property
    def search(self) -> AuditSearch:
        """What is looked for, on whichever page."""
        return AuditSearch(self.actor, self.action, self.target, self.since, self.until)


class Event(TypedDict):
    id: Count
    at: Time
    actor: str
    """`key:` and the key's id, `local`, `command` or `server`."""
    role: str | None
    user_ref: str | None
    """The user for whom a business back end acted."""
    action: str
    """Such as `key.revoked`."""
    target: str
    """The id of the object."""
    detail: dict[str, Any]


class EventPage(Page):
    events: list[Event]


async def audit(visit: Visit) -> Response:
    """Lists what was done, newest first: a page, or for `Accept: application/x-ndjson` all of it, a line each."""
    wanted, tenant = queried(visit, AuditQuery), visit.caller.whole_tenant()
    log, before = visit.services.keys.audit, number_at(wanted.cursor)
    if any(kind in visit.headers.get("accept", "").lower() for kind in ASKED_FOR):
        if before is not None:
            raise InvalidField.named("cursor", "does not go with JSON lines, which are sent whole")
        lines = _lines(log, tenant, wanted.search)
        headers = {**NO_STORE, "Content-Disposition": 'attachment; filename="audit.jsonl"'}
        return StreamingResponse(lines, media_type=JSON_LINES, headers=headers)
    found = await log.page(tenant, wanted.search, before, wanted.limit + 1)
    page, cursor = cut(found, wanted.limit, lambda event: (event.number,))
    return fresh(EventPage(events=[_event(event) for event in page], next_cursor=cursor))


async def _lines(log: Audit, tenant: str, wanted: AuditSearch) -> AsyncGenerator[bytes]:
    before = None
    while True:
        found = await log.page(tenant, wanted, before, AT_ONCE)
        if found:
            yield b"".join(json_bytes(_event(event)) + b"\n" for event in found)
        if len(found) < AT_ONCE:
            return
        before = found[-1].number


def _event(event: AuditEvent) -> Event:
    return shown_as(Event, event, id=event.number, role=event.role or None)


LOG = Operation(
    "auditLog: Who did what. To keys, limits, documents, the memory, policies and settings; newest first.",
    ok_in({JSON: {"schema": EventPage}, JSON_LINES: {"schema": str}}, "One page, or the whole log."),
    parameters=(
        parameter("actor", SEARCH_SCHEMA, "Only of this actor."),
        parameter(
            "action", SEARCH_SCHEMA, "Only this action. A point at the end means all actions that begin so: `key.`."
        ),
        parameter("target", SEARCH_SCHEMA, "Only on this object."),
        parameter("since", or_empty(MOMENT), "Not before."),
        parameter("until", or_empty(MOMENT), "Only before."),
        *PAGE,
    ),
)
ENDPOINTS = endpoints_of(ADMINISTRATION, ("GET", "/admin/audit", ADMIN, audit, LOG))
