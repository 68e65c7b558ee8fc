"""Where a question looks that names no workspace: everywhere, but in the sample documents only as long as there are no
others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gateway.knowledge.search.index import SAMPLE_WORKSPACE
from gateway.store.database import Connection
from gateway.store.statements import load

SQL = load(Path(__file__).with_name("library.sql"))


async def without_sample(connection: Connection, tenant: str, within: Sequence[str] | None) -> tuple[str, ...] | None:
    """Returns the workspaces to look in for a caller who named none and may see `within` (None: all); None: all."""
    holding: list[str] = await connection.fetchval(SQL["holding"], tenant, within or None)
    own = tuple(name for name in holding if name != SAMPLE_WORKSPACE)
    return own if own and len(own) < len(holding) else tuple(within) if within else None
