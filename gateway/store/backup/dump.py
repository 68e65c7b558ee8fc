"""Backup and restore of a whole database of ours, between PostgreSQL versions and with or without pgvector.

A backup is one consistent view of every table that the migrations make, taken while the server goes on. A restore makes
the tables with the migrations that the backup knew, fills them, and only then applies newer ones: all in one
transaction. (`pg_dump` would need client programs of the server's version, and its file a pgvector where it is
restored.)
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import UTC, datetime
from graphlib import TopologicalSorter
from pathlib import Path

import asyncpg

from gateway import __version__
from gateway.errors import WrongUse
from gateway.store.backup.archive import ArchiveReader, ArchiveWriter, Manifest, Sequence, TableDump
from gateway.store.database import migrations, roles
from gateway.store.database.database import connect
from gateway.store.database.faults import LOST
from gateway.store.database.statements import load
from gateway.store.database.tenancy import OPS

SQL = load("backup/dump.sql")
PASSES = "select rolsuper or rolbypassrls from pg_roles where rolname = current_user"
MADE = re.compile(
    r"^[^\S\n]*+create (?:or replace )?(table|view|function|type|domain) (?:if not exists )?(\w+)", re.MULTILINE
)
"""What a migration makes. Indexes and triggers go with what they belong to."""
PLAIN = """
set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
set local bytea_output = 'hex'; set local extra_float_digits = 1; set local row_security = off;
set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s';
"""
"""Rows are written the same everywhere, all of them, and for as long as it takes."""

Report = Callable[[str, int], object]
"""Is told the table and the bytes that went through since the last time."""


async def backup(url: str, folder: Path, archive: ArchiveWriter, report: Report) -> Manifest:
    """Writes everything into the archive, which the caller finishes. `folder` is that of the migrations."""
    connection = await connect(url)
    try:
        if await connection.fetchval("select to_regclass('citestream_migration')") is None:
            raise WrongUse("This database holds nothing of Citestream yet; there is nothing to back up.")
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            await connection.execute(PLAIN)
            await _see_all(connection)
            return await _export(connection, folder, archive, report)
    except (*LOST, asyncpg.PostgresError) as error:
        raise WrongUse(f"The backup was broken off: {str(error) or type(error).__name__}.") from None
    finally:
        await connection.close()


async def restore(
    url: str, folder: Path, archive: ArchiveReader, report: Report, *, replace: bool = False
) -> list[str]:
    """Fills the database from the archive, or leaves it as it is. Returns the tables left out for want of pgvector.

    Raises `WrongUse` when the database is not empty and not to be replaced, or in use.
    """
    connection = await connect(url)
    try:
        await roles.ensure(connection)
        async with connection.transaction():
            await connection.execute(f"select pg_advisory_xact_lock({migrations.LOCK})")
            await connection.execute(PLAIN)
            await _clear(connection, folder, replace)
            left_out = await _import(connection, folder, archive, report)
        await connection.execute("analyze")
    except (*LOST, asyncpg.PostgresError) as error:
        raise WrongUse(f"Nothing was restored: {str(error) or type(error).__name__}.") from None
    else:
        return left_out
    finally:
        await connection.close()


def made(folder: Path) -> dict[str, str]:
    """Returns what the migrations of this version make: name to kind."""
    return {name: kind for migration in migrations.read(folder) for kind, name in MADE.findall(migration.sql)}


# Out -----------------------------------------------------------------------------------------------------------------


async def _export(connection: asyncpg.Connection, folder: Path, archive: ArchiveWriter, report: Report) -> Manifest:
    tables = await _ours(connection, folder)
    # As pg_dump does: what is locked so cannot change its columns until the end.
    await connection.execute(f"lock table {_list(tables)} in access share mode")
    applied = {row["name"]: row["sha256"] for row in await connection.fetch(SQL["migrated"])}
    columns = {row["name"]: row for row in await connection.fetch(SQL["columns"], tables)}
    written = []
    for name in await _order(connection, tables):
        found = columns[name]
        rows = await _copy_out(connection, name, found["columns"], archive, report)
        table = TableDump(name=name, columns=found["columns"], rows=rows, needs_vectors=found["needs_vectors"])
        written.append(table)
    return Manifest(
        citestream=__version__,
        postgres=".".join(map(str, connection.get_server_version()[:2])),
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        migrations=applied,
        tables=written,
        sequences=await _sequences(connection, tables),
    )


async def _see_all(connection: asyncpg.Connection) -> None:
    """Takes the role that reads the rows of all tenants, where the login does not."""
    if not await connection.fetchval(PASSES):
        await connection.execute(f"set local role {OPS}; set local row_security = on")


async def _ours(connection: asyncpg.Connection, folder: Path) -> list[str]:
    """Returns the tables that are here. What is a view today may still be a table, before the migration that made it
    one."""
    return [row["name"] for row in await connection.fetch(SQL["existing"], list(made(folder)))]


async def _order(connection: asyncpg.Connection, tables: list[str]) -> list[str]:
    """Returns every table after those that it refers to."""
    order = TopologicalSorter({name: set[str]() for name in tables})
    for row in await connection.fetch(SQL["references"], tables):
        order.add(row["name"], row["target"])
    return list(order.static_order())


async def _copy_out(
    connection: asyncpg.Connection, name: str, columns: list[str], archive: ArchiveWriter, report: Report
) -> int:
    with archive.table(name) as member:

        async def take(chunk: bytes) -> None:
            await asyncio.to_thread(member.write, chunk)
            report(name, len(chunk))

        status = await connection.copy_from_query(f"select {_list(columns)} from {_quoted(name)}", output=take)
    return _count(status)


async def _sequences(connection: asyncpg.Connection, tables: list[str]) -> list[Sequence]:
    found = []
    for row in await connection.fetch(SQL["identities"], tables):
        now = await connection.fetchrow(f"select last_value, is_called from {row['sequence']}")
        assert now is not None
        found.append(Sequence(table=row["table"], column=row["column"], last=now[0], called=now[1]))
    return found


# In ------------------------------------------------------------------------------------------------------------------


async def _clear(connection: asyncpg.Connection, folder: Path, replace: bool) -> None:
    """Makes sure that nothing of ours is there, and that nothing else is harmed."""
    if await connection.fetchval("select to_regclass('citestream_migration')") is None:
        await migrations.check_owner(connection, adopt=False)
        return
    if not replace:
        raise WrongUse(
            "The database is not empty. Name an empty one (DATABASE_URL or --data-dir), or add --replace to throw away "
            "everything that Citestream keeps in this one."
        )
    if others := await connection.fetchval(SQL["others"]):
        raise WrongUse(f"The database is in use by {others} other connections; stop the servers first.")
    tables = set(await _ours(connection, folder))
    for name, kind in made(folder).items():
        await connection.execute(f"drop {'table' if name in tables else kind} if exists {_quoted(name)} cascade")
    await connection.execute("drop table citestream_migration")


async def _import(connection: asyncpg.Connection, folder: Path, archive: ArchiveReader, report: Report) -> list[str]:
    manifest = archive.manifest
    known = migrations.read(folder)
    migrations.check_history(manifest.migrations, known, "backup", "leave it")
    await connection.execute(migrations.LEDGER)
    for migration in known:
        if migration.name in manifest.migrations:
            await migrations.apply(connection, migration)
    here = await _ours(connection, folder)
    # Migrations put rows of their own into new tables; the backup has them too.
    await connection.execute(f"truncate {_list(here)}")
    left_out = [table.name for table in manifest.tables if table.name not in here and table.needs_vectors]
    for table in manifest.tables:
        if table.name not in left_out:
            await _copy_in(connection, table, archive, report)
    for sequence in manifest.sequences:
        await connection.fetchval(SQL["go_on"], sequence.table, sequence.column, sequence.last, sequence.called)
    for migration in known:
        if migration.name not in manifest.migrations:
            await migrations.apply(connection, migration)
    return left_out


async def _copy_in(connection: asyncpg.Connection, table: TableDump, archive: ArchiveReader, report: Report) -> None:
    async def rows() -> AsyncIterator[bytes]:
        chunks = archive.chunks(table.name)
        while chunk := await asyncio.to_thread(next, chunks, b""):
            report(table.name, len(chunk))
            yield chunk

    # What triggers did to these rows is in them. Policies take no rows that are copied, not even from their owner.
    name = _quoted(table.name)
    guarded = await connection.fetchval("select relforcerowsecurity from pg_class where oid = $1::text::regclass", name)
    await connection.execute(f"alter table {name} disable trigger user, no force row level security")
    status = await connection.copy_to_table(table.name, source=rows(), columns=table.columns)
    await connection.execute(f"alter table {name} enable trigger user{', force row level security' if guarded else ''}")
    if _count(status) != table.rows:
        raise WrongUse(f"Nothing was restored: {table.name} has {_count(status)} rows instead of {table.rows}.")


def _count(status: str) -> int:
    """Returns the number that PostgreSQL tells, as in `COPY 12`."""
    return int(status.rsplit(" ", 1)[-1])


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _list(names: Iterable[str]) -> str:
    return ", ".join(map(_quoted, names))
