"""What running answers need from the store: rows of answers and events, and leases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from gateway.answer.answer import Candidate, ReferenceType
from gateway.answer.events import Numbered
from gateway.answer.references import ReferencePayload
from gateway.conversation.prepared import Prepared, StoredTurn
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.limits.admission import UNLIMITED, Admission


class Fenced(Exception):
    """Another process has taken the answer over; nothing of this one is written any more."""


@dataclass(frozen=True, slots=True)
class ClaimedLease:
    """A lease that this process took over. `attempts`: takeovers since the last new paragraph, this one included."""

    tenant: str
    answer_uuid: str
    epoch: int
    attempts: int
    stop_requested: bool
    request_ids: Mapping[str, str] = field(default_factory=dict)
    """The headers by which the request that asked is known to other services (`telemetry.traces.carried`)."""


@dataclass(frozen=True, slots=True)
class FreeLeases:
    """What a look at all leases found. `over`: some have run out. `silent`: processes that PostgreSQL has no connection
    of any more, each with what changes whenever it renews or takes a lease."""

    over: bool = False
    silent: frozenset[tuple[str, object]] = frozenset()


class JournalEntry(NamedTuple):
    """One numbered event of one answer, ready to be stored."""

    tenant: str
    answer_uuid: str
    numbered: Numbered
    heard: bytes | None = None
    """Lines of the recording that are stored with it."""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What is stored of an answer outside its events."""

    answer_uuid: str
    question: str
    created_at: str
    """RFC 3339, UTC."""
    running: bool
    model: str | None
    confidence: float | None = None
    """How well the candidates fit the question, 0 to 1; known at the end."""
    subject: str = "local"
    """Whose answer it is."""
    workspaces: tuple[str, ...] = ()
    """The only workspaces that were searched; empty: all."""
    admitted: Turn | None = None
    """The turn, with what its session adds to it; None for an answer that was there already."""
    rate_fields: Mapping[str, str] = field(default_factory=dict)
    """What the response to its question tells about limits."""


@dataclass(frozen=True, slots=True)
class Once:
    """An `Idempotency-Key` and the hash of the request that came with it."""

    key: str
    request_hash: str


class AnswerStore(Protocol):
    """Rows of turns, answers and events. Raises `errors.Unavailable` when the database is away.

    Whatever is written for a running answer is fenced: with an epoch that is not the lease's, nothing is written.
    """

    async def open_turn(self, turn: Turn, once: Once | None = None, admission: Admission = UNLIMITED) -> StoredAnswer:
        """Stores question message, log row, answer row and lease in one short transaction. Where an earlier request had
        the same key, its answer is returned. Raises `errors.TurnRunning` while the thread or session has a running
        turn, `errors.SessionOver` and `errors.NotFound` for the session; `errors.LimitReached` for what it is not
        admitted to."""

    async def freeze(self, tenant: str, answer_uuid: str, epoch: int, frozen: Prepared) -> None:
        """Stores the candidates of a turn. Raises `Fenced`."""

    async def append(self, entries: Sequence[JournalEntry]) -> set[str]:
        """Stores events of any number of answers in one transaction, with the rows that follow from them. Returns the
        answers that belong to another process by now; nothing was written for those."""

    async def finish(self, turn: Turn, terminal: Numbered, outcome: TurnOutcome, heard: bytes | None = None) -> None:
        """Stores the end of a turn. `heard`: the last lines of the recording. Raises `Fenced`."""

    async def answer(self, tenant: str, answer_uuid: str) -> StoredAnswer | None: ...

    async def events(self, tenant: str, answer_uuid: str, after: int = 0) -> list[Numbered]: ...

    async def news(self, cursors: Sequence[tuple[str, str, int]]) -> dict[str, list[Numbered]]:
        """Returns the events past a cursor (tenant, answer, sequence number) of each answer, in one query for all."""

    async def references(self, tenant: str, answer_uuid: str, type: ReferenceType) -> list[ReferencePayload]:
        """Returns the payloads of the answer's references of one type, in citation order, none of an unknown one."""

    async def offered(self, tenant: str, answer_uuid: str) -> list[Candidate]:
        """Returns the frozen candidates of an answer, with their text; empty before they are frozen."""


class LeaseStore(Protocol):
    """Who produces which answer, by the database's clock. Raises `errors.Unavailable` when the database is away."""

    async def renew(self, running: Sequence[str], read: Sequence[str] = ()) -> dict[str, int]:
        """Prolongs this process's leases of the answers that run here and returns their epochs. `read`: those with a
        reader."""

    async def stop_requests(self) -> list[tuple[str, str]]:
        """Returns (tenant, answer) of this process's answers that are to end."""

    async def request_stop(self, tenant: str, answer_uuid: str) -> None: ...

    @property
    def is_present(self) -> bool:
        """Whether other processes see that this one lives; while they do not, it has to renew its leases often."""

    def heed(self, released: Callable[[], object], missed: Callable[[], object]) -> None:
        """Has `released` called whenever a process lets leases go, and `missed` when the others stop seeing that this
        one lives."""

    async def counts(self) -> tuple[int, int]:
        """Returns how many leases last and how many have run out, in the whole database."""

    async def free(self) -> FreeLeases:
        """Tells which leases somebody may take over."""

    async def claim(self, most: int, running: Sequence[str] = (), gone: Collection[str] = ()) -> list[ClaimedLease]:
        """Takes over leases that have run out, and those of processes that are `gone`, save this process's own of
        answers that still run here."""

    async def release(self) -> None:
        """Lets all leases of this process run out now."""

    async def has_heirs(self) -> bool:
        """Tells whether another process is there to take over what this one lets go."""

    async def stored_turns(self, answers: Sequence[tuple[str, str]]) -> dict[str, StoredTurn]:
        """Returns what is stored of running turns, by the answer's uuid; an answer that is gone is left out."""
