"""The sample documents in a database without loading them: most tests need them only to ask about them.

`tests/test_app.py` loads them as a start does.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import asyncpg

from gateway import slots
from gateway.app import Gateway
from gateway.settings import Settings
from gateway.store.database.migrations import migrate
from tests.support import postgres

COLUMNS = """
select c.relname, array_agg(a.attname::text order by a.attnum)
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  and a.attgenerated = ''
group by c.relname order by c.relname
"""
SEQUENCES = "select seqrelid::regclass::text, pg_sequence_last_value(seqrelid) from pg_sequence"
NO_ROWS_BYTES = 21
"""Length of PostgreSQL's binary format for a table without rows."""


@dataclass
class Table:
    columns: list[str]
    rows: bytes
    """In PostgreSQL's binary format."""


@dataclass
class Content:
    tables: dict[str, Table]
    sequences: dict[str, int | None]

    @classmethod
    async def of(cls, connection: asyncpg.Connection) -> Content:
        """Returns the rows of a database, and how far its sequences have got."""
        tables = {}
        for name, columns in await connection.fetch(COLUMNS):
            rows = io.BytesIO()
            await connection.copy_from_table(name, columns=columns, output=rows, format="binary")
            tables[name] = Table(columns, rows.getvalue())
        return cls(tables, dict(await connection.fetch(SEQUENCES)))

    def since(self, fresh: Content) -> Content:
        """Returns what this content has and a fresh database has not."""
        tables = {name: table for name, table in self.tables.items() if table != fresh.tables[name]}
        assert all(len(fresh.tables[name].rows) == NO_ROWS_BYTES for name in tables), "a row of the migrations changed"
        moved = {name: value for name, value in self.sequences.items() if value != fresh.sequences[name]}
        return Content(tables, moved)

    async def put(self, connection: asyncpg.Connection) -> bool:
        """Writes the rows. Returns False if a table has rows, or the login may not switch triggers off."""
        filled = " or ".join(f"exists (select from {name})" for name in self.tables)
        if await connection.fetchval(f"select {filled}"):
            return False
        try:
            async with connection.transaction():
                await connection.execute("set local session_replication_role = replica")
                for name, table in self.tables.items():
                    await connection.copy_to_table(
                        name, source=io.BytesIO(table.rows), columns=table.columns, format="binary"
                    )
                for name, value in self.sequences.items():
                    await connection.fetchval("select setval($1::text::regclass, $2)", name, value)
        except asyncpg.InsufficientPrivilegeError:
            return False
        return True


_read_once: list[Content] = []


async def put(url: str, settings: Settings) -> None:
    """Puts the sample into a fresh database, if these settings give the same rows as the usual ones. Otherwise the
    gateway loads it."""
    if settings.chosen_embedder != "none":
        return
    if not _read_once:
        _read_once.append(await _loaded())
    connection = await asyncpg.connect(url, timeout=10)
    try:
        await _read_once[0].put(connection)
    finally:
        await connection.close()


async def _loaded() -> Content:
    async with postgres.fresh_database(_migrate) as url:
        connection = await asyncpg.connect(url, timeout=10)
        try:
            fresh = await Content.of(connection)
            gateway = await Gateway(Settings(_env_file=None, database_url=url, embedder="none")).open()
            try:
                assert await gateway.load_sample()
            finally:
                await gateway.close()
            return (await Content.of(connection)).since(fresh)
        finally:
            await connection.close()


async def _migrate(url: str) -> None:
    await migrate(url, slots.resource("migrations"))
