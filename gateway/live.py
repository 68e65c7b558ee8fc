"""Answers in progress: one producer task each, one group writer for all, any number of readers. The only concurrency.

The writer is self-clocking: it writes whatever gathered while the previous write was under way, in one transaction, and
only then shows it to readers. Under load neighbouring pieces of text are joined before they get their number, so what
is stored, what is sent and what is replayed have the same cutting.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from gateway.answer.answer import Candidates
from gateway.answer.events import TERMINAL, Event, Numbered, TextAdded, Thinking
from gateway.conversation.turn import Outcome, Turn
from gateway.errors import Unavailable
from gateway.ports import STOPPED, AnswerStore, Entry, Journal, JournalLost

log = logging.getLogger(__name__)

WAITING_EVENTS = 256
"""Events of one answer that may wait for the writer before its producer has to wait too."""
PATIENCE_S = 15.0
"""How long the writer keeps trying while the database is away."""
PIECE_LIMIT = 4096
"""Characters up to which waiting pieces are joined: one event stays one small frame."""
BATCH_EVENTS = 2000
"""Events in one transaction."""


@dataclass(eq=False, slots=True)
class LiveAnswer:
    """One answer being produced: what is committed (`events`), what waits, and who is to be told."""

    turn: Turn
    started_at: float
    epoch: int = 1
    events: list[Numbered] = field(default_factory=list)
    waiting: list[tuple[int, Event]] = field(default_factory=list)
    lost: bool = False
    readers: int = 0
    """Those who follow it in this process right now."""
    met: bool = False
    """It has had a reader."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    outcome: Outcome | None = None
    """How it ended, once it has."""
    producer: asyncio.Task[None] | None = None
    stopping: bool = False

    @property
    def ended(self) -> bool:
        return bool(self.events) and isinstance(self.events[-1].event, TERMINAL)

    @property
    def elapsed_ms(self) -> int:
        return int((time.monotonic() - self.started_at) * 1000)

    def publish(self, numbered: Iterable[Numbered]) -> None:
        self.events.extend(numbered)
        self.wake()

    def wake(self) -> None:
        news, self.news = self.news, asyncio.Event()
        news.set()

    async def follow(self, after: int = 0) -> AsyncGenerator[list[Numbered]]:
        """Committed events past `after`, in batches, until the terminal one; ends early when the journal is lost."""
        self.readers, self.met = self.readers + 1, True
        try:
            while True:
                news = self.news
                batch = self.events[after:]
                if batch:
                    after = batch[-1].seq
                    yield batch
                if self.lost or self.ended:
                    if after == len(self.events):
                        return
                elif not batch:
                    await news.wait()
        finally:
            self.readers -= 1
            self.wake()

    async def over(self) -> None:
        """Wait for its end."""
        while not (self.ended or self.lost):
            await self.news.wait()

    async def is_left(self, within_s: float) -> bool:
        """Whether it has ended or nobody reads it; readers have `within_s` seconds to come for the first time, or to go."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while (self.readers or not self.met) and not (self.ended or self.lost):
                    await self.news.wait()
        return self.ended or self.lost or not self.readers


class Live:
    """The registry of running answers and the group writer they share."""

    def __init__(self, store: AnswerStore) -> None:
        self._store = store
        self._answers: dict[tuple[str, str], LiveAnswer] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._admitting: WeakValueDictionary[tuple[str, str, str], asyncio.Lock] = WeakValueDictionary()
        self._dirty: dict[LiveAnswer, None] = {}
        self._writing: dict[LiveAnswer, list[Numbered]] = {}
        self._work = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write_forever(), name="journal writer")

    async def close(self, grace_s: float = 3.0, ending_s: float = 3.0) -> None:
        """Let running answers end; those that do not within `grace_s` are kept as interrupted, which may take
        `ending_s`. May be called again."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=grace_s)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=ending_s)
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    def start(self, turn: Turn, produce: Callable[[Turn, Journal], Awaitable[None]]) -> LiveAnswer:
        """Begin producing an admitted turn; it goes on whoever reads or leaves."""
        answer = LiveAnswer(turn, time.monotonic())
        key = (turn.question.tenant, turn.answer_uuid)
        self._answers[key] = answer
        task = asyncio.create_task(self._produce(answer, produce), name=f"answer {turn.answer_uuid}")
        answer.producer = task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._answers.pop(key, None))
        return answer

    def get(self, tenant: str, answer_uuid: str) -> LiveAnswer | None:
        return self._answers.get((tenant, answer_uuid))

    def of_thread(self, tenant: str, caller_app: str, thread_id: str) -> LiveAnswer | None:
        """The answer of this conversation that is running here."""
        for answer in self._answers.values():
            question = answer.turn.question
            if not answer.ended and (question.tenant, question.caller_app, question.thread_id) == (
                tenant, caller_app, thread_id,
            ):  # fmt: skip
                return answer
        return None

    def admission(self, tenant: str, caller_app: str, thread_id: str) -> asyncio.Lock:
        """To be held while a turn of this conversation is admitted: of two questions at once, one finds the other."""
        return self._admitting.setdefault((tenant, caller_app, thread_id), asyncio.Lock())

    def stop(self, answer: LiveAnswer) -> None:
        """End an answer of this process now; what was said is kept, and its readers see the end. May be called again."""
        if answer.producer is not None and not (answer.stopping or answer.ended):
            answer.stopping = True
            # Not at once: a task cancelled before its first step never runs, and its readers would wait for ever.
            asyncio.get_running_loop().call_soon(answer.producer.cancel, STOPPED)

    async def _produce(self, answer: LiveAnswer, produce: Callable[[Turn, Journal], Awaitable[None]]) -> None:
        try:
            await produce(answer.turn, TurnJournal(self, answer))
        except JournalLost:
            log.error("answer %s was given up: the database did not come back", answer.turn.answer_uuid)
        finally:
            if not answer.ended:
                answer.lost = True
                answer.wake()

    # The group writer ----------------------------------------------------------------------------------------------

    def enqueue(self, answer: LiveAnswer, events: Iterable[Event]) -> None:
        now = answer.elapsed_ms
        for event in events:
            join(answer.waiting, now, event)
        self._dirty[answer] = None
        self._work.set()

    async def _write_forever(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            while self._dirty:
                self._writing = self._take()
                await self._write(self._writing)
                self._writing = {}

    def writing(self, answer: LiveAnswer) -> bool:
        """Whether events of this answer are under way to the database."""
        return answer in self._writing

    def _take(self) -> dict[LiveAnswer, list[Numbered]]:
        """Number what waits, answer by answer, up to one transaction's worth; the rest stays for the next."""
        batch: dict[LiveAnswer, list[Numbered]] = {}
        room = BATCH_EVENTS
        while self._dirty and room > 0:
            answer = next(iter(self._dirty))
            del self._dirty[answer]
            waiting, answer.waiting = answer.waiting, []
            first = len(answer.events) + 1
            batch[answer] = [
                Numbered(first + place, answer.epoch, t_ms, event) for place, (t_ms, event) in enumerate(waiting)
            ]
            room -= len(waiting)
        return batch

    async def _write(self, batch: dict[LiveAnswer, list[Numbered]]) -> None:
        entries = [
            Entry(answer.turn.question.tenant, answer.turn.answer_uuid, numbered)
            for answer, numbers in batch.items()
            for numbered in numbers
        ]
        try:
            await with_patience(lambda: self._store.append(entries))
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for answer, numbers in batch.items():
                    await self._write({answer: numbers})  # one answer's trouble is not the others'
                return
            log.exception("the journal could not be written")
            for answer in batch:
                answer.lost = True
                answer.wake()
            return
        for answer, numbers in batch.items():
            answer.publish(numbers)

    async def finish(self, answer: LiveAnswer, outcome: Outcome) -> None:
        terminal = Numbered(len(answer.events) + 1, answer.epoch, answer.elapsed_ms, outcome.end)
        await with_patience(lambda: self._store.finish(answer.turn, terminal, outcome))
        answer.outcome = outcome
        answer.publish([terminal])

    async def freeze(self, answer: LiveAnswer, candidates: Candidates) -> None:
        tenant, answer_uuid = answer.turn.question.tenant, answer.turn.answer_uuid
        await with_patience(lambda: self._store.freeze(tenant, answer_uuid, candidates))


class TurnJournal:
    """One turn's side of the journal (`ports.Journal`)."""

    def __init__(self, live: Live, answer: LiveAnswer) -> None:
        self._live, self._answer = live, answer

    @property
    def elapsed_ms(self) -> int:
        return self._answer.elapsed_ms

    async def emit(self, events: Iterable[Event]) -> None:
        self._live.enqueue(self._answer, events)
        if self._answer.lost or len(self._answer.waiting) > WAITING_EVENTS:
            await self._written()

    async def freeze(self, candidates: Candidates) -> None:
        try:
            await self._live.freeze(self._answer, candidates)
        except Unavailable as error:
            raise JournalLost from error

    async def finish(self, outcome: Outcome) -> None:
        await self._written()
        try:
            await self._live.finish(self._answer, outcome)
        except Unavailable as error:
            raise JournalLost from error

    async def _written(self) -> None:
        """Wait until everything handed over is committed."""
        answer = self._answer
        while not answer.lost:
            news = answer.news
            if not answer.waiting and not self._live.writing(answer):
                return
            await news.wait()
        raise JournalLost


def join(waiting: list[tuple[int, Event]], now: int, event: Event) -> None:
    """Queue an event; a piece of text or thought that follows another of its kind becomes one piece with it."""
    if waiting and isinstance(event, (TextAdded, Thinking)):
        t_ms, last = waiting[-1]
        if type(last) is type(event) and len(last.text) + len(event.text) <= PIECE_LIMIT:
            waiting[-1] = (t_ms, type(event)(last.text + event.text))
            return
    waiting.append((now, event))


async def with_patience(write: Callable[[], Awaitable[None]]) -> None:
    """Try again while the database is away, up to `PATIENCE_S`; writes are idempotent by primary key."""
    deadline = time.monotonic() + PATIENCE_S
    pause = 0.05
    while True:
        try:
            return await write()
        except Unavailable:
            if time.monotonic() + pause > deadline:
                raise
        await asyncio.sleep(pause)
        pause = min(pause * 2, 1.0)
