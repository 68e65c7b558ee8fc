"""The event loop of the commands."""

import asyncio

from gateway.concurrency import event_loop


def test_work_runs_to_its_end():
    async def work():
        await asyncio.sleep(0)
        return type(asyncio.get_running_loop()).__module__.split(".")[0]

    assert event_loop.run(work()) in ("uvloop", "asyncio")
