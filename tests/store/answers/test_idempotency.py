"""A request that is sent again joins its first answer."""

import asyncio

import pytest

from gateway.conversation.question import Question
from gateway.conversation.turn import Turn
from gateway.errors import IdempotencyMismatch
from gateway.live.ports import Once
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS


@pytest.fixture
def answers(database):
    return Answers(database, "here")


def asked(**fields):
    return Turn(Question("default", "Why?", "en", **fields))


async def test_a_key_belongs_to_its_first_request_and_to_its_subject(answers):
    first, once = asked(), Once("k", "hash")
    assert (await answers.open_turn(first, once)).answer_uuid == first.answer_uuid
    assert (await answers.open_turn(asked(), once)).answer_uuid == first.answer_uuid
    stranger = asked(subject="someone else")
    assert (await answers.open_turn(stranger, Once("k", "other"))).answer_uuid == stranger.answer_uuid


async def test_the_same_key_with_another_body_is_refused(answers):
    await answers.open_turn(asked(), Once("k", "hash"))
    with pytest.raises(IdempotencyMismatch, match="'k'"):
        await answers.open_turn(asked(), Once("k", "other"))


async def test_repeats_join_the_answer_that_runs_in_their_thread_and_leave_nothing(answers, database):
    turns = [asked(caller_app="desk", thread_id="t") for _ in range(12)]
    opened = await asyncio.gather(*(answers.open_turn(turn, Once("k", "hash")) for turn in turns))
    assert len({stored.answer_uuid for stored in opened}) == 1
    assert len([stored for stored in opened if stored.admitted]) == 1
    async with database.connection(ALL_TENANTS) as connection:
        for table in ("answer", "turn_lease", "message", "queries_log", "idempotency"):
            assert await connection.fetchval(f"select count(*) from {table}") == 1, table
        assert await connection.fetchval("select next_turn_seq from thread") == 2


async def test_a_key_that_has_expired_is_free(answers, database):
    await answers.open_turn(asked(), Once("k", "hash"))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update idempotency set expires_at = now()")
    later = asked()
    assert (await answers.open_turn(later, Once("k", "other"))).answer_uuid == later.answer_uuid
