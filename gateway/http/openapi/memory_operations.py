"""What the doors of the answer memory do: for other orchestrators, and for staff."""

from __future__ import annotations

from typing import get_args

from gateway.errors import InvalidField, NotFound
from gateway.http.openapi.building_blocks import BODY, BROKEN, Operation, as_json, body, path, query, response
from gateway.http.openapi.events_schema import (
    COUNT,
    FLAG,
    TEXT,
    TIME,
    UUID,
    Schema,
    many,
    named,
    one_of,
    or_null,
    record,
)
from gateway.http.staff_memory import FIGURES_DAYS, LONGEST_SEARCH, MOST_PER_PAGE, STATUSES
from gateway.memory.rules.decision import StepName

MEMORY = "Answer memory"
SHARE: Schema = {"type": "number", "minimum": -1, "maximum": 1}
STATUS = one_of(*STATUSES)
ID = path("id", {"type": "integer", "minimum": 0}, "The entry's number.")
ASKING = {
    "message": {"type": "user_request", "content": "How long may a book be borrowed?"},
    "context": {"projet": "library"},
}
SENDING = {
    "caller": "summary",
    "message": {"type": "response", "content": "A book may be borrowed for three weeks."},
    "context": {"projet": "library", "history": [{"speaker": "user", "content": "How long may a book be borrowed?"}]},
}

HIT = record(
    {
        "next_agent": {"const": "memory_guard"}, "action": {"const": "respond_from_memory"},
        "message": record({"type": {"const": "cached_response"}, "content": TEXT}), "source": {"const": "memory"},
        "score": SHARE, "response_id": COUNT, "created_at": TIME, "answer_uuid": UUID,
    },
    optional=("answer_uuid",),
)  # fmt: skip
MISS = record(
    {"next_agent": {"const": "dispatch"}, "action": {"const": "continue"}, "reason": TEXT, "score": SHARE},
    optional=("score",),
)
SOURCE = record(
    {"document_id": or_null(TEXT), "title": or_null(TEXT), "passage_id": or_null(TEXT), "current": FLAG},
    description="A passage, or a part of the graph: then both ids are null, and `title` is the entity or the relation. "
    "`current`: it is still what it was when it was cited. `title` is null where it is gone.",
)
ENTRY_FIELDS = {
    "id": COUNT, "question": TEXT, "original_question": TEXT, "answer": TEXT, "status": STATUS, "language": TEXT,
    "metadata": {"type": "object"}, "usage_count": COUNT, "hit_count": COUNT, "agreed_count": COUNT,
    "wrong_count": COUNT, "gate_score": or_null(SHARE), "sources": many(SOURCE), "answer_uuid": or_null(UUID),
    "created_at": TIME, "last_used_at": or_null(TIME), "expires_at": TIME,
}  # fmt: skip
HAPPENED = record({"kind": TEXT, "reason": TEXT, "actor": TEXT, "detail": {"type": "object"}, "at": TIME})
WHOLE = record(
    {**ENTRY_FIELDS, "events": many(HAPPENED)}, description="An entry with what happened to it, newest first."
)
NEIGHBOUR = record(
    {"id": COUNT, "question": TEXT, "answer": TEXT, "status": STATUS, "created_at": TIME, "score": SHARE}
)
STEP = record(
    {
        "name": one_of(*get_args(StepName)),
        "passed": or_null(FLAG),
        "reason": or_null(TEXT),
        "detail": {"type": "object"},
    }
)
DRY = record(
    {
        "decision": TEXT, "score": SHARE, "response_id": COUNT, "veto": TEXT,
        "judged": record({"response_id": COUNT, "question": TEXT, "status": STATUS}), "steps": many(STEP),
    },
    optional=("score", "response_id", "veto", "judged"),
    description="`decision`: `hit`, or why not. `judged`: the entry that came nearest.",
)  # fmt: skip
COUNTS: Schema = {"type": "object", "additionalProperties": COUNT}
FIGURES = record(
    {"days": COUNT, "served": COUNT, "agreed": COUNT, "disagreed": COUNT, "refused": COUNTS, "entries": COUNTS}
)


