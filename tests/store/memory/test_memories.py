"""Remembered answers as rows: vectors, places, replacement, and what happens to them when documents change."""

import math
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gateway.memory.ports import Reach
from gateway.memory.rules.provenance import CitedSources
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.memory.memories import LOOKED_AT, SQL, Memories, floats
from gateway.store.recordings.recording_rows import Recordings
from tests.support.corpus import put
from tests.support.memory_entries import new
from tests.support.postgres import pages_read

DIMENSIONS = 96
DAYS = 180
REACH = Reach(0.85, 0.05, DAYS)
rng = random.Random(7)


def drawn():
    numbers = [rng.gauss(0, 1) for _ in range(DIMENSIONS)]
    length = math.hypot(*numbers)
    return [number / length for number in numbers]


@pytest.fixture
def memories(database):
    return Memories(database)


async def rests_on(database):
    """A stored passage, as an answer cites it."""
    await put(Library(database), "Three weeks.")
    async with database.connection(ALL_TENANTS) as connection:
        return CitedSources((str(await connection.fetchval("select passage_id from passage")),))


def test_vectors_are_little_endian_floats():
    assert list(floats(b"\x00\x00\x80\x3f\x00\x00\x00\xc0")) == [1.0, -2.0]


async def test_the_nearest_entries_of_a_scope_and_vector_space_are_found(memories):
    vectors = {f"Question {number}?": drawn() for number in range(3 * LOOKED_AT)}
    for question, vector in vectors.items():
        await memories.keep(new(question, vector=vector, embedder="e"))
    await memories.keep(new("elsewhere", scope_hash="other", vector=vectors["Question 5?"], embedder="e"))
    await memories.keep(new("another space", vector=vectors["Question 5?"], embedder="f"))
    asked = [0.99 * one + 0.01 * other for one, other in zip(vectors["Question 5?"], drawn(), strict=True)]
    near = await memories.near("default", "scope", "e", asked, REACH)
    best = max(near, key=lambda entry: entry.similarity)
    assert (best.question, len(near)) == ("Question 5?", LOOKED_AT) and best.similarity > 0.95
    assert await memories.near("default", "scope", "e", asked[:-1], REACH) == []


async def test_of_one_key_the_newest_is_alive_and_the_old_one_obsolete(memories):
    first, second = await memories.keep(new()), await memories.keep(new(answer="Four weeks."))
    assert (await memories.exact("default", "scope", "How long?", DAYS)).response_id == second
    old = await memories.entry("default", first)
    assert old["status"] == "obsolete" and old["events"][0]["detail"] == {"by": second}
    assert await memories.set_status("default", first, "validated", "Ada") == [second]
    assert (await memories.exact("default", "scope", "How long?", DAYS)).response_id == first
    assert (await memories.entry("default", second))["status"] == "obsolete"


async def test_an_entry_that_still_stands_stays_where_that_is_wanted(memories, database):
    first = await memories.keep(new(cited=await rests_on(database)))
    assert await memories.keep_unless_alive(new(answer="Four weeks."), DAYS) == first
    assert (await memories.exact("default", "scope", "How long?", DAYS)).response_id == first
    assert len(await memories.entries("default")) == 1


async def test_an_entry_that_rests_on_what_is_gone_is_replaced_all_the_same(memories, database):
    first = await memories.keep(new(cited=await rests_on(database)))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update passage set chunk_hash = 'another'")
    assert await memories.keep_unless_alive(new(answer="Four weeks."), DAYS) is None
    found = await memories.exact("default", "scope", "How long?", DAYS)
    assert found.response_id != first and (await memories.entry("default", first))["status"] == "obsolete"


async def test_an_answer_whose_passage_is_gone_is_not_kept_and_replaces_nothing(memories):
    first = await memories.keep(new())
    gone = "5b0d6b1c-0f6e-4f0f-a3c1-d2e4f5061728"
    assert await memories.keep(new(answer="Four weeks.", cited=CitedSources((gone,)))) is None
    assert (await memories.exact("default", "scope", "How long?", DAYS)).response_id == first
    assert await memories.keep(new(answer="Four weeks.", answer_uuid=gone.replace("-", ""))) is None


