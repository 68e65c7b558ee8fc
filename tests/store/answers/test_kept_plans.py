"""What PostgreSQL does for many answers at once does not grow with their number times itself, whenever its plan was
made: plans are kept."""

from __future__ import annotations

import asyncpg
import pytest

from gateway.store.answers.turn_rows import SQL
from gateway.store.database.tenancy import ALL_TENANTS

LEASE = (
    "insert into turn_lease (tenant_id, answer_id, caller_app, thread_id, owner, expires_at)"
    " values ('default', gen_random_uuid(), 'app', 'thread', 'tests', now())"
)


@pytest.fixture
async def one_lease(database_url):
    """A lease, and PostgreSQL believes that there will not be many."""
    owner = await asyncpg.connect(database_url)
    try:
        await owner.execute("set session_replication_role = replica")  # it needs no answer
        await owner.execute(LEASE)
        await owner.execute("vacuum (full, analyze) turn_lease")
    finally:
        await owner.close()


@pytest.mark.parametrize("name", ["append_texts", "append_where_leased"])
async def test_pieces_are_matched_with_leases_in_one_go(database, one_lease, name):
    statement = SQL[name]
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.raw.execute(f"prepare appended as {statement}")
        await connection.raw.execute("set local plan_cache_mode = force_generic_plan")
        nothing = ", ".join(["null"] * parameters(statement))
        plan = "\n".join(row[0] for row in await connection.raw.fetch(f"explain execute appended ({nothing})"))
        await connection.raw.execute("deallocate appended")
    assert "Scan on turn_lease" in plan and "Nested Loop" not in plan


def parameters(statement: str) -> int:
    return next(number for number in range(1, 100) if f"${number + 1}" not in statement)
