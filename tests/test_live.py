"""Answers in progress: order, numbering, joining, readers, and a database that goes away."""

import asyncio

import pytest

from gateway import live as live_module
from gateway.answer.answer import Candidates
from gateway.answer.events import Failed, Finished, Numbered, ParagraphFinished, StateChanged, TextAdded, Thinking
from gateway.conversation.question import Question
from gateway.conversation.turn import Outcome, Turn
from gateway.errors import Unavailable
from gateway.live import PIECE_LIMIT, Live, join
from gateway.ports import STOPPED, JournalLost

DONE = Outcome(Finished({"answer": {}}), "done")


class Rows:
    """A store in memory whose writes can be held up or refused."""

    def __init__(self):
        self.written: list[Numbered] = []
        self.batches: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.refusals = 0

    async def _write(self, numbered):
        await self.gate.wait()
        if self.refusals:
            self.refusals -= 1
            raise Unavailable("away")
        self.written += numbered

    async def append(self, entries):
        await self._write([entry.numbered for entry in entries])
        self.batches.append(len(entries))

    async def finish(self, turn, terminal, outcome):
        await self._write([terminal])

    async def freeze(self, tenant, answer_uuid, candidates):
        await self._write([])


def turn():
    return Turn(Question("default", "Why?", "en"))


@pytest.fixture
async def rows():
    return Rows()


@pytest.fixture
async def live(rows):
    live = Live(rows)
    await live.open()
    yield live
    rows.gate.set()
    await live.close(grace_s=1)


async def read(answer, after=0):
    async with asyncio.timeout(5):
        return [numbered async for batch in answer.follow(after) for numbered in batch]


async def test_readers_see_what_was_stored_in_order_and_once(live, rows):
    async def produce(turn, journal):
        await journal.emit([StateChanged("responding", "…"), TextAdded("a")])
        await journal.freeze(Candidates())
        await journal.emit([TextAdded("b"), ParagraphFinished(0, "ab")])
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    seen, also = await asyncio.gather(read(answer), read(answer))
    assert seen == also == rows.written
    assert [numbered.seq for numbered in seen] == list(range(1, len(seen) + 1))
    assert "".join(n.event.text for n in seen if isinstance(n.event, TextAdded)) == "ab"
    assert isinstance(seen[-1].event, Finished)


@pytest.mark.parametrize("begun", [True, False])
async def test_a_stop_reaches_the_producer_once_and_readers_see_the_end(live, begun):
    """`begun` False: stopped before the producer's first step."""
    cancellations = []

    async def produce(turn, journal):
        try:
            await journal.emit([TextAdded("said")])
            await asyncio.Event().wait()
        except asyncio.CancelledError as cancelled:
            cancellations.append(cancelled.args)
            await journal.finish(DONE)
            raise

    answer = live.start(turn(), produce)
    if begun:
        await asyncio.wait_for(anext(answer.follow()), 5)
    live.stop(answer)
    live.stop(answer)
    seen = await read(answer)
    assert [type(one.event) for one in seen] == [TextAdded, Finished] and answer.outcome is DONE
    assert cancellations == [(STOPPED,)]


async def test_nothing_is_shown_before_it_is_written(live, rows):
    rows.gate.clear()
    ready = asyncio.Event()

    async def produce(turn, journal):
        await journal.emit([TextAdded("secret")])
        ready.set()
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    await asyncio.wait_for(ready.wait(), 5)
    first = asyncio.ensure_future(anext(answer.follow()))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not first.done() and not answer.events
    rows.gate.set()
    assert (await asyncio.wait_for(first, 5))[0].event == TextAdded("secret")
    await read(answer)


async def test_pieces_that_gather_while_a_write_is_under_way_become_one_event(live, rows):
    writing = asyncio.Event()

    async def produce(turn, journal):
        rows.gate.clear()
        await journal.emit([TextAdded("first ")])
        for _ in range(5):
            await asyncio.sleep(0)
        for letter in "abc":
            await journal.emit([TextAdded(letter)])
        writing.set()
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    await asyncio.wait_for(writing.wait(), 5)
    rows.gate.set()
    texts = [numbered.event.text for numbered in await read(answer) if isinstance(numbered.event, TextAdded)]
    assert texts == ["first ", "abc"]


async def test_a_reader_goes_on_after_any_event_and_at_the_end_gets_nothing(live):
    async def produce(turn, journal):
        await journal.emit([StateChanged(str(place), "") for place in range(5)])
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    everything = await read(answer)
    for after in range(len(everything) + 1):
        assert await read(answer, after) == everything[after:]


async def test_an_answer_that_cannot_be_written_takes_no_other_with_it(live, rows):
    poison = turn()
    append = rows.append

    async def refuse(entries):
        if any(entry.answer_uuid == poison.answer_uuid for entry in entries):
            raise ValueError("no such character")
        await append(entries)

    async def produce(turn, journal):
        await journal.emit([TextAdded("x")])
        await journal.finish(DONE)

    rows.append = refuse
    lost, kept = live.start(poison, produce), live.start(turn(), produce)
    assert [type(n.event) for n in await read(kept)] == [TextAdded, Finished]
    assert await read(lost) == [] and lost.lost


async def test_closing_ends_a_silent_answer_after_the_grace_and_may_be_repeated(live):
    cancelled = asyncio.Event()

    async def produce(turn, journal):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            await journal.finish(DONE)
            raise

    answer = live.start(turn(), produce)
    await asyncio.sleep(0)
    await asyncio.wait_for(live.close(grace_s=0), 5)
    assert cancelled.is_set() and [type(n.event) for n in await read(answer)] == [Finished]
    await asyncio.wait_for(live.close(), 5)


