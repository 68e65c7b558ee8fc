"""What a search found, as rows that answers share."""

import asyncio
import uuid

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Numbered, TextAdded
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn
from gateway.live.ports import Fenced, JournalEntry
from gateway.store.answers import candidate_rows
from gateway.store.answers.event_rows import append_texts
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.postgres import until_somebody_waits
from tests.support.questions import question_of


@pytest.fixture
def answers(database):
    return Answers(database, "tests")


async def frozen(answers, *payloads):
    turn = Turn(question_of("default", "Why?", "en"))
    await answers.open_turn(turn)
    found = [Candidate(f"E{at}", "embedding", each, 0.5, at, "en") for at, each in enumerate(payloads, 1)]
    await answers.freeze(
        "default", turn.answer_uuid, 1, Prepared(Candidates(found), SearchFacts("why"), GateFacts(0.5))
    )
    return uuid.UUID(turn.answer_uuid)


async def rows(database, sql):
    async with database.connection(ALL_TENANTS) as connection:
        return [tuple(row) for row in await connection.fetch(sql)]


async def test_a_payload_comes_back_as_it_was_and_what_is_not_the_answers_own_is_stored_once(answers, database):
    text = {"text": "Cats sleep.", "position": {"rank": 1.0}}
    payloads = [
        {**text, "rank": 1, "score": 0.25},
        {**text, "rank": 2, "score": 1e-7},
        {**text, "rank": "no", "score": True},
    ]
    await frozen(answers, *payloads)
    await frozen(answers, *payloads)
    read = "select payload from answer_candidate order by answer_id, rank"
    assert [row[0] for row in await rows(database, read)] == payloads * 2
    assert sorted(await rows(database, "select payload from candidate_snapshot"), key=str) == sorted(
        [(text,), (payloads[2],)], key=str
    )


async def test_a_text_that_goes_while_an_answer_waits_for_it_is_stored_again(answers, database):
    old = await frozen(answers, {"text": "Cats sleep."})
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("select from candidate_snapshot for update")  # as whoever deletes begins
        new = asyncio.ensure_future(frozen(answers, {"text": "Cats sleep."}, {"text": "Dogs bark."}))
        await until_somebody_waits(database)
        await connection.execute("delete from answer where answer_id = $1", old)
    mine = await new
    assert await rows(database, "select answer_id, payload ->> 'text' from answer_candidate order by rank") == [
        (mine, "Cats sleep."),
        (mine, "Dogs bark."),
    ]


async def test_who_has_lost_its_lease_stores_nothing(answers, database):
    turn = Turn(question_of("default", "Why?", "en"))
    await answers.open_turn(turn)
    found = Candidates([Candidate("E1", "embedding", {"text": "Cats sleep."}, 0.5, 1, "en")])
    with pytest.raises(Fenced):
        await answers.freeze("default", turn.answer_uuid, 2, Prepared(found, SearchFacts("why"), GateFacts(0.5)))
    assert await rows(database, "select from candidate_snapshot") == []


async def test_the_disk_is_not_waited_for_until_something_is_shown(answers, database):
    turn = Turn(question_of("default", "Why?", "en"))
    await answers.open_turn(turn)
    waits, decided = (
        "select current_setting('synchronous_commit')",
        Prepared(Candidates(), SearchFacts("why"), GateFacts(0.5)),
    )
    async with database.transaction(ALL_TENANTS) as connection:
        assert await candidate_rows.freeze(connection, "default", turn.answer_uuid, 1, decided)
        assert await connection.fetchval(waits) == "off"
    async with database.transaction(ALL_TENANTS) as connection:
        assert await connection.fetchval(waits) == "on"
        shown = JournalEntry("default", turn.answer_uuid, Numbered(1, 1, 1, TextAdded("piece")))
        assert await append_texts(connection, [shown]) == set()
        assert await connection.fetchval(waits) == "on"
