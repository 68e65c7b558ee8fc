"""Reads an answer aloud beside its text: each accepted paragraph, in order, behind itself.

Text never waits for sound. A paragraph is heard whole or not at all: its frames are stored in one transaction, so that
a process that goes on with the answer begins behind the last paragraph that was spoken. What cannot be spoken is left
out, and META says so.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from gateway.answer.events import AudioAdded, Event, ParagraphFinished
from gateway.answer.sound import MEDIA_TYPES, Sound, cut
from gateway.errors import Unavailable
from gateway.models.ports import Voice
from gateway.telemetry.outage import level
from gateway.turn.ports import JournalLost
from gateway.words.text.spoken import spoken

log = logging.getLogger(__name__)

AT_ONCE = 2
"""Paragraphs of one answer that its service reads at the same time; more would crowd out other answers."""
LARGEST = 8 * 1024 * 1024
"""Bytes of an answer's sound; paragraphs behind it are not spoken."""
TAIL_S = 30.0
"""Seconds that the end of an answer waits for the sound of its text."""
Emit = Callable[[Iterable[Event]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class SpokenSound:
    """What was said of an answer when it ended."""

    size: int = 0
    ms: int = 0
    media_type: str = ""
    silent: int = 0
    """Paragraphs that could not be spoken."""


class Speaker:
    """The voice of one answer."""

    def __init__(self, voice: Voice, emit: Emit, stored: Sequence[Event] = ()) -> None:
        """`stored`: the events of other processes; what they have not spoken is spoken now."""
        self._voice, self._emit = voice, emit
        self._free, self._hushed = asyncio.Semaphore(AT_ONCE), asyncio.Event()
        self._tasks: list[asyncio.Task[Sound | None]] = []
        self._talk: asyncio.Task[None] | None = None
        self._audible = self._done = self._size = self._ms = 0
        audible = [event for event in stored if isinstance(event, AudioAdded)]
        before = {event.paragraph_index for event in audible}
        for event in audible:
            data = b64decode(event.frame)
            self._size += len(data)
            with suppress(ValueError):  # spoken in another format
                self._ms += cut(data, voice.form).ms
        self._last = max(before, default=-1)
        self._done = len(before)
        self.take(stored)

    def take(self, events: Iterable[Event]) -> None:
        """Begins to speak the paragraphs among events that have been handed to the journal."""
        for event in events:
            if not isinstance(event, ParagraphFinished) or event.degraded or self._hushed.is_set():
                continue  # a listener would not see that a paragraph is degraded
            if text := spoken(event.text):
                self._audible += 1
                if event.index > self._last:
                    self._speak(event.index, text)

    def hush(self) -> None:
        """Ends the wait for what is not spoken yet; nothing more is said."""
        self._hushed.set()

    async def finished(self, wait: bool = True) -> SpokenSound:
        """Waits for the sound of what was taken, and returns what was said; nothing more is said then. `wait`: else
        it is only what there is."""
        if wait and self._talk is not None:
            hushed = asyncio.create_task(self._hushed.wait())
            await asyncio.wait([self._talk, hushed], timeout=TAIL_S, return_when=asyncio.FIRST_COMPLETED)
            hushed.cancel()
        await self.close()
        return SpokenSound(self._size, self._ms, MEDIA_TYPES[self._voice.form], self._audible - self._done)

    async def close(self) -> None:
        """Lets go of what is under way."""
        self._hushed.set()
        tasks = [*self._tasks, *([self._talk] if self._talk else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _speak(self, index: int, text: str) -> None:
        sound = asyncio.create_task(self._sound(text))
        self._tasks.append(sound)
        self._talk = asyncio.create_task(self._say(index, sound, self._talk))

    async def _sound(self, text: str) -> Sound | None:
        """Returns the sound of a paragraph; None where it cannot be spoken."""
        try:
            async with self._free:
                return await self._voice.speak(text)
        except Unavailable as error:
            log.log(level(error), "a paragraph is not spoken: %s", error)
            return None

    async def _say(self, index: int, sound: asyncio.Task[Sound | None], before: asyncio.Task[None] | None) -> None:
        """Hands a paragraph's sound to the journal, behind that of the paragraphs before it."""
        if before is not None:
            await before
        found = await sound
        if found is None or self._hushed.is_set() or self._size + found.size > LARGEST:
            return
        self._size, self._ms, self._done = self._size + found.size, self._ms + found.ms, self._done + 1
        with suppress(JournalLost):  # whoever writes the text meets it too
            await self._emit([AudioAdded(b64encode(frame).decode(), index) for frame in found.frames])
