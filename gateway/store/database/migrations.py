"""Forward-only migrations: plain `.sql` files in name order, one transaction each, checked by hash.

Any number of processes may start at once: an advisory lock lets one of them work, and the others wait until it is done.
If a process is killed, PostgreSQL undoes the file that it was running, and the next start continues with that file. A
database that has tables but not ours is refused: a stranger's shell often has a `DATABASE_URL`. So is a database from
before 0.1.0, the first version whose schema never changes again (`docs/adr/0059-frozen-schema.md`).
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from gateway import __version__
from gateway.errors import DatabaseUnreachable, WrongUse
from gateway.store.database import roles
from gateway.store.database.database import connect

LOCK = 0x63_69_74_65  # "cite"
PATIENCE = "10s"
"""How long a migration waits for a table that others have locked."""
LIVENESS = "client_connection_check_interval"
"""The setting of PostgreSQL that ends a statement whose client was killed, so that the next start need not wait for it.
Not every system has it."""
LEDGER = """
create table if not exists citestream_migration (
    name       text primary key,
    sha256     text not null,
    applied_at timestamptz not null default now()
);
alter table citestream_migration add column if not exists version text"""
"""`version` is the Citestream that applied the file. An older one names it in its refusal. It is null where a commit
before 0.1.0 applied the schema of 0.1.0."""
FOREIGN = """
select n.nspname || '.' || c.relname
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'
order by 1 limit 1"""


FIRST = "0001_schema"
"""The first migration of 0.1.0 and of every later version. Commits before 0.1.0 had another one, or other contents."""
EMPTY_ONE = "name an empty database in DATABASE_URL"


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: `name` is its name without the ending."""

    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """Returns the hash by which an edited file is known."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def read(folder: Path) -> list[Migration]:
    """Returns the folder's migrations in order. Line ends are normalised, so that a checkout's settings change no
    hash."""
    return [Migration(file.stem, file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.sql"))]


async def migrate(url: str, folder: Path, *, adopt: bool = False) -> list[str]:
    """Brings the database up to date and returns the names applied now. Raises `WrongUse` with what to do."""
    connection = await connect(url)
    try:
        if await _is_ours(connection) and not await _missing(connection, folder):
            return []
        async with _alone(url):
            await check_owner(connection, adopt=adopt)
            await roles.ensure(connection)
            await connection.execute(LEDGER)
            return [await apply(connection, migration) for migration in await _missing(connection, folder)]
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def _alone(url: str) -> AsyncIterator[None]:
    """Lets one process in at a time. The lock is that of a transaction of another connection: a pooler may give each
    transaction another session, and a session's lock would stay with that."""
    guard = await connect(url)
    try:
        async with guard.transaction():
            await guard.execute(f"select pg_advisory_xact_lock({LOCK})")
            yield
    finally:
        await guard.close()


async def pending(url: str, folder: Path) -> list[str]:
    """Returns the names not yet applied; changes nothing."""
    connection = await connect(url)
    try:
        missing = await _missing(connection, folder) if await _is_ours(connection) else read(folder)
        return [migration.name for migration in missing]
    finally:
        await connection.close()


async def _is_ours(connection: asyncpg.Connection) -> bool:
    return await connection.fetchval("select to_regclass('citestream_migration')") is not None


async def _missing(connection: asyncpg.Connection, folder: Path) -> list[Migration]:
    """Returns what our ledger lacks. Raises `WrongUse` for one that is not of this version's past."""
    rows = await connection.fetch("select * from citestream_migration")
    done, migrations = {row["name"]: row["sha256"] for row in rows}, read(folder)
    check_history(done, migrations, versions={row["name"]: row["version"] for row in rows if "version" in row})
    return [migration for migration in migrations if migration.name not in done]


async def check_owner(connection: asyncpg.Connection, *, adopt: bool) -> None:
    """Raises `WrongUse` when the database has a stranger's tables and not ours."""
    if adopt or await _is_ours(connection):
        return
    foreign = await connection.fetchval(FOREIGN)
    if foreign is not None:
        raise WrongUse(
            f"The database already holds other tables (for instance {foreign}); name an empty one in DATABASE_URL, "
            "or run `citestream migrate --adopt` to put Citestream's tables beside them."
        )


async def refuse_checkouts(url: str, folder: Path, remedy: str) -> None:
    """Raises `WrongUse` if a version before 0.1.0 made the database. `remedy`: what to do about it."""
    connection = await connect(url)
    try:
        if await _is_ours(connection):
            rows = await connection.fetch("select name, sha256 from citestream_migration")
            check_release({row["name"]: row["sha256"] for row in rows}, read(folder), "database", remedy)
    finally:
        await connection.close()


def check_release(done: dict[str, str], migrations: list[Migration], what: str, remedy: str) -> None:
    """Raises `WrongUse` if what was migrated, a database or a backup, is from before 0.1.0."""
    first = {migration.name: migration.sha256 for migration in migrations}.get(FIRST)
    if first and done and done.get(FIRST) != first:
        raise WrongUse(
            f"The {what} was made by a version before 0.1.0, whose tables were still changing, and no version can bring it "
            f"up to date: {remedy} and load the documents again. The version that made it still opens it; there, "
            "`citestream memory export FILE` saves validated answers for `citestream memory import FILE`."
        )


def check_history(
    done: dict[str, str],
    migrations: list[Migration],
    what: str = "database",
    remedy: str = EMPTY_ONE,
    versions: Mapping[str, str | None] | None = None,
) -> None:
    """Raises `WrongUse` unless every applied migration is known and unchanged. `what`: where it was applied.
    `versions`: which version applied each, if that is known."""
    check_release(done, migrations, what, remedy)
    known = {migration.name: migration.sha256 for migration in migrations}
    for name in sorted(done, reverse=True):
        if name not in known:
            newer = (versions or {}).get(name) or ""
            raise WrongUse(
                f"The {what} was migrated by a newer Citestream{f' ({newer})' if newer else ''} and has {name}, which "
                f"this one ({__version__}) does not know; install {f'{newer} or later' if newer else 'that version'}."
            )
    for name, sha256 in done.items():
        if known[name] != sha256:
            raise WrongUse(f"Migration {name} was changed after it was applied; restore the original file.")


async def apply(connection: asyncpg.Connection, migration: Migration) -> str:
    """Runs one migration, notes it and returns its name. Raises `DatabaseUnreachable` when others have locked its
    tables."""
    try:
        async with connection.transaction():
            await connection.execute(f"set local lock_timeout = '{PATIENCE}'")
            with contextlib.suppress(asyncpg.InvalidParameterValueError):
                async with connection.transaction():
                    await connection.execute(f"set local {LIVENESS} = '1s'")
            await connection.execute(migration.sql)
            await connection.execute(
                "insert into citestream_migration (name, sha256, version) values ($1, $2, $3)",
                *(migration.name, migration.sha256, __version__),
            )
    except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
        raise DatabaseUnreachable(
            f"Migration {migration.name} waits for tables that others hold; nothing was changed. Start again."
        ) from None
    return migration.name
