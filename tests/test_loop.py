"""The event loop of the commands."""

import asyncio

from gateway import loop


def test_work_runs_to_its_end():
    async def work():
        await asyncio.sleep(0)
        return type(asyncio.get_running_loop()).__module__.split(".")[0]

    assert loop.run(work()) in ("uvloop", "asyncio")
