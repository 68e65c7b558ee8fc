"""What a database is like, before anything is opened on it: for `citestream doctor`."""

from __future__ import annotations

import time
from typing import NamedTuple

import asyncpg

from gateway.store.database import roles
from gateway.store.database.database import Database, connect
from gateway.store.database.faults import PROBE, REASONS
from gateway.store.database.tenancy import NO_TENANT

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
    """What PostgreSQL says to a temporary table; "" if it makes one."""


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
    """Returns why no temporary table can be made. On a full disk it fails, although a small row may succeed."""
    try:
        async with connection.transaction():
            await connection.execute(PROBE)
    except asyncpg.PostgresError as error:
        return f"{REASONS.get(error.sqlstate or '', str(error))} (SQLSTATE {error.sqlstate})"
    return ""


async def identity(database: Database) -> Identity:
    row = await database.fetchrow(NO_TENANT, IDENTITY)
    assert row is not None, "the current database is a row"
    return Identity._make(row)
