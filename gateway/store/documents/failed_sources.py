"""What failed when it came last, as rows: for people, who can try it again or dismiss it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

from gateway.errors import NotFound
from gateway.ingestion.ports import UnreadSource
from gateway.ingestion.source_file import Source
from gateway.knowledge.extraction import clean_title
from gateway.store.database.statements import Rows, from_row, load
from gateway.store.database.tenancy import known
from gateway.store.documents.stored_documents import canonical

SQL = load("documents/failed_sources.sql")
MOST_FAILURES = 1000
"""Failures of a tenant that are remembered; the oldest go first."""
WITH_CONTENT, LARGEST_CONTENT = 20, 20 * 1024 * 1024
"""How many of these have their content stored, and bytes of the largest one: at most 400 MB of a tenant."""
FIELDS = ("name", "title", "source", "source_app", "language", "media_type", "is_text", "modified")


@dataclass(frozen=True, slots=True)
class FailedSource:
    """One text or file that failed, and why."""

    failure_id: str
    workspace: str
    external_id: str
    title: str
    file_name: str
    source: str
    size: int
    reason: str
    failed_at: datetime
    is_stored: bool
    """Whether its content is here, so that it can be tried again."""


@dataclass(frozen=True, slots=True)
class FailureSearch:
    """Which failures a list shows. `after`: time and id of the last one of the page before."""

    workspaces: Sequence[str] | None = None
    words: str | None = None
    after: tuple[datetime, UUID] | None = None
    limit: int = 50


class FailedSources(Rows):
    """What failed, and what cannot be read. Raises `errors.Unavailable` when the database is away."""

    async def note(
        self, tenant: str, outcomes: Sequence[tuple[Source, str | None]], *, with_content: bool = False
    ) -> None:
        """Remembers what of one workspace failed and why, and forgets earlier failures of what went well (None). Raises
        `NotFound` for an unknown tenant."""
        named = await asyncio.to_thread(lambda: [(source, source.identity, reason) for source, reason in outcomes])
        workspace = outcomes[0][0].workspace
        async with self._database.transaction(tenant) as connection:
            fine = sorted(identity for _, identity, reason in named if reason is None)
            if fine:
                await connection.execute(SQL["forget"], tenant, workspace, fine)
            failed = sorted((entry for entry in named if entry[2] is not None), key=lambda entry: entry[1])
            with known(tenant):
                for source, identity, reason in failed:
                    row = _row(source, str(reason), with_content)
                    await connection.execute(SQL["note"], tenant, workspace, identity, *row)
            if failed:
                await connection.execute(SQL["shed"], tenant, MOST_FAILURES, WITH_CONTENT)

    async def listed(self, tenant: str, wanted: FailureSearch) -> list[FailedSource]:
        """Returns what failed when it came last, newest first."""
        after = wanted.after or (None, None)
        rows = await self._database.fetch(
            tenant, SQL["failures"], tenant, wanted.workspaces, wanted.words, *after, wanted.limit
        )
        return [
            from_row(FailedSource, row, failure_id=str(row["failure_id"]), source=row["fields"]["source"])
            for row in rows
        ]

    async def source_of(self, tenant: str, failure_id: str, within: Sequence[str] | None = None) -> Source | None:
        """Returns what failed, to be tried again: what is known of it as unreadable is forgotten. None if its content
        was not stored. Raises `NotFound`."""
        async with self._database.connection(tenant) as connection:
            row = await connection.fetchrow(SQL["failed"], tenant, canonical(failure_id), within)
            if row is None:
                raise NotFound(f"There is no failed document {failure_id}.")
            if row["content"] is None:
                return None
            await connection.execute(SQL["forget_unread"], tenant, row["workspace"], row["external_id"])
        fields: Mapping[str, Any] = row["fields"]
        return Source(row["content"], external_id=row["external_id"], workspace=row["workspace"], **fields)

    async def dismiss(self, tenant: str, failure_id: str, within: Sequence[str] | None = None) -> bool:
        """Forgets a failure; returns False if there is none of this id."""
        return bool(await self._database.fetchval(tenant, SQL["dismiss"], tenant, canonical(failure_id), within))

    async def unread(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, UnreadSource]:
        """Returns which of these could not be read when they came last."""
        rows = await self._database.fetch(tenant, SQL["unread"], tenant, workspace, list(external_ids))
        return {row["external_id"]: UnreadSource(row["fingerprint"], row["reason"]) for row in rows}

    async def keep_unread(self, tenant: str, workspace: str, external_id: str, unread: UnreadSource) -> None:
        """Remembers that something cannot be read. Raises `NotFound` for an unknown tenant."""
        with known(tenant):
            await self._database.execute(tenant, SQL["keep_unread"], tenant, workspace, external_id, *unread)


def _row(source: Source, reason: str, with_content: bool) -> tuple[Any, ...]:
    """Returns the parameters of `note` behind the external id."""
    content = source.sent
    fields = {name: getattr(source, name) for name in FIELDS} | {"metadata": dict(source.metadata)}
    fields["is_text"] = not source.is_file
    return (
        clean_title(source.title or "") or source.label,
        PurePosixPath(source.name).name,
        len(content),
        fields,
        content if with_content and len(content) <= LARGEST_CONTENT else None,
        reason,
    )
