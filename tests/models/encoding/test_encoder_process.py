"""The encoder process: with one thread and low priority, one for several server processes, started again, never left
behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gateway.errors import UpstreamError
from gateway.models.embedders import meaning
from gateway.models.encoding import encoder, encoder_process
from gateway.settings import Settings
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def processor_s(pid):
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def test_the_model_computes_with_one_thread_at_low_priority():
    made = meaning.create(Settings(_env_file=None))
    await made.embed(["warm"])
    pid, loop = made.process.pid, asyncio.get_running_loop()
    spent, begun = processor_s(pid), loop.time()
    await made.embed(["a passage of some length " * 40] * 20)
    assert processor_s(pid) - spent <= loop.time() - begun + 0.05, "more processor time than one thread can take"
    threads = list(Path(f"/proc/{pid}/task").iterdir())
    assert len(threads) == 2, "one computes, one waits for the end of the gateway; BLAS has none"
    assert os.getpriority(os.PRIO_PROCESS, pid) == encoder.NICENESS
    await made.aclose()


async def test_an_encoder_that_is_killed_fails_its_requests_and_is_started_again(embedder, monkeypatch, caplog):
    monkeypatch.setattr(encoder_process, "FIRST_PAUSE_S", 0.0)
    await embedder.embed(["a"])
    first = embedder.process.pid
    os.kill(first, signal.SIGSTOP)
    waiting = asyncio.create_task(embedder.embed(["b"]))
    await until(lambda: embedder._waiting)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(UpstreamError, match="it is started again"):
        await waiting
    assert len(await embedder.embed(["c"])) == 1
    assert embedder.process.pid not in (None, first) and f"encoder process {first} ended with code -9" in caplog.text


async def test_other_processes_use_the_same_encoder(embedder, small):
    await embedder.embed(["a"])
    other = small()
    other.attach(embedder.process.start())
    assert await other.embed(["abc"]) == await embedder.embed(["abc"])
    assert other.process.pid is None
    await other.aclose()
    assert len(await embedder.embed(["still there"])) == 1


async def test_it_ends_with_its_gateway_however_that_ends(small):
    """A gateway that is killed cannot clean up."""
    program = (
        "import asyncio\n"
        "from gateway.models.encoding.encoder_process import EncoderProcess\n"
        "async def main():\n"
        "    process = EncoderProcess('tests.fakes.small_encoder')\n"
        "    address = process.start()\n"
        "    while process.pid is None:\n"
        "        await asyncio.sleep(0.01)\n"
        "    print(process.pid, address, flush=True)\n"
        "    await asyncio.sleep(100)\n"
        "asyncio.run(main())\n"
    )
    gateway = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=subprocess.PIPE)
    pid, address = (await gateway.stdout.readline()).decode().split()
    gateway.kill()
    await gateway.communicate()
    await until(lambda: not Path(f"/proc/{pid}").exists() and not Path(address).parent.exists())
