"""When a hanging test is told, and how it ends."""

from __future__ import annotations

import faulthandler
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support import watchdog
from tests.support.waiting import until

ROOT = Path(__file__).resolve().parents[2]
HOOKS = """
import sys, time, pytest

from tests.support import watchdog

watchdog.LEAST_S, watchdog.GRACE_S, watchdog.LAST_S = 0.2, 1, 1


def pytest_configure(config):
    config.pluginmanager.register(watchdog)


def pytest_unconfigure(config):
    sys.stdout.flush()
    watchdog.last()
    time.sleep(60)


@pytest.fixture(scope="session")
def _session_scoped_runner(_session_scoped_runner):
    return watchdog.bound(_session_scoped_runner)
"""
HANGING = """
import asyncio, contextlib, time, pytest


@pytest.fixture
async def stuck():
    yield
    await asyncio.Event().wait()


async def test_waiting():
    try:
        await asyncio.Event().wait()  # here
    finally:
        print("what it has opened is closed")


async def test_failing(stuck):
    assert False


async def test_deaf():
    async def work():
        while True:
            time.sleep(0.01)
            await asyncio.sleep(0)

    working = asyncio.create_task(work())
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.Event().wait()
    await asyncio.Event().wait()


def test_without_a_loop():
    time.sleep(60)
"""


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


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="pytest-timeout ends the process here")
def test_whatever_hangs_fails_by_name(tmp_path):
    """Also where pytest-timeout alone has no end: after a test that failed, and beside a task that works."""
    (tmp_path / "conftest.py").write_text(HOOKS)
    (tmp_path / "test_hanging.py").write_text(HANGING)
    loops = [f"asyncio_default_{each}_loop_scope=session" for each in ("fixture", "test")]
    settings = [f"--override-ini={each}" for each in ("asyncio_mode=auto", *loops, "timeout=0.4")]
    without = ["-p", "no:cacheprovider", "-p", "no:schemathesis"]
    command = [sys.executable, "-m", "pytest", "-rfE", *without, *settings, "--rootdir", tmp_path, tmp_path]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=50)
    told = done.stdout
    assert re.findall(r"^(FAILED|ERROR) \S+::(\w+)", told, re.MULTILINE) == [
        ("FAILED", "test_waiting"),
        ("FAILED", "test_failing"),
        ("FAILED", "test_deaf"),
        ("FAILED", "test_without_a_loop"),
        ("ERROR", "test_failing"),
    ], told
    assert "# here" in told and "what it has opened is closed" in told
    assert "in pytest_unconfigure" in done.stderr
