"""Statistics for PostgreSQL's planner, of tables that nobody has analyzed yet.

Without any, the planner takes each condition for as rare as the next. It looks for an answer by whichever index begins
with the tenant, reads all that this tenant has, and keeps the plan. PostgreSQL itself looks once a minute whether
something is to be analyzed; a crowd that meets a new database has come and gone by then.
"""

from __future__ import annotations

from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import NO_TENANT

SQL = load("database/first_statistics.sql")
PAGES = 4
"""From this size on: a handful of rows tells the planner as little as none, and would not be looked at again."""


class FirstStatistics(Rows):
    """The tables of one database."""

    async def gather(self) -> int:
        """Analyzes tables that have begun to grow and that nobody has analyzed; returns how many. Raises
        `errors.Unavailable`."""
        tables = [row["table"] for row in await self._database.fetch(NO_TENANT, SQL["growing"], PAGES)]
        if tables:
            async with self._database.owner() as (owner, _):
                await owner.raw.execute(f"analyze (skip_locked) {', '.join(tables)}")
        return len(tables)
