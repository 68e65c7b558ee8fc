"""Workers: processes that end with their owner, and whose results and errors come back. One call cannot stop others."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gateway.ingestion.processes.workers import FORKS, Stopped, Workers, one_worker
from tests.support.calls import Unpicklable, double, loaded_before, search_for_ever
from tests.support.postgres import ROOT, eventually
from tests.support.waiting import idle


@pytest.fixture(params=[1, 2], ids=["one", "two"])
def workers(request):
    workers = Workers(request.param)
    yield workers
    workers.close()


async def test_results_and_errors_come_back(workers):
    numbers, pids = zip(*await asyncio.gather(*(workers.run(double, number) for number in range(20))), strict=True)
    assert list(numbers) == [2 * number for number in range(20)]
    assert os.getpid() not in pids
    with pytest.raises(ValueError, match="below zero"):
        await workers.run(double, -1)


@pytest.mark.skipif(not FORKS, reason="each process imports for itself")
async def test_workers_are_copies_of_one_process_that_has_imported_what_the_first_call_needs():
    workers = Workers(3)
    try:
        calls = [workers.run(loaded_before, "tests.support.calls") for _ in range(30)]
        parents, loaded = zip(*await asyncio.gather(*calls), strict=True)
    finally:
        workers.close()
    assert len(set(parents)) == 1 and os.getpid() not in parents
    assert set(loaded) == {parents[0]}


async def test_a_call_that_a_process_cannot_read_fails_alone():
    """The first call is what workers are made ready with, whatever is wrong with it."""
    workers = Workers(2)
    try:
        with pytest.raises(ZeroDivisionError):
            await workers.run(double, Unpicklable())
        assert (await workers.run(double, 2))[0] == 4
    finally:
        workers.close()


@pytest.mark.skipif(not FORKS, reason="a process starts with its first call")
async def test_workers_that_were_never_called_end_too():
    workers = Workers(2)
    await eventually(lambda: workers._parent, 20, "a process is started")
    process = workers._parent
    workers.close()
    await eventually(lambda: not alive(process.pid), 20, "it ends")


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    ("function", "args"), [(os._exit, (1,)), (search_for_ever, ())], ids=["ends", "takes too long"]
)
async def test_a_call_that_ends_its_process_fails_alone(number, function, args):
    """A pattern holds the interpreter lock of its process; only that the process ends helps."""
    workers = Workers(number, seconds=0.2)
    try:
        assert (await workers.run(double, 1))[0] == 2
        calls = [workers.run(double, 2), workers.run(function, *args), workers.run(double, 3)]
        before, stopped, after = await asyncio.gather(*calls, return_exceptions=True)
        assert before[0] == 4 and isinstance(stopped, Stopped) and after[0] == 6
        for _ in range(number):
            with pytest.raises(Stopped):
                await workers.run(function, *args)
        assert (await workers.run(double, 4))[0] == 8
    finally:
        workers.close()


async def test_the_worker_of_a_process_is_one_and_starts_with_its_first_call():
    assert one_worker() is one_worker()
    assert (await one_worker().run(double, 1))[1] == (await one_worker().run(double, 2))[1] != os.getpid()


async def test_closed_workers_take_no_call():
    workers = Workers()
    workers.close()
    with pytest.raises(Stopped):
        await workers.run(double, 1)


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
import asyncio, os, signal, time
from gateway.ingestion.processes.workers import Workers

async def main():
    # As servers do it: this wakes a loop that is about to wait, and works in the background of a shell too.
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, asyncio.current_task().cancel)
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
