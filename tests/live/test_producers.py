"""Answers in progress: order, numbering, joining, readers, and a database that goes away."""

import asyncio
import contextlib

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.events import Failed, Finished, Numbered, ParagraphFinished, StateChanged, TextAdded, Thinking
from gateway.concurrency.crowd import MANY, Crowd
from gateway.conversation.prepared import Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import Unavailable
from gateway.live import producers
from gateway.live.feed import FeedReader
from gateway.live.producers import PIECE_LIMIT, Live, join
from tests.fakes.rows import DONE, Rows
from tests.support.following import followed
from tests.support.questions import question_of
from tests.support.waiting import idle, until

FROZEN = Prepared(Candidates(), SearchFacts("Why?"))


def turn():
    return Turn(question_of("default", "Why?", "en"))


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


async def test_readers_see_what_was_stored_in_order_and_once(live, rows):
    async def produce(turn, journal):
        journal.emit([StateChanged("responding", "…"), TextAdded("a")])
        await journal.freeze(FROZEN)
        journal.emit([TextAdded("b"), ParagraphFinished(0, "ab")])
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    seen, also = await asyncio.gather(followed(answer), followed(answer))
    assert seen == also == rows.written
    assert [numbered.seq for numbered in seen] == list(range(1, len(seen) + 1))
    assert "".join(n.event.text for n in seen if isinstance(n.event, TextAdded)) == "ab"
    assert isinstance(seen[-1].event, Finished)


async def test_nothing_is_shown_before_it_is_written(live, rows):
    rows.gate.clear()
    ready = asyncio.Event()

    async def produce(turn, journal):
        journal.emit([TextAdded("secret")])
        ready.set()
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    await asyncio.wait_for(ready.wait(), 5)
    first = asyncio.ensure_future(FeedReader(answer).next())
    await idle()
    assert not first.done() and not answer.events
    rows.gate.set()
    assert (await asyncio.wait_for(first, 5))[0].event == TextAdded("secret")
    await followed(answer)


@pytest.mark.parametrize(("crowded_s", "commits"), [(60, 1), (0.001, 2)])
async def test_while_there_is_a_crowd_what_comes_behind_a_write_waits_and_is_written_together(
    rows, monkeypatch, crowded_s, commits
):
    monkeypatch.setattr(producers, "CROWDED_S", crowded_s)
    go_on, crowd = asyncio.Event(), Crowd()

    async def produce(turn, journal):
        journal.emit([TextAdded("soon")])
        await go_on.wait()
        await journal.finish(DONE)

    with contextlib.ExitStack() as waiting:
        for _ in range(MANY):
            waiting.enter_context(crowd.joined())
        live = Live(rows, crowd=crowd)
        await live.open()
        answers = [live.start(turn(), produce)]
        await until(lambda: answers[0].events)
        rows.gate.clear()
        answers += [live.start(turn(), produce) for _ in range(3)]
        await idle()
        rows.gate.set()
        if commits > 1:
            await until(lambda: all(answer.events for answer in answers))
        assert live.figures()["writer_commits"] == commits
        assert live.figures()["writer_waiting_answers"] == (3 if commits == 1 else 0)
    go_on.set()
    await live.close(grace_s=0)


async def test_pieces_that_gather_while_a_write_is_under_way_become_one_event(live, rows):
    writing = asyncio.Event()

    async def produce(turn, journal):
        rows.gate.clear()
        journal.emit([TextAdded("first ")])
        await idle()
        for letter in "abc":
            journal.emit([TextAdded(letter)])
        writing.set()
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    await asyncio.wait_for(writing.wait(), 5)
    rows.gate.set()
    texts = [numbered.event.text for numbered in await followed(answer) if isinstance(numbered.event, TextAdded)]
    assert texts == ["first ", "abc"]


async def test_a_reader_goes_on_after_any_event_and_at_the_end_gets_nothing(live):
    async def produce(turn, journal):
        journal.emit([StateChanged(str(number), "") for number in range(5)])
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    everything = await followed(answer)
    for after in range(len(everything) + 1):
        assert await followed(answer, after) == everything[after:]


async def test_an_answer_that_cannot_be_written_takes_no_other_with_it(live, rows):
    poison = turn()
    append = rows.append

    async def refuse(entries):
        if any(entry.answer_uuid == poison.answer_uuid for entry in entries):
            raise ValueError("no such character")
        return await append(entries)

    async def produce(turn, journal):
        journal.emit([TextAdded("x")])
        await journal.finish(DONE)

    rows.append = refuse
    lost, healthy = live.start(poison, produce), live.start(turn(), produce)
    assert [type(n.event) for n in await followed(healthy)] == [TextAdded, Finished]
    assert await followed(lost) == [] and lost.closed


async def test_closing_lets_go_of_a_running_answer_and_writes_what_it_said(live, rows):
    spoken = asyncio.Event()

    async def produce(turn, journal):
        journal.emit([TextAdded("said")])
        spoken.set()
        await asyncio.Event().wait()

    answer = live.start(turn(), produce)
    await asyncio.wait_for(spoken.wait(), 5)
    await asyncio.wait_for(live.close(), 5)
    assert [numbered.event for numbered in rows.written] == [TextAdded("said")] and answer.closed
    assert await followed(answer) == rows.written
    await asyncio.wait_for(live.close(), 5)


