"""Packs: the rows of events that nobody adds to any more become a few packed ones (`store/recordings/retention.py`),
and what was recorded with them becomes one."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from itertools import groupby

from gateway.errors import Unavailable
from gateway.store.answers.pack_format import EventRow, pack_events, pack_lines
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import ALL_TENANTS

log = logging.getLogger(__name__)

SQL = load("answers/packs.sql")
LOCK = 0x70_61_63_6B  # "pack"
BATCH = 100
"""Answers looked for at once. Each is packed in a transaction of its own."""
LARGE = 64 * 1024
"""From so many bytes on, a recording is packed in a thread."""
MOST = 1000
"""Events in one pack: as many as are read at once."""


class Packs(Rows):
    """The packs of all answers, as rows. Raises `errors.Unavailable` when the database is away."""

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Tells whether this process is the one that packs. The lock goes with its connection."""
        return self._database.alone(LOCK)

    async def pack(self, after_s: float) -> int:
        """Packs all answers that ended `after_s` seconds ago or earlier, and returns how many."""
        packed, last = 0, ("", uuid.UUID(int=0))
        while True:
            rows = await self._database.fetch(ALL_TENANTS, SQL["next"], *last, BATCH, after_s)
            if not rows:
                return packed
            for tenant, answer in ((row["tenant_id"], row["answer_id"]) for row in rows if row["ended"]):
                try:
                    packed += await self._pack(tenant, answer)
                except Unavailable:
                    raise
                except Exception:  # its events stay rows; the others must not wait for it
                    log.exception("the events of answer %s cannot be packed", answer)
            last = rows[-1]["tenant_id"], rows[-1]["answer_id"]

    async def _pack(self, tenant: str, answer: uuid.UUID) -> bool:
        async with self._database.transaction(tenant) as connection:
            locked = await connection.fetchrow(SQL["hold"], tenant, answer)
            if locked is None:
                return False
            ((*columns, heard),) = await connection.fetch(SQL["take"], tenant, answer)
            if heard is not None:  # it was recorded
                recording = await packed_recording(heard, locked["text"])
                await connection.execute(SQL["keep_recording"], tenant, answer, recording)
            for part in _parts(list(map(EventRow, *(column or () for column in columns)))):
                packed = part, locked["payloads"] or {}, locked["text"]
                has_sound = any(row.type == "audio_added" for row in part)  # megabytes, perhaps
                data = await asyncio.to_thread(pack_events, *packed) if has_sound else pack_events(*packed)
                thinking = any(row.type == "thinking" for row in part)
                await connection.execute(SQL["keep"], tenant, answer, part[0].seq, part[-1].seq, thinking, data)
        return True


async def packed_recording(lines: bytes, text: str) -> bytes:
    """Returns all lines of an ended answer's recording, packed with its text."""
    return await asyncio.to_thread(pack_lines, lines, text) if len(lines) > LARGE else pack_lines(lines, text)


def _parts(rows: Sequence[EventRow]) -> Iterator[list[EventRow]]:
    """Yields at most `MOST` events each, without a gap in their numbers."""
    for _, run in groupby(enumerate(rows), lambda numbered: numbered[1].seq - numbered[0]):
        part = [row for _, row in run]
        yield from (part[at : at + MOST] for at in range(0, len(part), MOST))
