"""Sessions for business systems: messages and a two-level workflow, kept here and given back on demand."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, StrictBool
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.conversation import session_data
from gateway.conversation.session import (
    LONGEST_IDLE_S,
    LONGEST_MESSAGE,
    MOST_ROUNDS,
    Context,
    LimitPolicy,
    SessionStart,
)
from gateway.conversation.session_data import Session
from gateway.conversation.workflow import LARGEST_STATE, LEVELS, Changes, Level, OnDepth, Workflow
from gateway.errors import (
    DepthLimitReached,
    IdempotencyMismatch,
    InvalidField,
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
from gateway.http.asking.questions import Name
from gateway.http.door.bodies import (
    OrAbsent,
    Positive,
    Spoken,
    body_hash,
    checked,
    filled_text,
    plain,
    read_json,
    received,
    storable_value,
    up_to,
    without_null,
)
from gateway.http.door.endpoint import ADMIN, APP, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import Schema, component
from gateway.http.openapi.operation import Operation, body, created, ok, parameter
from gateway.http.openapi.tags import SESSIONS
from gateway.http.replies import fresh
from gateway.live.ports import Once
from gateway.store.sessions.rounds import SessionKey, unknown
from gateway.store.sessions.session_rows import Flow, Update

MOST_POLICIES = 1000
LONGEST_RETENTION_DAYS = 36_500
Text = Annotated[str, *filled_text(LONGEST_MESSAGE)]
State = Annotated[dict[str, Any], AfterValidator(partial(storable_value, largest=LARGEST_STATE))]


class NewSession(BaseModel):
    """What `create_session` takes."""

    caller_app: OrAbsent[Name] = None
    user_ref: OrAbsent[Name] = None
    user_segment: OrAbsent[Name] = None
    language: OrAbsent[Spoken] = None


class NamedSession(BaseModel):
    """What every call about a session takes."""

    session_id: Name
    user_ref: OrAbsent[Name] = None


class WorkflowChanges(BaseModel):
    """What an update may do to the workflow, in this order. The names of the context that the calls return work too:
    `current_primary_workflow` is `primary`, `current_secondary_workflow` is `secondary` (empty: it ends),
    `workflow_state` is `state_patch`, and `workflow_stack` names both levels."""

    end: OrAbsent[Literal["secondary", "primary"]] = None
    primary: OrAbsent[Name] = None
    secondary: OrAbsent[Name] = None
    state_patch: State | None = None
    current_primary_workflow: OrAbsent[Name] = None
    current_secondary_workflow: Name | Literal[""] | None = None
    workflow_stack: Annotated[list[Name], Field(max_length=len(LEVELS))] | None = None
    workflow_state: State | None = None

    def changes(self, before: Workflow) -> Changes:
        """Returns what changes in a workflow. Of two names for one thing, ours counts; a level that is named as it is
        does not change."""
        stack = self.workflow_stack
        named = [self.current_primary_workflow, self.current_secondary_workflow] if stack is None else [*stack, "", ""]
        active = [*before.stack, "", ""]
        ends: Level | None = None
        if active[0] and named[0] == "":
            ends = "primary"
        elif active[1] and named[1] == "" and named[0] in (None, active[0]):
            ends = "secondary"
        primary, secondary = (
            name if name and name != there else None for name, there in zip(named[:2], active[:2], strict=True)
        )
        return Changes(
            self.end or ends,
            self.primary or primary,
            self.secondary or secondary,
            self.workflow_state if self.state_patch is None else self.state_patch,
        )


class SessionUpdate(NamedSession):
    """What `update_context` takes."""

    user_message: Text | None = None
    AI_message: Text | None = None
    workflow_changes: WorkflowChanges | None = None
    expected_version: Positive | None = None
    request_id: OrAbsent[Name] = None


class WorkflowSwitch(NamedSession):
    """What `switch_workflow` takes."""

    new_workflow: Name
    workflow_level: Literal["primary", "secondary"]


class SessionPolicy(BaseModel):
    """One policy; what it leaves out is any application, any group, or as the settings say."""

    caller_app: OrAbsent[Name] = None
    user_segment: OrAbsent[Name] = None
    idle_timeout_s: Annotated[Positive, *up_to(LONGEST_IDLE_S)] | None = None
    max_rounds: Annotated[Positive, *up_to(MOST_ROUNDS)] | None = None
    on_depth: OnDepth | None = None
    retention_days: Annotated[Positive, *up_to(LONGEST_RETENTION_DAYS)] | None = None
    live: StrictBool = False


class SessionPolicies(BaseModel):
    """All policies of a tenant."""

    policies: Annotated[list[SessionPolicy], Field(max_length=MOST_POLICIES)]


@component
class Policies(TypedDict):
    policies: list[LimitPolicy]


async def create(visit: Visit) -> Response:
    """Makes a new, empty session."""
    asked = await received(visit, NewSession)
    tenant, subject = _owner(visit, asked.user_ref)
    opening = SessionStart(asked.caller_app or "default", asked.user_ref, asked.user_segment, asked.language)
    made = await visit.services.sessions.create(tenant, subject, opening)
    return _reply(visit, made, 201)


async def get(visit: Visit) -> Response:
    """Returns the context and changes nothing."""
    asked = await received(visit, NamedSession)
    return _reply(visit, await visit.services.sessions.read(_key(visit, asked)))


async def update(visit: Visit) -> Response:
    """Appends messages and changes the workflow: all of it or nothing."""
    given = await read_json(visit)
    asked = checked(SessionUpdate, without_null(given))
    flow = _flow(asked.workflow_changes)
    if asked.user_message is None and asked.AI_message is None and flow is None:
        raise InvalidField.named("user_message", "send a user_message, an AI_message or workflow_changes")
    once = Once(asked.request_id, body_hash(given)) if asked.request_id else None
    change = Update(asked.user_message, asked.AI_message, flow, asked.expected_version, once)
    return _reply(visit, await visit.services.sessions.update(_key(visit, asked), change))


async def switch(visit: Visit) -> Response:
    """Begins a workflow of either level."""
    asked = await received(visit, WorkflowSwitch)

    def flow(before: Workflow, on_depth: OnDepth) -> Workflow:
        return before.switch(asked.new_workflow, asked.workflow_level, on_depth)

    return _reply(visit, await visit.services.sessions.update(_key(visit, asked), Update(flow=flow)))


async def end(visit: Visit) -> Response:
    """Ends the workflow on top."""
    asked = await received(visit, NamedSession)
    change = Update(flow=lambda before, _: before.end())
    return _reply(visit, await visit.services.sessions.update(_key(visit, asked), change))


async def read(visit: Visit) -> Response:
    """Returns a session in whatever state it is, with the path of its workflows."""
    named = str(visit.path_params["session_id"])
    try:
        key = SessionKey(*_owner(visit, None), plain(named))
    except ValueError:
        raise unknown(named) from None
    found = await visit.services.sessions.read(key, whole=True)
    return fresh(found.record(_notice(visit, found)))


async def policies(visit: Visit) -> Response:
    """Returns the tenant's policies."""
    tenant = visit.caller.tenant
    return _policies(await visit.services.sessions.policies(tenant))


