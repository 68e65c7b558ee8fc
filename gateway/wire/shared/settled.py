"""Text that stays: for dialects whose readers cannot take anything back, and whose text is exact by mere joining.

In a turn that may withdraw text, a paragraph's text waits until the paragraph is accepted. Newlines at the end of a
piece wait for the next one, for at the very end of all pieces they do not belong to the answer.
"""

from __future__ import annotations

from typing import assert_never

from gateway.answer import events
from gateway.answer.events import Event, TextAdded


class Settled:
    """A pure filter over one answer's events, from the first on."""

    __slots__ = ("_newlines", "_shown", "_waiting", "_withdraws")

    def __init__(self) -> None:
        self._withdraws = False
        self._waiting = ""
        self._shown = 0
        """Code points of all pieces let through, trailing newlines included: what a rollback's offset counts."""
        self._newlines = 0

    def take(self, event: Event) -> list[Event]:
        """Returns the events that may be sent now: no rollbacks, and texts whose concatenation is the answer's text."""
        match event:
            case TextAdded(text):
                self._waiting += text
                return [] if self._withdraws else self._text()
            case events.TextRolledBack(offset, _):
                self._waiting = self._waiting[: max(0, offset - self._shown)]
                return []
            case events.Started():
                self._withdraws = event.rollback
                return [event]
            case events.StateChanged() | events.Thinking() | events.AudioAdded():
                return [event]  # they may come before a paragraph is accepted
            case events.ReferenceShown() | events.ParagraphFinished():
                return [*self._text(), event]
            case events.OutlineFound() | events.CitationsFinished():
                return [*self._text(), event]
            case events.Finished() | events.Failed():
                settled = self._text()
                self._newlines = 0
                return [*settled, event]
            case _:
                assert_never(event)

    def _text(self) -> list[Event]:
        waiting, self._waiting = self._waiting, ""
        self._shown += len(waiting)
        body = waiting.rstrip("\n")
        if not body:
            self._newlines += len(waiting)
            return []
        text = "\n" * self._newlines + body
        self._newlines = len(waiting) - len(body)
        return [TextAdded(text)]
