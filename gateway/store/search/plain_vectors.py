"""Vectors on a PostgreSQL without pgvector: all of a search are read and compared here, so there may not be many."""

from __future__ import annotations

import asyncio
import re
from array import array
from collections.abc import Sequence

from gateway.retrieval.ports import Query
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.search.nearest import Neighbourhood

SQL = load("search/plain_vectors.sql")
MOST = 5_000
"""Passages of a database that have such vectors. A question reads 2 kB of each, 10 MB in some 20 ms."""


async def cosines(
    connection: TenantConnection,
    query: Query,
    document_ids: Sequence[str] | None,
    around: Neighbourhood,
    passages: int,
) -> dict[str, float]:
    """Does what `nearest.cosines` does; returns nothing of more than `MOST` passages."""
    if passages > MOST:
        return {}
    scope = query.scope
    rows = await connection.fetch(
        SQL["nearby"],
        query.tenant,
        around.embedder,
        document_ids,
        *(query.within, scope.source_app, list(scope.languages) or None),
    )
    found = await asyncio.to_thread(_products, around.vector, [row["embedding"] for row in rows])
    ranked = sorted(zip(found, (str(row["passage_id"]) for row in rows), strict=True), reverse=True)
    also = set(around.also)
    return {key: cosine for rank, (cosine, key) in enumerate(ranked) if rank < around.limit or key in also}


def _products(vector: Sequence[float], stored: Sequence[bytes]) -> list[float]:
    """Returns the cosines of unit vectors. `einsum` computes in the calling thread, unlike `@`."""
    import numpy as np  # few gateways need it here, and it takes a tenth of a second

    others = np.frombuffer(b"".join(stored), "<f4").reshape(-1, len(vector))
    products: list[float] = np.einsum("ij,j->i", others, np.asarray(vector, np.float32)).tolist()
    return products


async def are_few(connection: TenantConnection) -> bool:
    """Returns whether a database has so few passages that they get such vectors."""
    return int(await connection.fetchval(SQL["passages"])) <= MOST


async def add(
    connection: TenantConnection,
    embedder: str,
    tenants: Sequence[str],
    ids: Sequence[str],
    vectors: Sequence[Sequence[float]],
) -> None:
    """Stores the vectors of passages."""
    packed = [array("f", vector).tobytes() for vector in vectors]
    await connection.execute(SQL["add"], embedder, tenants, ids, packed)


def of_plain(statement: str) -> str:
    """Returns a statement about `passage_vector` as one about these."""
    return re.sub(
        r"\bpassage_vector\b", "plain_vector", statement.replace("passage_vector v", "current_plain_vector v")
    )
