"""What is too old goes: whole rounds until nothing is left, one process at a time."""

import asyncio
import contextlib

import pytest

from gateway.errors import Unavailable
from gateway.store.recordings import retention
from gateway.store.recordings.retention import Purged, Retention
from tests.support.waiting import until


class Erasures:
    """None was broken off."""

    async def go_on(self):
        return 0


class Tables:
    """Planners are told of so many at a time."""

    def __init__(self, *gathered):
        self.gathered = list(gathered)

    async def gather(self):
        found = self.gathered.pop(0) if self.gathered else 0
        if isinstance(found, Exception):
            raise found
        return found


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


class SessionRows(Rows):
    """Batches of `purge`, and of `sweep`."""

    def __init__(self, purged=(), swept=(), **more):
        super().__init__(*purged, **more)
        self.swept = list(swept)

    async def purge(self, retention_days):
        self.asked.append(retention_days)
        return self.batches.pop(0) if self.batches else 0

    async def sweep(self):
        batch = self.swept.pop(0) if self.swept else 0
        if isinstance(batch, Exception):
            raise batch
        return batch


async def test_batches_are_removed_until_there_are_none():
    rows = Rows(Purged(100, 3), Purged(7, 0, 2))
    sessions = SessionRows((500, 4))
    removed = await Retention(rows, sessions, Erasures(), Tables(), 365, 30).once()
    assert removed == Purged(107, 3, 2, 504) and rows.asked == [(365, 30)] * 3 and sessions.asked == [365] * 3
    told = "107 answers, 3 recordings, 2 idempotency keys, 504 sessions, 0 deleted conversations, 0 deleted memories"
    told += ", 0 spoken questions"
    assert str(removed) == told and not Purged()


async def test_where_another_process_is_at_it_nothing_is_done():
    rows = Rows(Purged(1), alone=False)
    sessions = SessionRows((1,), (1,), alone=False)
    work = Retention(rows, sessions, Erasures(), Tables(), 365, 30)
    assert await work.once() is None and rows.asked == sessions.asked == []
    assert await work.sweep() == 0 and sessions.swept == [1]


async def test_sessions_are_swept_until_none_is_late():
    sessions = SessionRows(swept=(500, 3))
    assert await Retention(Rows(), sessions, Erasures(), Tables(), 365, 30).sweep() == 503 and sessions.swept == []


class Events:
    """Answers to pack."""

    def __init__(self, *, alone):
        self._alone, self.asked = alone, []

    @contextlib.asynccontextmanager
    async def alone(self):
        yield self._alone

    async def pack(self, after_s):
        self.asked.append(after_s)
        return 103


@pytest.mark.parametrize("alone", [True, False])
async def test_events_are_packed_by_one_process(alone):
    rows = Rows()
    rows.packs = Events(alone=alone)
    assert await Retention(rows, SessionRows(), Erasures(), Tables(), 365, 30).pack() == (103 if alone else 0)
    assert rows.packs.asked == [retention.PACK_AFTER_S] * alone


async def test_a_server_purges_again_and_again_whatever_goes_wrong(monkeypatch):
    monkeypatch.setattr(retention, "EVERY_S", 0)
    monkeypatch.setattr(retention, "SWEEP_EVERY_S", 0)
    monkeypatch.setattr(retention, "GATHER_EVERY_S", 0)
    sessions = SessionRows(swept=(1, 0, Unavailable("away"), ValueError("a fault"), 2))
    rows = Rows(Purged(1), Purged(), Unavailable("away"), ValueError("a fault"), Purged(2))
    tables = Tables(1, 0, Unavailable("away"), ValueError("a fault"), 2)
    serving = asyncio.create_task(Retention(rows, sessions, Erasures(), tables, 365, 30).serve())
    await until(lambda: not rows.batches and not sessions.swept and not tables.gathered)
    assert not serving.done()
    serving.cancel()
