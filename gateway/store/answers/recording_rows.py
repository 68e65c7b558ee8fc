"""Recordings as rows, and answers that go: on request at once, by age in small batches."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from gateway.store.answers import leases, packs, thread_rows
from gateway.store.answers.leases import frozen_of
from gateway.store.answers.pack_format import pack_lines, unpack_lines
from gateway.store.answers.turn_rows import Answers
from gateway.store.database import Connection, Database
from gateway.store.retention import Purged
from gateway.store.statements import load
from gateway.turn.recording import candidates_line, event_line, line, request_line
from gateway.wire.jsonl import Encoder
from gateway.wire.shared.frame import About

SQL = load(Path(__file__).with_name("recordings.sql"))
LOCK = 0x70_75_72_67  # "purg"
BATCH = 100
"""Answers deleted in one transaction."""
LARGE = 64 * 1024
"""From so many bytes on, packing is done in a thread."""


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
        async with self._database.connection() as connection:
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
        async with self._database.connection() as connection:
            rows = await connection.fetch(SQL["heard"], tenant, uuid.UUID(answer_uuid))
        return [row["data"] if row["text"] is None else unpack_lines(row["data"], row["text"]) for row in rows]

    # After the turn ---------------------------------------------------------------------------------------------------

    async def pack(self, tenant: str, answer_uuid: str) -> None:
        """Puts an ended answer's recording into one small row. It may be called any number of times."""
        answer = uuid.UUID(answer_uuid)
        async with self._database.transaction() as connection:
            text = await connection.fetchval(SQL["text"], tenant, answer)
            rows = await connection.fetch(SQL["unpack"], tenant, answer) if text is not None else []
            if rows:
                data = b"".join(row["data"] for row in rows)
                pack = asyncio.to_thread(pack_lines, data, text) if len(data) > LARGE else None
                packed = await pack if pack else pack_lines(data, text)
                await connection.execute(SQL["pack"], tenant, answer, rows[0]["seq"], packed, rows[0]["created_at"])

    async def delete(self, tenant: str, answer_uuid: str) -> bool:
        """Takes an answer away for good; a tombstone stays. Returns False where there is none."""
        named = ([tenant], [uuid.UUID(answer_uuid)])
        async with self._database.transaction() as connection:
            gone = await _delete(connection, *named)
            if gone:
                await connection.execute(SQL["bury"], *named)
        return bool(gone)

    # By age (`gateway.store.retention`) -------------------------------------------------------------------------------

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Tells whether this process is the one that purges. The lock goes with its connection."""
        return self._database.alone(LOCK)

    async def purge(self, retention_days: int, recording_days: int) -> Purged:
        """Removes one small batch of each kind, and returns what was removed; nothing when all is done."""
        async with self._database.connection() as connection:
            old = await connection.fetch(SQL["old_answers"], retention_days, BATCH)
        answers = 0
        if old:
            async with self._database.transaction() as connection:
                answers = await _delete(connection, [row[0] for row in old], [row[1] for row in old])
        async with self._database.connection() as connection:
            pieces = await connection.fetch(SQL["forget_pieces"], recording_days, BATCH)
            keys = await connection.fetch(SQL["forget_keys"], BATCH)
            loose = await connection.fetch(SQL["loose"], BATCH)
        for row in loose:
            await self.pack(row["tenant_id"], row["answer_id"].hex)
        return Purged(answers, len({row["answer_id"] for row in pieces}), len(keys), len(loose))


async def _delete(connection: Connection, tenants: Sequence[str], answers: Sequence[uuid.UUID]) -> int:
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
