"""Packs: the rows of events that nobody adds to any more become a few packed ones (`gateway.store.retention`)."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from itertools import groupby
from pathlib import Path

from gateway.errors import Unavailable
from gateway.store.answers.pack_format import EventRow, pack_events
from gateway.store.database import Database
from gateway.store.statements import load

log = logging.getLogger(__name__)

SQL = load(Path(__file__).with_name("packs.sql"))
LOCK = 0x70_61_63_6B  # "pack"
BATCH = 100
"""Answers looked for at once. Each is packed in a transaction of its own."""
MOST = 1000
"""Events in one pack: as many as are read at once."""


class Packs:
    """The packs of all answers, as rows. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Tells whether this process is the one that packs. The lock goes with its connection."""
        return self._database.alone(LOCK)

    async def pack(self, after_s: float) -> int:
        """Packs all answers that ended `after_s` seconds ago or earlier, and returns how many."""
        packed, last = 0, ("", uuid.UUID(int=0))
        while True:
            async with self._database.connection() as connection:
                rows = await connection.fetch(SQL["next"], *last, BATCH, after_s)
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
        async with self._database.transaction() as connection:
            locked = await connection.fetchrow(SQL["hold"], tenant, answer)
            if locked is None:
                return False
            (columns,) = await connection.fetch(SQL["take"], tenant, answer)
            for part in _parts(list(map(EventRow, *(column or () for column in columns)))):
                data = pack_events(part, locked["payloads"] or {}, locked["text"])
                thinking = any(row.type == "thinking" for row in part)
                await connection.execute(SQL["keep"], tenant, answer, part[0].seq, part[-1].seq, thinking, data)
        return True


def _parts(rows: Sequence[EventRow]) -> Iterator[list[EventRow]]:
    """Yields at most `MOST` events each, without a gap in their numbers."""
    for _, run in groupby(enumerate(rows), lambda numbered: numbered[1].seq - numbered[0]):
        part = [row for _, row in run]
        yield from (part[at : at + MOST] for at in range(0, len(part), MOST))
