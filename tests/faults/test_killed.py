"""Processes that die or are paused (F16-F24, F33, F56, F57): another goes on, nothing shown is lost, nothing is shown
twice."""

import asyncio
import re
import signal
from pathlib import Path

import pytest

from gateway import slots
from gateway.store.database.migrations import migrate
from tests.fakes.upstream import FakeUpstream, answer_json, stall_after, text
from tests.faults import history
from tests.faults.conftest import client
from tests.faults.gateways import (
    FACTS,
    QUESTION,
    Scripts,
    add_rules,
    asked,
    execute,
    gateways,
    paragraphs,
    rest,
    stalled,
)
from tests.faults.history import Reading, check, read
from tests.support.postgres import eventually


@pytest.fixture
async def house(request, database_url):
    """Two gateway processes, with the settings that the test gives, their model, and a client."""
    scripts = Scripts()
    async with (
        FakeUpstream(scripts) as upstream,
        gateways(2, database_url, upstream.url, **getattr(request, "param", {})) as two,
        client() as made,
    ):
        await add_rules(two.all[0].url)
        yield two, scripts, made, database_url


def shows(word):
    return lambda reading: word in reading.text or any(word in event.data for event in reading.events[:1])


async def begun(house, number, *behaviours, until, process=0, **more):
    """A reading of a new turn on one process, up to a point."""
    two, scripts, made, _ = house
    question = scripts.play(number, *behaviours) | more
    return await read(made, two.all[process].url, question, until=until)


def paragraphs_of(reading):
    return [event.json for event in reading.events if event.name == "[CITATION_PARAGRAPH]"]


LONG_LEASES = pytest.mark.parametrize("house", [{"GATEWAY_LEASE_S": "600"}], indirect=True, ids=["leases of 600 s"])
"""On a loaded machine a lease of a second may be lost before the model is asked, and another process goes on."""


@pytest.mark.fault("F17", "F18", "F19", "F36")
@pytest.mark.timeout(300)
@LONG_LEASES
async def test_a_killed_process_is_replaced_behind_every_paragraph(house):
    """Turns that stand behind k paragraphs, for all k, with and without rollback, lose their process together. Whether
    the kill falls before or behind a commit differs from turn to turn: all that counts is that what was shown stays."""
    two, _, made, url = house
    await _replaced(two, GATEWAY_LEASE_S="5")
    plans = [(200 + 10 * rollback + kept, kept, bool(rollback)) for rollback in (0, 1) for kept in range(4)]

    async def one(number, kept, rollback):
        mark = f"mark-{number}-"
        seen = await begun(
            house,
            number,
            stalled(mark, kept, 5),
            rest(mark, kept + (not rollback), 5),
            until=shows(FACTS[kept][:4]),
            rollback=rollback,
        )
        return mark, kept, rollback, seen

    turns = await asyncio.gather(*(one(*plan) for plan in plans))
    followers = [asyncio.ensure_future(read(made, two.all[1].url, reading=Reading(seen.where))) for *_, seen in turns]
    before = [list(seen.events) for *_, seen in turns]
    two.kill(two.all[0])
    await asyncio.gather(*(read(made, two.url, reading=seen) for *_, seen in turns))
    for (mark, kept, rollback, seen), follower, old in zip(turns, followers, before, strict=True):
        await check(url, [seen, await follower], mark=mark)
        assert seen.events[: len(old)] == old, "what was shown has changed"
        assert [said["paragraphIndex"] for said in paragraphs_of(seen)] == list(range(len(paragraphs_of(seen))))
        texts = [said["text"] for said in paragraphs_of(seen)]
        assert texts[:kept] == [f"{FACTS[place]} {mark}p{place}." for place in range(kept)]
        assert texts[-1].endswith(f"{mark}p4.") and len(texts) == 5
        assert (seen.count("[ROLLBACK]") == 1) == rollback
        assert [said["degraded"] for said in paragraphs_of(seen)] == [
            "interrupted" if place == kept and not rollback else None for place in range(5)
        ]
    assert await history.running(url) == 0


@pytest.mark.fault("F17")
@pytest.mark.timeout(300)
@LONG_LEASES
async def test_an_answer_of_a_killed_process_goes_on_elsewhere_long_before_its_lease_ends(house):
    """The successor has to be connected for the length of a lease before it believes that another one is gone, so the
    lease is that of the process that dies."""
    two, _, made, url = house
    mark = "mark-225-"
    await _replaced(two, GATEWAY_LEASE_S="1")
    reading = await begun(house, 225, stalled(mark, 1), rest(mark, 2), until=shows("Dogs"))
    assert await execute(url, "select expires_at > now() + interval '5 minutes' from turn_lease")
    two.kill(two.all[0])
    await read(made, two.url, reading=reading)
    await check(url, [reading], mark=mark)
    assert not reading.events[-1].id.startswith("1-") and reading.text.endswith(f"{mark}p3.")


