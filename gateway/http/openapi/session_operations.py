"""The doors of `/context` in OpenAPI: sessions, their workflow, and the policies that limit them."""

from __future__ import annotations

from gateway.errors import (
    DepthLimitReached,
    Forbidden,
    IdempotencyMismatch,
    NoActiveWorkflow,
    NoOpenRound,
    NoPrimary,
    NotFound,
    Refusal,
    RoundLimitReached,
    SessionExpired,
    TurnRunning,
    VersionConflict,
)
from gateway.http.openapi.building_blocks import BODY, BROKEN, Operation, as_json, body, path
from gateway.http.openapi.events_schema import COUNT, FLAG, TEXT, TIME, Schema, many, named, one_of, or_null, record

SESSIONS = "Sessions"
SESSIONS_TAG = "Messages and a two-level workflow, kept for business systems."
EXAMPLE_ID = "019aa5e2-7c1e-7b3a-9f6d-2b1c4d5e6f70"
SESSION_ID = path("session_id", {**TEXT, "examples": [EXAMPLE_ID]}, "The session's id.")
NAMED = {"session_id": EXAMPLE_ID}
STACK: Schema = {"type": "array", "items": TEXT, "maxItems": 2}

MESSAGE = record(
    {
        "role": one_of("user", "AI"), "content": TEXT, "timestamp": TIME,
        "status": one_of("interrupted", "failed"), "deleted": {"const": True},
    },
    optional=("status", "deleted"),
    description="`status`: the reply broke off, or there is none. `deleted`: its text is gone on request.",
)  # fmt: skip
FIELDS: dict[str, Schema] = {
    "session_id": TEXT,
    "messages": many(MESSAGE),
    "current_primary_workflow": or_null(TEXT),
    "current_secondary_workflow": or_null(TEXT),
    "workflow_stack": STACK,
    "workflow_state": {"type": "object", "description": "The variables of both levels; the secondary's win."},
    "round": COUNT,
    "max_rounds": COUNT,
    "session_full": FLAG,
    "notice": or_null(TEXT),
    "expires_at": TIME,
    "version": COUNT,
    "previous_session_id": or_null(TEXT),
}
STEP = record(
    {"op": one_of("enter", "switch", "end"), "level": one_of("primary", "secondary"), "name": TEXT, "at": TIME}
)
WHOLE = record(
    {
        **FIELDS,
        "status": one_of("active", "full", "expired", "ended"),
        "end_reason": {"anyOf": [one_of("timeout", "round_limit"), {"type": "null"}]},
        "workflow_path": many(STEP),
    },
    description="A session in whatever state, with the path of its workflows.",
)
LIMIT = or_null({"type": "integer", "minimum": 1})
POLICY = record(
    {
        "caller_app": or_null(TEXT), "user_segment": or_null(TEXT), "idle_timeout_s": LIMIT, "max_rounds": LIMIT,
        "on_depth": {"anyOf": [one_of("replace", "reject"), {"type": "null"}]}, "retention_days": LIMIT, "live": FLAG,
    }
)  # fmt: skip
SCHEMAS: dict[str, Schema] = {
    "Context": record({**FIELDS, "status": one_of("active", "full")}, description="A session that takes input."),
    "Session": WHOLE,
    "Policies": record({"policies": many(POLICY)}),
}

CONTEXT = {"200": as_json(named("Context"), "The context as it is now.")}
POLICIES = {"200": as_json(named("Policies"), "All policies of the tenant.")}
USE = (*BODY, Forbidden, NotFound, SessionExpired, *BROKEN)


def _call(
    name: str, path_name: str, summary: str, description: str, asked: Schema, *refusals: type[Refusal]
) -> dict[tuple[str, str], Operation]:
    about = Operation(SESSIONS, name, summary, description, (), asked, CONTEXT, (*USE, *refusals))
    return {("POST", f"/context/{path_name}"): about}


ABOUT_SESSIONS: dict[tuple[str, str], Operation] = {
    ("POST", "/context/create_session"): Operation(
        SESSIONS, "createSession", "Make a session", "Its limits are those of the policy that fits.", (),
        body(named("NewSession"), {"caller_app": "shop", "language": "zh"}),
        {"201": as_json(named("Context"), "The new session.")}, (*BODY, Forbidden, NotFound, *BROKEN),
    ),
    **_call("getContext", "get_context", "Read a context", "Changes nothing.", body(named("NamedSession"), NAMED)),
    **_call(
        "updateContext", "update_context", "Append messages, change the workflow",
        "At least one of `user_message`, `AI_message` and `workflow_changes`; all of it happens, or nothing. A "
        "`user_message` begins a round and renews the time; an `AI_message` alone completes the open round.",
        body(named("SessionUpdate"), {**NAMED, "user_message": "I'd like a card.", "AI_message": "Which one?"}),
        RoundLimitReached, TurnRunning, NoOpenRound, NoPrimary, NoActiveWorkflow, DepthLimitReached, VersionConflict,
        IdempotencyMismatch,
    ),
    **_call(
        "switchWorkflow", "switch_workflow", "Begin a workflow",
        "A primary one resets the stack to itself; a secondary one goes on top of the primary.",
        body(named("WorkflowSwitch"), {**NAMED, "new_workflow": "allowance_group_card", "workflow_level": "primary"}),
        NoPrimary, DepthLimitReached,
    ),
    **_call(
        "endCurrentWorkflow", "end_current_workflow", "End the workflow on top",
        "Behind a secondary one its primary goes on; behind a primary one the context begins anew.",
        body(named("NamedSession"), NAMED), NoActiveWorkflow,
    ),
    ("GET", "/context/{session_id}"): Operation(
        SESSIONS, "readSession", "Read a session of any state", "Ended ones too, as long as they are kept.",
        (SESSION_ID,), None, {"200": as_json(named("Session"), "The session.")}, (Forbidden, NotFound, *BROKEN),
    ),
    ("GET", "/context/policies"): Operation(
        SESSIONS, "readPolicies", "Read the policies", "For administrators.", (), None, POLICIES, (Forbidden, *BROKEN),
    ),
    ("PUT", "/context/policies"): Operation(
        SESSIONS, "setPolicies", "Set the policies",
        "These instead of all that are there. The most specific one that fits a session decides alone.", (),
        body(named("SessionPolicies"), {"policies": [{"user_segment": "gold", "idle_timeout_s": 3600, "max_rounds": 100}]}),
        POLICIES, (*BODY, Forbidden, NotFound, *BROKEN),
    ),
}  # fmt: skip
