"""Everything of one user, thread, session or document, for administrators: counted, exported, erased
(docs/privacy.md)."""

from __future__ import annotations

import uuid
from typing import Annotated, cast

from pydantic import AfterValidator, BaseModel, Field, WithJsonSchema, model_validator
from starlette.responses import Response, StreamingResponse
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Uuid
from gateway.http.door.bodies import (
    STORABLE,
    OrAbsent,
    OrBlank,
    Positive,
    queried,
    received,
    storable,
    text_schema,
    up_to,
)
from gateway.http.door.endpoint import ADMIN, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import object_of
from gateway.http.openapi.operation import Operation, body, ok, ok_in, parameter
from gateway.http.openapi.tags import ADMINISTRATION
from gateway.http.replies import NO_STORE, fresh
from gateway.store.privacy import Whose

JSON_LINES = "application/x-ndjson"
LONGEST = 200
TEXT = {"type": "string", "minLength": 1, **text_schema(LONGEST, STORABLE)}
Named = OrBlank[Annotated[str, Field(max_length=LONGEST), AfterValidator(storable), WithJsonSchema(TEXT)]]
MOST_DAYS = 36_500
KINDS = ("user_ref", "thread_id", "session_id", "document_id")


class Everything(BaseModel):
    """Names one user, thread, session or document."""

    user_ref: Named = None
    thread_id: Named = None
    caller_app: Named = None
    session_id: Named = None
    document_id: OrBlank[uuid.UUID] = None

    @model_validator(mode="after")
    def _names_one(self) -> Everything:
        if sum(getattr(self, kind) is not None for kind in KINDS) != 1:
            raise ValueError(f"name one of {', '.join(KINDS)}")
        if (self.thread_id is None) != (self.caller_app is None):
            raise ValueError("thread_id and caller_app go together")
        return self

    @property
    def whose(self) -> Whose:
        """What is named, as the store knows it."""
        if self.user_ref is not None:
            return Whose.user(self.user_ref)
        if self.thread_id is not None:
            return Whose("thread", self.thread_id, self.caller_app)
        if self.session_id is not None:
            return Whose("session", self.session_id)
        return Whose("document", str(self.document_id))


async def found(visit: Visit) -> Response:
    """Counts what there is."""
    wanted = queried(visit, Everything)
    return fresh({"found": await visit.services.privacy.found(visit.caller.whole_tenant(), wanted.whose)})


async def export(visit: Visit) -> Response:
    """Sends all of it as JSON lines."""
    wanted = queried(visit, Everything)
    lines = visit.services.privacy.export(visit.caller.whole_tenant(), wanted.whose)
    headers = {**NO_STORE, "Content-Disposition": 'attachment; filename="everything.jsonl"'}
    return StreamingResponse(lines, media_type=JSON_LINES, headers=headers)


async def erase(visit: Visit) -> Response:
    """Erases it; answers when nothing is left."""
    wanted = await received(visit, Everything)
    return fresh({"erased": await visit.services.privacy.erase(visit.caller.whole_tenant(), wanted.whose)})


Days = OrAbsent[Annotated[Positive, *up_to(MOST_DAYS)]]


class OwnDays(BaseModel):
    """How many days what is stored of people is kept, where it is fewer than the settings say."""

    answers: Days = None
    messages: Days = None
    recordings: Days = None
    memory: Days = None


class DaysByName(TypedDict, total=False):
    answers: Count
    messages: Count
    recordings: Count
    memory: Count


class RetentionDays(TypedDict):
    own: DaysByName
    """The tenant's own days."""
    settings: DaysByName
    """For every tenant."""
    effective: DaysByName
    """The lower of both."""


async def read_days(visit: Visit) -> Response:
    """Returns the tenant's own days, the settings', and what holds."""
    parts = visit.services
    own, settings = await parts.privacy.own_days(visit.caller.tenant), parts.settings
    usual: DaysByName = {
        "answers": settings.retention_days,
        "messages": settings.retention_days,
        "recordings": settings.recording_days,
        "memory": settings.memory_max_age_days,
    }
    holds = {name: min(days, own.get(name, days)) for name, days in cast(dict[str, int], usual).items()}
    return fresh(RetentionDays(own=cast(DaysByName, own), settings=usual, effective=cast(DaysByName, holds)))


async def set_days(visit: Visit) -> Response:
    """Sets the tenant's own days."""
    wanted = await received(visit, OwnDays)
    await visit.services.privacy.set_days(visit.caller.whole_tenant(), wanted.model_dump(exclude_none=True))
    return await read_days(visit)


WHICH = (
    parameter("user_ref", TEXT, "A user, as business back ends call it."),
    parameter("thread_id", TEXT, "A thread, with its `caller_app`."),
    parameter("caller_app", TEXT, "The application of the thread."),
    parameter("session_id", TEXT, "A session."),
    parameter("document_id", Uuid, "A document."),
)
FOUND = Operation(
    "countEverything: Count everything of one user, thread, session or document. Rows by kind; name exactly one.",
    ok(object_of({"found": dict[str, Count]}), "How many rows of each kind."),
    parameters=WHICH,
)
EXPORT = Operation(
    "exportEverything: Export everything of one user, thread, session or document. One JSON object a line, each with its `kind`.",
    ok_in({JSON_LINES: {"schema": str}}, "JSON lines."),
    parameters=WHICH,
)
ERASE = Operation(
    "eraseEverything: Erase everything of one user, thread, session or document. Answered when nothing is left; begun "
    "once, it is ended, whatever happens to the connection or the server.",
    ok(object_of({"erased": dict[str, Count]}), "How many answers, threads, sessions and documents went."),
    body(Everything, {"user_ref": "ann"}),
)
SHOWN = ok(RetentionDays, "Days by name.")
DAYS = Operation("readRetention: Read how long what is stored of people is kept.", SHOWN)
SET_DAYS = Operation(
    "setRetention: Set how long what is stored of people is kept. These days instead of all that are there; they count "
    "where they are fewer than the settings'.",
    SHOWN,
    body(OwnDays, {"answers": 30}),
)
ENDPOINTS = endpoints_of(
    ADMINISTRATION,
    ("GET", "/admin/retention", ADMIN, read_days, DAYS),
    ("PUT", "/admin/retention", ADMIN, set_days, SET_DAYS),
    ("GET", "/admin/privacy", ADMIN, found, FOUND),
    ("GET", "/admin/privacy/export", ADMIN, export, EXPORT),
    ("POST", "/admin/privacy/erase", ADMIN, erase, ERASE),
)