@pytest.mark.parametrize(
    ("results", "enough", "status"),
    [
        ([True, True, True], 3, "validated"),
        ([True, True], 3, "pending"),
        ([True] * 5, 0, "pending"),
        ([False], 3, "stale"),
        ([True, True, False, True], 3, "stale"),
    ],
)
async def test_enough_fresh_answers_validate_and_one_that_differs_retires(memories, results, enough, status):
    kept = await memories.keep(new(status="pending"))
    for agreed in results:
        await memories.checked("default", kept, agreed, enough)
    entry = await memories.entry("default", kept)
    assert (entry["status"], entry["agreed_count"], entry["wrong_count"]) == (
        status,
        results.count(True),
        results.count(False),
    )
    counts, held = await memories.figures("default", 1)
    assert counts.get(("agreed", ""), 0) == results.count(True) and held == {status: 1}


async def test_a_validated_entry_stays_so_when_a_fresh_answer_differs_and_says_that_it_did(memories):
    kept = await memories.keep(new())
    await memories.checked("default", kept, False, 3)
    entry = await memories.entry("default", kept)
    assert (entry["status"], entry["wrong_count"]) == ("validated", 1)


@pytest.mark.requirement("C22")
async def test_old_entries_go_a_hundred_at_a_time(memories, database):
    for number in range(110):
        await memories.keep(new(f"Question {number}?"))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update responses set created_at = now() - interval '180 days'")
    assert await memories.exact("default", "scope", "Question 3?", DAYS) is None
    for left in (110, 10, 0):
        _, held = await memories.figures("default", 1)
        assert sum(held.values()) == left
        await memories.exact("default", "scope", "Question 3?", DAYS, prune=True)


@pytest.mark.parametrize("pruned", [0, 100])
async def test_a_question_reads_few_pages_however_much_is_remembered(database, pruned):
    """Also when it deletes what is over on its way, of which there is hardly ever anything."""
    columns = "tenant_id, key_hash, scope_hash, question, original_question, answer, language, status, created_at"
    some_day = "now() - random() * interval '99 days'"
    values = f"'default', number, 'scope', 'Why?', 'Why?', repeat('So. ', 100), 'en', 'pending', {some_day}"
    async with database.connection(ALL_TENANTS) as connection:
        entries = f"select {values} from generate_series(1, 2000) as number"
        await connection.execute(f"insert into responses ({columns}) {entries}")
    async with database.owner() as (owning, _):
        await owning.execute("analyze responses")
    async with database.connection(ALL_TENANTS) as connection:
        assert 0 < await pages_read(connection, "default", SQL["exact"], "default", "scope", "77", DAYS, pruned) < 20


async def made(database, entry, ago):
    """Puts the making of an answer so long ago."""
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update responses set created_at = now() - $2::interval where id = $1", entry, ago)


@pytest.mark.requirement("C22")
@pytest.mark.parametrize(("second", "alive"), [(5, True), (0, False), (-5, False)])
async def test_an_answer_is_remembered_for_so_many_days_to_the_second(memories, database, second, alive):
    """Five seconds are what a slow machine may take for the lookup."""
    vector = drawn()
    entry = await memories.keep(new(vector=vector, embedder="e"))
    await made(database, entry, timedelta(days=7) - timedelta(seconds=second))
    reach = replace(REACH, max_age_days=7)
    assert bool(await memories.exact("default", "scope", "How long?", 7)) == alive
    assert bool(await memories.near("default", "scope", "e", vector, reach)) == alive


@pytest.mark.requirement("C22")
async def test_the_age_is_that_of_the_answer_whatever_has_happened_to_its_entry(memories, database):
    """It was served, checked, validated and retired meanwhile."""
    vector = drawn()
    entry = await memories.keep(new(vector=vector, embedder="e", status="pending"))
    await made(database, entry, timedelta(days=DAYS))
    await memories.told("default", "served", response_id=entry, uses=2)
    await memories.checked("default", entry, True, 1)
    await memories.set_status("default", entry, "obsolete", "Ada")
    await memories.set_status("default", entry, "validated", "Ada")
    assert await memories.exact("default", "scope", "How long?", DAYS) is None
    assert await memories.near("default", "scope", "e", vector, REACH) == []


@pytest.mark.requirement("C22")
async def test_another_number_of_days_holds_from_the_next_lookup_on_for_all_entries(memories, database):
    vector = drawn()
    entry = await memories.keep(new(vector=vector, embedder="e"))
    await made(database, entry, timedelta(days=20))
    for days, alive in ((30, True), (10, False), (21, True), (20, False), (36500, True)):
        near = await memories.near("default", "scope", "e", vector, replace(REACH, max_age_days=days))
        assert (bool(await memories.exact("default", "scope", "How long?", days)), bool(near)) == (alive, alive)


