"""What a database is like, before anything is opened on it: for `citestream doctor`."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

import asyncpg

from gateway.store.database import roles
from gateway.store.database.database import Database, connect
from gateway.store.database.faults import PROBE, PROBE_ROW, refusal
from gateway.store.database.tenancy import APP, NO_TENANT

LEAST_VERSION = 15
FACTS = """
select current_setting('server_version_num')::int / 10000,
       has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE'),
       exists (select from pg_extension where extname = 'vector'),
       exists (select from pg_available_extensions where name = 'vector'),
       pg_is_in_recovery(),
       current_setting('max_connections')::int - (select count(*) from pg_stat_activity where backend_type = 'client backend'),
       pg_database_size(current_database())"""
IDENTITY = """
select format('%s-%s', to_hex(system_identifier), d.oid), split_part(current_setting('server_version'), ' ', 1)
from pg_control_system(), pg_database d where d.datname = current_database()"""
HAS_TABLES = "select to_regclass('tenant') is not null"
WRITE_S = 5.0
"""How long a write may take that is tried."""
MAY_MAKE_ROLES = "select rolsuper or rolcreaterole from pg_roles where rolname = session_user"


class Identity(NamedTuple):
    """Which database this is, whatever its address: the same for a replica, another one after a restore."""

    id: str
    version: str
    """PostgreSQL's."""


class DatabaseFacts(NamedTuple):
    version: int
    may_create: bool
    """The login may make tables."""
    has_vector: bool
    """pgvector is there."""
    offers_vector: bool
    """pgvector could be made."""
    is_replica: bool
    free_connections: int
    bytes: int
    ahead_s: float
    """How far its clock is ahead of this machine's."""
    roles_problem: str = ""
    """What an administrator has to run before the gateway can take its roles; "" where nothing."""
    identity: Identity | None = None
    write_problem: str = ""
    """What PostgreSQL says to a temporary table and to a row; "" if it takes both."""


async def look(url: str) -> DatabaseFacts:
    """Raises `errors.DatabaseUnreachable` with a sentence."""
    connection = await connect(url)
    try:
        row = await connection.fetchrow(FACTS)
        began = time.time()
        there = float(await connection.fetchval("select extract(epoch from clock_timestamp())::float8"))
        ahead_s = there - (began + time.time()) / 2
        waits = await roles.lacking(connection) and not await connection.fetchval(MAY_MAKE_ROLES)
        problem = (await roles.refusal(connection)).detail if waits else ""
        write_problem = await _write_problem(connection)
        own = await connection.fetchrow(IDENTITY)
    finally:
        await connection.close()
    assert row is not None and own is not None
    return DatabaseFacts._make((*row, ahead_s, problem, Identity._make(own), write_problem))


async def _write_problem(connection: asyncpg.Connection) -> str:
    """Returns why no temporary table can be made, or no row written with the gateway's rights. On a full disk the table
    fails, although a small row may succeed."""
    try:
        async with asyncio.timeout(WRITE_S), connection.transaction():
            await connection.execute(PROBE)
            if not await roles.lacking(connection) and await connection.fetchval(HAS_TABLES):
                await connection.execute(f"set local role {APP}")
                await connection.execute(PROBE_ROW)
    except TimeoutError:
        return f"a write does not end within {WRITE_S:g} s (a lock, or a standby that is missing)"
    except asyncpg.PostgresError as error:
        return f"{refusal(error) or error} (SQLSTATE {error.sqlstate})"
    return ""


async def identity(database: Database) -> Identity:
    row = await database.fetchrow(NO_TENANT, IDENTITY)
    assert row is not None, "the current database is a row"
    return Identity._make(row)
