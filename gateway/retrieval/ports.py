"""What a knowledge source must do: a query in, hits out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from gateway.answer.answer import ReferenceType
from gateway.answer.references import Referenced, Snapshot
from gateway.conversation.question import Scope


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for and where."""

    tenant: str
    text: str
    language: str
    limit: int
    scope: Scope = field(default_factory=Scope)

    @property
    def within(self) -> tuple[str, ...] | None:
        """The workspaces to look in; None: all."""
        return self.scope.within or None


@dataclass(frozen=True, slots=True)
class Hit(Referenced):
    """One hit, best first. Its `reference` has neither `score` nor `rank`."""

    type: ReferenceType
    reference: Snapshot
    score: float
    """Ranking score within 0..1, comparable inside one result only."""
    language: str | None = None
    cosine: float | None = None
    retriever: str = ""
    """Who found it, as the setting calls it; filled in by `retrieval`."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The hits of one retriever and what the corpus knows about the question's words."""

    found: tuple[Hit, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    """Inverse document frequency of the question's terms (`words.terms`), known terms only."""
    calibration: tuple[float, float] | None = None
    passages: int = 0
    """How many the corpus has in which that frequency was counted; 0: the source does not say."""
    sample_left_out: bool = False
    """The search excluded the sample documents because there are others."""


class Retriever(Protocol):
    """A knowledge source. Raises `errors.Unavailable` when it cannot answer."""

    async def search(self, query: Query) -> Retrieval: ...

    async def aclose(self) -> None: ...
