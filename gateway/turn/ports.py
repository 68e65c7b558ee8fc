"""What a turn needs from outside: a journal for its events, and the earlier turns of its thread."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from gateway.answer.answer import Reason
from gateway.answer.events import Event
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.evidence.partial_tables import StoredPassage
from gateway.answer.references import DateFrom
from gateway.conversation.citations.shown import ShownAnswer
from gateway.conversation.followups.thread_state import ThreadState
from gateway.conversation.prepared import Prepared
from gateway.conversation.question import Message, Question
from gateway.conversation.turn import TurnOutcome
from gateway.retrieval.ports import Hit


class JournalLost(Exception):
    """A turn's events cannot be written any more: the database was away too long, or another process took over."""

    code = "left"
    """The result of a request to a model that it ends, in the metrics (`telemetry.upstream`)."""


class CalibratedRules(Protocol):
    """Where the calibrated rules of the evidence check are."""

    async def of(self, tenant: str, workspace: str | None) -> EvidenceRule | None:
        """Returns the rule for answers in a workspace; None: in all of them."""


class Journal(Protocol):
    """Where one turn's events go. Everything is numbered and committed, in order, before any reader sees it."""

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the turn began."""

    @property
    def stopped(self) -> Reason | None:
        """Why the turn is being ended from outside; None while it is not, or when another process is to go on."""

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Writes down what a model sent or the core decided (`gateway.turn.recording`); stored with the next event."""

    def emit(self, events: Iterable[Event]) -> None:
        """Queues events for the writer."""

    def room(self) -> Awaitable[None] | None:
        """Returns None if the queue has room, else an awaitable that ends when everything in it is stored. It raises
        `JournalLost` if the events cannot be stored."""

    async def stored(self) -> None:
        """Waits until all events handed over are stored. Raises `JournalLost` if they cannot be stored."""

    async def freeze(self, frozen: Prepared) -> None:
        """Stores the candidate set and what was decided with it, before generation."""

    async def finish(self, outcome: TurnOutcome) -> None:
        """Writes the terminal event and everything that must be readable when it is seen, in one transaction."""


class ThreadStore(Protocol):
    """What was said earlier in a question's thread, for its owner. Raises `errors.Unavailable` when the database is
    away."""

    async def state(self, question: Question) -> ThreadState | None:
        """Returns what the question can point at; None without a thread, or where nothing is stored."""

    async def previous(self, question: Question) -> tuple[Message, ...]:
        """Returns the newest turns that were answered, oldest first: each question, as it can be understood by itself,
        and its answer."""


class Titled(NamedTuple):
    """A title with how many documents have it, and the day when the newest of them came: "2026-03-01"."""

    title: str
    documents: int = 1
    day: str = ""


class Holdings(NamedTuple):
    """What the knowledge base holds where a question may look."""

    documents: int
    languages: Mapping[str, int] = MappingProxyType({})
    """Documents by primary subtag, the most frequent first."""
    titles: tuple[Titled, ...] = ()
    """Each once."""
    workspaces: tuple[str, ...] = ()
    """Where they lie: all of them where there are fewer than two, else two."""
    changed: str = ""
    """When a document changed last."""


class NamedDocument(NamedTuple):
    """A document that a question may name."""

    document_id: str
    title: str
    file_name: str
    passages: int
    language: str | None
    fitting: int
    """How many of the pieces of a name it holds."""
    date: str = ""
    """When it was last changed: a date, or a time (RFC 3339)."""
    date_from: DateFrom = "loaded"
    author: str = ""


class Headed(NamedTuple):
    """A heading of a document."""

    document_id: str
    title: str
    language: str
    """Primary subtag of the document."""
    heading: str
    """With those above it: "Fees › Late return"."""


class Collection(Protocol):
    """The knowledge base as a collection of documents. Raises `errors.Unavailable` when the database is away."""

    async def holds(self, question: Question, titles: int, spread: bool = False) -> Holdings:
        """Returns what lies where the question may look, and at most so many titles: the newest, or, `spread`, of every
        folder one before another of the same."""

    async def named(self, question: Question, pieces: Sequence[str]) -> tuple[NamedDocument, ...]:
        """Returns documents whose title or file name holds any of these pieces, those that hold the most first."""

    async def headings(self, tenant: str, document_id: str, most: int) -> tuple[tuple[str, int | None], ...]:
        """Returns at most so many headings of a document in their order, with the pages where they begin."""

    async def beginning(self, tenant: str, document_id: str, characters: int) -> str:
        """Returns the first characters of a document."""

    async def sections(self, question: Question, documents: int, characters: tuple[int, int]) -> tuple[Headed, ...]:
        """Returns sections of one passage between these lengths, of the newest documents of each language."""


class Reading(Protocol):
    """The knowledge base as documents that are read from their beginning. Raises `errors.Unavailable` when the
    database is away."""

    async def walk(self, tenant: str, document_id: str, heading: str, most: int) -> tuple[Hit, ...]:
        """Returns passages of a document, or of what stands under one of its headings, in their order."""

    async def texts(self, tenant: str, document_id: str) -> Sequence[StoredPassage]:
        """Returns the passages of a document in their order."""

    async def passages(self, tenant: str, passage_ids: Sequence[str]) -> Sequence[Hit]:
        """Returns passages by their ids, in the order of these, without those that are no longer there."""


class ShownSources(Protocol):
    """The sources that a conversation has shown. Raises `errors.Unavailable` when the database is away."""

    async def shown(self, question: Question) -> Sequence[ShownAnswer]:
        """Returns the newest answers whose sources a question may mean, newest first."""

    async def dropped(self, tenant: str, answer_uuid: str) -> Mapping[str, str]:
        """Returns why citations of an answer were dropped, by their ids, as far as its recording is kept."""
