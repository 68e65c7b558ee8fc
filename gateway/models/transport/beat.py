"""One coarse clock for all streams of a service: what many streams bring within a few milliseconds is read one after
the other, in one go.

A process that wakes for each piece alone spends more on waking than on the piece. While many streams bring something
between two beats, nobody is told that it has come: their bodies are looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from itertools import compress
from operator import not_
from types import coroutine
from typing import Any, cast

from gateway.models.crowd import CROWD, Crowd
from gateway.models.transport.aiohttp_body import AiohttpBody

EVERY_S = 0.006
"""Much less than anybody sees."""
EACH_S = 0.000_04
"""What each stream adds where they are so many that beats would be shorter than their sum."""
MANY_S = 0.02
"""The most that many streams make of it."""
CROWDED_S = 0.1
"""While many questions wait to be admitted. Text still flows, and costs a fraction."""
RESTS = 2
"""How many of these longer beats a stream lets go by behind one that brought `MUCH`: to read twice as much of it takes
hardly longer, and of a stream that brings one piece at a time nothing is saved."""
MUCH = 800
"""Bytes: four chunks of OpenAI's, a piece in each."""
TOGETHER = 4
"""Streams that brought something between two beats: from so many on bodies are looked at, since a look costs a fraction
of a wake-up, and most looks find something."""
QUIET_S = 0.3
"""How long a body is looked at in vain. Who waits for it then is told when something comes, its end or its failure
too."""


class Beat:
    """Lets those whom something has reached go on together, `every_s` apart, up to `MANY_S` where many wait, or
    `CROWDED_S` while there is a crowd; then a stream that brings much rests. After a silence the first goes on at
    once."""

    def __init__(self, every_s: float = EVERY_S, crowd: Crowd = CROWD) -> None:
        self._every_s, self._crowd, self._last = every_s, crowd, 0.0
        self._reached: list[_Waiting] = []
        """Those that go on at the next beat."""
        self._looked_at: list[_Waiting] = []
        """Those whose bodies are looked at then."""
        self._due = False
        """The next beat has its timer."""
        self._streams = 0
        """Those that wait for something to arrive, or for the beat."""

    @coroutine
    def after(self, body: AsyncIterator[bytes], tap: Callable[[bytes], bool]) -> Generator[Any, None, None]:
        """Waits for the next part of a body that is not `tap`'s alone; returns at the beat after it has come.

        body: an `AiohttpBody` can be looked at, any other is waited for.
        tap: is given each part, at a beat, and returns True where the task has nothing to do with it. It raises
            nothing.

        Raises what the body raises, `StopAsyncIteration` at its end. The task that waits is woken for none of the
        parts before: the body's steps are taken in its place, by the protocol of `asyncio.Future` that tasks go by.
        """
        waiting = _Waiting(body, tap, self._join)
        self._streams += 1
        try:
            yield from waiting.until_left()
        finally:
            self._streams -= 1

    @property
    def _pause_s(self) -> float:
        if self._crowd.is_there:
            return CROWDED_S
        return max(self._every_s, min(self._streams * EACH_S, MANY_S))

    def _join(self, waiting: _Waiting) -> None:
        """Lets one go on at the next beat."""
        if not self._due:
            loop = asyncio.get_running_loop()
            now = loop.time()
            due = self._last + self._pause_s
            if now >= due:
                self._last = now
                if waiting.took():
                    waiting.wait()
                return
            self._due = True
            loop.call_at(due, self._go_on)
        self._reached.append(waiting)

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        self._last = now = loop.time()
        going, self._reached = self._reached, []
        looked_at, self._looked_at = self._looked_at, []
        for waiting in looked_at:
            if waiting.has_come:
                going.append(waiting)
            elif now < waiting.until:
                self._looked_at.append(waiting)
            else:
                waiting.wait()
        if self._crowd.is_there:
            resting = [waiting.rests() for waiting in going]
            self._reached += compress(going, resting)
            going = list(compress(going, map(not_, resting)))
        together = len(going) >= TOGETHER
        for waiting in going:
            if waiting.took():
                if together and waiting.looks(now + QUIET_S):
                    self._looked_at.append(waiting)
                else:
                    waiting.wait()
        self._due = bool(self._reached or self._looked_at)
        if self._due:
            loop.call_at(now + self._pause_s, self._go_on)


