"""The state of threads as rows: who reads it, who may write it, what goes with an answer."""

import uuid

import asyncpg
import pytest

from gateway.answer.events import Finished, Numbered
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState
from gateway.conversation.question import Message, Question
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import NotFound
from gateway.store.answers.thread_rows import Threads, write
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.recordings.recording_rows import Recordings

END = Finished({"answer": {}})


def outline(*titles):
    return tuple(OutlineEntry(f"S{number}", title, (number - 1,), ("d",)) for number, title in enumerate(titles, 1))


def listed(*titles):
    items = tuple(OutlineEntry(str(number), title) for number, title in enumerate(titles, 1))
    return ThreadState(listed=items, listed_newer=True)


FEES = ThreadState(outline("Fees"), document_ids=("d",), titles=("House",))


@pytest.fixture
def answers(database):
    return Answers(database, "here")


@pytest.fixture
def threads(database):
    return Threads(database)


@pytest.fixture
async def tenant(database):
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) values ('other')")
    return "other"


def asked(text="Why?", **fields):
    return Question(
        **{"tenant": "default", "text": text, "language": "en", "caller_app": "app", "thread_id": "t", **fields}
    )


@pytest.fixture
def answered(answers):
    async def answer(brought=None, question=None, **fields):
        turn = Turn(question or asked())
        await answers.open_turn(turn)
        outcome = TurnOutcome(END, "done", "Because.", brought=brought, **fields)
        await answers.finish(turn, Numbered(1, 1, 1, END), outcome)
        return turn

    return answer


@pytest.mark.requirement("A15", "A16")
async def test_what_answers_bring_is_the_state_of_their_thread(answered, threads, database):
    assert await threads.state(asked()) is None
    await answered(FEES)
    assert await threads.state(asked()) == FEES
    await answered(listed("One", "Two"))
    await answered(ThreadState())
    state = await threads.state(asked())
    assert (state.outline, state.listed, state.titles) == (FEES.outline, listed("One", "Two").listed, ("House",))
    assert state.listed_newer
    await answered(ThreadState(outline("Films", "Cards")))
    state = await threads.state(asked())
    assert (state.outline, state.parent, state.listed) == (outline("Films", "Cards"), FEES.outline, ())
    async with database.connection(ALL_TENANTS) as connection:
        row = await connection.fetchrow("select * from public.thread_state")
    assert (row["tenant_id"], row["caller_app"], row["thread_id"]) == ("default", "app", "t")
    assert (row["turn_seq"], row["version"]) == (4, 3) and row["parent_answer_id"] != row["outline_answer_id"]


async def test_an_answer_without_anything_to_point_at_makes_no_row(answered, threads):
    await answered(ThreadState())
    await answered(FEES, question=asked(thread_id=None))
    assert await threads.state(asked()) is None and await threads.state(asked(thread_id=None)) is None


async def test_an_older_turn_changes_nothing(answered, answers, threads, database):
    older, newer = Turn(asked()), Turn(asked())
    await answers.open_turn(older)
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("delete from turn_lease")  # its process hangs; the thread goes on without it
    await answers.open_turn(newer)
    await answers.finish(newer, Numbered(1, 1, 1, END), TurnOutcome(END, "done", "New.", brought=FEES))
    async with database.transaction(ALL_TENANTS) as connection:
        await write(connection, older.question, uuid.UUID(older.answer_uuid), ThreadState(outline("Old")))
    assert await threads.state(asked()) == FEES


@pytest.mark.requirement("A23")
@pytest.mark.parametrize("foreign", ["tenant", "caller_app", "thread_id", "subject"])
async def test_a_foreign_thread_has_no_state(answered, threads, tenant, foreign):
    await answered(FEES, question=asked(subject="me"))
    assert await threads.state(asked(subject="me")) == FEES
    other = asked(**{"subject": "me", foreign: "other"})
    assert await threads.state(other) is None and await threads.previous(other) == ()


@pytest.mark.requirement("A23")
async def test_the_same_thread_name_of_two_tenants_is_two_threads(answered, threads, tenant):
    await answered(FEES)
    await answered(ThreadState(outline("Theirs")), question=asked(tenant=tenant))
    assert (await threads.state(asked())).outline == FEES.outline
    assert (await threads.state(asked(tenant=tenant))).outline == outline("Theirs")


