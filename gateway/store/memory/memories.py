"""Remembered answers as rows (`memory.ports.MemoryStore`).

Vectors are 32-bit floats, little-endian, as `array('f')` writes them. Beside each stands its code (`sign_codes`), by
which entries are found (`nearest_memories`). So the memory finds the same on a PostgreSQL with pgvector and on one
without. Both come with numpy, which takes as long to import as a sixth of all the rest: when the first vector comes.
"""

from __future__ import annotations

import sys
import uuid
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

import asyncpg

from gateway.answer.answer import Candidate, Candidates
from gateway.memory.ports import Checked, NewMemory, Reach, Remembered
from gateway.memory.rules.entry import MemoryEntry
from gateway.memory.rules.provenance import CitedSources
from gateway.memory.rules.validation import status_after
from gateway.store.accounts import audit
from gateway.store.database.statements import Rows, from_row, load
from gateway.store.database.tenancy import ALL_TENANTS, TenantConnection
from gateway.store.graph.graph_rows import share

if TYPE_CHECKING:
    from gateway.store.memory.nearest_memories import NearestMemories

SQL = load("memory/memories.sql")
LOOKED_AT = 16
"""Nearest entries that a decision is told of, beside all that lie within the margin."""
PRUNED_AT_ONCE = 100
MOST_PASSAGES = 500
"""The most passages that one entry rests on. An entity may be linked to thousands, and every lookup would look at each
of them."""


