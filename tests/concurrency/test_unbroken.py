import asyncio

import pytest

from gateway.concurrency.unbroken import unbroken
from tests.support.waiting import idle


async def test_work_that_must_not_break_ends_before_the_cancellation_goes_on():
    begun, may_end, ended = asyncio.Event(), asyncio.Event(), False

    async def work():
        nonlocal ended
        begun.set()
        await may_end.wait()
        ended = True

    task = asyncio.create_task(unbroken(work()))
    await begun.wait()
    task.cancel()
    await idle()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 5)
    assert ended
