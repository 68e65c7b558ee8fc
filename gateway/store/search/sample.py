"""Where a question looks that names no workspace: everywhere, but in the sample documents only as long as there are no
others."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.knowledge.workspaces import SAMPLE_WORKSPACE
from gateway.retrieval.ports import Query
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

SQL = load("search/sample.sql")


def left_out(query: Query) -> str | None:
    """Returns the workspace that a search leaves out where there are other documents; None: it named where to look."""
    return None if query.scope.workspace is not None or query.scope.document_ids else SAMPLE_WORKSPACE


async def without_sample(
    connection: TenantConnection, tenant: str, within: Sequence[str] | None
) -> tuple[str, ...] | None:
    """Returns the workspaces to look in for a caller who named none and may see `within` (None: all); None: all."""
    holding: list[str] = await connection.fetchval(SQL["holding"], tenant, within or None)
    own = tuple(name for name in holding if name != SAMPLE_WORKSPACE)
    return own if own and len(own) < len(holding) else tuple(within) if within else None