@pytest.mark.fault("F20")
@pytest.mark.timeout(300)
@LONG_LEASES
async def test_a_living_but_slow_process_is_not_robbed(house):
    """It stands still while the other one serves, and looks around all the time."""
    two, scripts, made, url = house
    mark = "mark-226-"
    await _replaced(two, GATEWAY_LEASE_S="1")
    slow = answer_json(paragraphs(mark, 8), 4, pause_s=0.02)
    reading = await begun(house, 226, slow, until=shows("Dogs"))
    two.all[0].signal(signal.SIGSTOP)
    for number in (227, 228):
        scripts.play(number, answer_json(paragraphs(f"mark-{number}-", 4), 4, pause_s=0.02))
        await read(made, two.all[1].url, asked(number))
    two.all[0].signal(signal.SIGCONT)
    await read(made, two.all[0].url, reading=reading)
    await check(url, [reading], mark=mark)
    assert reading.events[-1].id.startswith("1-") and scripts.count(226) == 1


async def _replaced(two, **environment):
    """Starts the second process anew with other settings."""
    two.kill(two.all[1])
    two.all[1].environment |= environment
    await two.start(two.all[1])
    assert two.up == two.all


@pytest.mark.fault("F20")
@pytest.mark.timeout(300)
async def test_a_paused_owner_can_write_and_send_nothing_when_it_wakes_up(house):
    two, _, made, url = house
    mark = "mark-230-"
    slow = answer_json(paragraphs(mark, 8), 4, pause_s=0.02)
    reading = await begun(house, 230, slow, rest(mark, 1), until=shows("Dogs"))
    old = asyncio.ensure_future(read(made, two.all[0].url, reading=Reading(reading.where)))
    await asyncio.sleep(0)
    two.all[0].signal(signal.SIGSTOP)
    there = asyncio.ensure_future(read(made, two.all[1].url, reading=Reading(reading.where)))
    whole = await there
    two.all[0].signal(signal.SIGCONT)
    await check(url, [whole, await old, reading], mark=mark)
    assert not whole.events[-1].id.startswith("1-")
    again = await read(made, two.all[0].url, reading=Reading(reading.where))
    assert again.events == whole.events


@pytest.mark.fault("F21", "F22", "F23", "F56", "F57")
@pytest.mark.timeout(300)
async def test_all_processes_die_and_the_next_one_finishes_everything(house):
    """One restart for several rows: turns in the middle, one right behind its start, one that was stopped, one that is
    in a crash loop, one with an idempotency key."""
    two, scripts, made, url = house
    middle = await begun(house, 240, stalled("mark-240-", 1), rest("mark-240-", 2), until=shows("Dogs"))
    keyed = asked(241)
    scripts.play(241, stall_after(0), rest("mark-241-", 0, 2))
    key = {"Idempotency-Key": "once"}
    early = await read(made, two.all[0].url, keyed, until=shows("answerUuid"), headers=key)
    stopped = await begun(house, 242, stalled("mark-242-", 1), rest("mark-242-", 2), until=shows("Dogs"))
    looping = await begun(house, 243, stalled("mark-243-", 1), until=shows("Dogs"))
    silent = await begun(house, 244, stall_after(0), until=shows("answerUuid"))
    attempts = "update turn_lease set attempts = 3, paragraphs = 9 where answer_id = any($1::text[]::uuid[])"
    await execute(url, attempts, [looping.answer_uuid, silent.answer_uuid])
    # A stop is acknowledged by its row; whoever owned the answer is killed before it can end it.
    two.all[0].signal(signal.SIGSTOP)
    stop = asyncio.ensure_future(made.post(f"{two.all[1].url}{stopped.where}/stop"))
    await _until(url, "select stop_requested from turn_lease where answer_id = $1::text::uuid", stopped.answer_uuid)
    two.kill(two.all[0])
    two.kill(two.all[1])
    await asyncio.gather(stop, return_exceptions=True)
    assert await history.running(url) == 5
    await two.start(two.all[0])
    readings = [middle, early, stopped, looping, silent]
    await asyncio.gather(*(read(made, two.url, reading=reading) for reading in readings))
    for place, reading in enumerate(readings):
        await check(url, [reading], mark=f"mark-{240 + place}-")
    assert middle.text.endswith("mark-240-p3.")
    assert early.text.endswith("mark-241-p1.") and early.count("[START]") == 1
    again = await read(made, two.url, keyed, headers=key)
    assert again.events == early.events and scripts.count(241) == 2
    assert stopped.meta["degradedReason"] == "stopped" and scripts.count(242) == 1
    assert looping.meta["degradedReason"] == "interrupted" and scripts.count(243) == 1
    assert silent.events[-1].name == "[ERROR]" and silent.events[-1].json["retryable"]
    assert await history.running(url) == 0


