"""What stands in one document, section by section, as rows (`turn.ports.Reading`)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from gateway.answer.evidence.partial_tables import StoredPassage
from gateway.knowledge.search.route import route
from gateway.retrieval.ports import Hit
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.search.passage_search import found_in

SQL = load("documents/sections.sql")
LONGEST = 5_000
"""Passages of a document that are looked at; more than a book has."""


class DocumentSections(Rows):
    """Reads documents from their beginning to their end. Raises `errors.Unavailable` when the database is away."""

    async def walk(self, tenant: str, document_id: str, heading: str, most: int) -> tuple[Hit, ...]:
        """Returns at most `most` passages of a document, or of what stands under one of its headings, in their order:
        of every section some, as `route` chooses them."""

        async def read(connection: TenantConnection) -> tuple[Hit, ...]:
            rows = await connection.fetch(SQL["headings"], tenant, document_id, LONGEST)
            under = [row for row in rows if is_under(row["heading"], heading)]
            depth = len(heading) + len(" › ") if heading else 0
            chosen = route([row["heading"][depth:] for row in under], most)
            return await found_in(connection, tenant, [str(under[index]["passage_id"]) for index in chosen])

        return await self._database.read(tenant, read)

    async def texts(self, tenant: str, document_id: str) -> list[StoredPassage]:
        """Returns the passages of a document in their order, at most `LONGEST`; of another system's document none."""
        try:
            UUID(document_id)
        except ValueError:
            return []

        async def read(connection: TenantConnection) -> list[StoredPassage]:
            rows = await connection.fetch(SQL["texts"], tenant, document_id, LONGEST)
            return [StoredPassage(str(row["passage_id"]), row["heading"], row["text"]) for row in rows]

        return await self._database.read(tenant, read)

    async def passages(self, tenant: str, passage_ids: Sequence[str]) -> tuple[Hit, ...]:
        """Returns passages by their ids, in the order of these, without those that are no longer there."""

        async def read(connection: TenantConnection) -> tuple[Hit, ...]:
            return await found_in(connection, tenant, passage_ids)

        return await self._database.read(tenant, read)


def is_under(heading: str, above: str) -> bool:
    """Says whether a path of headings is another one or continues it."""
    return not above or heading == above or heading.startswith(f"{above} › ")
