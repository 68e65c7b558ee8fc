"""What a check of facts finds."""

from __future__ import annotations

from typing import NamedTuple, get_args

from gateway.answer.answer import DoubtReason

REASONS: tuple[DoubtReason, ...] = get_args(DoubtReason)


class Finding(NamedTuple):
    """A fact of a sentence that its sources do not state. `start`, `end`: code points of the sentence.

    source_value: what the source has instead, if that is clear.
    """

    reason: DoubtReason
    start: int
    end: int
    source_value: str | None = None

    def moved(self, places: int) -> Finding:
        """Returns it at its place in a text in which the sentence begins so much later."""
        return self._replace(start=self.start + places, end=self.end + places)
