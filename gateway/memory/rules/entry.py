"""The nouns of a lookup: what is asked, what is remembered, and under which rules. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from gateway.limits.thresholds import Levels

Status = Literal["pending", "validated", "stale", "obsolete"]
THRESHOLD, MARGIN = 0.85, 0.05
"""Defaults; the threshold is that of C16."""
THRESHOLDS = Levels(THRESHOLD, {"meaning-use3-1": 0.7})
"""The threshold by embedder. Paraphrases start at other cosines in other models (docs/memory-evaluation.md)."""


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """A remembered answer, as the store gives it for one lookup.

    `similarity` is the cosine of its question with the one asked, None where nothing was embedded (exact lookup).
    Entries with the same `answer_hash` have the same answer. `gate_score` is what the confidence gate said when the
    answer was kept. `sources_current`: everything it rests on still exists with the same content hash; `visible`: the
    asker may see every cited document.
    """

    response_id: int
    question: str
    language: str
    key_hash: str
    scope_hash: str
    status: Status
    created_at: datetime
    """With a time zone."""
    similarity: float | None = None
    answer_hash: str = ""
    gate_score: float | None = None
    answer_uuid: str | None = None
    has_sources: bool = True
    sources_current: bool = True
    visible: bool = True


@dataclass(frozen=True, slots=True)
class MemoryQuestion:
    """What is looked up: the resolved question, never the follow-up as it was typed.

    `dependent`: it depends on what was said before and could not be resolved. `unknown_share`: share of its tokens,
    0..1, that the embedder does not know.
    """

    question: str
    language: str
    scope_hash: str
    key_hash: str
    dependent: bool = False
    unknown_share: float = 0.0


@dataclass(frozen=True, slots=True)
class LookupPolicy:
    """The settings of one lookup.

    `threshold` is the one of this embedder and language. `gate_threshold` 0 switches the governance step off, `margin`
    0 the margin. `languages`: those that the embedder declares, None for any. `sources_needed`: answers without
    citations may not be served here (every door but `POST /memory/lookup`).
    """

    threshold: float = THRESHOLD
    margin: float = MARGIN
    serve_status: frozenset[str] = frozenset({"validated"})
    gate_threshold: float = 0.0
    semantic: bool = True
    languages: frozenset[str] | None = None
    sources_needed: bool = True
