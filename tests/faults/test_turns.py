"""Requests that race, repeat themselves, or stop what runs (F51-F53, F56), and those that cost too much (F66)."""

import asyncio

import pytest

from tests.fakes.upstream import answer_json
from tests.faults.conftest import two_gateways
from tests.faults.gateways import asked, execute, paragraphs, rest, stalled
from tests.faults.history import Reading, check, read


@pytest.mark.fault("F51", "F52")
async def test_fifty_requests_with_one_key_are_one_turn(pair):
    question, key = asked(660), {"Idempotency-Key": "fifty"}
    readings = await asyncio.gather(
        *(read(pair.client, (pair.here, pair.there)[place % 2].url, question, headers=key) for place in range(50))
    )
    assert len({reading.where for reading in readings}) == 1 == pair.scripts.count(660)
    await check(pair.database_url, readings, mark="mark-660-")
    other = await pair.client.post(f"{pair.there.url}/v1/answers", json=asked(661), headers=key)
    assert other.status_code == 422 and pair.scripts.count(661) == 0


@pytest.mark.fault("F53")
@pytest.mark.parametrize("place", ["thread_id"])
async def test_two_questions_in_one_conversation_at_once(pair, place):
    questions = [pair.scripts.play(number, stalled(f"mark-{number}-", 1)) | {place: "one"} for number in (662, 663)]
    answers = await asyncio.gather(
        *(
            pair.client.send(pair.client.build_request("POST", f"{server.url}/v1/answers", json=question), stream=True)
            for server, question in zip((pair.here, pair.there), questions, strict=True)
        )
    )
    for answer in answers:
        if answer.status_code != 200:
            await answer.aread()
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    ran, refused = sorted(answers, key=lambda answer: answer.status_code)
    assert refused.headers["location"] == ran.headers["location"]
    await pair.client.post(f"{pair.here.url}{ran.headers['location']}/stop")
    await ran.aclose()
    whole = await read(pair.client, pair.here.url, reading=Reading(ran.headers["location"]))
    await check(pair.database_url, [whole])


@pytest.mark.fault("F56")
async def test_a_stop_wins_over_a_takeover_that_is_under_way(pair):
    numbers = range(670, 678)
    turns = await asyncio.gather(
        *(
            read(
                pair.client,
                pair.here.url,
                pair.scripts.play(number, stalled(f"mark-{number}-", 1), stalled(f"mark-{number}-", 2)),
                until=lambda reading: "Dogs" in reading.text,
            )
            for number in numbers
        )
    )
    for place, turn in enumerate(turns):
        await execute(
            pair.database_url,
            "update turn_lease set epoch = epoch + 1, expires_at = now(), owner = 'nobody' where answer_id = $1::text::uuid",
            turn.answer_uuid,
        )
        if place % 2:
            await asyncio.sleep(0.05 * place)
    stops = await asyncio.gather(
        *(
            pair.client.post(f"{(pair.here, pair.there)[place % 2].url}{turn.where}/stop")
            for place, turn in enumerate([*turns, *turns])
        )
    )
    assert {stop.json()["state"] for stop in stops} == {"done"}
    for number, turn in zip(numbers, turns, strict=True):
        whole = await read(pair.client, pair.there.url, reading=turn)
        await check(pair.database_url, [whole], mark=f"mark-{number}-")
        assert whole.meta["degradedReason"] == "stopped"
    again = await pair.client.post(f"{pair.here.url}{turns[0].where}/stop")
    assert again.json()["state"] == "done" and rest("", 0)


@pytest.mark.fault("F66")
@pytest.mark.parametrize("moves", [False, True], ids=["one process", "taken over"])
async def test_a_turn_that_reaches_its_token_budget_ends_at_a_paragraph(moves):
    """The prompt alone is the budget of the one; the other has spent most of it in the process that it loses."""
    number = 690 + moves
    mark = f"mark-{number}-"
    async with two_gateways(turn_tokens=1) as pair:
        first = stalled(mark, 1) if moves else answer_json(paragraphs(mark, 4), 8)
        question = pair.scripts.play(number, first, rest(mark, 1)) | {"rollback": True}
        reading = await read(pair.client, pair.here.url, question, until=shown if moves else None)
        if moves:
            for task in pair.here.services.takeover._tasks:  # its lease runs out
                task.cancel()
            await read(pair.client, pair.there.url, reading=reading)
        there = await check(pair.database_url, [reading], mark=mark)
        assert reading.meta["degradedReason"] == "budget" and not reading.meta["complete"]
        assert reading.meta["paragraphCount"] == 1 == pair.scripts.count(number)
        assert there.row["question_tokens"] is not None and there.row["answer_tokens"] < 100


def shown(reading):
    return reading.count("[CITATION_PARAGRAPH]") == 1