class Memories(Rows):
    """The remembered answers of every tenant, as rows. Raises `errors.Unavailable` when the database is away."""

    @cached_property
    def _nearest(self) -> NearestMemories:
        from gateway.store.memory.nearest_memories import NearestMemories

        return NearestMemories(self._database)

    # Lookup -----------------------------------------------------------------------------------------------------------

    async def exact(
        self, tenant: str, scope_hash: str, key_hash: str, max_age_days: int, *, prune: bool = False
    ) -> MemoryEntry | None:
        """Returns the entry that is alive under this key. `prune`: some of the entries whose time is over are
        deleted."""
        most = PRUNED_AT_ONCE if prune else 0
        row = await self._database.fetchrow(tenant, SQL["exact"], tenant, scope_hash, key_hash, max_age_days, most)
        return _entry(row, None) if row else None

    async def near(
        self, tenant: str, scope_hash: str, embedder: str, vector: Sequence[float], reach: Reach
    ) -> list[MemoryEntry]:
        """Returns the living entries of a scope that are nearest to a vector, with their cosines: all within the margin
        of the nearest one, and a few more."""
        from gateway.store.memory.nearest_memories import MemorySpace

        space = MemorySpace(tenant, scope_hash, embedder, len(vector), reach.max_age_days)
        found = await self._nearest.near(space, vector, reach)
        order = sorted(found, key=lambda entry: (-found[entry], -entry))
        wanted = [
            entry
            for rank, entry in enumerate(order)
            if rank < LOOKED_AT or found[entry] >= found[order[0]] - reach.margin
        ]
        rows = await self._database.fetch(tenant, SQL["near"], tenant, wanted, reach.max_age_days)
        return [_entry(row, found[row["id"]]) for row in rows]

    async def remembered(self, tenant: str, answer_uuid: str) -> Remembered | None:
        """Returns the answer behind an entry, as its readers saw it; None where it is gone."""
        row = await self._database.fetchrow(tenant, SQL["remembered"], tenant, uuid.UUID(answer_uuid))
        if row is None or not row["paragraphs"]:
            return None
        candidates = Candidates([Candidate.from_json(fields) for fields in row["cited"] or ()])
        return Remembered(row["paragraphs"], row["outline"] or (), candidates, row["weights"] or {})

    async def told(
        self,
        tenant: str,
        kind: str,
        reason: str = "",
        *,
        response_id: int | None = None,
        uses: int | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        """Counts what happened and, where it happened to an entry, notes it there. `uses`: the entry was used, and what
        that adds to its `usage_count`."""
        await self._database.execute(
            tenant, SQL["told"], tenant, kind, reason, response_id, "", dict(detail or {}), uses
        )

    # Keeping ----------------------------------------------------------------------------------------------------------

    async def keep(self, new: NewMemory) -> int | None:
        """Stores an entry in place of the one that is alive under its key, and returns its id.

        Returns None, and stores nothing, where something that it cites is gone or changed, its answer is gone, or
        another process has just stored an entry under this key.
        """
        return (await self._keep(new, None))[0]

    async def keep_unless_alive(self, new: NewMemory, max_age_days: int) -> int | None:
        """Does the same, unless an entry is alive under its key that still rests on what it cites: then returns that
        one's id, else None."""
        return (await self._keep(new, max_age_days))[1]

    async def _keep(self, new: NewMemory, max_age_days: int | None) -> tuple[int | None, int | None]:
        """Returns the ids of the new entry and of the one that stays in its place."""
        try:
            if not new.cited.parts:  # one statement is one round trip, and a transaction by itself
                async with self._database.connection(new.tenant) as connection:
                    return await _insert(connection, new, sorted(map(uuid.UUID, new.cited.passages)), max_age_days)
            async with self._database.transaction(new.tenant) as connection:
                rests_on = await _rests_on(connection, new.tenant, new.cited)
                if rests_on is None:
                    return None, None
                parts, passages = rests_on
                stored, there = await _insert(connection, new, passages, max_age_days)
                if stored is not None:
                    await connection.execute(SQL["keep_parts"], new.tenant, stored, *parts)
                return stored, there
        except (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError):
            return None, None

    async def stored(self, tenant: str, response_id: int) -> Checked | None:
        """Returns what a fresh answer is compared with."""
        row = await self._database.fetchrow(tenant, SQL["stored"], tenant, response_id)
        return Checked(row["answer"], tuple(row["documents"]), row["language"], row["status"]) if row else None

    async def checked(self, tenant: str, response_id: int, agreed: bool, enough: int) -> None:
        """Notes that a fresh answer agreed with an entry, or did not, and what follows for its status
        (`memory.rules.validation.status_after`)."""
        kind = "agreed" if agreed else "disagreed"
        async with self._database.transaction(tenant) as connection:
            row = await connection.fetchrow(SQL["count_check"], tenant, response_id, agreed)
            if row is None:
                return
            await connection.execute(SQL["count"], tenant, kind, "")
            await _note(connection, tenant, response_id, kind)
            status = status_after(row["status"], agreed, row["agreed_count"], row["wrong_count"], enough)
            if await connection.fetchval(SQL["set_status"], tenant, response_id, status):
                await _note(connection, tenant, response_id, status, kind)

    async def set_stale(self, tenant: str, response_id: int, reason: str) -> None:
        """Makes a living entry stale: it is not served any more."""
        async with self._database.transaction(tenant) as connection:
            if await connection.fetchval(SQL["set_status"], tenant, response_id, "stale"):
                await _note(connection, tenant, response_id, "stale", reason)

    # Staff ------------------------------------------------------------------------------------------------------------

    async def set_status(self, tenant: str, response_id: int, status: str, actor: str) -> list[int] | None:
        """Stores what a person decided about an entry. One that is validated takes the place of the one that is alive
        under its key: returns the ids of those that it supersedes, and None where there is no such entry."""
        superseded: list[int] = []
        async with self._database.transaction(tenant) as connection:
            row = await connection.fetchrow(SQL["key_of"], tenant, response_id)
            if row is None:
                return None
            *key, was = row
            if status == "validated":
                for row in await connection.fetch(SQL["supersede"], tenant, *key, response_id):
                    detail = {"by": response_id, "was": row["was"]}
                    await _note(connection, tenant, row["id"], "obsolete", "superseded", actor, detail)
                    superseded.append(row["id"])
            await connection.execute(SQL["set_status"], tenant, response_id, status)
            await _note(connection, tenant, response_id, status, "staff", actor, {"was": was})
            await audit.note(connection, tenant, f"memory.{status}", [str(response_id)])
        return superseded

    async def delete(self, tenant: str, response_id: int, actor: str) -> bool:
        """Makes an entry unknown, and forgettable when `owned_threads.UNDO_S` is over; returns False where there is
        none."""
        async with self._database.transaction(tenant) as connection:
            row = await connection.fetchrow(SQL["key_of"], tenant, response_id)
            if row is None:
                return False
            await connection.execute(SQL["delete"], tenant, response_id)
            await _note(connection, tenant, response_id, "deleted", "staff", actor, {"was": row["status"]})
            await audit.note(connection, tenant, "memory.deleted", [str(response_id)])
        return True

    async def take_back(
        self, tenant: str, response_id: int, actor: str, *, within: Sequence[str] | None = None
    ) -> bool | None:
        """Takes back what a person decided about an entry last; an entry whose place it had taken comes back, too.

        Returns False where something has happened to the entry since, or another is alive under its key, and None where
        there is no such entry or nobody has decided about it.
        """
        try:
            async with self._database.transaction(tenant) as connection:
                last = await connection.fetchrow(SQL["last_decision"], tenant, response_id, within)
                if last is None:
                    return None
                if last["kind"] != last["status"] or last["was"] is None:
                    return False
                before = [(response_id, last["was"])]
                if last["kind"] == "validated":
                    key = last["scope_hash"], last["key_hash"], response_id, last["at"]
                    before += map(tuple, await connection.fetch(SQL["superseded"], tenant, *key))
                for entry, status in before:
                    await connection.execute(SQL["restore"], tenant, entry, status)
                    await _note(connection, tenant, entry, "restored", "staff", actor)
                await audit.note(connection, tenant, "memory.restored", [str(response_id)])
        except asyncpg.UniqueViolationError:
            return False
        return True

    async def entries(
        self,
        tenant: str,
        *,
        status: str | None = None,
        words: str | None = None,
        within: Sequence[str] | None = None,
        after: tuple[datetime, int] | None = None,
        limit: int = 50,
    ) -> list[dict[str, Any]]:
        """Returns entries as rows, newest first, behind `after` (creation time and id). `within`: of these workspaces
        only."""
        cursor = after or (None, None)
        rows = await self._database.fetch(tenant, SQL["entries"], tenant, status, words, *cursor, limit, None, within)
        return [dict(row) for row in rows]

    async def entry(
        self, tenant: str, response_id: int, *, within: Sequence[str] | None = None
    ) -> dict[str, Any] | None:
        """Returns one entry with what happened to it; None where there is none in these workspaces."""
        async with self._database.connection(tenant) as connection:
            row = await connection.fetchrow(SQL["entries"], tenant, None, None, None, None, 1, response_id, within)
            events = await connection.fetch(SQL["events_of"], tenant, response_id, 100)
        return {**row, "events": [dict(event) for event in events]} if row else None

    async def similar(self, tenant: str, response_id: int, limit: int = 20) -> list[dict[str, Any]] | None:
        """Returns entries of the same scope whose questions are nearest, with their cosine; None where there is no such
        entry."""
        from gateway.store.memory.sign_codes import cosines

        async with self._database.connection(tenant) as connection:
            row = await connection.fetchrow(SQL["vector_of"], tenant, response_id)
            if row is None or row["embedding"] is None:
                return None if row is None else []
            vector = floats(row["embedding"])
            scope = (row["scope_hash"], row["embed_model"], len(vector), _code(vector))
            rows = await connection.fetch(SQL["similar"], tenant, *scope, limit, response_id)
        scores = cosines(vector, [other["embedding"] for other in rows])
        found = [{**other, "score": score} for other, score in zip(rows, scores, strict=True)]
        return sorted(found, key=lambda entry: -entry["score"])

    async def figures(self, tenant: str | None, days: int) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
        """Returns what happened in so many days, by (kind, reason), and how many entries there are by status. Without a
        tenant: of all."""
        async with self._database.connection(ALL_TENANTS if tenant is None else tenant) as connection:
            counts = await connection.fetch(SQL["figures"], tenant, days)
            entries = await connection.fetch(SQL["by_status"], tenant)
        return {(row["kind"], row["reason"]): row["count"] for row in counts}, dict(map(tuple, entries))

    async def export(self, tenant: str, after: int, limit: int = 500) -> list[dict[str, Any]]:
        """Returns entries by their ids, for a file."""
        return [dict(row) for row in await self._database.fetch(tenant, SQL["export"], tenant, after, limit)]


def _code(vector: Sequence[float]) -> str:
    from gateway.store.memory.sign_codes import as_text, code

    return as_text(code(vector))


async def _insert(
    connection: TenantConnection, new: NewMemory, passages: Sequence[uuid.UUID], max_age_days: int | None
) -> tuple[int | None, int | None]:
    """Does what `Memories._keep` says, with all but the parts of the graph."""
    if len(passages) > MOST_PASSAGES:
        return None, None
    embedding = array("f", new.vector) if new.vector else None
    row = await connection.fetchrow(
        SQL["keep"],
        new.tenant,
        new.key_hash,
        new.scope_hash,
        new.question,
        new.original_question,
        new.answer,
        new.language,
        dict(new.metadata),
        {},  # the column `facets`
        new.status,
        uuid.UUID(new.answer_uuid) if new.answer_uuid else None,
        new.gate_score,
        new.embedder if embedding else None,
        _bytes(embedding) if embedding else None,
        _code(embedding) if embedding else None,
        new.created_at,
        new.usage_count,
        passages,
        list(new.cited.passages),
        max_age_days,
    )
    assert row is not None, "it says of both whether there are any"
    return row["stored"], row["there"]


async def _rests_on(
    connection: TenantConnection, tenant: str, cited: CitedSources
) -> tuple[list[list[Any]], list[uuid.UUID]] | None:
    """Returns the parts of the graph that are cited, as columns, and the passages that are cited or that these parts
    are linked to; the parts stay as they are until the end of the transaction. Returns None where one of them is not
    what was cited any more.

    The lock on the graph comes first, as it does where documents change. Writers of documents may delete what a model
    found in them, so the linked passages are locked against them (`keep`).
    """
    await share(connection, tenant)
    parts = [asdict(part) for part in cited.parts]
    found = await connection.fetch(SQL["cited_parts"], tenant, cited.workspaces or None, parts)
    if len({row["position"] for row in found}) != len(parts):
        return None
    telling = [row for row in found if row["kind"] == "edge" or row["alone"]]
    columns = [[row[name] for row in telling] for name in ("kind", "workspace", "id")]
    linked = [row["passage_id"] for row in await connection.fetch(SQL["passages_of_parts"], tenant, *columns)]
    stored = [[row[name] for row in found] for name in ("kind", "workspace", "id", "hash", "about")]
    return stored, sorted({*map(uuid.UUID, cited.passages), *linked})


async def _note(
    connection: TenantConnection,
    tenant: str,
    response_id: int,
    kind: str,
    reason: str = "",
    actor: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    await connection.execute(SQL["note"], tenant, response_id, kind, reason, actor, dict(detail or {}))


def _entry(row: asyncpg.Record, similarity: float | None) -> MemoryEntry:
    answer_uuid = row["source_answer_id"].hex if row["source_answer_id"] else None
    return from_row(MemoryEntry, row, response_id=row["id"], similarity=similarity, answer_uuid=answer_uuid)


# Vectors --------------------------------------------------------------------------------------------------------------


def floats(stored: bytes) -> array[float]:
    """Returns numbers from little-endian bytes."""
    numbers = array("f")
    numbers.frombytes(stored)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _bytes(numbers: array[float]) -> bytes:
    if sys.byteorder == "big":
        numbers = array("f", numbers)
        numbers.byteswap()
    return numbers.tobytes()
