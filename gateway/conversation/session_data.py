"""A session as JSON, for business systems (`/context`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Time

Status = Literal["active", "full", "expired", "ended"]
"""`full`: the last round has begun. `ended`: a full one whose time is over."""


class MessageData(TypedDict):
    """`status`: the reply broke off, or there is none. `deleted`: its text was deleted on request."""

    role: Literal["user", "AI"]
    content: str
    timestamp: Time
    status: NotRequired[Literal["interrupted", "failed"]]
    deleted: NotRequired[Literal[True]]


class SessionData(TypedDict):
    session_id: str
    messages: list[MessageData]
    current_primary_workflow: str | None
    current_secondary_workflow: str | None
    workflow_stack: Annotated[list[str], Field(max_length=2)]
    workflow_state: dict[str, Any]
    """The variables of both levels. Those of the secondary level take precedence."""
    round: Count
    max_rounds: Count
    session_full: bool
    notice: str | None
    expires_at: Time
    version: Count
    previous_session_id: str | None


class ContextJson(SessionData):
    """A session that takes input."""

    status: Literal["active", "full"]


class WorkflowStep(TypedDict):
    op: Literal["enter", "switch", "end"]
    level: Literal["primary", "secondary"]
    name: str
    at: Time


class Session(SessionData):
    """A session in any state, with the path of its workflows."""

    status: Status
    end_reason: Literal["timeout", "round_limit"] | None
    workflow_path: list[WorkflowStep]
