"""What the knowledge base holds, as rows (`turn.ports.Collection`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gateway.conversation.question import Question
from gateway.store.database import Database
from gateway.store.knowledge.sample import without_sample
from gateway.store.statements import load
from gateway.turn.ports import Holdings

SQL = load(Path(__file__).with_name("collection.sql"))


class CollectionRows:
    """Counts and titles of documents. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def holds(self, question: Question, titles: int) -> Holdings:
        """Returns what lies where the question may look; a search that names no workspace looks in the same places."""
        scope = question.scope
        async with self._database.connection() as connection:
            within: Sequence[str] | None = scope.within
            if scope.workspace is None and not scope.document_ids:
                within = await without_sample(connection, question.tenant, scope.workspaces)
            filters = within, scope.source_app, scope.document_ids, scope.languages
            row = await connection.fetchrow(
                SQL["holds"], question.tenant, *(given or None for given in filters), titles
            )
        assert row is not None
        lists = {name: tuple(row[name]) for name in ("languages", "titles", "workspaces")}
        return Holdings(row["documents"], listed=row["listed"], **lists)
