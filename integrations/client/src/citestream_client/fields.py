"""Which fields a question and a search may have: a misspelt filter must not search everything."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

FILTERS = frozenset({"workspace", "source_app", "document_ids", "languages"})
SEARCH = FILTERS | {"language", "limit"}
QUESTION = FILTERS | {
    "caller_app",
    "citation_mode",
    "deliverable",
    "language",
    "memory",
    "model",
    "phase",
    "provider",
    "session_id",
    "strict",
    "strict_in_doubt",
    "thread_id",
    "user_ref",
    "user_segment",
}
"""Fields of `POST /v1/answers` beside the question and the history."""
ASKED = QUESTION | {"audio_uuid", "conversation_history", "messages", "on_disconnect", "rollback", "speech"}
"""All fields of `POST /v1/answers` but the question."""
PASSED_OVER = frozenset(
    {
        "frequency_penalty",
        "logit_bias",
        "max_completion_tokens",
        "max_tokens",
        "presence_penalty",
        "reasoning_effort",
        "seed",
        "stop",
        "temperature",
        "top_p",
        "verbosity",
    }
)
"""Knobs of a model, which the gateway's settings have. Its OpenAI door passes over the same ones."""


def refuse_unknown(names: Iterable[str], allowed: Collection[str]) -> None:
    """Raises `TypeError` for a name that is not allowed."""
    if unknown := sorted(set(names).difference(allowed)):
        raise TypeError(f"Unknown: {', '.join(unknown)}. A gateway takes {', '.join(sorted(allowed))}.")


def checked(given: Mapping[str, Any], allowed: frozenset[str]) -> tuple[dict[str, Any], list[str]]:
    """Returns the fields that have a value and may be sent, and a warning for what was passed over. Raises `TypeError`
    for a name that is neither."""
    fields = {name: value for name, value in given.items() if value is not None}
    refuse_unknown(fields.keys() - PASSED_OVER, allowed)
    passed_over = sorted(fields.keys() & PASSED_OVER - allowed)
    warnings = [f"The gateway decides about {', '.join(passed_over)} itself."] if passed_over else []
    return {name: value for name, value in fields.items() if name in allowed}, warnings
