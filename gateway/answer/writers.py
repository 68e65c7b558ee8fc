"""Who wrote an answer, read off its events: providers by their place in the order in which they stand in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from gateway.answer import events
from gateway.answer.core.paragraph import ELLIPSIS
from gateway.answer.events import Event, Numbered

SWITCHING = "provider_switching"
"""The state that says that the next provider goes on."""


class Writers:
    """Takes the events of an answer in order. Every process begins with the first provider."""

    def __init__(self) -> None:
        self._writer, self._size = 0, 0
        self._texts: list[tuple[int, int]] = []
        """Of each part of the text that stands, where it begins, in code points, and which provider wrote it."""

    @classmethod
    def of(cls, sent: Iterable[Numbered]) -> Writers:
        """Returns the writers behind what other processes sent, where the next one begins."""
        writers, epoch = cls(), 0
        for numbered in sent:
            if numbered.epoch != epoch:
                writers._writer, epoch = 0, numbered.epoch
            writers.take(numbered.event)
        writers._writer = 0
        return writers

    def take(self, event: Event) -> None:
        match event:
            case events.StateChanged(state=state) if state == SWITCHING:
                self._writer += 1
            case events.TextAdded(text=text):
                begins = not self._texts or self._texts[-1][1] != self._writer
                # An ellipsis is the gateway's own mark, perhaps behind what a dead process had shown.
                if begins and text.rstrip("\n") != ELLIPSIS:
                    self._texts.append((self._size, self._writer))
                self._size += len(text)
            case events.TextRolledBack(text_offset=offset):
                self._texts = [part for part in self._texts if part[0] < offset]
                self._size = offset
            case events.Started() | events.StateChanged() | events.Thinking() | events.AudioAdded():
                pass
            case events.ReferenceShown() | events.ParagraphFinished() | events.OutlineFound():
                pass
            case events.CitationsFinished() | events.Finished() | events.Failed():
                pass
            case _:
                assert_never(event)

    @property
    def indexes(self) -> list[int]:
        """The providers whose text stands, each once, by their place in the order; the one that wrote last is the
        last."""
        return list(dict.fromkeys(writer for _, writer in reversed(self._texts)))[::-1]
