"""Leases as rows of a real database: taking, renewing, running out, and what a successor finds."""

import asyncio
import contextlib
import contextvars
import uuid

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Failed, Numbered, ParagraphFinished, TextAdded
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.question import Message, Scope
from gateway.conversation.session import SessionStart
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import TurnRunning
from gateway.live.ports import Fenced, FreeLeases, JournalEntry
from gateway.store.answers.event_rows import PAGE
from gateway.store.answers.leases import SQL, Leases
from gateway.store.answers.presence import Presence
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.sessions.session_rows import Sessions
from gateway.telemetry.tracing import request_context
from tests.support.questions import question_of

CANDIDATES = Candidates([Candidate("E1", "embedding", {"text": "Because."}, 0.5, 1, "en")])
FROZEN = Prepared(
    CANDIDATES,
    SearchFacts("why", {"why": 1.5}, "And?", meant="why", subject="why"),
    GateFacts(0.7),
    warnings=("slow",),
    followup={"section_ids": ["S2"]},
    outline=({"id": "S2", "title": "Why"},),
)
END = TurnOutcome(Failed("internal", "x"), "failed")


def process(database, owner, lease_s=60.0):
    answers = Answers(database, owner, lease_s)
    return answers, Leases(database, answers, Presence(database, owner, lease_s), lease_s)


def asked(**fields):
    return Turn(question_of("default", "Why?", "en", **fields))


def entry(turn, seq, epoch=1, event=None):
    return JournalEntry("default", turn.answer_uuid, Numbered(seq, epoch, seq, event or TextAdded(str(seq))))


@pytest.fixture
def old(database):
    """A process whose leases run out at once."""
    return process(database, "old", lease_s=0.0)


@pytest.fixture
def new(database):
    return process(database, "new")


async def test_a_lease_lasts_while_it_is_renewed_and_ends_with_its_answer(new, old):
    answers, leases = new
    turn = asked()
    await answers.open_turn(turn)
    assert await leases.renew([turn.answer_uuid]) == {turn.answer_uuid: 1}
    assert await leases.renew([]) == {} == await old[1].renew([turn.answer_uuid])
    assert await old[1].claim(10) == []
    await answers.finish(turn, Numbered(1, 1, 5, END.end), END)
    assert await leases.renew([turn.answer_uuid]) == {}


async def test_a_renewed_lease_stays_in_its_page(database, new):
    """Else each renewal writes into every index, and leaves a row behind for whoever reads all."""
    turns = [asked() for _ in range(60)]
    for turn in turns:
        await new[0].open_turn(turn)
    running = [uuid.UUID(turn.answer_uuid) for turn in turns]
    async with database.transaction(ALL_TENANTS) as connection:
        assert len(await connection.fetch(SQL["renew"], "new", 60.0, running, running)) == 60
        found = "select n_tup_upd, n_tup_hot_upd from pg_stat_xact_user_tables where relname = 'turn_lease'"
        assert tuple(await connection.fetchrow(found)) == (60, 60)


async def test_a_lease_that_ran_out_is_taken_once_with_a_higher_epoch(new, old):
    turn = asked()
    await old[0].open_turn(turn)
    claims = await asyncio.gather(*(new[1].claim(10) for _ in range(5)))
    (claimed,) = [one for claim in claims for one in claim]
    assert (claimed.tenant, claimed.answer_uuid, claimed.epoch, claimed.attempts) == ("default", turn.answer_uuid, 2, 1)
    assert not claimed.stop_requested and await new[1].renew([turn.answer_uuid]) == {turn.answer_uuid: 2}