@pytest.mark.requirement("C22")
async def test_an_answer_brings_its_age_along_and_another_answer_is_newly_made(memories, database):
    then = datetime.now(UTC) - timedelta(days=100)
    await memories.keep(new(created_at=then))
    assert (await memories.exact("default", "scope", "How long?", DAYS)).created_at == then
    assert await memories.exact("default", "scope", "How long?", 99) is None
    await memories.keep(new(answer="Four weeks."))
    assert (await memories.exact("default", "scope", "How long?", 1)).created_at > then + timedelta(days=99)


async def test_an_answer_that_claims_to_be_of_tomorrow_is_of_now(memories):
    """Else it would be remembered the longer the more its sender's clock is ahead."""
    await memories.keep(new(created_at=datetime.now(UTC) + timedelta(days=1000)))
    assert (await memories.exact("default", "scope", "How long?", 1)).created_at <= datetime.now(UTC)


async def test_entries_of_other_workspaces_are_unknown_to_a_key_that_is_limited(memories):
    mine, other = [await memories.keep(new(f"In {one}?", metadata={"projet": one})) for one in ("a", "b")]
    anywhere = await memories.keep(new("Anywhere?"))
    assert [row["id"] for row in await memories.entries("default", within=["a"])] == [mine]
    assert [bool(await memories.entry("default", one, within=["a"])) for one in (mine, other, anywhere)] == [
        True,
        False,
        False,
    ]


async def test_tenants_do_not_meet(memories, database):
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant values ('other')")
    mine = await memories.keep(new(vector=drawn(), embedder="e"))
    assert await memories.exact("other", "scope", "How long?", DAYS) is None
    assert await memories.near("other", "scope", "e", drawn(), REACH) == []
    assert await memories.entry("other", mine) is None and await memories.entries("other") == []
    assert await memories.set_status("other", mine, "obsolete", "x") is None
    assert not await memories.delete("other", mine, "x")
    assert await memories.similar("other", mine) is None and await memories.figures("other", 1) == ({}, {})


async def status_of(memories, *entries):
    found = {row["id"]: row["status"] for row in await memories.entries("default")}
    return [found.get(entry) for entry in entries]


async def test_what_a_person_decided_last_can_be_taken_back(memories):
    first, second = await memories.keep(new()), await memories.keep(new(answer="Four weeks.", status="pending"))
    await memories.set_status("default", first, "validated", "Ada")
    assert await status_of(memories, first, second) == ["validated", "obsolete"]
    assert await memories.take_back("default", first, "Ada") is True
    assert await status_of(memories, first, second) == ["obsolete", "pending"]
    assert await memories.take_back("default", first, "Ada") is False
    assert await memories.take_back("default", second, "Ada") is False
    await memories.delete("default", second, "Ada")
    assert await status_of(memories, first, second) == ["obsolete", None]
    assert await memories.entry("default", second) is None
    assert await memories.set_status("default", second, "validated", "Ada") is None
    assert await memories.take_back("default", second, "Ada", within=["elsewhere"]) is None
    assert await memories.take_back("default", second, "Ada") is True
    assert (await memories.exact("default", "scope", "How long?", DAYS)).response_id == second
    assert (await memories.entry("default", second))["events"][0]["kind"] == "restored"


async def test_a_deleted_entry_does_not_come_back_beside_another_for_its_question(memories):
    first = await memories.keep(new())
    await memories.delete("default", first, "Ada")
    assert await memories.exact("default", "scope", "How long?", DAYS) is None
    second = await memories.keep(new(answer="Four weeks."))
    assert await memories.take_back("default", first, "Ada") is False
    assert await status_of(memories, first, second) == [None, "validated"]
    assert (await memories.figures("default", 1))[1] == {"validated": 1}


async def test_a_deleted_entry_is_forgotten_after_an_hour(memories, database):
    entry = await memories.keep(new())
    await memories.delete("default", entry, "Ada")
    recordings = Recordings(database, Answers(database, "here"))
    assert (await recordings.purge(365, 30)).memories == 0
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update responses set deleted_at = deleted_at - interval '61 minutes'")
    assert (await recordings.purge(365, 30)).memories == 1
    assert await memories.take_back("default", entry, "Ada") is None
