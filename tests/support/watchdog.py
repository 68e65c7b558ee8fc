"""A test that hangs fails and is named.

pytest-timeout alone sends one signal, which raises wherever the main thread is. That is not enough:

- An asynchronous test waits in the event loop, whatever for. So it is cancelled first, and so are fixtures: what they
  have opened is closed, and the traceback says for what they waited.
- What is raised inside a callback of the event loop ends that callback alone. So the signal comes again and again.
- pytest-timeout and pytest's faulthandler give up their timers when a test fails. So these are set anew for its end.
- Some code is not interrupted by a signal. So where each thread is, is told a little before.

pytest's own `faulthandler_timeout` starts and joins a thread for each test, which on busy processors takes longer than
most tests. This one starts a new one now and then.
"""

from __future__ import annotations

import asyncio
import faulthandler
import math
import signal
import sys
import time

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

AFTER_S = 220
"""Before the `timeout` of `pyproject.toml`, after which a test is stopped."""
EVERY_S = 20
"""A test that begins sooner than this after the last start is told this much sooner at most."""
LEAST_S = 10
"""What each fixture of a test has for its end, also when the time of the test is over."""
GRACE_S = 30
"""From the end of a test's time until the first signal, and from each signal to the next."""
LAST_S = 120
"""From the end of the last test until the process has ended."""

TIMEOUT = pytest.StashKey()
"""The settings of a test's timer."""
_started = -math.inf
_deadline = math.inf


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item, settings):
    global _deadline
    done = yield
    item.stash[TIMEOUT], _deadline = settings, time.monotonic() + settings.timeout
    if settings.method == "signal":
        signal.setitimer(signal.ITIMER_REAL, settings.timeout + GRACE_S, GRACE_S)
    return done


def pytest_timeout_cancel_timer():
    global _deadline
    _deadline = math.inf


def pytest_runtest_setup(item):
    begins(item.config.stash[fault_handler_stderr_fd_key])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(call):
    """No signal comes while a failure is put into words."""
    if call.excinfo is None or not hasattr(signal, "setitimer"):
        return (yield)
    left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        return (yield)
    finally:
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left, GRACE_S), GRACE_S)


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node):
    if isinstance(node, pytest.Item) and TIMEOUT in node.stash and not node.config.getoption("usepdb"):
        node.ihook.pytest_timeout_set_timer(item=node, settings=node.stash[TIMEOUT])
        off()
        begins(node.config.stash[fault_handler_stderr_fd_key])


def bound(runner):
    """Returns pytest-asyncio's runner, which now cancels tests and fixtures when the time of their test is over."""
    run = runner.run
    runner.run = lambda coroutine, **more: run(_bounded(coroutine), **more)
    return runner


async def _bounded(coroutine):
    __tracebackhide__ = True
    if _deadline == math.inf:
        return await coroutine
    try:
        async with asyncio.timeout(max(LEAST_S, _deadline - time.monotonic())) as limit:
            return await coroutine
    except TimeoutError as error:
        if limit.expired():
            raise TimeoutError("the time of the test is over") from error.__cause__
        raise


def begins(stderr: int) -> None:
    """Counts anew, where the last start lies back long enough; what there is to tell goes to this file."""
    global _started
    if (now := time.monotonic()) - _started >= EVERY_S:
        _started = now
        faulthandler.dump_traceback_later(AFTER_S, file=stderr)


def off() -> None:
    """Nothing is told any more."""
    global _started
    _started = -math.inf
    faulthandler.cancel_dump_traceback_later()


def last() -> None:
    """There is no other test: a process that does not end soon tells where it is, and ends."""
    faulthandler.dump_traceback_later(LAST_S, exit=True, file=sys.__stderr__)
