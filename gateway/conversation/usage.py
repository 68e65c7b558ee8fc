"""The tokens of a generation."""

from __future__ import annotations

from dataclasses import dataclass

from gateway import words


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one generation, as the provider counts them."""

    prompt_tokens: int
    answer_tokens: int

    @classmethod
    def estimated(cls, prompt: str, answer: str) -> Usage:
        """Estimates the usage where the provider does not count it."""
        return cls(words.tokens_estimate(prompt), words.tokens_estimate(answer))
