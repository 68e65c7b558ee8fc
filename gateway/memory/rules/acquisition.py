"""Which answers enter the memory at all: the closed list of what keeps one out. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

UNWRITTEN = frozenset({"extractive", "recorded"})
"""Providers that write nothing of their own: their answers are quotations, or were given before."""

_NOT_VALID = re.compile(r"<\s*non\s+valid[ée]?\s*>", re.IGNORECASE)
_WORD = re.compile(r"\w")


def is_marked_invalid(answer: str) -> bool:
    """It says itself that it is not valid: `<non valide>`."""
    return _NOT_VALID.search(answer) is not None


def is_incomplete(question: str) -> bool:
    """A question without a word, or one that breaks off."""
    text = question.strip()
    return not _WORD.search(text) or text.endswith(("...", "…"))


def unfit(source: str, state: str, provider: str | None, text: str, meta: Mapping[str, Any]) -> str | None:
    """Says why a finished answer of ours is not remembered; None: it may be. `meta` is the `answer` object of META."""
    if source != "model" or state != "done":
        return state if source == "model" else source
    if provider in UNWRITTEN:
        return "provider"
    if not meta.get("complete") or meta.get("degradedReason") or meta.get("hasCitationError"):
        return "degraded"
    if is_marked_invalid(text):
        return "not_valid"
    if (meta.get("confidence") or {}).get("reason"):
        return "doubtful"
    if meta.get("citationMode") != "paragraph" or not meta.get("refCount"):
        return "no_citations"
    return None
