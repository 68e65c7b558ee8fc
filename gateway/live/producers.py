"""Answers in progress: one producer task each, one group writer for all, any number of readers. The only concurrency.

The writer writes whatever gathered while the previous write was under way, in one transaction, and only then shows it
to readers; while there is a crowd it lets a little more gather. Neighbouring pieces of text that wait are joined before
they get their number, so what is stored, what is sent and what is replayed have the same cutting.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from gateway.answer.answer import Reason
from gateway.answer.events import Event, Numbered, TextAdded, Thinking
from gateway.concurrency.crowd import CROWD, Crowd
from gateway.conversation.prepared import Prepared
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import Unavailable
from gateway.live import turn_report
from gateway.live.feed import Feed
from gateway.live.ports import AnswerStore, Fenced, JournalEntry
from gateway.telemetry import families
from gateway.telemetry.unwatched import is_counted, uncounted
from gateway.turn.ports import Journal, JournalLost
from gateway.turn.recording import line

log = logging.getLogger(__name__)

T = TypeVar("T")

WAITING_EVENTS = 256
"""Events of one answer that may wait for the writer before its producer has to wait too."""
PATIENCE_S = 15.0
"""How long the writer keeps trying while the database is away."""
PIECE_LIMIT = 4096
"""Characters up to which waiting pieces are joined: one event stays one small frame."""
BATCH_EVENTS = 2000
"""Events in one transaction."""
CROWDED_S = 0.03
"""How far apart writes are while many questions wait to be admitted: who waits needs the processor more than who has an
answer, and a write costs nearly as much for one answer as for ten."""
LONGEST_RECORDING = 2 * 1024 * 1024
"""Bytes of what one process records of one answer; the rest of a model's text is not kept."""


@dataclass(eq=False, slots=True)
class LiveAnswer(Feed):
    """One answer being produced here: what is committed, and what waits for the writer."""

    turn: Turn = field(kw_only=True)
    started_at: float = field(kw_only=True)
    epoch: int = 1
    waiting: list[tuple[int, Event]] = field(default_factory=list)
    heard: list[bytes] = field(default_factory=list)
    """Lines of the recording that wait for the next event."""
    recorded: int = 0
    """Bytes of all such lines so far."""
    stopped: Reason | None = None
    """Why it is being ended from outside."""
    ending: bool = False
    """Its last transaction is under way or done."""
    task: asyncio.Task[None] | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.turn.question.asker.tenant, self.turn.answer_uuid

    @property
    def elapsed_ms(self) -> int:
        return int((time.monotonic() - self.started_at) * 1000)

    def take_heard(self) -> bytes | None:
        heard, self.heard = b"".join(self.heard), []
        return heard or None


