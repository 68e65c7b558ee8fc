"""The sample documents in a database without reading them: eleven files take eleven processes, and most tests need the
sample only to ask about it. `test_app.py` loads it as a start does.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import asyncpg

from gateway import slots
from gateway.app import Gateway
from gateway.settings import Settings
from gateway.store.migrations import migrate
from tests.support import postgres

COLUMNS = """
select c.relname, array_agg(a.attname::text order by a.attnum)
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  and a.attgenerated = ''
group by c.relname order by c.relname
"""
SEQUENCES = "select seqrelid::regclass::text, pg_sequence_last_value(seqrelid) from pg_sequence"


@dataclass
class Table:
    columns: list[str]
    rows: bytes
    """In PostgreSQL's binary format."""


@dataclass
class Rows:
    """What loading the sample adds to a fresh database: rows by table, and the sequences that it moved."""

    tables: dict[str, Table]
    sequences: dict[str, int]

    @classmethod
    async def read(cls) -> Rows:
        """Loads the sample into a database of its own."""
        async with postgres.fresh_database(_migrate) as url:
            before, sequences_before = await _content(url)
            gateway = await Gateway(Settings(_env_file=None, database_url=url, embedder="hash")).open()
            try:
                assert await gateway.load_sample()
            finally:
                await gateway.close()
            after, sequences = await _content(url)
        changed = {name: table for name, table in after.items() if table != before[name]}
        empty = {
            table.rows for table in before.values() if len(table.rows) == min(len(t.rows) for t in before.values())
        }
        assert all(before[name].rows in empty for name in changed), (
            "loading the sample changes rows of a fresh database"
        )
        moved = {name: value for name, value in sequences.items() if value is not None}
        return cls(changed, {name: value for name, value in moved.items() if value != sequences_before[name]})

    async def put(self, url: str) -> bool:
        """Writes the rows. Returns False if the database has such rows, or its login may not switch triggers off."""
        connection = await asyncpg.connect(url, timeout=10)
        try:
            filled = " or ".join(f"exists (select from {table})" for table in self.tables)
            if await connection.fetchval(f"select {filled}"):
                return False
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
        finally:
            await connection.close()
        return True


_rows: list[Rows] = []


async def put(url: str, settings: Settings) -> bool:
    """Whether the sample is in this database now; if not, the gateway has to load it."""
    if settings.chosen_embedder != "hash" or settings.embedder_passage_prefix:
        return False
    if not _rows:
        _rows.append(await Rows.read())
    return await _rows[0].put(url)


async def _migrate(url: str) -> None:
    await migrate(url, slots.resource("migrations"))


async def _content(url: str) -> tuple[dict[str, Table], dict[str, int | None]]:
    connection = await asyncpg.connect(url, timeout=10)
    try:
        tables = {}
        for name, columns in await connection.fetch(COLUMNS):
            rows = io.BytesIO()
            await connection.copy_from_table(name, columns=columns, output=rows, format="binary")
            tables[name] = Table(columns, rows.getvalue())
        return tables, dict(await connection.fetch(SEQUENCES))
    finally:
        await connection.close()
