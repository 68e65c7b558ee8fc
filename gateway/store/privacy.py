"""Everything of one user, thread, session or document: counted, told as JSON lines, erased (`docs/privacy.md`).

An erasure is a row before anything goes, and done when nothing is left. So one whose process ended goes on with the
next process that looks (`go_on`), and who asked is told only behind its end.
"""

from __future__ import annotations

import logging
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gateway.answer.events import TYPES, data
from gateway.errors import NotFound
from gateway.limits.access_key import USER
from gateway.store.accounts import audit
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import ALL_TENANTS, TenantConnection
from gateway.store.documents.library import Library
from gateway.store.recordings import recording_rows
from gateway.wire.shared.frame import json_bytes

log = logging.getLogger(__name__)

SQL = load("privacy.sql")
Kind: TypeAlias = Literal["user", "thread", "session", "document"]
BATCH = 100
"""Answers that go in one transaction."""
LOST_AFTER_S = 120.0
"""So old is an erasure before another process takes it for lost. Two that do the same do no harm."""
FIRST = uuid.UUID(int=0)


@dataclass(frozen=True, slots=True)
class Whose:
    """What it is about. A user is called by the name of the subject, a thread by its id and its application."""

    kind: Kind
    named: str
    caller_app: str | None = None

    @classmethod
    def user(cls, user_ref: str) -> Whose:
        """Returns the user whom business back ends call so."""
        return cls("user", f"{USER}{user_ref}")

    @property
    def third(self) -> str | None:
        """The third parameter of queries that end what answers leave."""
        return self.named.removeprefix(USER) if self.kind == "user" else self.caller_app


class Privacy:
    """Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database, answers: Answers, library: Library) -> None:
        self._database, self._answers, self._library = database, answers, library

    async def found(self, tenant: str, whose: Whose) -> dict[str, int]:
        """Counts what there is, by kind of row."""
        counts: Counter[str] = Counter()
        async for rows in self._rows(tenant, whose):
            counts.update(kind for kind, _ in rows)
        return dict(sorted(counts.items()))

    async def export(self, tenant: str, whose: Whose) -> AsyncGenerator[bytes]:
        """Yields all of it as JSON lines: an object for each row, with its `kind`, and for each event of an answer."""
        async for rows in self._rows(tenant, whose):
            for kind, row in rows:
                yield json_bytes({"kind": kind, **row}) + b"\n"
                if kind == "answer":
                    async for line in self._events(tenant, uuid.UUID(str(row["answer_id"]))):
                        yield line

    async def own_days(self, tenant: str) -> dict[str, int]:
        """Returns how many days a tenant has what is kept of its users, by name, where it has days of its own."""
        return dict(await self._database.fetchval(tenant, SQL["own_days"], tenant) or {})

    async def set_days(self, tenant: str, days: Mapping[str, int]) -> None:
        """Sets them, these instead of all that are there. They count where they are fewer than the settings'."""
        async with self._database.transaction(tenant) as connection:
            await connection.execute(SQL["set_days"], tenant, dict(days))
            await audit.note(connection, tenant, "tenant.retention", [tenant], [dict(days)])

    async def erase(self, tenant: str, whose: Whose) -> dict[str, int]:
        """Erases it, and returns how many answers, threads, sessions and documents went. What is written of it
        meanwhile goes too, up to the end."""
        erasure = uuid.uuid4()
        async with self._database.transaction(tenant) as connection:
            await connection.execute(SQL["begin"], tenant, erasure, whose.kind, whose.named, whose.caller_app)
            await audit.note(connection, tenant, "privacy.erased", [str(erasure)], [{"kind": whose.kind}])
        return await self._run(tenant, erasure, whose)

    async def go_on(self, after_s: float = LOST_AFTER_S) -> int:
        """Ends the erasures of processes that ended; returns how many."""
        rows = await self._database.fetch(ALL_TENANTS, SQL["unfinished"], after_s)
        for row in rows:
            whose = Whose(row["kind"], row["named"], row["caller_app"])
            await self._run(row["tenant_id"], row["erasure_id"], whose)
        return len(rows)

    async def _run(self, tenant: str, erasure: uuid.UUID, whose: Whose) -> dict[str, int]:
        removed: Counter[str] = Counter(answers=0)
        while answers := await self._some_answers(tenant, whose):
            async with self._database.transaction(tenant) as connection:
                removed["answers"] += await recording_rows.remove(connection, [tenant] * len(answers), answers)
                await connection.execute(SQL["drop_log"], tenant, answers)
        async with self._database.transaction(tenant) as connection:
            row = await connection.fetchrow(SQL[f"{whose.kind}_rest"], tenant, whose.named, whose.third)
            assert row is not None, "an aggregate has a row"
        removed["threads"], removed["sessions"] = row["threads"], len(row["sessions"])
        if whose.kind == "document":
            try:
                await self._library.delete_document(tenant, whose.named)
                removed["documents"] = 1
            except NotFound:
                pass  # it is gone; its answers were not
        if await self._some_answers(tenant, whose):  # somebody went on meanwhile
            return await self._run(tenant, erasure, whose)
        await self._database.execute(tenant, SQL["end"], tenant, erasure, dict(removed))
        return dict(removed)

    async def _some_answers(self, tenant: str, whose: Whose, after: uuid.UUID = FIRST) -> list[uuid.UUID]:
        rows = await self._database.fetch(
            tenant, SQL[f"{whose.kind}_answers"], tenant, whose.named, whose.caller_app, after, BATCH
        )
        return [row["answer_id"] for row in rows]

    async def _rows(self, tenant: str, whose: Whose) -> AsyncGenerator[list[tuple[str, Mapping[str, object]]]]:
        async with self._database.connection(tenant) as connection:
            yield await _pairs(connection, f"{whose.kind}_rows", tenant, whose.named, whose.third)
        last = FIRST
        while answers := await self._some_answers(tenant, whose, last):
            async with self._database.connection(tenant) as connection:
                rows = await _pairs(connection, "answer_rows", tenant, answers)
            yield rows
            last = answers[-1]

    async def _events(self, tenant: str, answer: uuid.UUID) -> AsyncGenerator[bytes]:
        after = 0
        while events := await self._answers.events(tenant, answer.hex, after):
            for numbered in events:
                event = {"type": TYPES[type(numbered.event)], "data": data(numbered.event)}
                told = {"answer_id": str(answer), "seq": numbered.seq, "t_ms": numbered.t_ms, **event}
                yield json_bytes({"kind": "event", **told}) + b"\n"
            after = events[-1].seq


async def _pairs(connection: TenantConnection, query: str, *named: object) -> list[tuple[str, Mapping[str, object]]]:
    return [(row["kind"], row["data"]) for row in await connection.fetch(SQL[query], *named)]