async def test_a_lease_keeps_the_ids_of_the_request_that_asked(database, new, old):
    ids = {"x-request-id": "req-1", "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}
    context = contextvars.copy_context()
    context.run(request_context.enter, ids)
    await asyncio.create_task(old[0].open_turn(asked()), context=context)
    async with Presence.here(database, 60.0) as presence:
        (claimed,) = await Leases(database, new[0], presence, 60.0).claim(10)
    assert claimed.request_ids == ids
    await old[0].open_turn(asked())
    (claimed,) = await new[1].claim(10)
    assert claimed.request_ids == {}


async def test_what_the_old_owner_writes_is_refused(new, old):
    turn = asked()
    await old[0].open_turn(turn)
    assert await old[0].append([entry(turn, 1)]) == set()
    await new[1].claim(10)
    assert await old[0].append([entry(turn, 2)]) == {turn.answer_uuid}
    with pytest.raises(Fenced):
        await old[0].freeze("default", turn.answer_uuid, 1, FROZEN)
    with pytest.raises(Fenced):
        await old[0].finish(turn, Numbered(2, 1, 5, END.end), END)
    assert [one.id for one in await new[0].events("default", turn.answer_uuid)] == ["1-1"]
    assert await new[0].append([entry(turn, 2, epoch=2)]) == set()


async def test_one_fenced_answer_does_not_hold_up_the_others_of_its_batch(new, old):
    lost, kept = asked(), asked()
    await old[0].open_turn(lost)
    await new[1].claim(10)
    await old[0].open_turn(kept)
    assert await old[0].append([entry(lost, 1), entry(kept, 1)]) == {lost.answer_uuid}
    assert len(await new[0].events("default", kept.answer_uuid)) == 1


async def test_an_end_whose_commit_went_through_unnoticed_may_be_written_again(new):
    turn = asked()
    await new[0].open_turn(turn)
    for _ in range(2):
        await new[0].finish(turn, Numbered(1, 1, 5, END.end), END)


async def test_attempts_count_takeovers_without_a_new_paragraph(old):
    answers, leases = old
    turn = asked()
    await answers.open_turn(turn)
    attempts = []
    for epoch in range(2, 6):
        (claimed,) = await leases.claim(10)
        attempts.append(claimed.attempts)
        if epoch == 3:
            await answers.append([entry(turn, 1, epoch, ParagraphFinished(0, "A paragraph."))])
    assert attempts == [1, 2, 1, 2]


async def test_a_process_does_not_take_its_own_running_answers_over(old, new):
    turn = asked()
    await old[0].open_turn(turn)
    assert await old[1].claim(10, [turn.answer_uuid]) == []
    assert [one.epoch for one in await new[1].claim(10, [turn.answer_uuid])] == [2]


async def test_two_epochs_of_one_answer_in_one_batch_are_told_apart(new, old):
    turn = asked()
    await old[0].open_turn(turn)
    await new[1].claim(10)
    await new[0].append([entry(turn, 1), entry(turn, 1, epoch=2)])
    assert [one.id for one in await new[0].events("default", turn.answer_uuid)] == ["2-1"]


async def test_a_stop_is_asked_for_and_found_by_the_owner_or_the_successor(new, old):
    turn = asked()
    await old[0].open_turn(turn)
    await new[1].request_stop("default", turn.answer_uuid)
    await new[1].request_stop("elsewhere", turn.answer_uuid)
    assert await old[1].stop_requests() == [("default", turn.answer_uuid)] and await new[1].stop_requests() == []
    (claimed,) = await new[1].claim(10)
    assert claimed.stop_requested


async def test_released_leases_run_out_at_once(database, new, old):
    answers, leases = process(database, "third")
    turn = asked()
    await answers.open_turn(turn)
    await leases.release()
    assert [one.answer_uuid for one in await new[1].claim(10)] == [turn.answer_uuid]


@contextlib.asynccontextmanager
async def present(database, owner, lease_s=60.0):
    """A process that is there: its answers, its leases and the connection that shows that it lives. It believes at once
    what it sees of others."""
    presence = Presence(database, owner, 0.0)
    await presence.open()
    answers = Answers(database, presence.owner, lease_s)
    yield answers, Leases(database, answers, presence, lease_s), presence
    await presence.close()


async def test_leases_of_a_process_without_a_connection_may_be_taken_and_those_of_others_may_not(database):
    turns = asked(), asked(), asked()
    async with present(database, "new") as (_, leases, _), present(database, "slow") as (slow, its_leases, _):
        async with present(database, "dead") as (dead, _, gone):
            await slow.open_turn(turns[0])
            await dead.open_turn(turns[1])
            assert await leases.free() == FreeLeases()
        ((owner, stamp),) = (await leases.free()).silent
        assert owner == gone.owner
        await dead.open_turn(turns[2])
        ((_, later),) = (await leases.free()).silent
        assert later > stamp, "a lease was taken or renewed meanwhile: it lives"
        assert await leases.claim(10) == []
        taken = await leases.claim(10, gone=[owner])
        assert {one.answer_uuid for one in taken} == {turn.answer_uuid for turn in turns[1:]}
        assert {one.epoch for one in taken} == {2}
        assert await its_leases.renew([turns[0].answer_uuid]) == {turns[0].answer_uuid: 1}
        assert await leases.free() == FreeLeases()


async def test_the_others_hear_that_leases_were_let_go(database):
    heard = asyncio.Event()
    async with present(database, "new") as (_, there, _), present(database, "old") as (answers, leases, _):
        there.heed(heard.set, heard.set)
        await leases.release()
        await answers.open_turn(turn := asked())
        assert not heard.is_set(), "nothing was let go"
        await leases.release()
        async with asyncio.timeout(30):
            await heard.wait()
        assert (await there.free()).over
        assert [one.answer_uuid for one in await there.claim(10)] == [turn.answer_uuid]


async def test_a_successor_finds_the_question_the_decisions_and_the_events(new):
    answers, leases = new
    turn = asked(
        scope=Scope("house", None, ("3f2c",)),
        history=(Message("user", "Hi"),),
        tone="Be brief.",
        echo={"model": "m"},
        warnings=("w",),
        rollback=True,
    )
    await answers.open_turn(turn)
    named = ("default", turn.answer_uuid)
    bare = (await leases.stored_turns([named]))[turn.answer_uuid]
    assert bare.turn == turn and bare.frozen is None and bare.events == () and bare.elapsed_ms >= 0
    await answers.freeze("default", turn.answer_uuid, 1, FROZEN)
    await answers.append([entry(turn, 1), entry(turn, 2)])
    other = asked()
    await answers.open_turn(other)
    await answers.append([entry(other, seq) for seq in range(1, PAGE + 2)])
    both = await leases.stored_turns([named, ("default", other.answer_uuid), ("default", "0" * 32)])
    assert set(both) == {turn.answer_uuid, other.answer_uuid}
    assert [one.seq for one in both[other.answer_uuid].events] == list(range(1, PAGE + 2))
    kept = both[turn.answer_uuid]
    assert list(kept.frozen.candidates) == list(CANDIDATES) and kept.frozen.search.weights == {"why": 1.5}
    assert (kept.frozen.search.query, kept.frozen.gate.confidence, kept.frozen.source) == ("why", 0.7, "model")
    assert [one.id for one in kept.events] == ["1-1", "1-2"]
    assert await leases.stored_turns([("elsewhere", turn.answer_uuid)]) == {}


async def test_a_thread_and_a_session_have_one_running_turn_each(new, database):
    answers, _ = new
    first = asked(caller_app="a", thread_id="t")
    await answers.open_turn(first)
    await answers.open_turn(asked(caller_app="b", thread_id="t"))
    with pytest.raises(TurnRunning) as busy:
        await answers.open_turn(asked(caller_app="a", thread_id="t"))
    assert busy.value.answer_uuid == first.answer_uuid
    await answers.finish(first, Numbered(1, 1, 5, END.end), END)
    await answers.open_turn(asked(caller_app="a", thread_id="t"))
    session = (await Sessions(database).create("default", "local", SessionStart())).session_id
    await answers.open_turn(asked(session_id=session))
    with pytest.raises(TurnRunning):
        await answers.open_turn(asked(session_id=session))


async def test_news_come_for_many_answers_in_one_query(new):
    answers, _ = new
    turns = [asked() for _ in range(3)]
    for turn in turns:
        await answers.open_turn(turn)
        await answers.append([entry(turn, seq) for seq in (1, 2, 3)])
    cursors = [("default", turn.answer_uuid, place) for place, turn in enumerate(turns, 1)]
    news = await answers.news([*cursors, ("other", turns[0].answer_uuid, 0)])
    assert {uuid: [one.seq for one in found] for uuid, found in news.items()} == {
        turns[0].answer_uuid: [2, 3],
        turns[1].answer_uuid: [3],
    }
