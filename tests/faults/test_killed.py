"""Processes that die or are paused (F16-F24, F33, F56, F57): another goes on, nothing shown is lost, nothing is shown
twice."""

import asyncio
import re
import signal
from pathlib import Path

import pytest

from gateway import slots
from gateway.store.migrations import migrate
from tests.fakes.upstream import FakeUpstream, answer_json, stall_after
from tests.faults import history
from tests.faults.conftest import client
from tests.faults.gateways import FACTS, Scripts, add_rules, asked, execute, gateways, paragraphs, rest, stalled
from tests.faults.history import Reading, check, read


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
    return lambda reading: word in reading.text or word in reading.events[0].data


async def begun(house, number, *behaviours, until, process=0, **more):
    """A reading of a new turn on one process, up to a point."""
    two, scripts, made, _ = house
    question = scripts.play(number, *behaviours) | more
    return await read(made, two.all[process].url, question, until=until)


def paragraphs_of(reading):
    return [event.json for event in reading.events if event.name == "[CITATION_PARAGRAPH]"]


@pytest.mark.fault("F17", "F18", "F19", "F36")
@pytest.mark.timeout(300)
async def test_a_killed_process_is_replaced_behind_every_paragraph(house):
    """Turns that stand behind k paragraphs, for all k, with and without rollback, lose their process together. Whether
    the kill falls before or behind a commit differs from turn to turn: all that counts is that what was shown stays."""
    two, _, made, url = house
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
    assert whole.events[-1].id.startswith("2-")
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
@pytest.mark.parametrize("house", [{"GATEWAY_LEASE_S": "120"}], indirect=True, ids=["leases of 120 s"])
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
