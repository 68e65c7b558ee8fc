"""What the answer memory needs from the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from gateway.answer.answer import Candidates
from gateway.memory.rules.entry import MemoryEntry
from gateway.memory.rules.provenance import CitedSources


@dataclass(frozen=True, slots=True)
class Remembered:
    """An answer that was given before, with what it takes to say it again."""

    paragraphs: Sequence[Mapping[str, Any]]
    """`citationIds` and `text` of each, in order."""
    outline: Sequence[Mapping[str, Any]]
    """`id` and `title` of each section."""
    candidates: Candidates
    """What it cites, as it was then."""
    weights: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class NewMemory:
    """An answer that is to be remembered."""

    tenant: str
    key_hash: str
    scope_hash: str
    question: str
    """As resolved: readable without the conversation around it."""
    original_question: str
    answer: str
    language: str
    status: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    answer_uuid: str | None = None
    """None: it came as a message, without citations."""
    cited: CitedSources = field(default_factory=CitedSources)
    gate_score: float | None = None
    embedder: str | None = None
    vector: Sequence[float] | None = None
    created_at: datetime | None = None
    """When the answer was made; None: now."""
    usage_count: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """A remembered answer, as far as a fresh one is compared with it."""

    answer: str
    documents: tuple[str, ...]
    """`memory.sources.documents`."""
    language: str
    status: str


@dataclass(frozen=True, slots=True)
class Reach:
    """Which entries a lookup by meaning is about."""

    threshold: float
    """The cosine from which on an entry may be served."""
    margin: float
    """How far the nearest one has to lie ahead of its rivals."""
    max_age_days: int

    def floor(self, nearest: float) -> float:
        """Returns the cosine below which an entry changes nothing, where the nearest one found so far lies at
        `nearest`: from there on it would be a rival, or the first that may be served at all."""
        return nearest - self.margin if nearest >= self.threshold else self.threshold


class MemoryStore(Protocol):
    """Rows of remembered answers (`store.memories`). Raises `errors.Unavailable` when the database is away."""

    async def exact(
        self, tenant: str, scope_hash: str, key_hash: str, max_age_days: int, *, prune: bool = False
    ) -> MemoryEntry | None: ...

    async def near(
        self, tenant: str, scope_hash: str, embedder: str, vector: Sequence[float], reach: Reach
    ) -> Sequence[MemoryEntry]: ...

    async def remembered(self, tenant: str, answer_uuid: str) -> Remembered | None: ...

    async def told(
        self,
        tenant: str,
        kind: str,
        reason: str = "",
        *,
        response_id: int | None = None,
        uses: int | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None: ...

    async def keep(self, new: NewMemory) -> int | None: ...

    async def keep_unless_alive(self, new: NewMemory, max_age_days: int) -> int | None: ...

    async def stored(self, tenant: str, response_id: int) -> Checked | None: ...

    async def checked(self, tenant: str, response_id: int, agreed: bool, enough: int) -> None: ...

    async def set_stale(self, tenant: str, response_id: int, reason: str) -> None: ...
