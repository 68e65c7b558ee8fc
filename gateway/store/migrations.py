"""Forward-only migrations: plain `.sql` files in name order, one transaction each, checked by hash.

Any number of processes may start at once: a session advisory lock lets one of them work and the others find it done.
A database that holds tables but not ours is refused: a stranger's shell often holds a `DATABASE_URL`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from gateway.errors import DatabaseUnreachable, WrongUse
from gateway.store.database import connect

LOCK = 0x63_69_74_65  # "cite"
PATIENCE = "10s"
"""How long a migration waits for a table that others hold."""
LEDGER = """
create table if not exists citestream_migration (
    name       text primary key,
    sha256     text not null,
    applied_at timestamptz not null default now()
)"""
FOREIGN = """
select n.nspname || '.' || c.relname
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'
order by 1 limit 1"""


@dataclass(frozen=True, slots=True)
class Migration:
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


def read(folder: Path) -> list[Migration]:
    """The folder's migrations in order. Line ends are normalised so that a checkout's settings do not change hashes."""
    return [Migration(file.stem, file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.sql"))]


async def migrate(url: str, folder: Path, *, adopt: bool = False) -> list[str]:
    """Bring the database up to date; returns the names applied now. Raises `WrongUse` with what to do."""
    connection = await connect(url)
    try:
        await connection.execute("select pg_advisory_lock($1)", LOCK)
        await check_owner(connection, adopt=adopt)
        await connection.execute(LEDGER)
        done = {
            row["name"]: row["sha256"]
            for row in await connection.fetch("select name, sha256 from citestream_migration")
        }
        migrations = read(folder)
        check_history(done, migrations)
        return [await apply(connection, migration) for migration in migrations if migration.name not in done]
    finally:
        await connection.close()


async def pending(url: str, folder: Path) -> list[str]:
    """Names not yet applied; changes nothing."""
    connection = await connect(url)
    try:
        if await connection.fetchval("select to_regclass('citestream_migration')") is None:
            return [migration.name for migration in read(folder)]
        done = {row["name"] for row in await connection.fetch("select name from citestream_migration")}
        return [migration.name for migration in read(folder) if migration.name not in done]
    finally:
        await connection.close()


async def check_owner(connection: asyncpg.Connection, *, adopt: bool) -> None:
    """Raises `WrongUse` when the database holds a stranger's tables and not ours."""
    if adopt or await connection.fetchval("select to_regclass('citestream_migration')") is not None:
        return
    foreign = await connection.fetchval(FOREIGN)
    if foreign is not None:
        raise WrongUse(
            f"The database already holds other tables (for instance {foreign}); name an empty one in DATABASE_URL, "
            "or run `citestream migrate --adopt` to put Citestream's tables beside them."
        )


def check_history(done: dict[str, str], migrations: list[Migration], what: str = "database") -> None:
    """Raises `WrongUse` unless all that was applied is known and unchanged. `what`: where it was applied."""
    known = {migration.name: migration.sha256 for migration in migrations}
    for name, sha256 in done.items():
        if name not in known:
            raise WrongUse(f"The {what} was migrated by a newer Citestream (it has {name}); install that version.")
        if known[name] != sha256:
            raise WrongUse(f"Migration {name} was changed after it was applied; restore the original file.")


async def apply(connection: asyncpg.Connection, migration: Migration) -> str:
    """Run one migration and remember it; returns its name. Raises `DatabaseUnreachable` when others hold its tables."""
    try:
        async with connection.transaction():
            await connection.execute(f"set local lock_timeout = '{PATIENCE}'")
            await connection.execute(migration.sql)
            await connection.execute(
                "insert into citestream_migration (name, sha256) values ($1, $2)", migration.name, migration.sha256
            )
    except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
        raise DatabaseUnreachable(
            f"Migration {migration.name} waits for tables that others hold; nothing was changed. Start again."
        ) from None
    return migration.name
