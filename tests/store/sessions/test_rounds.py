"""Turns in sessions: a turn's question counts the round where it is admitted, its reply follows with the last
commit."""

import asyncio
import itertools

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.events import Finished, Numbered
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.question import Message
from gateway.conversation.session import SessionLimits, SessionStart
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import NotFound, RoundLimitReached, SessionExpired, TurnRunning, Unavailable
from gateway.live.ports import Once
from gateway.store.answers.leases import Leases
from gateway.store.answers.presence import Presence
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.sessions.rounds import SessionKey
from gateway.store.sessions.session_rows import Sessions, Update
from tests.support.faulty_store import Killing
from tests.support.questions import question_of

END = Finished({"answer": {}})


@pytest.fixture
def sessions(database):
    return Sessions(database)


@pytest.fixture
def answers(database):
    return Answers(database, "here")


async def opened(sessions, **opening):
    made = await sessions.create("default", "local", SessionStart(**opening))
    return SessionKey("default", "local", made.session_id)


def asked(key, text="Why?", **fields):
    return Turn(question_of("default", text, "en", session_id=key.session_id, **fields))


async def answered(answers, turn, text="Because.", state="done"):
    stored = await answers.open_turn(turn)
    await answers.finish(turn, Numbered(1, 1, 1, END), TurnOutcome(END, state, text))
    return stored.admitted


def told(context):
    return [(said.role, said.content, said.status) for said in context.messages]


@pytest.mark.requirement("B12")
async def test_a_turn_is_a_round_from_its_admission_on(sessions, answers):
    key = await opened(sessions, language="fr")
    turn = asked(key)
    admitted = (await answers.open_turn(turn)).admitted
    assert (admitted.round.number, admitted.round.index, admitted.round.full, admitted.round.language) == (
        1,
        1,
        False,
        "fr",
    )
    context = await sessions.read(key)
    assert context.round == 1 and told(context) == [("user", "Why?", "complete")]
    await answers.finish(admitted, Numbered(1, 1, 1, END), TurnOutcome(END, "done", "Because."))
    assert told(await sessions.read(key))[1] == ("assistant", "Because.", "complete")
    assert (await sessions.update(key, Update("And?", "So."))).round == 2


async def test_how_a_turn_ended_is_kept_with_its_reply(sessions, answers):
    key = await opened(sessions)
    await answered(answers, asked(key), "Half", "aborted")
    await answered(answers, asked(key), "", "failed")
    assert [said[2] for said in told(await sessions.read(key))] == ["complete", "interrupted", "complete", "failed"]


async def test_earlier_messages_become_the_history_unless_one_was_sent(sessions, answers):
    key = await opened(sessions)
    await sessions.update(key, Update("Hello", "Hi"))
    await answered(answers, asked(key, "One?"), "Part", "aborted")
    await answered(answers, asked(key, "Two?"), "", "failed")
    turn = asked(key, "Three?", recall_tokens=1000)
    admitted = (await answers.open_turn(turn)).admitted
    expected = [("user", "Hello"), ("assistant", "Hi"), ("user", "One?"), ("assistant", "Part"), ("user", "Two?")]
    assert admitted.question.history == tuple(Message(role, text) for role, text in expected)
    kept = await Leases(answers._database, answers, Presence(answers._database, "there", 3.0)).stored_turns(
        [("default", turn.answer_uuid)]
    )
    assert kept[turn.answer_uuid].turn == admitted, "a successor goes on with the same history and round"
    await answers.finish(admitted, Numbered(1, 1, 1, END), TurnOutcome(END, "done", "x"))
    sent = await answered(answers, asked(key, "Four?", history=(Message("user", "mine"),)))
    assert sent.question.history == (Message("user", "mine"),)
    trimmed = await answered(answers, asked(key, "Five?", recall_tokens=5))
    assert trimmed.question.history == (Message("user", "Four?"), Message("assistant", "Because."))


async def test_a_primary_that_ended_takes_the_history_along(sessions, answers):
    key = await opened(sessions)
    await sessions.update(key, Update("Hello", "Hi", lambda flow, _: flow.switch("card", "primary")))
    await sessions.update(key, Update(flow=lambda flow, _: flow.end()))
    assert (await answered(answers, asked(key, recall_tokens=1000))).question.history == ()