class _Waiting:
    """One task that waits for a part of its body."""

    __slots__ = (
        "_awaited",
        "_body",
        "_join",
        "_part",
        "_read",
        "_reader",
        "_rests",
        "_steps",
        "_tap",
        "_turn",
        "until",
    )

    def __init__(
        self, body: AsyncIterator[bytes], tap: Callable[[bytes], bool], join: Callable[[_Waiting], None]
    ) -> None:
        """`join`: has `took` called at the next beat."""
        self._body, self._tap, self._join = body, tap, join
        self._part: list[bytes] = []
        """The one that has come."""
        self._rests = 0
        """Beats that it may let go by."""
        self._reader = body.reader if isinstance(body, AiohttpBody) else None
        self._read = 0
        """Bytes of the body that had come when it was last looked at."""
        self.until = 0.0
        """Until when it is looked at if nothing comes, in the loop's seconds; 0: it is waited for."""
        self._awaited: asyncio.Future[Any] | None = None
        """What the body waits for."""
        self._turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """The task's."""
        self._steps: Generator[Any, Any, Any]

    def until_left(self) -> Generator[Any, None, None]:
        """Waits until the tap leaves a part. A cancellation of the task reaches the body, which may bear it."""
        self.wait()
        while True:
            turn = self._turn
            try:
                yield from turn
                return
            except BaseException as error:
                if turn.done() and not turn.cancelled():
                    turn.exception()
                    raise  # the body's error, or a cancellation when the body has had its part in this turn
                self._turn = turn.get_loop().create_future()
                self._bear(error)

    def _bear(self, error: BaseException) -> None:
        """Throws at the body what the task was thrown, and raises what the body makes of it."""
        if self._awaited is not None:
            self._awaited.cancel()
        self._awaited = None
        try:
            if self._part or self.until:
                raise error
            self._wait_for(self._steps.throw(error))
        except StopIteration as end:
            self._part.append(cast(bytes, end.value))
            self._join(self)
        except BaseException:
            self._turn.cancel()
            raise

    def rests(self) -> bool:
        """At a beat while there is a crowd: tells whether it waits for the next one."""
        self._rests -= 1
        return self._rests >= 0

    def looks(self, until: float) -> bool:
        """Tells whether the body can be looked at from now on, and need not be waited for."""
        if self._reader is None or self._reader.is_eof():
            return False
        self.until = until
        return True

    @property
    def has_come(self) -> bool:
        """Whether a look finds that something has come."""
        return self._reader is not None and self._reader.total_bytes != self._read

    def took(self) -> bool:
        """At a beat: gives the tap what has come, or wakes the task. Returns whether the next part has to be waited
        for."""
        if self._turn.done() or not (self._part or self._step()):
            return False
        part = self._part.pop()
        self._rests = RESTS if len(part) > MUCH else 0
        if part and not self._tap(part):
            self._turn.set_result(None)
            return False
        return True

    def wait(self) -> None:
        """Waits for the next part; one that is there already is taken at the next beat."""
        self.until = 0.0
        if not self._turn.done():
            self._steps = anext(self._body).__await__()
            if self._step():
                self._join(self)

    def _step(self) -> bool:
        """Takes the body's next step. Returns whether a part is there; else it is waited for, or the task has been told
        what the body raised."""
        self._awaited = None
        try:
            if self.until and self._reader is not None:
                self._read = self._reader.total_bytes
                self._part.append(self._reader.read_nowait())
                return True
            self._wait_for(next(self._steps))
        except StopIteration as end:
            self._part.append(cast(bytes, end.value))
            return True
        except BaseException as error:
            self._turn.set_exception(error)
        return False

    def _wait_for(self, awaited: asyncio.Future[Any] | None) -> None:
        """Goes on at the beat after this is done; None: the body only gives way to others."""
        if awaited is None:
            awaited = self._turn.get_loop().create_future()
            awaited.set_result(None)
        else:
            awaited._asyncio_future_blocking = False
        self._awaited = awaited
        awaited.add_done_callback(self._arrived)

    def _arrived(self, awaited: asyncio.Future[Any]) -> None:
        if awaited is self._awaited:
            self._join(self)
