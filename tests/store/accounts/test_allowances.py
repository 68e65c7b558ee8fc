"""How the database counts: windows that slide, in whatever order requests come; streams; bytes."""

import asyncio
import uuid

import pytest

from gateway.errors import LimitReached
from gateway.limits import admission as rules
from gateway.limits.access_key import Limits
from gateway.limits.admission import Admission
from gateway.store.accounts.allowances import SQL, Allowances
from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.waiting import until

SECONDS = [0, 0, 3, 5, 8, 8, 9, 12, 13, 13, 13, 17, 18, 19, 25]
AT = """
select window_until($1::int[], $2, $3, $4)"""


@pytest.fixture
async def allowances(database):
    made = Allowances(database, alive_s=1.0)
    yield made
    await made.close()


async def test_a_window_holds_the_counts_of_its_seconds_and_of_no_others(database):
    async with database.connection(ALL_TENANTS) as connection:
        for moment, counts in [(10, [1, 2, 3, 4]), (11, [2, 3, 4, 0]), (13, [4, 0, 0, 0]), (14, [0, 0, 0, 0])]:
            assert await connection.fetchval(AT, [1, 2, 3, 4], 10, moment, 4) == counts
        assert await connection.fetchval(AT, [1, 2, 3, 4], 10, 10**12, 4) == [0, 0, 0, 0]
        assert await connection.fetchval(AT, [], 0, 5, 3) == [0, 0, 0]
        assert await connection.fetchval(AT, [1, 2], 10, 10, 3) == [0, 0, 0], "made for another window"


async def test_never_more_than_the_limit_in_any_window_and_soon_again(allowances, monkeypatch):
    monkeypatch.setattr(rules, "WINDOW_S", 2)
    key, passed, waits = Admission("k", Limits(requests_per_minute=3), requests=1), [], []
    loop = asyncio.get_running_loop()
    begun = loop.time()
    while loop.time() < begun + 5:
        try:
            fields = await allowances.admit("default", key)
            passed.append(loop.time())
            assert '"key";q=3;w=2' in fields["RateLimit-Policy"]
        except LimitReached as refused:
            waits.append(refused.retry_after_s)
            await asyncio.sleep(0.02)
    assert len(passed) >= 5 and {1, 2, 3} >= set(waits)
    for first in passed:
        assert sum(first <= moment < first + 2 for moment in passed) <= 3


async def test_who_comes_back_when_told_is_let_in(allowances, monkeypatch):
    monkeypatch.setattr(rules, "WINDOW_S", 1)
    key = Admission("k", Limits(requests_per_minute=1), requests=1)
    await allowances.admit("default", key)
    with pytest.raises(LimitReached) as refused:
        await allowances.admit("default", key)
    await asyncio.sleep(refused.value.retry_after_s + 0.05)
    await allowances.admit("default", key)


async def test_a_stream_counts_until_it_is_given_back_or_forgotten(allowances, database):
    async def open_stream():
        seat = await allowances.seat()
        limits = Limits(viewers=2)
        await allowances.admit("default", Admission("k", limits, viewer=seat.viewer, owner=allowances.owner))
        return seat

    async def counted():
        async with database.connection(ALL_TENANTS) as connection:
            return await connection.fetchval("select count(*) from viewer")

    one, two = await open_stream(), await open_stream()
    with pytest.raises(LimitReached):
        await open_stream()
    one.leave()
    one.leave()
    await until(lambda: not allowances._left)
    assert await counted() == 1
    three = await open_stream()
    del two, three  # nobody has read them
    await until(lambda: not allowances._left)
    assert await counted() == 0


async def test_streams_of_a_process_that_is_silent_do_not_count(database, allowances):
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("insert into viewer_host values ('dead', now() - interval '1 second')")
        row = (uuid.uuid4(), "default", "k", "dead")
        await connection.execute("insert into viewer values ($1, $2, $3, $4)", *row)
        seat = await allowances.seat()
        await allowances.admit("default", Admission("k", Limits(viewers=1), viewer=seat.viewer, owner=allowances.owner))
        await connection.execute("update viewer_host set expires_at = now() - interval '1 hour' where owner = 'dead'")
        await allowances._live()
        assert await connection.fetchval("select count(*) from viewer where owner = 'dead'") == 0
        await allowances.close()
        assert await connection.fetchval("select count(*) from viewer_host") == 0


@pytest.mark.parametrize("limits", [{"viewers": 1}, {"requests_per_minute": 1}])
async def test_whoever_asks_while_another_is_let_in_waits_and_sees_them(database, limits):
    """What is counted without the lock, or before it, overlooks what is not committed yet."""

    def ask(connection):
        admission = Admission("k", Limits(**limits), requests=1, viewer=uuid.uuid4().hex, owner="here")
        return connection.fetchval(SQL["admit"], "default", "k", admission.asked)

    async with database.connection("default") as connection:
        await connection.execute("insert into allowance (tenant_id, key_hash) values ('default', 'k')")
        await connection.execute("insert into viewer_host values ('here', now() + interval '1 hour')")
    async with database.connection("default") as second:
        async with database.transaction("default") as first:
            assert (await ask(first))["refused"] is None
            later = asyncio.ensure_future(ask(second))
            done, _ = await asyncio.wait([later], timeout=1.0)
            assert not done
        assert (await later)["refused"]["limit"] == next(iter(limits))
