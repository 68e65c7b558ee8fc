"""What the knowledge base holds, as rows (`turn.ports.Collection`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from gateway.conversation.question import Question
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.search.sample import without_sample
from gateway.turn.ports import Headed, Holdings, NamedDocument, Titled

SQL = load("documents/collection.sql")
NAMED = 20
"""Documents that a name is compared with."""
_WILD = re.compile(r"(?=[\\%_])")
_ESCAPE = r"\\"


class CollectionRows(Rows):
    """Counts, titles and headings of documents. Raises `errors.Unavailable` when the database is away."""

    async def holds(self, question: Question, titles: int, spread: bool = False) -> Holdings:
        """Returns what lies where the question may look; a search that names no workspace looks in the same places."""
        async with self._database.connection(question.asker.tenant) as connection:
            row = await connection.fetchrow(SQL["holds"], *await _filters(connection, question), titles, spread)
        assert row is not None
        return Holdings(
            row["documents"],
            dict(zip(row["languages"], row["in_languages"], strict=True)),
            tuple(map(Titled, row["titles"], row["with_titles"], row["days"])),
            tuple(row["workspaces"]),
            row["changed"],
        )

    async def named(self, question: Question, pieces: Sequence[str]) -> tuple[NamedDocument, ...]:
        """Returns documents whose title or file name holds any of these pieces, those that hold the most first."""
        patterns = [f"%{_WILD.sub(_ESCAPE, piece)}%" for piece in pieces]
        async with self._database.connection(question.asker.tenant) as connection:
            rows = await connection.fetch(SQL["named"], *await _filters(connection, question), patterns, NAMED)
        return tuple(NamedDocument(*row) for row in rows)

    async def headings(self, tenant: str, document_id: str, most: int) -> tuple[tuple[str, int | None], ...]:
        """Returns at most so many headings of a document in their order, with the pages where they begin."""
        rows = await self._database.fetch(tenant, SQL["headings"], tenant, document_id, most)
        return tuple((row["heading"], row["page"]) for row in rows)

    async def beginning(self, tenant: str, document_id: str, characters: int) -> str:
        """Returns the first characters of a document."""
        return str(await self._database.fetchval(tenant, SQL["beginning"], tenant, document_id, characters) or "")

    async def sections(self, question: Question, documents: int, characters: tuple[int, int]) -> tuple[Headed, ...]:
        """Returns sections of one passage between these lengths, of the newest documents of each language."""
        async with self._database.connection(question.asker.tenant) as connection:
            filters = await _filters(connection, question)
            rows = await connection.fetch(SQL["sections"], *filters, documents, *characters)
        return tuple(Headed(*row) for row in rows)


async def _filters(connection: TenantConnection, question: Question) -> tuple[Any, ...]:
    """Returns what every statement begins with: where a search looks for the question."""
    scope = question.scope
    within: Sequence[str] | None = scope.within
    if scope.workspace is None and not scope.document_ids:
        within = await without_sample(connection, question.asker.tenant, scope.workspaces)
    filters = within, scope.source_app, scope.document_ids, scope.languages
    return (question.asker.tenant, *(given or None for given in filters))