def _decide(name: str, summary: str, said: str) -> Operation:
    return Operation(
        MEMORY,
        name,
        summary,
        said,
        (ID,),
        None,
        {"200": as_json(WHOLE, "The entry as it is now.")},
        (NotFound, *BROKEN),
    )


ABOUT_MEMORY = {
    ("POST", "/memory/lookup"): Operation(
        MEMORY, "lookUpAnswer", "Is there a validated answer?",
        "A hit carries it and no model is asked; after a miss the standard flow goes on.",
        (), body(named("LookupRequest"), ASKING),
        {"200": as_json({"anyOf": [HIT, MISS]}, "A hit, or a miss with its reason.")}, (*BODY, *BROKEN),
    ),
    ("POST", "/memory/messages"): Operation(
        MEMORY, "keepAnswer", "Keep an answer",
        "Of the caller `summary`, type `response`: kept as validated under the question that the user asked last.",
        (), body(named("MessageRequest"), SENDING),
        {
            "201": as_json(record({"stored": {"const": True}, "response_id": COUNT, "status": STATUS}), "It is kept."),
            "200": as_json(record({"stored": {"const": False}, "reason": TEXT}), "It is not, and why."),
        },
        (*BODY, *BROKEN),
    ),
    ("GET", "/staff/memory/entries"): Operation(
        MEMORY, "listEntries", "List entries", "Newest first.",
        (
            query("status", STATUS, "Only of this status."),
            query("q", {"type": "string", "maxLength": LONGEST_SEARCH, "pattern": r"^[^\x00]*$"}, "Only with these words in question or answer."),
            query("cursor", TEXT, "`next_cursor` of the page before."),
            query("limit", {"type": "integer", "minimum": 1, "maximum": MOST_PER_PAGE, "default": 50}, "Size of a page."),
        ),
        None,
        {"200": as_json(record({"entries": many(record(ENTRY_FIELDS)), "next_cursor": or_null(TEXT)}), "One page.")},
        (InvalidField, *BROKEN),
    ),
    ("GET", "/staff/memory/entries/{id}"): Operation(
        MEMORY, "readEntry", "Read an entry", "", (ID,), None, {"200": as_json(WHOLE, "The entry.")}, (NotFound, *BROKEN),
    ),
    ("DELETE", "/staff/memory/entries/{id}"): Operation(
        MEMORY, "deleteEntry", "Delete an entry", "", (ID,), None, {"204": response("It is gone.")}, (NotFound, *BROKEN),
    ),
    ("GET", "/staff/memory/entries/{id}/similar"): Operation(
        MEMORY, "similarEntries", "Entries with similar questions", "Nearest first; none where no vectors are made.",
        (ID,), None, {"200": as_json(record({"entries": many(NEIGHBOUR)}), "Its neighbours.")}, (NotFound, *BROKEN),
    ),
    ("POST", "/staff/memory/entries/{id}/validate"): _decide("validateEntry", "Validate an entry", "It may be served from now on."),
    ("POST", "/staff/memory/entries/{id}/obsolete"): _decide("retireEntry", "Retire an entry", "It is served no more."),
    ("POST", "/staff/memory/dry-run"): Operation(
        MEMORY, "tryMemory", "Try the memory", "Every step of the decision; nothing is counted or changed.",
        (), body(named("LookupRequest"), ASKING), {"200": as_json(DRY, "The decision.")}, (*BODY, *BROKEN),
    ),
    ("GET", "/staff/memory/figures"): Operation(
        MEMORY, "memoryFigures", "What the memory did", "",
        (query("days", {"type": "integer", "minimum": 1, "maximum": 3660, "default": FIGURES_DAYS}, "How far back."),),
        None, {"200": as_json(FIGURES, "Counts.")}, (InvalidField, *BROKEN),
    ),
}  # fmt: skip
