"""Nearest entries: everything that a decision may hang on is found, and what other processes do is seen at once."""

import asyncio
import random
from contextlib import asynccontextmanager
from functools import reduce

import numpy as np
import pytest

from gateway.errors import Unavailable
from gateway.memory.ports import Reach
from gateway.store.database.database import Database
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.memory import nearest_memories
from gateway.store.memory.memories import Memories
from gateway.store.memory.nearest_memories import MemorySpace, NearestMemories
from gateway.store.memory.sign_codes import cosines
from tests.support.memory_entries import new

DIMENSIONS, DAYS = 96, 180
REACH = Reach(0.85, 0.05, DAYS)
SPACE = MemorySpace("default", "scope", "e", DIMENSIONS, DAYS)
draw = np.random.default_rng(3)


def units(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def around(centre, count, spread, mean=0.0):
    """Unit vectors near another one, and all of them near a common direction."""
    return units(mean + centre + spread * units(draw.standard_normal((count, DIMENSIONS))))


async def keep(memories, vectors, **fields):
    """Their ids. The questions are numbers that nobody has had."""
    named = {"embedder": "e", **fields}
    return [
        await memories.keep(new(f"Question {random.random()}?", vector=vector.tolist(), **named)) for vector in vectors
    ]


@pytest.fixture
def memories(database):
    return Memories(database)


@pytest.fixture
def nearest(database):
    return NearestMemories(database)


@pytest.mark.parametrize("mean", [0.0, 0.15])
async def test_what_lies_within_the_margin_is_found_however_many_lie_beside_it(memories, nearest, mean):
    centre = units(draw.standard_normal(DIMENSIONS))
    vectors = np.concatenate(
        [around(centre, 80, 0.5, mean), around(centre, 150, 1.0, mean), around(0 * centre, 100, 1.0, mean)]
    )
    kept = dict(zip(await keep(memories, vectors), vectors, strict=True))
    for asked in [*vectors[::9], *around(centre, 10, 0.4, mean)]:
        found = await nearest.near(SPACE, asked.tolist(), REACH)
        truth = dict(
            zip(kept, cosines(asked.tolist(), [v.astype("<f4").tobytes() for v in kept.values()]), strict=True)
        )
        floor = REACH.floor(max(truth.values()))
        assert {entry for entry, cosine in truth.items() if cosine >= floor} <= found.keys()
        assert found == pytest.approx({entry: truth[entry] for entry in found}, abs=1e-6)
        assert len(found) >= nearest_memories.CLOSEST


async def test_only_the_entries_of_the_place_are_compared(memories, nearest):
    (vector,) = around(np.ones(DIMENSIONS), 1, 0.1)
    await keep(memories, [vector], scope_hash="other")
    await keep(memories, [vector], embedder="f")
    await keep(memories, [vector[:50]])
    (mine,) = await keep(memories, [vector])
    assert list(await nearest.near(SPACE, vector.tolist(), REACH)) == [mine]
    assert await nearest.near(SPACE._replace(tenant="other"), vector.tolist(), REACH) == {}


async def test_what_another_process_does_is_seen_at_the_next_lookup(memories, nearest, database):
    """`memories` stands for the other process: it tells `nearest` nothing."""
    first, second, third = around(np.ones(DIMENSIONS), 3, 0.1)

    async def found():
        return sorted(await nearest.near(SPACE, first.tolist(), REACH))

    assert await found() == []
    (one,) = await keep(memories, [first])
    assert await found() == [one]
    two, three = await keep(memories, [second, third])
    assert await found() == [one, two, three]
    await memories.set_status("default", two, "obsolete", "Ada")
    await memories.delete("default", three, "Ada")
    assert await found() == [one] and await found() == [one]
    await memories.set_status("default", two, "validated", "Ada")
    assert await found() == [one, two]
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update responses set created_at = now() - interval '180 days' where id = $1", one)
    assert await found() == [two]


async def test_an_entry_whose_transaction_ends_late_is_found(memories, nearest, database):
    """Numbers are given out at the beginning of a transaction: the later one may be seen first."""
    early, late = around(np.ones(DIMENSIONS), 2, 0.1)
    (one,) = await keep(memories, [early])
    await memories.set_status("default", one, "obsolete", "Ada")
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute(
            "update responses set status = 'validated', alive_since = pg_current_xact_id()::text::bigint where id = $1",
            one,
        )
        (two,) = await keep(memories, [late])
        assert list(await nearest.near(SPACE, early.tolist(), REACH)) == [two]
    assert sorted(await nearest.near(SPACE, early.tolist(), REACH)) == [one, two]


async def test_entries_of_a_restored_database_are_read_once(memories, nearest, database, monkeypatch):
    """Their transactions have numbers of another server, ahead of this one's. What is new may be read again while any
    transaction of the server runs that is as old."""
    vectors = around(np.ones(DIMENSIONS), 3, 0.1)
    before = await keep(memories, vectors[:2])
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update responses set alive_since = 4000000000000000")
    assert sorted(await nearest.near(SPACE, vectors[0].tolist(), REACH)) == before
    read = []
    monkeypatch.setattr(nearest_memories, "reduce", lambda *given: read.append(given[1]) or reduce(*given))
    after = await keep(memories, vectors[2:])
    assert sorted(await nearest.near(SPACE, vectors[0].tolist(), REACH)) == before + after
    await nearest.near(SPACE, vectors[0].tolist(), REACH)
    assert {sum(map(len, pages)) // 140 for pages in read} == {1}


async def test_entries_that_are_alive_no_more_do_not_hide_what_lies_behind_them(memories, nearest, monkeypatch):
    monkeypatch.setattr(nearest_memories, "CLOSEST", 8)
    centre = np.ones(DIMENSIONS)
    dead = await keep(memories, around(centre, 20, 0.1))
    alive = await keep(memories, around(centre, 3, 1.0))
    await nearest.near(SPACE, centre.tolist(), REACH)
    for entry in dead:
        await memories.delete("default", entry, "Ada")
    assert sorted(await nearest.near(SPACE, centre.tolist(), REACH)) == alive


async def test_a_page_holds_a_part_and_all_pages_everything(memories, nearest, monkeypatch):
    monkeypatch.setattr(nearest_memories, "PAGE", 4)
    vectors = around(np.ones(DIMENSIONS), 12, 0.1)
    kept = await keep(memories, vectors)
    assert sorted(await nearest.near(SPACE, vectors[0].tolist(), REACH)) == kept
    more = await keep(memories, around(np.ones(DIMENSIONS), 5, 0.1))
    assert sorted(await nearest.near(SPACE, vectors[0].tolist(), REACH)) == kept + more


async def test_lookups_at_the_same_time_lose_nothing(memories, nearest):
    vectors = around(np.ones(DIMENSIONS), 24, 0.05)

    async def keep_and_look(vector):
        (entry,) = await keep(memories, [vector])
        found = await nearest.near(SPACE, vector.tolist(), REACH)
        assert entry in found
        return entry

    kept = await asyncio.gather(*map(keep_and_look, vectors))
    assert sorted(await nearest.near(SPACE, vectors[0].tolist(), REACH)) == sorted(kept)


async def test_codes_that_are_dropped_while_they_are_added_to_are_still_whole(memories, nearest, database):
    """Another lookup may drop them at any moment."""
    vectors = around(np.ones(DIMENSIONS), 2, 0.1)
    first = await keep(memories, vectors[:1])
    assert list(await nearest.near(SPACE, vectors[0].tolist(), REACH)) == first
    second = await keep(memories, vectors[1:])

    class Dropping:
        @asynccontextmanager
        async def connection(self, tenants):
            async with database.connection(tenants) as connection:
                yield connection
            nearest._known.clear()

        async def fetchrow(self, tenants, *args):
            async with self.connection(tenants) as connection:
                return await connection.fetchrow(*args)

    nearest._database = Dropping()
    assert sorted(await nearest.near(SPACE, vectors[0].tolist(), REACH)) == first + second


async def test_of_too_many_codes_those_of_the_place_asked_longest_ago_are_dropped(memories, nearest, monkeypatch):
    monkeypatch.setattr(nearest_memories, "MOST_CODES", 5)
    vectors = around(np.ones(DIMENSIONS), 3, 0.1)
    spaces = [SPACE._replace(scope_hash=scope) for scope in "abc"]
    for space in spaces:
        await keep(memories, vectors, scope_hash=space.scope_hash)
        assert len(await nearest.near(space, vectors[0].tolist(), REACH)) == 3
    assert list(nearest._known) == spaces[2:]
    assert len(await nearest.near(spaces[0], vectors[0].tolist(), REACH)) == 3
    assert list(nearest._known) == spaces[:1]


async def test_without_the_database_there_is_no_answer(nearest):
    away = Database("postgresql://127.0.0.1:1/none")
    await nearest.near(SPACE, [1.0] * DIMENSIONS, REACH)

    class Away:
        def acquire(self):
            raise OSError("away")

    away._pool = Away()
    with pytest.raises(Unavailable):
        await NearestMemories(away).near(SPACE, [1.0] * DIMENSIONS, REACH)
