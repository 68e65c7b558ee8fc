"""Rounds, times and the sweeper of sessions under races, over two gateways on one database (F53-F55)."""

import asyncio

import pytest

from gateway.store.database.first_statistics import FirstStatistics
from gateway.store.recordings.retention import Retention
from tests.faults.gateways import execute, stalled
from tests.faults.history import Reading, check, read


async def made(server, **body):
    answer = await server.client.post("/context/create_session", json=body)
    return answer.json()["session_id"]


async def update(server, session, **body):
    return await server.client.post("/context/update_context", json={"session_id": session, **body})


async def context(server, session):
    return (await server.client.get(f"/context/{session}")).json()


@pytest.mark.fault("F54")
@pytest.mark.requirement("B20", "B24", "B25")
async def test_rounds_fifty_and_fifty_one_race(pair):
    session = await made(pair.here)
    for number in range(49):
        assert (await update(pair.here, session, user_message=f"q{number}", AI_message="a")).status_code == 200
    raced = await asyncio.gather(
        *(update((pair.here, pair.there)[place % 2], session, user_message=f"last {place}") for place in range(11))
    )
    assert sorted(answer.status_code for answer in raced) == [200] + [409] * 10
    refused = [answer.json() for answer in raced if answer.status_code == 409]
    assert {(one["code"], one["previous_session_id"]) for one in refused} == {("round_limit_reached", session)}
    assert len({one["new_session_id"] for one in refused}) == 1, "one session takes its place"
    there = await context(pair.there, session)
    assert (there["round"], there["status"], len(there["messages"])) == (50, "full", 99)


@pytest.mark.fault("F54")
@pytest.mark.requirement("B22", "B23")
async def test_a_returning_user_gets_one_new_session_however_often_and_wherever_they_knock(pair):
    session = await made(pair.here)
    await update(pair.here, session, user_message="q", AI_message="a")
    await execute(
        pair.database_url, "update session set expires_at = now() - interval '0.1 s' where session_id = $1", session
    )
    knocked = await asyncio.gather(
        *(update((pair.here, pair.there)[place % 2], session, user_message="back") for place in range(10)),
        *(
            server.client.post("/v1/answers", json={"question": "Still there?", "session_id": session})
            for server in (pair.here, pair.there)
        ),
    )
    assert {answer.status_code for answer in knocked} == {410}
    successors = {answer.json()["new_session_id"] for answer in knocked}
    assert len(successors) == 1
    new = await context(pair.there, successors.pop())
    assert new["previous_session_id"] == session and new["messages"] == [] and new["status"] == "active"


@pytest.mark.fault("F53")
async def test_two_questions_in_one_session_at_once(pair):
    session = await made(pair.here)
    question = pair.scripts.play(664, stalled("mark-664-", 1)) | {"session_id": session}
    answers = await asyncio.gather(
        *(
            pair.client.send(pair.client.build_request("POST", f"{server.url}/v1/answers", json=question), stream=True)
            for server in (pair.here, pair.there)
        )
    )
    for answer in answers:
        if answer.status_code != 200:
            await answer.aread()
    ran, refused = sorted(answers, key=lambda answer: answer.status_code)
    assert (ran.status_code, refused.status_code) == (200, 409)
    assert refused.headers["location"] == ran.headers["location"]
    await pair.client.post(f"{pair.here.url}{ran.headers['location']}/stop")
    await ran.aclose()
    await check(pair.database_url, [await read(pair.client, pair.here.url, reading=Reading(ran.headers["location"]))])
    said = await context(pair.there, session)
    assert (said["round"], said["messages"][1]["status"]) == (1, "interrupted")


@pytest.mark.fault("F55")
@pytest.mark.requirement("B17", "B22")
async def test_the_sweeper_leaves_a_session_alone_while_its_answer_is_written(pair):
    session = await made(pair.here)
    question = pair.scripts.play(665, stalled("mark-665-", 1)) | {"session_id": session}
    running = await read(pair.client, pair.here.url, question, until=lambda reading: "Dogs" in reading.text)
    await execute(
        pair.database_url, "update session set expires_at = now() - interval '1 min' where session_id = $1", session
    )
    parts = pair.there.services
    retention = Retention(parts.recordings, parts.sessions, parts.privacy, FirstStatistics(parts.database), 365, 30)
    await retention.sweep()
    alive = await pair.there.client.post("/context/get_context", json={"session_id": session})
    assert alive.status_code == 200 and alive.json()["status"] == "active"
    await pair.client.post(f"{pair.there.url}{running.where}/stop")
    whole = await read(pair.client, pair.here.url, reading=running)
    await check(pair.database_url, [whole], mark="mark-665-")
    await retention.sweep()
    ended = await context(pair.there, session)
    assert (ended["status"], ended["end_reason"]) == ("expired", "timeout")
    assert ended["messages"][1]["status"] == "interrupted" and "Dogs" in ended["messages"][1]["content"]


@pytest.mark.fault("F54")
@pytest.mark.requirement("B21")
async def test_an_answer_that_is_taken_over_ends_in_its_session_once(pair):
    session = await made(pair.here)
    question = pair.scripts.play(666, stalled("mark-666-", 1), stalled("mark-666-", 2)) | {"session_id": session}
    turn = await read(pair.client, pair.here.url, question, until=lambda reading: "Dogs" in reading.text)
    await execute(
        pair.database_url,
        "update turn_lease set epoch = epoch + 1, expires_at = now(), owner = 'nobody' where answer_id = $1::text::uuid",
        turn.answer_uuid,
    )
    await pair.client.post(f"{pair.there.url}{turn.where}/stop")
    whole = await read(pair.client, pair.there.url, reading=turn)
    assert whole.events[-1].json["session"]["round"] == 1
    said = await context(pair.here, session)
    assert [message["role"] for message in said["messages"]] == ["user", "AI"] and said["round"] == 1
