"""Work that hangs is left behind, and everything else comes back as it is."""

import asyncio
import subprocess
import sys
import threading

import pytest

from gateway.concurrency.blocking_work import Patience, Stuck


async def test_work_that_ends_gives_its_result_or_its_error():
    assert await Patience().run(lambda number: number + 1, 2) == 3
    with pytest.raises(OSError, match="gone"):
        await Patience().run(_fail)


def _fail():
    raise OSError("gone")


async def test_a_step_that_does_not_end_is_given_up_and_named_and_the_work_goes_no_further():
    release, ended, after = threading.Event(), threading.Event(), []
    patience = Patience(0.05)

    def work():
        try:
            patience.begin("first")
            patience.begin("second")
            release.wait(60)
            patience.begin("third")
            after.append("third")
        finally:
            ended.set()

    with pytest.raises(Stuck):
        await patience.run(work)
    assert patience.step == "second"
    release.set()
    assert await asyncio.to_thread(ended.wait, 60) and after == []


async def test_steps_that_each_end_in_time_may_take_long_together():
    gate = threading.Event()
    patience = Patience(20)

    def work():
        for step in range(200):
            patience.begin(step)
            gate.wait(0.001)
        return patience.step

    assert await patience.run(work) == 199


def test_neither_the_loop_nor_the_process_waits_for_work_that_was_given_up():
    script = (
        "import asyncio, threading\nfrom gateway.concurrency.blocking_work import Patience, Stuck\n"
        "async def main():\n    try:\n        await Patience(0.05).run(threading.Event().wait)\n"
        "    except Stuck:\n        print('given up')\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "given up\n" and done.stderr == ""
