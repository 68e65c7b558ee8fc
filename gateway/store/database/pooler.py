"""Whether a pooler such as PgBouncer stands before PostgreSQL, and what of a session is left then."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import asyncpg

BEHIND_POOLER = "DATABASE_URL leads to a pooler; what needs a session of its own needs DATABASE_DIRECT_URL"
UNPREPARED = (
    "the pooler in DATABASE_URL keeps no prepared statements, so that PostgreSQL parses each statement whenever it is "
    "sent; use PgBouncer 1.21 or newer in transaction mode, with max_prepared_statements = 200"
)
SEEN = "select true from pg_prepared_statements where name = $1"


@dataclass(frozen=True, slots=True)
class Way:
    """What lies between this process and PostgreSQL. `pooled`: each transaction may have another session. `prepares`:
    prepared statements are found again all the same."""

    pooled: bool = False
    prepares: bool = True


DIRECT = Way()


async def way(connection: asyncpg.Connection) -> Way:
    """Returns what lies between, told from a connection that caches no statements.

    A pooler gives its clients numbers of its own for cancelling, which are no process ids of PostgreSQL. One that keeps
    track of prepared statements (PgBouncer from 1.21 on, `max_prepared_statements`) gives them names of its own, and
    the name asked for is not to be found; where it is found, the pooler lends whole sessions, or forgets statements,
    and which of the two cannot be told: it is taken to forget.
    """
    if await connection.fetchval("select pg_backend_pid()") == connection.get_server_pid():
        return DIRECT
    name = f"citestream_{secrets.token_hex(8)}"
    async with connection.transaction():
        statement = await connection.prepare("select 1", name=name)  # closed when nothing refers to it
        renamed = not await connection.fetchval(SEEN, statement.get_name())
        if not renamed:
            await connection.execute(f"deallocate {name}")
    return Way(pooled=True, prepares=renamed)
