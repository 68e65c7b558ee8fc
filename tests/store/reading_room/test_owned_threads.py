"""Conversations as rows: a running answer is known, a deleted thread with a running answer is not emptied yet."""

import pytest

from gateway.answer.events import Finished, Numbered
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import NotFound
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.reading_room.owned_threads import OwnedThreads, ThreadName, ThreadSearch
from gateway.store.recordings.recording_rows import Recordings

DONE = TurnOutcome(Finished({"answer": {}}), "done", "Because.")


@pytest.fixture
def owned(database):
    return OwnedThreads(database)


def question(text="Why?", thread="t"):
    return Question("default", text, "en", thread_id=thread, caller_app="console")


async def test_a_running_answer_is_shown_and_keeps_a_deleted_thread_from_being_emptied(database, owned):
    answers, turn, named = Answers(database, "here"), Turn(question()), ThreadName("default", "local", "t")
    recordings = Recordings(database, answers)
    await answers.open_turn(turn)
    thread = await owned.find(named)
    assert thread.running == turn.answer_uuid and thread.title == "Why?"
    (asked,) = await owned.turns("default", thread, None, 10)
    assert asked.answers[0].state == "running" and asked.answers[0].finished_at is None

    await owned.delete("default", "local", thread)
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update thread set deleted_at = now() - interval '1 day'")
    assert (await recordings.purge(365, 30)).threads == 0
    with pytest.raises(NotFound):
        await answers.open_turn(Turn(question()))
    await answers.finish(turn, Numbered(1, 1, 9, DONE.end), DONE)
    assert (await recordings.purge(365, 30)).threads == 1
    assert await owned.find(named, deleted=True) is None and not await owned.restore("default", "local", thread)


async def test_one_question_with_two_answers_is_one_turn(database, owned):
    answers, first = Answers(database, "here"), Turn(question())
    second = Turn(question(), question_uuid=first.question_uuid)
    for turn in (first, second):
        await answers.open_turn(turn)
        await answers.finish(turn, Numbered(1, 1, 9, DONE.end), DONE)
    (thread,) = await owned.threads("default", "local", ThreadSearch())
    (turn,) = await owned.turns("default", thread, None, 10)
    assert [answer.stored.answer_uuid for answer in turn.answers] == [second.answer_uuid, first.answer_uuid]
    assert thread.questions == 1


async def test_a_thread_without_questions_is_listed_where_it_has_a_title(database, owned):
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute(
            "insert into thread (tenant_id, caller_app, thread_id, subject, title) "
            "values ('default', 'legacy', 'a', 'local', ''), ('default', 'legacy', 'b', 'local', 'Plans')"
        )
    assert [thread.title for thread in await owned.threads("default", "local", ThreadSearch())] == ["Plans"]
