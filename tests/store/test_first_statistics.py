"""The planner learns of tables as soon as they grow, and of each once."""

import pytest

from gateway.store.first_statistics import PAGES, FirstStatistics
from gateway.store.knowledge.library import SQL
from gateway.store.tenancy import ALL_TENANTS

KNOWN = "select reltuples from pg_class where oid = 'term_df'::regclass"
TERMS = (
    "insert into term_df select 'default', 'w', 'term ' || number, 1 from generate_series($1::int, $2::int) as number"
)


async def known(database):
    async with database.connection(ALL_TENANTS) as connection:
        return await connection.fetchval(KNOWN)


async def test_a_table_is_analyzed_once_when_it_has_begun_to_grow(database):
    statistics = FirstStatistics(database)
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute(TERMS, 1, 10)
        assert await statistics.gather() == 0 and await known(database) == -1
        await connection.execute(TERMS, 11, 400 * PAGES)
        assert await statistics.gather() == 1 and await known(database) == 400 * PAGES
        await connection.execute(TERMS, 400 * PAGES + 1, 1000 * PAGES)
    assert await statistics.gather() == 0 and await known(database) == 400 * PAGES


@pytest.mark.parametrize("analyzed", [False, True])
async def test_terms_are_looked_up_one_by_one_whatever_the_planner_knows(database, analyzed):
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute(TERMS, 1, 400 * PAGES)
    assert await FirstStatistics(database).gather() == 1 if analyzed else await known(database) == -1
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.raw.execute(f"prepare corpus as {SQL['corpus_of']}")
        await connection.raw.execute("set local plan_cache_mode = force_generic_plan")
        named = "'default', null, '{term 1,term 2}', null"
        plan = "\n".join(row[0] for row in await connection.raw.fetch(f"explain (analyze) execute corpus ({named})"))
        await connection.raw.execute("deallocate corpus")
    assert "Rows Removed by Filter" not in plan and "term_df_pkey" in plan