async def test_nobody_asks_in_somebody_elses_thread(answered, answers, database):
    await answered(FEES, question=asked(subject="me"))
    with pytest.raises(NotFound, match="'t'"):
        await answers.open_turn(Turn(asked(subject="you")))
    async with database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from answer") == 1


async def test_the_previous_turns_are_those_that_were_answered(answered, threads, answers):
    assert await threads.previous(asked()) == ()
    await answered(question=asked("First?"))
    await answered(question=asked("Second?"), resolved_question="The second?")
    await answered(question=asked("Which?"), source="clarification")
    await answers.open_turn(Turn(asked("Third?")))
    because = Message("assistant", "Because.")
    said = (Message("user", "First?"), because, Message("user", "The second?"), because)
    assert await threads.previous(asked("Third?")) == said
    assert await threads.previous(asked("Second?")) == said[:2], "the same once more is no other turn"


async def test_no_more_turns_are_told_than_a_question_can_lean_on(answered, threads):
    for number in range(5):
        await answered(question=asked(f"Number {number}?"))
    told = [message.content for message in await threads.previous(asked("Now?"))][::2]
    assert told == [f"Number {number}?" for number in range(1, 5)]


async def test_the_language_of_a_thread_is_that_of_its_newest_question(answered, threads):
    assert await threads.language(asked()) is None and await threads.language(asked(thread_id=None)) is None
    await answered(question=asked("Pourquoi ?", language="fr"))
    assert await threads.language(asked()) == "fr"
    await answered(question=asked("为什么？", language="zh"))
    assert await threads.language(asked()) == "zh" and await threads.language(asked(subject="other")) is None


@pytest.fixture
def recordings(database, answers):
    return Recordings(database, answers)


async def test_with_an_answer_goes_what_came_from_it(answered, threads, recordings):
    first = await answered(FEES)
    second = await answered(listed("One", "Two"))
    third = await answered(ThreadState(outline("Films"), document_ids=("f",), titles=("Film",)))
    assert await recordings.delete("default", first.answer_uuid)
    state = await threads.state(asked())
    assert (state.outline, state.parent, state.document_ids) == (outline("Films"), (), ("f",))
    assert await recordings.delete("default", second.answer_uuid) and await threads.state(asked()) == state
    await answered(listed("Red", "Blue"))
    assert await recordings.delete("default", third.answer_uuid)
    state = await threads.state(asked())
    assert (state.outline, state.document_ids, state.titles) == ((), (), ())
    assert [entry.title for entry in state.listed] == ["Red", "Blue"] and state.listed_newer


async def test_the_log_of_a_deleted_answer_has_no_texts(answered, recordings, database):
    turn = await answered(
        retrieval_query="Fees — Why?",
        second_query="Why fees?",
        resolved_question="Why fees?",
        followup={"resolved": True, "section_ids": ["S2"], "ref_type": "section_id"},
    )
    await recordings.delete("default", turn.answer_uuid)
    async with database.connection(ALL_TENANTS) as connection:
        row = await connection.fetchrow("select * from queries_log")
    texts = ("question", "retrieval_query_1", "retrieval_query_2", "resolved_question")
    assert [row[name] for name in texts] == ["", None, None, None]
    assert (row["passes"], row["followup_section_id"], row["followup_resolved"]) == (2, "S2", True)


TOO_LONG = [
    ("last_outline", [{"id": "S1", "title": "x" * 121}]),
    ("parent_outline", [{"id": "S1", "title": "two\nlines"}]),
    ("list_outline", [{"id": str(number), "title": "x"} for number in range(9)]),
    ("last_titles", ["x" * 121]),
    ("last_doc_ids", {}),
]


@pytest.mark.requirement("A4")
@pytest.mark.parametrize(("column", "value"), TOO_LONG, ids=[column for column, _ in TOO_LONG])
async def test_the_database_refuses_more_than_titles(answered, database, column, value):
    await answered(ThreadState(outline("x" * 120)))
    async with database.connection(ALL_TENANTS) as connection:
        with pytest.raises((asyncpg.CheckViolationError, asyncpg.DataError)):
            await connection.execute(f"update thread_state set {column} = $1", value)