async def set_policies(visit: Visit) -> Response:
    """Replaces all policies by the ones sent."""
    tenant = visit.caller.whole_tenant()
    asked = await received(visit, SessionPolicies)
    made = [LimitPolicy(**policy.model_dump()) for policy in asked.policies]
    if len({(policy.caller_app, policy.user_segment) for policy in made}) < len(made):
        raise InvalidField.named("policies", "two of them are for the same caller_app and user_segment")
    await visit.services.sessions.set_policies(tenant, made)
    return _policies(await visit.services.sessions.policies(tenant))


def _owner(visit: Visit, user_ref: str | None) -> tuple[str, str]:
    """Returns the tenant and the subject whose sessions these are. Each user has their own."""
    return visit.caller.tenant, visit.caller.subject_for(user_ref)


def _key(visit: Visit, asked: NamedSession) -> SessionKey:
    return SessionKey(*_owner(visit, asked.user_ref), asked.session_id)


def _flow(asked: WorkflowChanges | None) -> Flow | None:
    """Returns the change to a workflow; None where nothing is to change."""
    if asked is None or not asked.model_dump(exclude_none=True):
        return None
    return lambda before, on_depth: before.changed(asked.changes(before), on_depth)


def _notice(visit: Visit, context: Context) -> str:
    return visit.services.prompts.label("session_full", context.spoken)


