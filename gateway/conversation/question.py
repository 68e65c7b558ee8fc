"""What a caller asks, after checking, and the messages around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

LONGEST_QUESTION = 8_000
"""Characters, after trimming."""


@dataclass(frozen=True, slots=True)
class Message:
    """One earlier turn of a conversation."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look. Filters are exact; absent means everything the caller may see."""

    workspace: str | None = None
    source_app: str | None = None
    document_ids: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    """Primary subtags in lower case, such as `en`."""


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question: 1 to 8,000 characters, history trimmed, scope and mode decided."""

    tenant: str
    text: str
    language: str
    """`en`, `fr` or `zh`: as sent, else guessed from the text. Labels and refusals use it; it filters nothing."""
    subject: str = "local"
    history: tuple[Message, ...] = ()
    scope: Scope = field(default_factory=Scope)
    caller_app: str = "default"
    thread_id: str | None = None
    session_id: str | None = None
    citation_mode: Literal["paragraph", "answer", "none"] = "paragraph"
    provider: str | None = None
    model: str | None = None
    strict: bool = False
    """Nothing unvalidated is shown, and nothing factual without a supported citation."""
    rollback: bool = False
    """Text that was sent may be withdrawn in this turn."""
    deliverable: bool = False
    """An outline is asked for."""
    warnings: tuple[str, ...] = ()
