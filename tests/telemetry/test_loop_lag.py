"""How late the event loop wakes."""

import asyncio
import time

from gateway.telemetry import loop_lag
from gateway.telemetry.families import REGISTRY
from tests.support.waiting import until


def observed(what):
    return REGISTRY.get_sample_value(f"citestream_event_loop_lag_seconds_{what}")


async def test_a_loop_that_stood_still_is_seen():
    count, total = observed("count"), observed("sum")
    measuring = asyncio.create_task(loop_lag.measure(0.01))
    await asyncio.sleep(0)
    time.sleep(0.2)  # noqa: ASYNC251
    await until(lambda: observed("count") > count)
    measuring.cancel()
    assert observed("sum") - total > 0.15
