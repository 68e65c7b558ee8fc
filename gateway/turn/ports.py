"""What a turn needs from outside: a journal for its events, and the earlier turns of its thread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from gateway.answer.answer import Reason
from gateway.answer.events import Event
from gateway.conversation.followups.thread_state import ThreadState
from gateway.conversation.prepared import Frozen
from gateway.conversation.question import Message, Question
from gateway.conversation.turn import TurnOutcome
from gateway.retrieval.ports import Found


class JournalLost(Exception):
    """A turn's events cannot be written any more: the database was away too long, or another process took over."""


class Journal(Protocol):
    """Where one turn's events go. Everything is numbered and committed, in order, before any reader sees it."""

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the turn began."""
        ...

    @property
    def stopped(self) -> Reason | None:
        """Why the turn is being ended from outside; None while it is not, or when another process is to go on."""
        ...

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Writes down what a model sent or the core decided (`gateway.turn.recording`); stored with the next event."""
        ...

    async def emit(self, events: Iterable[Event]) -> None:
        """Hands events to the writer; returns at once unless much is waiting to be written."""
        ...

    async def freeze(self, frozen: Frozen) -> None:
        """Stores the candidate set and what was decided with it, before generation."""
        ...

    async def finish(self, outcome: TurnOutcome) -> None:
        """Writes the terminal event and everything that must be readable when it is seen, in one transaction."""
        ...


class ThreadStore(Protocol):
    """What was said earlier in a question's thread, for its owner. Raises `errors.Unavailable` when the database is
    away."""

    async def state(self, question: Question) -> ThreadState | None:
        """Returns what the question can point at; None without a thread, or where nothing is stored."""
        ...

    async def previous(self, question: Question) -> tuple[Message, ...]:
        """Returns the newest turns that were answered, oldest first: each question, as it can be understood by itself,
        and its answer."""
        ...


class Holdings(NamedTuple):
    """What the knowledge base holds where a question may look."""

    documents: int
    languages: tuple[str, ...] = ()
    """Primary subtags, the most frequent first."""
    titles: tuple[str, ...] = ()
    """Of the newest documents."""
    workspaces: tuple[str, ...] = ()
    """Where they lie: all of them where there are fewer than two, else two."""
    listed: int = 0
    """How many documents have these titles."""


class Collection(Protocol):
    """The knowledge base as a collection of documents. Raises `errors.Unavailable` when the database is away."""

    async def holds(self, question: Question, titles: int) -> Holdings:
        """Returns what lies where the question may look, and at most so many titles."""
        ...


class Reading(Protocol):
    """The knowledge base as documents that are read from their beginning. Raises `errors.Unavailable` when the
    database is away."""

    async def walk(self, tenant: str, document_id: str, heading: str, most: int) -> tuple[Found, ...]:
        """Returns passages of a document, or of what stands under one of its headings, in their order."""
        ...
