"""A store of answers in memory."""

from __future__ import annotations

import asyncio

from gateway.answer.events import Finished, Numbered
from gateway.conversation.turn import TurnOutcome
from gateway.errors import Unavailable
from gateway.live.ports import Fenced

DONE = TurnOutcome(Finished({"answer": {}}), "done")


class Rows:
    """A store in memory whose writes can be held up or refused."""

    def __init__(self):
        self.written: list[Numbered] = []
        self.batches: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.refusals = 0
        self.fenced: set[str] = set()

    async def _write(self, numbered):
        await self.gate.wait()
        if self.refusals:
            self.refusals -= 1
            raise Unavailable("away")
        self.written += numbered

    async def append(self, entries):
        await self._write([entry.numbered for entry in entries])
        self.batches.append(len(entries))
        return self.fenced & {entry.answer_uuid for entry in entries}

    async def finish(self, turn, terminal, outcome, heard=None):
        if turn.answer_uuid in self.fenced:
            raise Fenced
        await self._write([terminal])

    async def freeze(self, tenant, answer_uuid, epoch, frozen):
        await self._write([])