async def test_many_answers_share_one_write(live, rows):
    rows.gate.clear()

    async def produce(turn, journal):
        await journal.emit([TextAdded("x")])
        await journal.finish(DONE)

    answers = [live.start(turn(), produce) for _ in range(20)]
    for _ in range(10):
        await asyncio.sleep(0)
    rows.gate.set()
    await asyncio.gather(*map(read, answers))
    assert max(rows.batches) >= 19


async def test_the_writer_waits_for_a_database_that_comes_back(live, rows):
    rows.refusals = 2

    async def produce(turn, journal):
        await journal.emit([TextAdded("kept")])
        await journal.finish(DONE)

    seen = await read(live.start(turn(), produce))
    assert [type(numbered.event) for numbered in seen] == [TextAdded, Finished]


async def test_a_database_that_stays_away_ends_the_readers_and_the_producer(live, rows, monkeypatch):
    monkeypatch.setattr(live_module, "PATIENCE_S", 0.0)
    rows.refusals = 10**6
    lost = asyncio.Event()

    async def produce(turn, journal):
        await journal.emit([TextAdded("gone")])
        try:
            await journal.finish(DONE)
        except JournalLost:
            lost.set()
            raise

    assert await read(live.start(turn(), produce)) == []
    await asyncio.wait_for(lost.wait(), 5)


async def test_an_answer_leaves_the_registry_when_it_ended(live):
    async def produce(turn, journal):
        await journal.finish(Outcome(Failed("internal", "x"), "failed"))

    asked = turn()
    answer = live.start(asked, produce)
    assert live.get("default", asked.answer_uuid) is answer
    assert live.get("other", asked.answer_uuid) is None
    await read(answer)
    async with asyncio.timeout(5):
        while live.get("default", asked.answer_uuid):
            await asyncio.sleep(0)


async def test_closing_cancels_what_does_not_end_in_time(rows):
    live = Live(rows)
    await live.open()

    async def produce(turn, journal):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await journal.finish(Outcome(Failed("unavailable", "x"), "failed"))
            raise

    answer = live.start(turn(), produce)
    await asyncio.sleep(0)
    await live.close(grace_s=0.01)
    assert answer.ended


class Endless:
    """A turn that says one piece, and on the way out why it ends."""

    def __init__(self):
        self.saying = asyncio.Event()

    async def __call__(self, turn, journal):
        try:
            await journal.emit([TextAdded("said")])
            self.saying.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError as cancelled:
            await journal.finish(Outcome(Finished({"reason": cancelled.args[0]}), "aborted"))
            raise


async def test_a_stopped_answer_ends_with_what_was_said(live, rows):
    endless = Endless()
    answer = live.start(turn(), endless)
    await asyncio.wait_for(endless.saying.wait(), 5)
    live.stop(answer)
    live.stop(answer)
    await asyncio.wait_for(answer.over(), 5)
    assert [numbered.event for numbered in rows.written] == [TextAdded("said"), Finished({"reason": STOPPED})]
    assert await read(answer) == rows.written


async def test_an_answer_stopped_before_its_first_step_still_gets_its_end(live, rows):
    answer = live.start(turn(), Endless())
    live.stop(answer)
    await asyncio.wait_for(answer.over(), 5)
    assert isinstance(rows.written[-1].event, Finished)


async def test_the_running_answer_of_a_conversation_is_found_until_it_ended(live):
    asked = Turn(Question("default", "Why?", "en", caller_app="legacy", thread_id="t"))
    answer = live.start(asked, Endless())
    assert live.of_thread("default", "legacy", "t") is answer
    assert live.of_thread("default", "legacy", "u") is live.of_thread("other", "legacy", "t") is None
    live.stop(answer)
    await asyncio.wait_for(answer.over(), 5)
    assert live.of_thread("default", "legacy", "t") is None


async def test_an_answer_knows_when_its_last_reader_has_left(live):
    answer = live.start(turn(), Endless())
    assert await answer.is_left(0.01)
    batches = answer.follow()
    await anext(batches)
    assert answer.readers == 1 and not await answer.is_left(0.01)
    waiting = asyncio.ensure_future(answer.is_left(5))
    await asyncio.sleep(0)
    await batches.aclose()
    assert await waiting and answer.readers == 0
    live.stop(answer)


async def test_two_turns_of_one_conversation_are_admitted_one_after_the_other(live):
    assert live.admission("a", "b", "c") is not live.admission("a", "b", "d")
    async with live.admission("a", "b", "c"):
        assert live.admission("a", "b", "c").locked()


def test_pieces_are_joined_only_with_their_own_kind_and_up_to_a_limit():
    waiting = []
    for event in (Thinking("a"), Thinking("b"), TextAdded("c"), TextAdded("x" * PIECE_LIMIT), TextAdded("y")):
        join(waiting, 5, event)
    texts = [event.text for _, event in waiting]
    assert texts == ["ab", "c", "x" * PIECE_LIMIT, "y"]


async def test_a_flood_of_events_makes_the_producer_wait(live, rows):
    rows.gate.clear()
    emitted = 0

    async def produce(turn, journal):
        nonlocal emitted
        for place in range(10_000):
            await journal.emit([StateChanged(str(place), "")])
            emitted += 1
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    for _ in range(2000):
        await asyncio.sleep(0)
    assert emitted <= 2 * live_module.WAITING_EVENTS
    rows.gate.set()
    assert len(await read(answer)) == 10_001
