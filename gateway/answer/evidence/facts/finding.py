"""What a check of facts finds."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Reason = Literal["figure", "name", "negation", "comparison", "part", "wording"]
"""Why a citation is weak, the most serious first."""
REASONS: tuple[Reason, ...] = get_args(Reason)


class Finding(NamedTuple):
    """A fact of a sentence that its sources do not state. `start`, `end`: code points of the sentence.

    source_value: what the source has instead, if that is clear.
    """

    reason: Reason
    start: int
    end: int
    source_value: str | None = None