def _reply(visit: Visit, context: Context, status: int = 200) -> Response:
    return fresh(context.document(_notice(visit, context)), status)


def _policies(found: list[LimitPolicy]) -> Response:
    return fresh({"policies": [asdict(policy) for policy in found]})


EXAMPLE_ID = "019aa5e2-7c1e-7b3a-9f6d-2b1c4d5e6f70"
NAMED = {"session_id": EXAMPLE_ID}
CONTEXT = ok(session_data.ContextJson, "The context as it is now.")
POLICIES = ok(Policies, "All policies of the tenant.")
POLICY_EXAMPLE = {"user_segment": "gold", "idle_timeout_s": 3600, "max_rounds": 100}


def _about_session(text: str, model: type[BaseModel], example: Schema, *refusals: type[Refusal]) -> Operation:
    """Describes an endpoint that reads or changes the session named in its body."""
    refused = (NotFound, SessionExpired, *refusals)
    return Operation(text, CONTEXT, body(model, {**NAMED, **example}), refusals=refused)


CREATE = Operation(
    "createSession: Make a session. Its limits are those of the policy that fits.",
    created(session_data.ContextJson, "The new session."),
    body(NewSession, {"caller_app": "shop", "language": "zh"}),
    refusals=(NotFound,),
)
GET = _about_session("getContext: Read a context. Changes nothing.", NamedSession, {})
UPDATE = _about_session(
    "updateContext: Append messages, change the workflow. At least one of `user_message`, `AI_message` and "
    "`workflow_changes`; all of it happens, or nothing. A `user_message` begins a round and renews the time; an "
    "`AI_message` alone completes the open round.",
    SessionUpdate,
    {"user_message": "I'd like a card.", "AI_message": "Which one?"},
    *(RoundLimitReached, TurnRunning, NoOpenRound, NoPrimary, NoActiveWorkflow, DepthLimitReached),
    *(VersionConflict, IdempotencyMismatch),
)
SWITCH = _about_session(
    "switchWorkflow: Begin a workflow. A primary one resets the stack to itself; a secondary one goes on top of the "
    "primary.",
    WorkflowSwitch,
    {"new_workflow": "allowance_group_card", "workflow_level": "primary"},
    *(NoPrimary, DepthLimitReached),
)
END = _about_session(
    "endCurrentWorkflow: End the workflow on top. Behind a secondary one its primary goes on; behind a primary one the "
    "context begins anew.",
    NamedSession,
    {},
    NoActiveWorkflow,
)
READ = Operation(
    "readSession: Read a session of any state. Ended ones too, as long as they are kept.",
    ok(Session, "The session."),
    parameters=(parameter("session_id", {"type": "string", "examples": [EXAMPLE_ID]}, "The session's id."),),
)
READ_POLICIES = Operation("readPolicies: Read the policies. For administrators.", POLICIES)
SET_POLICIES = Operation(
    "setPolicies: Set the policies. These instead of all that are there. The most specific one that fits a session "
    "decides alone.",
    POLICIES,
    body(SessionPolicies, {"policies": [POLICY_EXAMPLE]}),
    refusals=(NotFound,),
)
ENDPOINTS = endpoints_of(
    SESSIONS,
    ("POST", "/context/create_session", APP, create, CREATE),
    ("POST", "/context/get_context", APP, get, GET),
    ("POST", "/context/update_context", APP, update, UPDATE),
    ("POST", "/context/switch_workflow", APP, switch, SWITCH),
    ("POST", "/context/end_current_workflow", APP, end, END),
    ("GET", "/context/policies", ADMIN, policies, READ_POLICIES),
    ("PUT", "/context/policies", ADMIN, set_policies, SET_POLICIES),
    ("GET", "/context/{session_id:uuid}", APP, read, READ),
)
