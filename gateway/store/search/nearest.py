"""The nearest passages by vector, and the index that finds them when there are many.

An exact scan reads every vector of a tenant: right, and quick for some thousands. Above `INDEXED_FROM` an HNSW index
(Malkov and Yashunin, 2016) of one embedder answers in a time that hardly grows; it is built beside running searches
and used from the moment it is whole. Where it does not fit (few passages, named documents) the scan stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from gateway.retrieval.ports import Query
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

SQL = load("search/nearest.sql")
INDEXED_FROM = 20_000
"""Passages; an exact scan of so many takes some 10 ms."""
MOST_DIMENSIONS = 4000
"""The most that an HNSW index takes (above 2,000 as half-precision numbers)."""
BUILD_S = 6 * 3600.0
BUILD_MB = 2048
"""Most memory for building; a graph that does not fit is built several times slower. 700,000 vectors of 512 numbers
do."""
NEIGHBOURS_BYTES = 700
"""What the graph stores of a vector beside its numbers."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The vectors that are looked at: the nearest to a question's, and those that are asked for by name."""

    vector: Sequence[float]
    """The question's."""
    embedder: str
    """The one whose vectors these are."""
    limit: int
    """How many are nearest."""
    also: Sequence[str] = ()
    """Ids of passages whose vectors are looked at, however far they are."""


async def cosines(
    connection: TenantConnection,
    query: Query,
    document_ids: Sequence[str] | None,
    around: Neighbourhood,
    passages: int,
) -> dict[str, float]:
    """Returns passage ids and their cosines, nearest first. `passages`: how many there are to search in."""
    scope, also = query.scope, list(around.also)
    within, languages = (query.within, scope.source_app), list(scope.languages) or None
    statement = None
    if passages >= INDEXED_FROM and document_ids is None:
        statement = await connection.fetchval(SQL["by_index"], around.embedder, len(around.vector))
    if statement is None:
        space = (query.tenant, around.embedder, around.vector)
        rows = await connection.fetch(SQL["exact"], *space, document_ids, *within, around.limit, also, languages)
    else:
        async with connection.transaction():
            await connection.execute(SQL["search_settings"])
            rows = await connection.fetch(
                statement, query.tenant, around.vector, *within, around.limit, also, languages
            )
    return {str(row["passage_id"]): row["cosine"] for row in rows}


async def build(database: Database, embedder: str, *, at_least: int = INDEXED_FROM) -> bool:
    """Builds the index of an embedder's vectors if there are enough of them and none is there; returns True when it
    did.

    Takes a minute or so for 100,000 passages. Searches and ingestion go on. Indexes of other embedders go.
    """
    if not database.has_vectors:
        return False
    async with database.owner() as (connection, own):
        passages = await connection.fetchval(SQL["passages"])
        if passages < at_least:
            return False
        dimensions = await connection.fetchval(SQL["dimensions"], embedder)
        if not dimensions or dimensions > MOST_DIMENSIONS:
            return False
        ((name, valid),) = await connection.fetch(SQL["index_state"], embedder, dimensions)
        if valid:
            return False
        try:
            if own:  # else what the server gives has to do
                await connection.raw.execute(f"set maintenance_work_mem = '{_megabytes(passages, dimensions)}MB'")
            # One that is not valid was being built when its process ended.
            for drop in [name, *[row["relname"] for row in await connection.fetch(SQL["other_indexes"], name)]]:
                await connection.raw.execute(await connection.fetchval(SQL["drop_index"], drop), timeout=BUILD_S)
            create = await connection.fetchval(SQL["create_index"], name, embedder, dimensions)
            await (_create(connection, name, create) if own else connection.raw.execute(create, timeout=BUILD_S))
        finally:
            if own:
                await connection.raw.execute("reset maintenance_work_mem")
                await connection.raw.execute("reset max_parallel_maintenance_workers")
    return True


async def _create(connection: TenantConnection, name: str, create: str) -> None:
    """Builds with several processes, or with one: several share their memory, and a container may allow little of
    that."""
    try:
        await connection.raw.execute(create, timeout=BUILD_S)
    except asyncpg.DiskFullError:  # so PostgreSQL calls it
        await connection.raw.execute("set max_parallel_maintenance_workers = 0")
        await connection.raw.execute(await connection.fetchval(SQL["drop_index"], name), timeout=BUILD_S)
        await connection.raw.execute(create, timeout=BUILD_S)


def _megabytes(vectors: int, dimensions: int) -> int:
    """Returns memory for the graph of so many vectors with a tenth to spare, between 64 MB and `BUILD_MB`."""
    needed = vectors * (dimensions * (4 if dimensions <= 2000 else 2) + NEIGHBOURS_BYTES) * 1.1
    return min(BUILD_MB, max(64, round(needed / 2**20)))
