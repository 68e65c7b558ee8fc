"""What is too old goes: whole rounds until nothing is left, one process at a time."""

import asyncio
import contextlib

from gateway import purging
from gateway.errors import Unavailable
from gateway.purging import Purged, Purging


class Rows:
    def __init__(self, *batches, alone=True):
        self.batches, self._alone, self.asked = list(batches), alone, []

    @contextlib.asynccontextmanager
    async def alone(self):
        yield self._alone

    async def purge(self, retention_days, recording_days):
        self.asked.append((retention_days, recording_days))
        batch = self.batches.pop(0) if self.batches else Purged()
        if isinstance(batch, Exception):
            raise batch
        return batch


async def test_batches_are_removed_until_there_are_none():
    rows = Rows(Purged(100, 3), Purged(7, 0, 2))
    removed = await Purging(rows, 365, 30).once()
    assert removed == Purged(107, 3, 2) and rows.asked == [(365, 30)] * 3
    assert str(removed) == "107 answers, 3 recordings, 2 idempotency keys" and not Purged()


async def test_where_another_process_is_at_it_nothing_is_done():
    rows = Rows(Purged(1), alone=False)
    assert await Purging(rows, 365, 30).once() is None and rows.asked == []


async def test_a_server_purges_again_and_again_whatever_goes_wrong(monkeypatch):
    monkeypatch.setattr(purging, "EVERY_S", 0)
    rows = Rows(Purged(1), Purged(), Unavailable("away"), ValueError("a fault"), Purged(2))
    serving = asyncio.create_task(Purging(rows, 365, 30).serve())
    async with asyncio.timeout(5):
        while rows.batches:
            await asyncio.sleep(0)
    assert not serving.done()
    serving.cancel()
