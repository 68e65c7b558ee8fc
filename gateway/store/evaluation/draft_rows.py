"""What drafts of cases are made from, as rows: users' questions and passages of documents."""

from __future__ import annotations

from gateway.evaluation.labelling.drafts import AskedOnce, SourceText
from gateway.store.database.statements import Rows, from_row, load

SQL = load("evaluation/drafts.sql")
MOST_ASKED = 1000
"""Questions that are read, the newest."""
PASSAGES = 10
"""Passages of one document that are read."""


class DraftRows(Rows):
    """Raises `errors.Unavailable` if the database is unavailable."""

    async def asked(self, tenant: str) -> list[AskedOnce]:
        rows = await self._database.fetch(tenant, SQL["asked"], tenant, MOST_ASKED)
        return [from_row(AskedOnce, row) for row in rows]

    async def texts(self, tenant: str, seed: int, documents: int) -> list[SourceText]:
        """Returns passages of random documents. Another `seed` draws others."""
        rows = await self._database.fetch(tenant, SQL["texts"], tenant, str(seed), documents, PASSAGES)
        return [SourceText(**row) for row in rows]
