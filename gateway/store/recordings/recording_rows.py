"""Recordings as rows, and answers that go: on request at once, by age in small batches."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager

from gateway.store.accounts import audit
from gateway.store.answers import leases, packs, thread_rows
from gateway.store.answers.leases import frozen_of
from gateway.store.answers.pack_format import unpack_lines
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import ALL_TENANTS, TenantConnection
from gateway.store.reading_room import voice_questions
from gateway.store.reading_room.owned_threads import UNDO_S
from gateway.store.recordings.retention import Purged
from gateway.turn.recording import candidates_line, event_line, line, request_line
from gateway.wire.jsonl import Encoder
from gateway.wire.shared.frame import About

SQL = load("recordings/recordings.sql")
LOCK = 0x70_75_72_67  # "purg"
BATCH = 100
"""Answers deleted in one transaction."""
THREADS = 10
"""Deleted threads that are emptied in one transaction."""


class Recordings:
    """The recordings of all answers, as rows. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database, answers: Answers) -> None:
        self._database, self._answers = database, answers
        self.packs = packs.Packs(database)

    # Reading ----------------------------------------------------------------------------------------------------------

    async def lines(self, tenant: str, about: About) -> AsyncGenerator[bytes]:
        """Yields the recording of an answer, page by page (see `gateway.turn.recording`). What was heard stands before
        the events that were stored with it."""
        answer = uuid.UUID(about.answer_uuid)
        async with self._database.connection(tenant) as connection:
            row = await connection.fetchrow(leases.SQL["turns"], [tenant], [answer])
            rows = await connection.fetch(leases.SQL["candidates"], [tenant], [answer])
        if row is None:
            return
        head = [request_line(about, row["question_message_id"].hex, row["request"])]
        if (frozen := frozen_of(row["frozen"], rows)) is not None:
            head.append(candidates_line(frozen))
        heard = await self.heard(tenant, about.answer_uuid)
        if not heard and frozen is not None:
            head.append(line("upstream", {"missing": True, "why": "pieces are kept for GATEWAY_RECORDING_DAYS"}))
        yield b"".join(head)
        for lines in heard:
            yield lines
        encoder, after = Encoder(about), 0
        while events := await self._answers.events(tenant, about.answer_uuid, after):
            yield b"".join(event_line(encoder.encode(numbered)) for numbered in events)
            after = events[-1].seq
            await asyncio.sleep(0)

    async def heard(self, tenant: str, answer_uuid: str) -> list[bytes]:
        """Returns JSON lines of kind upstream, piece and decision, in the order they were heard; none when they are
        gone."""
        rows = await self._database.fetch(tenant, SQL["heard"], tenant, uuid.UUID(answer_uuid))
        return [row["data"] if row["text"] is None else unpack_lines(row["data"], row["text"]) for row in rows]

    # On request -------------------------------------------------------------------------------------------------------

    async def delete(self, tenant: str, answer_uuid: str) -> bool:
        """Takes an answer away for good; a tombstone stays. Returns False where there is none."""
        named = ([tenant], [uuid.UUID(answer_uuid)])
        async with self._database.transaction(tenant) as connection:
            gone = await remove(connection, *named)
            if gone:
                await connection.execute(SQL["bury"], *named)
                await audit.note(connection, tenant, "answer.deleted", [answer_uuid])
        return bool(gone)

    # By age (`store/recordings/retention.py`) -------------------------------------------------------------------------

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Tells whether this process is the one that purges. The lock goes with its connection."""
        return self._database.alone(LOCK)

    async def purge(self, retention_days: int, recording_days: int) -> Purged:
        """Removes one small batch of each kind, and returns what was removed; nothing when all is done."""
        old = await self._database.fetch(ALL_TENANTS, SQL["old_answers"], retention_days, BATCH)
        answers = 0
        if old:
            tenants = [row["tenant_id"] for row in old]
            async with self._database.transaction(tenants) as connection:
                answers = await remove(connection, tenants, [row["answer_id"] for row in old])
        threads = await self._empty_threads()
        async with self._database.connection(ALL_TENANTS) as connection:
            pieces = await connection.fetch(SQL["forget_pieces"], recording_days, BATCH)
            keys = await connection.fetch(SQL["forget_keys"], BATCH)
            memories = await connection.fetch(SQL["forget_memories"], UNDO_S, BATCH)
            await connection.execute(SQL["forget_runs"], retention_days)
            voices = await connection.fetch(voice_questions.SQL["forget_unasked"], voice_questions.UNASKED_S, BATCH)
        return Purged(
            answers,
            len({row["answer_id"] for row in pieces}),
            len(keys),
            threads=threads,
            memories=len(memories),
            voices=len(voices),
        )

    async def _empty_threads(self) -> int:
        """Takes everything out of threads that were deleted and cannot come back; returns how many they were."""
        async with self._database.transaction(ALL_TENANTS) as connection:
            threads = await connection.fetch(SQL["deleted_threads"], UNDO_S, THREADS)
            for thread in threads:
                rows = await connection.fetch(SQL["answers_of_thread"], *thread)
                await remove(connection, [thread["tenant_id"]] * len(rows), [row["answer_id"] for row in rows])
                await connection.execute(SQL["empty_thread"], *thread)
        return len(threads)


async def remove(connection: TenantConnection, tenants: Sequence[str], answers: Sequence[uuid.UUID]) -> int:
    """Takes answers away with all that hangs on them, inside a transaction; returns how many were there."""
    rows = await connection.fetch(packs.SQL["lock_answers"], tenants, answers)
    named = ([row["tenant_id"] for row in rows], [row["answer_id"] for row in rows])
    questions = [row["question_message_id"] for row in rows]
    await connection.execute(SQL["change_sessions"], *named)
    await connection.execute(packs.SQL["lock_shared"], *named)
    await connection.execute(SQL["delete_answers"], *named)
    await thread_rows.forget(connection, *named)
    await connection.execute(SQL["empty_session_messages"], *named, questions)
    await connection.execute(SQL["delete_messages"], *named, questions)
    await connection.execute(SQL["empty_log"], *named)
    return len(rows)
