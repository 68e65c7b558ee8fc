"""Waiting ends when it should, and not before."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.waiting import idle, until


async def test_nothing_is_left_to_go_on_when_it_is_idle():
    steps, gate = 0, asyncio.Event()

    async def work():
        nonlocal steps
        for _ in range(1000):
            await asyncio.sleep(0)
            steps += 1
        await gate.wait()
        steps += 1

    task = asyncio.create_task(work())
    await idle()
    assert steps == 1000
    gate.set()
    await idle()
    assert steps == 1001 and task.done()


async def test_what_never_ends_is_never_idle():
    async def work():
        while True:
            await asyncio.sleep(0)

    task = asyncio.create_task(work())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await idle()
    task.cancel()


async def test_what_never_holds_fails():
    await until(lambda: True)
    with pytest.raises(TimeoutError):
        await until(lambda: False, 0.01)
