"""Pages and objects that were fetched, as rows: what a server said of each, and the document that it became.

Raises `errors.Unavailable` when the database is away.
"""

from __future__ import annotations

from collections.abc import Sequence

from gateway.ingestion.fetching.ports import FetchedBefore, FetchedNow, ListedBefore
from gateway.store.database.statements import Rows, load

SQL = load("documents/fetched_rows.sql")


class FetchedRows(Rows):
    """What `gateway.ingestion.fetching` remembers from run to run."""

    async def known(self, tenant: str, workspace: str, addresses: Sequence[str]) -> dict[str, FetchedBefore]:
        """Returns what is known of these addresses, of those whose document is still there."""
        rows = await self._database.fetch(tenant, SQL["known"], tenant, workspace, list(addresses))
        return {address: FetchedBefore(*fields) for address, *fields in rows}

    async def note(self, tenant: str, workspace: str, listing: str, fetched: Sequence[FetchedNow]) -> None:
        """Remembers what was fetched; `listing` named it."""
        columns = [list(column) for column in zip(*sorted(fetched), strict=True)]
        if columns:
            async with self._database.transaction(tenant) as connection:
                await connection.execute(SQL["note"], tenant, workspace, listing, *columns)

    async def listed(self, tenant: str, workspace: str, listing: str) -> list[ListedBefore]:
        """Returns what a listing named before, of what is still there."""
        rows = await self._database.fetch(tenant, SQL["listed"], tenant, workspace, listing)
        return [
            ListedBefore(row["address"], str(row["document_id"]), row["source"] or row["external_id"]) for row in rows
        ]