class Live:
    """The registry of running answers and the group writer they share."""

    def __init__(self, store: AnswerStore, *, records: bool = False, crowd: Crowd = CROWD) -> None:
        """records: what is heard of models is stored with the events."""
        self._store, self._records, self._crowd = store, records, crowd
        self._answers: dict[tuple[str, str], LiveAnswer] = {}
        self._dirty: dict[LiveAnswer, None] = {}
        self._writing: dict[LiveAnswer, list[JournalEntry]] = {}
        self._work, self._idle = asyncio.Event(), asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self.closing = False
        """Answers are let go, and no other is begun here."""
        self._commits = self._committed_events = self._failures = 0
        self._writing_s = 0.0

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write_forever(), name="journal writer")

    async def close(self, grace_s: float = 3.0) -> None:
        """Lets go of running answers: what they have produced is written within `grace_s`, and another process can go
        on. May be called again."""
        self.closing = True
        tasks = [task for answer in self.running if (task := answer.task) is not None]
        for task in tasks:
            task.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                await asyncio.gather(*tasks, return_exceptions=True)
                while self._dirty or self._writing:
                    await self._idle.wait()
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    def figures(self) -> Mapping[str, float]:
        """Returns what runs and waits right now, and what the writer has done so far."""
        return {
            "answers_running": len(self._answers),
            "writer_waiting_answers": len(self._dirty),
            "writer_waiting_events": sum(len(answer.waiting) for answer in self._answers.values()),
            "writer_commits": self._commits,
            "writer_events": self._committed_events,
            "writer_seconds": self._writing_s,
            "writer_failures": self._failures,
        }

    @property
    def running(self) -> list[LiveAnswer]:
        return list(self._answers.values())

    def start(
        self,
        turn: Turn,
        produce: Callable[[Turn, Journal], Awaitable[None]],
        *,
        epoch: int = 1,
        events: Sequence[Numbered] = (),
        elapsed_ms: int = 0,
    ) -> LiveAnswer:
        """Begins to produce an admitted turn, or goes on with one, whose `events` are then stored already. It goes on
        whoever reads or leaves."""
        answer = LiveAnswer(list(events), turn=turn, started_at=time.monotonic() - elapsed_ms / 1000, epoch=epoch)
        self._answers[answer.key] = answer
        with uncounted() if turn.question.conversation.evaluation_run else contextlib.nullcontext():
            answer.task = asyncio.create_task(self._produce(answer, produce), name=f"answer {turn.answer_uuid}")
        answer.task.add_done_callback(partial(self._forget, answer))
        return answer

    def _forget(self, answer: LiveAnswer, _: asyncio.Task[None]) -> None:
        answer.close()
        if self._answers.get(answer.key) is answer:
            del self._answers[answer.key]

    def get(self, tenant: str, answer_uuid: str) -> LiveAnswer | None:
        return self._answers.get((tenant, answer_uuid))

    def stop(self, tenant: str, answer_uuid: str, reason: Reason = "stopped") -> LiveAnswer | None:
        """Ends an answer with what was said; None where it does not run here."""
        answer = self.get(tenant, answer_uuid)
        if answer is not None and answer.stopped is None and answer.task is not None:
            answer.stopped = reason
            # Not at once: a task cancelled before its first step never runs, and its readers would wait for ever.
            asyncio.get_running_loop().call_soon(answer.task.cancel)
        return answer

    def abandon(self, answer: LiveAnswer) -> None:
        """Lets go of an answer that another process has or may take: it is not written or shown here any more."""
        log.warning("answer %s is let go; its lease decides who goes on", answer.turn.answer_uuid)
        families.LET_GO.inc()
        answer.stopped = None
        answer.close()
        if answer.task is not None:
            answer.task.cancel()

    def read(self) -> list[str]:
        """Returns the uuids of the answers that somebody reads here."""
        return [answer.turn.answer_uuid for answer in self._answers.values() if answer.readers]

    async def _produce(self, answer: LiveAnswer, produce: Callable[[Turn, Journal], Awaitable[None]]) -> None:
        try:
            await produce(answer.turn, TurnJournal(self, answer))
        except JournalLost:
            log.error("answer %s was given up here: its events cannot be written", answer.turn.answer_uuid)
        finally:
            answer.close()

    # The group writer ----------------------------------------------------------------------------------------------

    def record(self, answer: LiveAnswer, kind: str, fields: Mapping[str, Any]) -> None:
        """Keeps a line of the recording. It costs no transaction of its own: the next event takes it along."""
        if not self._records or answer.recorded > LONGEST_RECORDING:
            return
        recorded = line(kind, {"epoch": answer.epoch, "t_ms": answer.elapsed_ms, **fields})
        answer.recorded += len(recorded)
        answer.heard.append(recorded)

    def enqueue(self, answer: LiveAnswer, events: Iterable[Event]) -> None:
        now = answer.elapsed_ms
        for event in events:
            join(answer.waiting, now, event)
        self._dirty[answer] = None
        self._idle.clear()
        self._work.set()

    async def _write_forever(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            while self._dirty:
                self._writing = self._take()
                await self._write(self._writing)
                self._writing = {}
                if self._crowd.is_there:
                    await asyncio.sleep(CROWDED_S)
            self._idle.set()

    def writing(self, answer: LiveAnswer) -> bool:
        """Tells whether events of this answer are under way to the database."""
        return answer in self._writing

    def _take(self) -> dict[LiveAnswer, list[JournalEntry]]:
        """Numbers what waits, answer by answer, up to one transaction's worth; the rest stays for the next."""
        batch: dict[LiveAnswer, list[JournalEntry]] = {}
        room = BATCH_EVENTS
        while self._dirty and room > 0:
            answer = next(iter(self._dirty))
            del self._dirty[answer]
            waiting, answer.waiting = answer.waiting, []
            if answer.closed:  # let go: a successor, here perhaps, numbers on from what is stored
                continue
            first, heard = answer.last + 1, answer.take_heard()
            batch[answer] = [
                JournalEntry(*answer.key, Numbered(first + index, answer.epoch, t_ms, event), None if index else heard)
                for index, (t_ms, event) in enumerate(waiting)
            ]
            room -= len(waiting)
        return batch

    async def _write(self, batch: dict[LiveAnswer, list[JournalEntry]]) -> None:
        entries = [entry for its_entries in batch.values() for entry in its_entries]
        began = time.monotonic()
        try:
            fenced = await with_patience(lambda: self._store.append(entries))
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for answer, its_entries in batch.items():
                    await self._write({answer: its_entries})  # one answer's trouble is not the others'
                return
            log.exception("the journal could not be written")
            self._failures += 1
            for answer in batch:
                self.abandon(answer)
            return
        self._commits += 1
        self._committed_events += len(entries)
        self._writing_s += time.monotonic() - began
        for answer, its_entries in batch.items():
            if answer.turn.answer_uuid in fenced:
                self.abandon(answer)
            else:
                answer.publish(entry.numbered for entry in its_entries)

    async def finish(self, answer: LiveAnswer, outcome: TurnOutcome) -> None:
        answer.ending = True
        terminal = Numbered(answer.last + 1, answer.epoch, answer.elapsed_ms, outcome.end)
        heard = answer.take_heard()
        await self._fenced(answer, lambda: self._store.finish(answer.turn, terminal, outcome, heard))
        answer.publish([terminal])
        if is_counted():
            turn_report.report(answer.turn, outcome, events=terminal.seq, epoch=answer.epoch)

    async def freeze(self, answer: LiveAnswer, frozen: Prepared) -> None:
        await self._fenced(answer, lambda: self._store.freeze(*answer.key, answer.epoch, frozen))

    async def _fenced(self, answer: LiveAnswer, write: Callable[[], Awaitable[None]]) -> None:
        try:
            await with_patience(write)
        except Unavailable as error:
            raise JournalLost from error
        except Fenced as error:
            answer.close()
            raise JournalLost from error


class TurnJournal:
    """One turn's side of the journal (`ports.Journal`)."""

    def __init__(self, live: Live, answer: LiveAnswer) -> None:
        self._live, self._answer = live, answer

    @property
    def elapsed_ms(self) -> int:
        return self._answer.elapsed_ms

    @property
    def stopped(self) -> Reason | None:
        return self._answer.stopped

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        self._live.record(self._answer, kind, fields)

    def emit(self, events: Iterable[Event]) -> None:
        self._live.enqueue(self._answer, events)

    def room(self) -> Awaitable[None] | None:
        answer = self._answer
        return self.stored() if answer.closed or len(answer.waiting) > WAITING_EVENTS else None

    async def freeze(self, frozen: Prepared) -> None:
        await self._live.freeze(self._answer, frozen)

    async def finish(self, outcome: TurnOutcome) -> None:
        await self.stored()
        await self._live.finish(self._answer, outcome)

    async def stored(self) -> None:
        answer = self._answer
        while not answer.closed:
            if not answer.waiting and not self._live.writing(answer):
                return
            await answer.news()
        raise JournalLost


def join(waiting: list[tuple[int, Event]], now: int, event: Event) -> None:
    """Queues an event; a piece of text or thought that follows another of its kind becomes one piece with it."""
    if waiting and isinstance(event, (TextAdded, Thinking)):
        t_ms, last = waiting[-1]
        if type(last) is type(event) and len(last.text) + len(event.text) <= PIECE_LIMIT:
            waiting[-1] = (t_ms, type(event)(last.text + event.text))
            return
    waiting.append((now, event))


async def with_patience(write: Callable[[], Awaitable[T]]) -> T:
    """Tries again while the database is away, up to `PATIENCE_S`; writes are idempotent by primary key."""
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
