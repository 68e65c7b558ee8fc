"""Conversations as rows of a real database: whose they are, and what is left of a deleted one."""

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation
from gateway.answer.events import Finished, Numbered, ParagraphFinished, ReferenceShown, Started, TextAdded, Thinking
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.question import Message
from gateway.conversation.turn import Turn, TurnOutcome, new_uuid
from gateway.live.ports import JournalEntry
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.reading_room.legacy_threads import Conversations
from tests.support.questions import question_of

ANSWER = {"complete": True, "paragraphCount": 1, "refCount": 1, "isRefEmbedding": True, "isRefGraph": False}


@pytest.fixture
def conversations(database):
    return Conversations(database)


@pytest.fixture
def answered(database):
    """Stores a finished turn in a conversation of `local`."""
    answers = Answers(database, "here")

    async def store(thread, question, text, again=None):
        asked = question_of("default", question, "en", caller_app="legacy", thread_id=thread)
        turn = Turn(asked, question_uuid=again) if again else Turn(asked)
        await answers.open_turn(turn)
        candidates = Candidates([Candidate("E1", "embedding", {"text": "t"}, 1, 1)])
        await answers.freeze(
            "default", turn.answer_uuid, 1, Prepared(candidates, SearchFacts(question), GateFacts(0.5))
        )
        events = [
            Started(turn.answer_uuid, turn.question_uuid, "en", thread),
            Thinking("Let "),
            Thinking("me see"),
            TextAdded(text),
            ReferenceShown("E1", "embedding", {"text": "t"}),
            ParagraphFinished(0, text, (Citation("E1", "ok", 1.0),)),
        ]
        await answers.append(
            [JournalEntry("default", turn.answer_uuid, Numbered(seq, 1, seq, one)) for seq, one in enumerate(events, 1)]
        )
        end = Finished({"answer": ANSWER})
        outcome = TurnOutcome(end, "done", text, provider="p", model="m", question_tokens=11, answer_tokens=7)
        await answers.finish(turn, Numbered(len(events) + 1, 1, 9, end), outcome)
        return turn

    return store


async def test_a_conversation_is_made_once_and_keeps_its_owner_and_title(conversations):
    thread = new_uuid()
    first = await conversations.enter("default", "local", thread, "First question")
    again = await conversations.enter("default", "local", thread, "Another question")
    assert (again.number, again.title) == (first.number, "First question")
    assert await conversations.enter("default", "stranger", thread, "x") is None


async def test_a_stranger_sees_changes_and_deletes_nothing(conversations, answered):
    thread = new_uuid()
    await conversations.enter("default", "local", thread, "Mine")
    turn = await answered(thread, "Why?", "Because.")
    for tenant, subject in (("default", "stranger"), ("elsewhere", "local")):
        assert await conversations.get(tenant, subject, thread) is None
        assert await conversations.all(tenant, subject) == []
        assert not await conversations.edit(tenant, subject, thread, "Theirs", {})
        assert not await conversations.delete(tenant, subject, thread)
        for uuid in (turn.question_uuid, turn.answer_uuid):
            assert not await conversations.delete_message(tenant, subject, uuid)
            assert await conversations.answers_of(tenant, subject, uuid) == []
    (mine,) = await conversations.all("default", "local")
    assert (mine.title, mine.tokens) == ("Mine", 18)


async def test_questions_come_newest_first_with_their_answers_newest_first(conversations, answered):
    thread = new_uuid()
    first = await answered(thread, "One?", "One.")
    await answered(thread, "Two?", "Two.")
    await answered(thread, "One?", "One again.", again=first.question_uuid)
    asked = await conversations.page("default", thread, None, 10)
    assert [question.text for question in asked] == ["Two?", "One?"]
    assert [answer.text for answer in asked[1].answers] == ["One again.", "One."]
    answer = asked[1].answers[1]
    assert (answer.uuid, answer.thinking, answer.provider) == (first.answer_uuid, "Let me see", "p")
    assert (answer.question_tokens, answer.answer_tokens, answer.is_ref_embedding) == (11, 7, True)
    assert await conversations.page("default", thread, first.question_uuid, 10) == []
    assert [q.text for q in await conversations.page("default", thread, asked[0].uuid, 10)] == ["One?"]


async def test_the_history_is_each_question_with_its_newest_answer_oldest_first(conversations, answered):
    thread = new_uuid()
    first = await answered(thread, "One?", "One.")
    second = await answered(thread, "Two?", "Two.")
    await answered(thread, "One?", "One again.", again=first.question_uuid)
    pair = (Message("user", "One?"), Message("assistant", "One again."))
    assert await conversations.history("default", thread) == (
        *pair,
        Message("user", "Two?"),
        Message("assistant", "Two."),
    )
    assert await conversations.history("default", thread, second.question_uuid) == pair
    assert await conversations.history("default", thread, first.question_uuid) == ()


async def test_of_a_deleted_conversation_nothing_is_left_but_an_empty_row(conversations, answered, database):
    thread = new_uuid()
    await conversations.enter("default", "local", thread, "A secret")
    first = await answered(thread, "A secret?", "The secret.")
    await answered(thread, "A secret?", "The secret again.", again=first.question_uuid)
    assert await conversations.delete("default", "local", thread)
    async with database.connection(ALL_TENANTS) as connection:
        tables = ("message", "answer", "answer_candidate", "answer_paragraph", "answer_ref", "stream_event")
        counts = {table: await connection.fetchval(f"select count(*) from {table}") for table in tables}
        rows = await connection.fetch("select title, settings from thread")
        logged = await connection.fetch("select question, retrieval_query_1, answer_tokens from queries_log")
    assert counts == dict.fromkeys(tables, 0)
    assert [tuple(row) for row in rows] == [("", {})] and [tuple(row) for row in logged] == [("", None, 7)] * 2
    assert await conversations.enter("default", "local", thread, "Again") is None


async def test_deleting_one_answer_leaves_its_question_and_the_others(conversations, answered):
    thread = new_uuid()
    await conversations.enter("default", "local", thread, "Mine")
    first = await answered(thread, "One?", "One.")
    second = await answered(thread, "One?", "One again.", again=first.question_uuid)
    assert await conversations.delete_message("default", "local", first.answer_uuid)
    (question,) = await conversations.page("default", thread, None, 10)
    assert [answer.uuid for answer in question.answers] == [second.answer_uuid]
    assert await conversations.question("default", thread, first.question_uuid) == "One?"
    assert await conversations.delete_message("default", "local", first.question_uuid)
    assert await conversations.page("default", thread, None, 10) == []