async def test_while_an_answer_runs_no_other_message_comes_between(sessions, answers):
    key = await opened(sessions)
    turn = asked(key)
    await answers.open_turn(turn)
    for update in (Update("x"), Update(ai_message="y"), Update("x", "y")):
        with pytest.raises(TurnRunning) as busy:
            await sessions.update(key, update)
        assert busy.value.answer_uuid == turn.answer_uuid
    changed = await sessions.update(key, Update(flow=lambda flow, _: flow.switch("card", "primary")))
    assert changed.workflow.stack == ("card",), "the workflow may be switched"
    with pytest.raises(TurnRunning):
        await answers.open_turn(asked(key))
    assert (await sessions.read(key)).round == 1, "what was refused counts nothing"


async def test_a_session_that_is_over_refuses_turns_as_it_refuses_messages(database, answers):
    sessions = Sessions(database, SessionLimits(max_rounds=1))
    key = await opened(sessions)
    assert (await answered(answers, asked(key))).round.full
    with pytest.raises(RoundLimitReached) as full:
        await answers.open_turn(asked(key))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update session set expires_at = now()")
    with pytest.raises(SessionExpired) as expired:
        await answers.open_turn(asked(key))
    assert full.value.members["new_session_id"] == expired.value.members["new_session_id"]
    with pytest.raises(NotFound):
        await answers.open_turn(asked(key, subject="other"))
    async with database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from turn_lease") == 0
        assert await connection.fetchval("select count(*) from answer") == 1


async def test_a_repeated_request_joins_although_the_session_is_full_by_now(database, answers):
    key = await opened(Sessions(database, SessionLimits(max_rounds=1)))
    first = asked(key)
    await answers.open_turn(first, Once("k", "h"))
    again = await answers.open_turn(asked(key), Once("k", "h"))
    assert again.answer_uuid == first.answer_uuid and again.admitted is None


@pytest.mark.requirement("B20", "B24")
async def test_turns_and_messages_race_for_the_last_rounds(database, answers):
    sessions = Sessions(database, SessionLimits(max_rounds=5))
    key = await opened(sessions)
    results = await asyncio.gather(
        *(sessions.update(key, Update(str(number), "x")) for number in range(8)),
        *(answered(answers, asked(key)) for _ in range(8)),
        return_exceptions=True,
    )
    assert {type(result) for result in results if isinstance(result, Exception)} <= {RoundLimitReached, TurnRunning}
    context = await sessions.read(key)
    done = len([result for result in results if not isinstance(result, Exception)])
    assert context.round == done <= 5 and len(context.messages) == 2 * done


@pytest.mark.requirement("B21")
async def test_a_connection_lost_at_admission_counts_the_round_once(database, sessions):
    for number in itertools.count():
        key = await opened(sessions)
        killing = Killing(database, number)
        turn = asked(key, recall_tokens=100)
        admitted = (await Answers(killing, "here").open_turn(turn)).admitted
        context = await sessions.read(key)
        assert context.round == admitted.round.number == 1 and len(context.messages) == 1, number
        if not killing.killed:
            break
    assert number >= 3, "it was lost before, between and behind statements"
    key = await opened(sessions)
    turn = asked(key)
    admitted = (await Answers(Killing(database, 0, after_commit=True), "here").open_turn(turn)).admitted
    assert (await sessions.read(key)).round == admitted.round.number == 1


@pytest.mark.requirement("B21")
async def test_a_connection_lost_at_the_end_appends_the_reply_once(database, sessions, answers):
    for number in itertools.count():
        key = await opened(sessions)
        turn = (await answers.open_turn(asked(key))).admitted
        await answers.freeze("default", turn.answer_uuid, 1, Prepared(Candidates(), SearchFacts("why"), GateFacts(0.5)))
        killing = Killing(database, number)
        dying = Answers(killing, "here")
        try:
            await dying.finish(turn, Numbered(1, 1, 1, END), TurnOutcome(END, "done", "Because."))
        except Unavailable:
            assert len((await sessions.read(key)).messages) == 1
            await dying.finish(turn, Numbered(1, 1, 1, END), TurnOutcome(END, "done", "Because."))
        assert told(await sessions.read(key))[1:] == [("assistant", "Because.", "complete")], number
        if not killing.killed:
            break


async def test_a_running_answer_keeps_its_session_alive_and_no_longer(database, sessions, answers):
    key = await opened(sessions)
    turn = asked(key)
    await answers.open_turn(turn)
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update session set expires_at = now() - interval '1 minute'")
    assert (await sessions.read(key)).status == "active" and await sessions.sweep() == 0
    await answers.finish(turn, Numbered(1, 1, 1, END), TurnOutcome(END, "done", "Because."))
    with pytest.raises(SessionExpired):
        await sessions.read(key)
    assert await sessions.sweep() == 1 and len((await sessions.read(key, whole=True)).messages) == 2
