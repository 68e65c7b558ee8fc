"""The roles of PostgreSQL: `citestream_app`, as which every pooled connection works, and `citestream_ops`, for people.

Neither can log in, and neither owns a table: what is a tenant's, they see through policies
(`docs/adr/0029-row-level-security.md`).
"""

from __future__ import annotations

import asyncpg

from gateway.errors import WrongUse
from gateway.store.database.tenancy import APP, OPS

LACKING = """
select name, not exists (select from pg_roles where rolname = name) as absent
from unnest($1::text[]) as name
where not exists (
    select from pg_roles where rolname = name
    and pg_has_role(oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end))"""
UNGUARDED = """
select string_agg(c.relname, ', ' order by c.relname)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
where c.relkind in ('r', 'p') and c.relnamespace = (select relnamespace from pg_class where oid = 'tenant'::regclass)
  and c.relname not in ('tenant', 'turn_lease', 'viewer') and not row_security_active(c.oid)"""
"""Tables of which the current role sees all rows: as a superuser, with BYPASSRLS, as an owner without FORCE. `tenant`,
`turn_lease` and `viewer` have names, ids and times only; there work for all tenants finds whose is next."""


async def ensure(connection: asyncpg.Connection) -> None:
    """Makes the roles that are missing, and the login their member. Raises `WrongUse` with what an administrator has
    to run where the login may not."""
    rows = await connection.fetch(LACKING, [APP, OPS])
    for row in rows:
        try:
            if row["absent"]:
                await _make(connection, row["name"])
            if await lacking(connection, [row["name"]]):
                await connection.execute(f"grant {row['name']} to current_user")
        except asyncpg.InsufficientPrivilegeError:
            raise await refusal(connection) from None


async def _make(connection: asyncpg.Connection, role: str) -> None:
    try:
        async with connection.transaction():  # a savepoint inside of another one
            await connection.execute(f"create role {role} nologin")
    except (asyncpg.DuplicateObjectError, asyncpg.UniqueViolationError):
        pass  # another database of this server was quicker


async def lacking(connection: asyncpg.Connection, roles: list[str] | None = None) -> list[str]:
    """Returns the roles that are missing, or that the login may not take."""
    return [row["name"] for row in await connection.fetch(LACKING, roles or [APP, OPS])]


async def refusal(connection: asyncpg.Connection) -> WrongUse:
    """Returns the sentence about roles that are missing, with the statements that make them."""
    login = await connection.fetchval("select quote_ident(session_user)")
    made = [row["name"] for row in await connection.fetch(LACKING, [APP, OPS]) if row["absent"]]
    statements = [*(f"create role {name} nologin;" for name in made), f"grant {APP}, {OPS} to {login};"]
    return WrongUse(
        f"The login of DATABASE_URL may not make or take the roles {APP} and {OPS}; have an administrator of "
        f"PostgreSQL run: {' '.join(statements)}"
    )


async def looks_as_ops(url: str) -> bool:
    """Tells whether a session of a person can begin as `citestream_ops`: not where the database holds nothing of ours,
    nor behind a pooler, which takes no role with a session. A database that cannot be reached is psql's to tell of."""
    try:
        connection = await asyncpg.connect(url, timeout=10, statement_cache_size=0, server_settings={"role": OPS})
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return False
    try:
        return bool(await connection.fetchval("select current_user = $1 and to_regclass('tenant') is not null", OPS))
    finally:
        await connection.close()
