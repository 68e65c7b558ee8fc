"""A used database made as good as new: emptying it takes a hundredth of the time of another copy of the template.

Only one that a test has filled and not changed otherwise: same tables, indexes, functions, settings and statistics as
in a fresh copy, same rows in what the migrations filled, and not much larger. Any other one is dropped.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import asyncpg

MUCH_LARGER_BYTES = 8 * 1024 * 1024
"""Deleted rows keep their place until a vacuum."""
OURS = 16384
"""The first object id that PostgreSQL gives to what users make. Copies of a template have the ids of the template, and
its `relfilenode`, `reltuples` and so on, until something like truncate or analyze changes them."""
SHAPE = f"""
select md5(concat(
    (select string_agg(c::text, '|' order by oid) from pg_class c where oid >= {OURS}),
    (select string_agg(concat(a.attrelid, a.attname, a.atttypid, a.attnotnull, a.atthasdef), '|' order by attrelid, attnum)
     from pg_attribute a where attrelid >= {OURS} and attnum > 0),
    (select string_agg(d::text, '|' order by oid) from pg_attrdef d),
    (select string_agg(c::text, '|' order by oid) from pg_constraint c where oid >= {OURS}),
    (select string_agg(t::text, '|' order by oid) from pg_trigger t),
    (select string_agg(p::text, '|' order by oid) from pg_proc p where oid >= {OURS}),
    (select string_agg(n::text, '|' order by oid) from pg_namespace n where nspname !~ '^pg_(toast_)?temp'),
    (select string_agg(e::text, '|' order by oid) from pg_extension e),
    (select string_agg(s::text, '|') from pg_db_role_setting s
     where setdatabase in (0, (select oid from pg_database where datname = current_database()))),
    (select count(*) from pg_largeobject_metadata)))
"""
TABLES = "select quote_ident(tablename) from pg_tables where schemaname = 'public' order by 1"
SEQUENCES = "select seqrelid, pg_sequence_last_value(seqrelid) from pg_sequence order by 1"
REWIND = """
select setval($1::oid::regclass, coalesce($2::bigint, seqstart), $2 is not null) from pg_sequence where seqrelid = $1
"""
OTHERS = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
SIZE = "select pg_database_size(current_database())"


@dataclass
class Pattern:
    """What a fresh copy of the template is like. `filled`: tables that have rows there, and a digest of them."""

    shape: str
    filled: dict[str, str]
    empty: list[str]
    sequences: dict[int, int | None]
    size: int

    @classmethod
    async def of(cls, url: str) -> Pattern:
        """Of a database that nobody has used yet."""
        connection = await asyncpg.connect(url, timeout=10)
        try:
            tables = [row[0] for row in await connection.fetch(TABLES)]
            rows = {table: await _digest(connection, table) for table in tables}
            return cls(
                await connection.fetchval(SHAPE),
                {table: digest for table, digest in rows.items() if digest is not None},
                [table for table, digest in rows.items() if digest is None],
                dict(await connection.fetch(SEQUENCES)),
                await connection.fetchval(SIZE),
            )
        finally:
            await connection.close()

    async def restored(self, url: str) -> bool:
        """Whether this database is like a fresh one now; if not, it is of no further use."""
        try:
            connection = await asyncpg.connect(url, timeout=10)
        except (OSError, TimeoutError, asyncpg.PostgresError):
            return False
        try:
            async with asyncio.timeout(20):
                return await self._restored(connection)
        except (OSError, TimeoutError):
            return False
        finally:
            await connection.close(timeout=5)

    async def _restored(self, connection: asyncpg.Connection) -> bool:
        await connection.fetch(OTHERS)
        if (
            await connection.fetchval(SHAPE) != self.shape
            or await connection.fetchval(SIZE) > self.size + MUCH_LARGER_BYTES
        ):
            return False
        for table, digest in self.filled.items():
            if await _digest(connection, table) != digest:
                return False
        emptied = "; ".join(f"delete from {table}" for table in self.empty)
        await connection.execute(f"set session_replication_role = replica; {emptied}; select pg_stat_reset()")
        for sequence, value in await connection.fetch(SEQUENCES):
            if value != (before := self.sequences[sequence]):
                await connection.execute(REWIND, sequence, before)
        return True


async def _digest(connection: asyncpg.Connection, table: str) -> str | None:
    """Of the rows of a table; None where there are none."""
    return await connection.fetchval(f"select md5(string_agg(t::text, '|' order by t::text)) from {table} t")
