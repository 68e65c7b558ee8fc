"""One coarse clock for all streams of a service: what many streams bring within a few milliseconds is read one after
the other, in one go.

A process that wakes for each piece alone spends more on waking than on the piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator
from functools import partial
from types import coroutine
from typing import Any, TypeVar, cast

from gateway.models.crowd import CROWD, Crowd

T = TypeVar("T")

EVERY_S = 0.006
"""Much less than anybody sees."""
EACH_S = 0.000_04
"""What each stream adds where they are so many that beats would be shorter than their sum."""
MANY_S = 0.02
"""The most that many streams make of it."""
CROWDED_S = 0.1
"""While many questions wait to be admitted. Text still flows, and costs a fraction."""


class Beat:
    """Lets those whom something has reached go on together, `every_s` apart, up to `MANY_S` where many wait, or
    `CROWDED_S` while there is a crowd. After a silence the first goes on at once."""

    def __init__(self, every_s: float = EVERY_S, crowd: Crowd = CROWD) -> None:
        self._every_s, self._crowd, self._last = every_s, crowd, 0.0
        self._waiting: list[asyncio.Future[None]] = []
        self._streams = 0
        """Those that wait for something to arrive, or for the beat."""

    @coroutine
    def after(self, arrival: Awaitable[T]) -> Generator[Any, None, T]:
        """Returns what arrives, at the first beat after it has.

        The task is woken once, at the beat: what `arrival` waits for is watched in the task's place, by the protocol
        of `asyncio.Future` that tasks go by.
        """
        loop, steps, turn = asyncio.get_running_loop(), arrival.__await__(), None
        self._streams += 1
        try:
            waited = next(steps)
            while True:
                if waited is None:  # it only gives way to others
                    yield None
                    waited = next(steps)
                    continue
                waited._asyncio_future_blocking = False
                turn = loop.create_future()
                waited.add_done_callback(partial(self._join, turn))
                try:
                    yield from turn
                except BaseException as error:  # such as a cancelled task's
                    waited.cancel()
                    waited = steps.throw(error)
                else:
                    waited = next(steps)
        except StopIteration as end:
            if turn is None:  # it was there already
                turn = loop.create_future()
                self._join(turn)
                yield from turn
            return cast(T, end.value)
        finally:
            self._streams -= 1

    @property
    def _pause_s(self) -> float:
        return max(self._every_s, min(self._streams * EACH_S, MANY_S))

    def _join(self, turn: asyncio.Future[None], _: object = None) -> None:
        """Lets one go on at the next beat."""
        if not self._waiting:
            loop = turn.get_loop()
            now = loop.time()
            due = self._last + (CROWDED_S if self._crowd.is_there else self._pause_s)
            if now < due:
                loop.call_at(due, self._go_on)
            else:
                self._last = now
                if not turn.done():  # cancelled
                    turn.set_result(None)
                return
        self._waiting.append(turn)

    def _go_on(self) -> None:
        self._last = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():  # cancelled
                turn.set_result(None)