async def test_a_stopped_answer_ends_itself_with_the_reason(live):
    begun = asyncio.Event()
    reasons = []

    async def produce(turn, journal):
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            reasons.append(journal.stopped)
            await journal.finish(DONE)
            raise

    asked = turn()
    answer = live.start(asked, produce)
    await asyncio.wait_for(begun.wait(), 5)
    assert live.stop("default", asked.answer_uuid) is answer is live.stop("default", asked.answer_uuid)
    assert [type(n.event) for n in await followed(answer)] == [Finished] and reasons == ["stopped"]
    assert live.stop("default", "f" * 32) is None


@pytest.mark.parametrize("at", ["events", "end"])
async def test_what_another_process_has_taken_over_is_shown_no_more_here(live, rows, at):
    ended = asyncio.Event()
    asked = turn()

    async def produce(turn, journal):
        try:
            journal.emit([TextAdded("shown")])
            await journal.freeze(FROZEN)
            rows.fenced.add(asked.answer_uuid)
            if at == "events":
                journal.emit([TextAdded("fenced")])
                await asyncio.Event().wait()
            await journal.finish(DONE)
        finally:
            ended.set()

    answer = live.start(asked, produce)
    assert "".join(n.event.text for n in await followed(answer)) in ("shown", "")
    await asyncio.wait_for(ended.wait(), 5)
    assert answer.closed and not answer.ended


async def test_an_answer_goes_on_with_the_numbers_of_its_first_process(live):
    async def produce(turn, journal):
        assert journal.elapsed_ms >= 7000
        journal.emit([TextAdded("b")])
        await journal.finish(DONE)

    before = [Numbered(1, 1, 0, StateChanged("responding", "…")), Numbered(2, 1, 5, TextAdded("a"))]
    seen = await followed(live.start(turn(), produce, epoch=2, events=before, elapsed_ms=7000))
    assert [numbered.id for numbered in seen] == ["1-1", "1-2", "2-3", "2-4"]


async def test_many_answers_share_one_write(live, rows):
    rows.gate.clear()

    async def produce(turn, journal):
        journal.emit([TextAdded("x")])
        await journal.finish(DONE)

    answers = [live.start(turn(), produce) for _ in range(20)]
    await idle()
    rows.gate.set()
    await asyncio.gather(*map(followed, answers))
    assert max(rows.batches) >= 19


async def test_the_writer_waits_for_a_database_that_comes_back(live, rows):
    rows.refusals = 2

    async def produce(turn, journal):
        journal.emit([TextAdded("kept")])
        await journal.finish(DONE)

    seen = await followed(live.start(turn(), produce))
    assert [type(numbered.event) for numbered in seen] == [TextAdded, Finished]


async def test_a_database_that_stays_away_ends_the_readers_and_the_producer(live, rows, monkeypatch):
    monkeypatch.setattr(producers, "PATIENCE_S", 0.0)
    rows.refusals = 10**6
    lost = asyncio.Event()

    async def produce(turn, journal):
        journal.emit([TextAdded("gone")])
        try:
            await asyncio.Event().wait()  # a model that says nothing
        finally:
            lost.set()

    assert await followed(live.start(turn(), produce)) == []
    await asyncio.wait_for(lost.wait(), 5)


async def test_an_answer_leaves_the_registry_when_it_ended(live):
    async def produce(turn, journal):
        await journal.finish(TurnOutcome(Failed("internal", "x"), "failed"))

    asked = turn()
    answer = live.start(asked, produce)
    assert live.get("default", asked.answer_uuid) is answer
    assert live.get("other", asked.answer_uuid) is None
    await followed(answer)
    await until(lambda: not live.get("default", asked.answer_uuid))


def test_pieces_are_joined_only_with_their_own_kind_and_up_to_a_limit():
    waiting = []
    for event in (Thinking("a"), Thinking("b"), TextAdded("c"), TextAdded("x" * PIECE_LIMIT), TextAdded("y")):
        join(waiting, 5, event)
    texts = [event.text for _, event in waiting]
    assert texts == ["ab", "c", "x" * PIECE_LIMIT, "y"]


def test_a_joined_piece_has_4096_characters_at_most():
    waiting = []
    for event in (TextAdded("x" * 4_000), TextAdded("y" * 96), TextAdded("z")):
        join(waiting, 5, event)
    assert [len(event.text) for _, event in waiting] == [4_096, 1]


async def test_the_writer_gives_up_if_its_next_attempt_would_be_too_late(monkeypatch):
    """The first pause takes 50 ms, and the patience ends before."""
    monkeypatch.setattr(producers, "PATIENCE_S", 0.04)
    attempts = []

    async def write():
        attempts.append(1)
        raise Unavailable("away")

    with pytest.raises(Unavailable):
        await producers.with_patience(write)
    assert attempts == [1]


async def test_a_flood_of_events_makes_the_producer_wait(live, rows):
    rows.gate.clear()
    emitted = 0

    async def produce(turn, journal):
        nonlocal emitted
        for number in range(10_000):
            journal.emit([StateChanged(str(number), "")])
            if (full := journal.room()) is not None:
                await full
            emitted += 1
        await journal.finish(DONE)

    answer = live.start(turn(), produce)
    await idle()
    assert emitted <= 2 * producers.WAITING_EVENTS
    rows.gate.set()
    async with asyncio.timeout(30):
        await answer.task
    assert answer.last == len(rows.written) == 10_001
