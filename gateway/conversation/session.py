"""A session: the messages and the workflow of one conversation, for half an hour without input and fifty rounds.

A round is one user input and the reply to it. It counts at the input. The reply may come later, or never.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, cast

from gateway import words
from gateway.answer.json_types import PositiveCount
from gateway.conversation import session_data
from gateway.conversation.history import NEWEST, trimmed
from gateway.conversation.question import Message
from gateway.conversation.session_data import MessageData, Status
from gateway.conversation.workflow import OnDepth, Workflow

LONGEST_MESSAGE = 32_000
"""Characters of one message."""
LONGEST_IDLE_S = 30 * 24 * 3600
MOST_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """How long a session lives. `retention_days`: None means as long as answers."""

    idle_timeout_s: int = 1800
    max_rounds: int = 50
    on_depth: OnDepth = "replace"
    retention_days: int | None = None


@dataclass(frozen=True, slots=True)
class LimitPolicy:
    """Other limits for one application, one group of users, or both; None: any, or as the settings say. The most
    specific one that fits decides alone; an application is more specific than a group."""

    caller_app: str | None = None
    user_segment: str | None = None
    idle_timeout_s: PositiveCount | None = None
    max_rounds: PositiveCount | None = None
    on_depth: OnDepth | None = None
    retention_days: PositiveCount | None = None
    live: bool = False
    """It also holds for sessions that exist already, from their next update on."""

    def over(self, usual: SessionLimits) -> SessionLimits:
        """Its limits, filled up from `usual`."""
        own = {field.name: getattr(self, field.name) for field in fields(usual)}
        return replace(usual, **{name: value for name, value in own.items() if value})


@dataclass(frozen=True, slots=True)
class SessionStart:
    """What a new session is told."""

    caller_app: str = "default"
    user_ref: str | None = None
    user_segment: str | None = None
    language: str | None = None
    """Of the notice that the session is full. None: the language of its last input."""


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """One message. `status`: whether it is all that was to be said."""

    role: Literal["user", "assistant"]
    content: str
    timestamp: str
    """RFC 3339, UTC."""
    status: Literal["complete", "interrupted", "failed"] = "complete"
    deleted: bool = False

    def to_json(self) -> MessageData:
        role: Literal["user", "AI"] = "user" if self.role == "user" else "AI"
        message: MessageData = {"role": role, "content": self.content, "timestamp": self.timestamp}
        if self.status != "complete":
            message["status"] = self.status
        if self.deleted:
            message["deleted"] = True
        return message


@dataclass(frozen=True, slots=True)
class Switched:
    """One entry of the switch path, as it was stored."""

    op: str
    level: str
    name: str
    at: str


@dataclass(frozen=True, slots=True)
class Context:
    """A session as its owner sees it."""

    session_id: str
    messages: tuple[SessionMessage, ...]
    """Since the session, or the last primary workflow, began anew."""
    workflow: Workflow
    round: int
    max_rounds: int
    status: Status
    expires_at: str
    version: int
    language: str | None = None
    previous_session_id: str | None = None
    end_reason: str | None = None
    path: tuple[Switched, ...] = ()

    @property
    def full(self) -> bool:
        return self.round >= self.max_rounds

    @property
    def spoken(self) -> str:
        """The language of its notice."""
        asked = next((message.content for message in reversed(self.messages) if message.role == "user"), "")
        return self.language or words.guess_language(asked) or "en"

    def document(self, notice: str | None) -> session_data.ContextJson:
        """Returns what every call of `/context` answers. `notice`: the sentence that asks for a new session."""
        stack = self.workflow.stack
        return {
            "session_id": self.session_id,
            "messages": [message.to_json() for message in self.messages],
            "current_primary_workflow": stack[0] if stack else None,
            "current_secondary_workflow": stack[1] if len(stack) > 1 else None,
            "workflow_stack": list(stack),
            "workflow_state": self.workflow.state,
            "round": self.round,
            "max_rounds": self.max_rounds,
            "session_full": self.full,
            "notice": notice if self.full else None,
            "status": cast(Any, self.status),
            "expires_at": self.expires_at,
            "version": self.version,
            "previous_session_id": self.previous_session_id,
        }

    def record(self, notice: str | None) -> session_data.Session:
        """Returns the same with how it ended and the path of its workflows, for sessions of any state."""
        path = [cast(session_data.WorkflowStep, asdict(step)) for step in self.path]
        return {**self.document(notice), "end_reason": cast(Any, self.end_reason), "workflow_path": path}


def recalled(messages: Sequence[Message], tokens: int) -> tuple[Message, ...]:
    """Returns what of a session's messages a model is shown: the newest exchanges within so many tokens (estimated)."""
    return trimmed([message for message in messages[-NEWEST:] if message.content.strip()], tokens)
