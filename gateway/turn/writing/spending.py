"""What the requests of one answer cost, and what they may cost."""

from __future__ import annotations

from dataclasses import dataclass

from gateway import words
from gateway.conversation.usage import Usage
from gateway.models.prompt import Prompt

REPAIR_SHARE = 0.15
"""Of the tokens that an answer may have: what all tries together may cost."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a generation may take."""

    tries: int = 1
    """Per lost paragraph; 0: none."""
    tokens: int = 2000
    """Of one answer."""
    total_s: float = 180.0
    turn_tokens: int = 0
    """Of all requests, prompts included, behind which no paragraph begins; 0: no bound."""


class Spending:
    """Adds up requests to models."""

    def __init__(self, budget: Budget, before: Usage | None = None) -> None:
        """`before`: what was spent before anything was written."""
        self.budget = budget
        self.repair_tokens = int(budget.tokens * REPAIR_SHARE)
        """What is left for repairs."""
        self._requests: list[tuple[Usage | None, Usage]] = [(before, before)] if before else []
        """Of each request what its provider counted, and what was estimated."""

    def add(self, asked: int, answered: int, counted: Usage | None = None) -> Usage:
        """Adds a request by the tokens of its prompt and of what it brought, both estimated; returns its tokens,
        as its provider counted them where it did."""
        estimated = Usage(asked, answered)
        self._requests.append((counted, estimated))
        return counted or estimated

    @property
    def usage(self) -> Usage | None:
        """Tokens of all requests: as the provider counted them, estimated where it did not; None if it never did."""
        if not any(counted for counted, _ in self._requests):
            return None
        each = [counted or estimated for counted, estimated in self._requests]
        return Usage(sum(usage.prompt_tokens for usage in each), sum(usage.answer_tokens for usage in each))

    def at_bound(self, *under_way: Usage) -> bool:
        """Tells whether the turn has cost all it may, with what is under way."""
        most = self.budget.turn_tokens
        each = [*(counted or estimated for counted, estimated in self._requests), *under_way]
        return most > 0 and sum(usage.prompt_tokens + usage.answer_tokens for usage in each) >= most


def tokens(prompt: Prompt) -> int:
    """Returns about how many tokens a request has; the number stays when the prompt is let go."""
    return words.tokens_estimate(prompt.shown)
