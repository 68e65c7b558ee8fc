"""Databases written into a file and read back, and what stands in them."""

from __future__ import annotations

import asyncpg

from gateway import slots
from gateway.store.backup import dump
from gateway.store.backup.archive import ArchiveReader, ArchiveWriter

FOLDER = slots.resource("migrations")


def unheard(_name: str, _count: int) -> None:
    """Nobody listens."""


async def save(url, file, folder=FOLDER):
    archive = ArchiveWriter(file)
    try:
        return archive.finish(await dump.backup(url, folder, archive, unheard))
    finally:
        archive.discard()


async def load(url, file, folder=FOLDER, **options):
    archive = ArchiveReader.open(file)
    try:
        return await dump.restore(url, folder, archive, unheard, **options)
    finally:
        archive.close()


async def contents(url) -> dict[str, list[str]]:
    """Every row of every table, as text."""
    connection = await asyncpg.connect(url)
    try:
        tables = await connection.fetch(
            "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
        )
        return {
            name: sorted(row[0] for row in await connection.fetch(f'select t::text from "{name}" t'))
            for (name,) in tables
            if name != "citestream_migration"
        }
    finally:
        await connection.close()


async def value(url, statement):
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()
