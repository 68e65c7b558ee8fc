"""What the answer memory needs from the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from gateway.answer.answer import Candidates
from gateway.memory.rules.entry import MemoryEntry
from gateway.memory.rules.provenance import Cited


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
    days: int
    """Until it expires."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    facets: Mapping[str, Any] = field(default_factory=dict)
    answer_uuid: str | None = None
    """None: it came as a message, without citations."""
    cited: Cited = field(default_factory=Cited)
    gate_score: float | None = None
    embedder: str | None = None
    vector: Sequence[float] | None = None
    created_at: datetime | None = None
    """None: now."""
    usage_count: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """A remembered answer, as far as a fresh one is compared with it."""

    answer: str
    documents: tuple[str, ...]
    """`memory.sources.documents`."""
    language: str
    status: str


class MemoryStore(Protocol):
    """Rows of remembered answers (`store.memories`). Raises `errors.Unavailable` when the database is away."""

    async def exact(
        self, tenant: str, scope_hash: str, key_hash: str, *, prune: bool = False
    ) -> MemoryEntry | None: ...

    async def near(
        self, tenant: str, scope_hash: str, embedder: str, vector: Sequence[float]
    ) -> Sequence[MemoryEntry]: ...

    async def remembered(self, tenant: str, answer_uuid: str) -> Remembered | None: ...

    async def use(self, tenant: str, response_id: int, uses: int) -> None: ...

    async def told(
        self,
        tenant: str,
        kind: str,
        reason: str = "",
        *,
        response_id: int | None = None,
        actor: str = "",
        detail: Mapping[str, Any] | None = None,
    ) -> None: ...

    async def keep(self, new: NewMemory) -> int | None: ...

    async def stored(self, tenant: str, response_id: int) -> Checked | None: ...

    async def checked(self, tenant: str, response_id: int, agreed: bool, enough: int) -> None: ...

    async def set_stale(self, tenant: str, response_id: int, reason: str) -> None: ...
