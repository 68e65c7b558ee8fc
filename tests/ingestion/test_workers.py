"""Workers: threads or processes, which end with their owner and whose results and errors come back."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gateway.ingestion.workers import Workers
from tests.support.postgres import ROOT, eventually
from tests.support.waiting import idle


def double(number):
    if number < 0:
        raise ValueError("below zero")
    return 2 * number, os.getpid()


def end_elsewhere(pid):
    if os.getpid() != pid:
        os._exit(1)
    return "done here"


@pytest.fixture(params=[1, 2], ids=["thread", "processes"])
def workers(request):
    workers = Workers(request.param)
    yield workers
    workers.close()


async def test_results_and_errors_come_back(workers):
    numbers, pids = zip(*await asyncio.gather(*(workers.run(double, number) for number in range(20))), strict=True)
    assert list(numbers) == [2 * number for number in range(20)]
    assert (set(pids) == {os.getpid()}) == (workers.width == 1)
    with pytest.raises(ValueError, match="below zero"):
        await workers.run(double, -1)


async def test_a_process_that_is_killed_leaves_the_work_to_a_thread(caplog):
    workers = Workers(2)
    assert await workers.run(end_elsewhere, os.getpid()) == "done here"
    assert "goes on in this process" in caplog.text
    assert await workers.run(double, 4) == (8, os.getpid())


async def test_closing_ends_a_process_in_the_middle_of_its_work():
    workers = Workers(2)
    _, pid = await workers.run(double, 1)
    busy = asyncio.create_task(workers.run(time.sleep, 60))
    await idle()
    workers.close()
    busy.cancel()
    await eventually(lambda: not alive(pid), 20, "the worker ends")
    await asyncio.gather(busy, return_exceptions=True)


def alive(pid):
    """Whether it runs; one that has ended and that nobody has asked about does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc").exists()


OWNER = """
import asyncio, os, time
from gateway.ingestion.workers import Workers

async def main():
    workers = Workers(2)
    try:
        print(await workers.run(os.getpid), flush=True)
        await workers.run(time.sleep, 60)
    finally:
        workers.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl-C"])
async def test_no_process_outlives_its_owner(tmp_path, end):
    script = tmp_path / "owner.py"
    script.write_text(OWNER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as owner:
        pid = int(await asyncio.to_thread(owner.stdout.readline))
        owner.send_signal(end)
        await eventually(lambda: not alive(pid), 20, "the worker ends")
        await asyncio.to_thread(owner.wait, 20)
