"""Where every thread of a test process is when a test hangs, also in code that no signal interrupts.

pytest's own `faulthandler_timeout` starts and joins a thread for each test, which on busy processors takes longer than
most tests. This one starts a new one now and then.
"""

from __future__ import annotations

import faulthandler
import math
import time

AFTER_S = 220
"""Before the `timeout` of `pyproject.toml`, after which a test is stopped."""
EVERY_S = 20
"""A test that begins sooner than this after the last start is told this much sooner at most."""

_started = -math.inf


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
