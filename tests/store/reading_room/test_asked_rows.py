"""The log of questions as figures: by day in UTC, of one tenant, and of what is left of deleted answers."""

from datetime import UTC, datetime, timedelta

import pytest

from gateway.answer.events import Finished, Numbered
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.store.answers.turn_rows import Answers
from gateway.store.reading_room.asked_rows import AskedRows


@pytest.fixture
def ask(database):
    answers = Answers(database, "here")

    async def asked(text, gate="confident", **outcome):
        turn = Turn(Question("default", text, "en"))
        end = Finished({"answer": {}})
        await answers.open_turn(turn)
        done = TurnOutcome(end, "done", "Because.", gate_decision=gate, **outcome)
        await answers.finish(turn, Numbered(1, 1, 9, end), done)
        return turn

    return asked


async def test_figures_by_day(database, ask):
    rows = AskedRows(database)
    await ask("a", question_tokens=5, answer_tokens=7)
    await ask("b", "refused", question_tokens=1)
    await ask("c", "doubtful", memory={"decision": "hit"})
    (today,) = await rows.figures("default", 1, "app")
    counted = (today.questions, today.refused, today.doubtful, today.from_memory)
    assert counted == (3, 1, 1, 1) and (today.question_tokens, today.answer_tokens) == (6, 7)
    assert today.name == "default" and today.day == datetime.now(UTC).date()
    (local,) = await rows.figures("default", 1, "key")
    assert local.name == "local" and local.questions == 3
    assert await rows.figures("acme", 1, "app") == [] == await rows.figures("acme", 1, "key")


async def test_unanswered_are_the_refused_and_the_doubted_up_to_a_moment(database, ask):
    rows = AskedRows(database)
    await ask("known")
    await ask("refused", "refused", resolved_question="refused — what?")
    until = await rows.now()
    await ask("doubted", "doubtful")
    (early,) = await rows.unanswered("default", 1, until)
    assert early.is_refused and early.meant == "refused — what?" and early.question == "refused"
    both = await rows.unanswered("default", 1, until + timedelta(minutes=1))
    assert [entry.question for entry in both] == ["doubted", "refused"]
    assert await rows.unanswered("acme", 1, until) == []
