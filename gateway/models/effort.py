"""How much a model thinks, as a word and as a number of tokens: services take one of the two."""

from __future__ import annotations

TOKENS = {"low": 1024, "medium": 8192, "high": 24_576, "xhigh": 24_576, "max": 24_576}
"""Thinking tokens by word. Every model of Gemini that thinks accepts the largest number."""


def tokens(effort: str | None) -> int | None:
    """Returns the thinking tokens of an effort; None if there is no effort."""
    return None if effort is None else TOKENS[effort] if effort in TOKENS else int(effort)


def word(effort: str | None) -> str | None:
    """Returns the smallest word that allows these thinking tokens; None if there is no effort."""
    if effort is None or effort in TOKENS:
        return effort
    return next((name for name, most in TOKENS.items() if int(effort) <= most), "max")