async def _until(url, query, *values):
    async with asyncio.timeout(30):
        while not await execute(url, query, *values):
            await asyncio.sleep(0.02)


@pytest.mark.fault("F16", "F33")
@pytest.mark.timeout(300)
@LONG_LEASES
async def test_a_process_that_ends_in_order_hands_its_answers_over(house):
    """Fifty live streams; while they move the database is migrated too. Nobody waits for a lease to run out."""
    two, scripts, made, url = house
    scripts.otherwise = lambda mark: stalled(mark, 1)
    seen = await asyncio.gather(
        *(read(made, two.all[0].url, asked(number), until=shows("Dogs")) for number in range(300, 350))
    )
    scripts.otherwise = lambda mark: rest(mark, 2)
    scripts.by_mark.clear()
    followers = [asyncio.ensure_future(read(made, lambda n: two.all[min(n, 1)].url, reading=one)) for one in seen]
    await asyncio.sleep(0)
    migrated = asyncio.ensure_future(migrate(url, slots.resource("migrations")))
    assert await two.all[0].terminated(50) == 0
    await asyncio.gather(*followers)
    await migrated
    for number, reading in zip(range(300, 350), seen, strict=True):
        await check(url, [reading], mark=f"mark-{number}-")
        assert reading.events[-1].name == "[DONE]" and reading.meta["paragraphCount"] == 4
    assert await history.running(url) == 0


@pytest.mark.fault("F24")
def test_leases_read_no_local_clock():
    """A process whose clock is wrong by minutes changes nothing: every comparison is made by the database."""
    folder = Path(__file__).parents[2] / "gateway"
    for name in ("live/takeover.py", "store/answers/leases.py", "store/answers/turn_rows.py"):
        source = (folder / name).read_text(encoding="utf-8")
        assert not re.search(r"time\.time|datetime\.now|utcnow|monotonic", source), name
    sql = (folder / "store/answers/leases.sql").read_text(encoding="utf-8")
    assert not re.search(r"expires_at\s*[<>=]+\s*\$", sql)


@pytest.mark.slow
@pytest.mark.fault("F17")
@pytest.mark.timeout(300)
async def test_a_branch_and_its_tone_outlive_their_process(house):
    """The process dies before anything is decided: the next one reads again what led to the question."""
    two, scripts, made, url = house

    async def respond(number, asks, **more):
        given = {"input": f"{asks} (mark-{number}-)", **more}
        return (await made.post(f"{two.all[0].url}/v1/responses", json=given)).json()["id"]

    turns = [await respond(400, QUESTION)]
    for number, asks in ((401, "Must a member bring a book back?"), (402, "Who may borrow from the library?")):
        turns.append(await respond(number, asks, previous_response_id=turns[-1]))
    rewritten = text(f"{QUESTION} (mark-403-)")
    scripts.play(403, stall_after(0), rewritten, stalled("mark-403-", 1), rest("mark-403-", 2))
    more = {"previous_response_id": turns[0], "instructions": "Speak as a pirate.", "background": True}
    branch = await respond(403, "And for children?", **more)
    await eventually(lambda: scripts.count(403), 30)
    two.kill(two.all[0])
    reading = Reading(f"/v1/answers/{branch.removeprefix('resp_')}")
    await read(made, two.url, reading=reading, until=shows("Dogs"))
    await two.start(two.all[0])
    two.kill(two.all[1])
    await read(made, two.url, reading=reading)
    await check(url, [reading], mark="mark-403-")
    before, again, first, second = (request.body["messages"] for request in scripts.asked["mark-403-"])
    assert before == again and "mark-400-" in str(again) and not re.search("mark-40[12]-", str(again))
    assert all("Speak as a pirate." in messages[0]["content"] for messages in (first, second))
