"""The planner learns of tables as soon as they grow, and of each once."""

import pytest

from gateway.store.database.first_statistics import PAGES, FirstStatistics
from gateway.store.database.tenancy import ALL_TENANTS
from tests.conftest import _migrate

KNOWN = "select reltuples from pg_class where oid = 'term_df'::regclass"
TERMS = (
    "insert into term_df select 'default', 'w', 'term ' || number, 1 from generate_series($1::int, $2::int) as number"
)

ANSWERS = (
    "insert into answer (tenant_id, answer_id, question_message_id, turn_id, subject, question, language, request)"
    " select 'default', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 's', 'Why?', 'en', '{}' from generate_series(1, $1::int)"
)


@pytest.fixture
async def database_url(empty_url):
    """A database that no other test has used: tables keep the pages of rows that were deleted."""
    await _migrate(empty_url)
    return empty_url


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


async def test_a_plan_that_was_made_before_there_was_anything_is_made_anew(database):
    looked = "select from answer where tenant_id = 'default' and answer_id = $1"
    explained = "explain execute by_id (gen_random_uuid())"
    async with database.connection(ALL_TENANTS) as connection:
        raw = connection.raw
        await raw.execute("set plan_cache_mode = force_generic_plan")
        await raw.execute(f"prepare by_id (uuid) as {looked}")
        try:
            await raw.execute(explained)
            await connection.execute(ANSWERS, 400 * PAGES)
            assert await FirstStatistics(database).gather() >= 1
            plan = "\n".join(row[0] for row in await raw.fetch(explained))
        finally:
            await raw.execute("deallocate by_id")
            await raw.execute("reset plan_cache_mode")
    assert "answer_pkey" in plan and "answer_id = " in plan.partition("Index Cond")[2] and "Filter" not in plan
