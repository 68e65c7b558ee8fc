"""When a hanging test is told."""

from __future__ import annotations

import faulthandler
import os
import tempfile

from tests.support import watchdog
from tests.support.waiting import until


def test_the_time_is_set_for_the_first_test_and_again_after_a_while(monkeypatch):
    clock, told = [1000.0], []
    monkeypatch.setattr(watchdog.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda after_s, file: told.append((clock[0], file)))
    monkeypatch.setattr(watchdog, "_started", -1000.0)
    for clock[0] in (1000.0, 1001.0, 1000.0 + watchdog.EVERY_S, 1001.0 + watchdog.EVERY_S):
        watchdog.begins(7)
    assert told == [(1000.0, 7), (1000.0 + watchdog.EVERY_S, 7)]


async def test_who_hangs_is_told_with_every_thread(monkeypatch):
    monkeypatch.setattr(watchdog, "_started", -1000.0)
    monkeypatch.setattr(watchdog, "AFTER_S", 0.05)
    with tempfile.TemporaryFile() as told:
        try:
            watchdog.begins(told.fileno())
            await until(lambda: b"Thread" in os.pread(told.fileno(), 4096, 0))
        finally:
            watchdog.off()
