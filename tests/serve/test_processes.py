"""Several server processes on one port, as `serve --workers` starts them."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
from pathlib import Path

import httpx2
import pytest

from gateway.errors import WrongUse
from gateway.serve.processes import Processes
from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, stall_after
from tests.support import forked, processes, sse
from tests.support.metrics import samples
from tests.support.processes import SENTENCE, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="one socket for several processes needs POSIX")


def children(process) -> dict[str, int]:
    """Server processes of a parent: ids by the names that their figures have. One that has ended has none."""
    pids, found = [], {}
    with (
        contextlib.suppress(FileNotFoundError),
        open(f"/proc/{process.pid}/task/{process.pid}/children") as listed,
    ):
        pids = list(map(int, listed.read().split()))
    for pid in pids:
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/cmdline") as command:
            words = command.read().split("\0")
            found[words[words.index("gateway.serve.processes") + 2]] = pid
    return found


async def answering(client) -> str:
    """The name of the process that has a running answer."""
    async with asyncio.timeout(30):
        while True:
            found = samples((await client.get("/metrics")).text)
            for name in ("0", "1"):
                if found.get(("citestream_answers_running", (("process", name),))):
                    return name
            await asyncio.sleep(0.02)


async def until(condition):
    async with asyncio.timeout(30):
        while not (found := condition()):
            await asyncio.sleep(0.02)
    return found


async def started(process) -> str:
    lines = [await asyncio.to_thread(process.stdout.readline) for _ in range(4)]
    address = re.search(r"http://[^\s,]+", lines[3])[0]
    async with asyncio.timeout(50), httpx2.AsyncClient(base_url=address, verify=False, timeout=50) as client:
        while (await client.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.02)
    return address


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="finds the processes through /proc")
async def test_an_answer_goes_on_when_its_process_is_killed_and_the_process_is_replaced(database_url, tmp_path):
    said = paragraphs_json([(["E1"], SENTENCE), ([], "More.")])
    async with FakeUpstream([stall_after(25, said), answer_json([([], "The end.")])]) as upstream:
        settings = {"DATABASE_URL": database_url, "OPENAI_BASE_URL": upstream.url, "GATEWAY_EMBEDDER": "none"}
        with serving(tmp_path, "--workers", "2", GATEWAY_LEASE_S="1", **settings) as process:
            address = await started(process)
            before = await until(lambda: len(found := children(process)) == 2 and found)
            async with httpx2.AsyncClient(base_url=address, verify=False, timeout=30) as client:
                seen = b""
                async with client.stream("POST", "/v1/answers", json={"question": "What is a citation?"}) as answer:
                    where = answer.headers["location"]
                    parts = answer.aiter_bytes()
                    while b"link" not in seen:
                        seen += await anext(parts)
                    killed = before[await answering(client)]
                    os.kill(killed, signal.SIGKILL)
                    await until(lambda: len(found := children(process)) == 2 and killed not in found.values())
                    with contextlib.suppress(httpx2.TransportError):
                        seen += b"".join([part async for part in parts])
                last = sse.parse(seen)[-1].id
                async with asyncio.timeout(30):
                    while True:
                        try:
                            later = await client.get(f"{where}/events", headers={"Last-Event-ID": last})
                            break
                        except httpx2.TransportError:
                            await asyncio.sleep(0.05)
            await until(lambda: len(children(process)) == 2)
            process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(process.wait, 20) == 0
    events = sse.parse(seen) + sse.parse(later.content)
    events = [event for place, event in enumerate(events) if event not in events[:place]]
    assert [event.id.split("-")[1] for event in events] == [str(place) for place in range(1, len(events) + 1)]
    assert events[-1].name == "[DONE]" and not events[-1].id.startswith("1-")
    texts = [event.json["text"] for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    assert texts[0].startswith(SENTENCE[:20]) and texts[-1] == "The end."


async def test_processes_end_when_their_parent_is_killed(database_url, tmp_path):
    environment = processes.environment(DATABASE_URL=database_url)
    with forked.serving(tmp_path, "--workers", "2", environment=environment) as process:
        await started(process)
        pids = await until(lambda: len(found := children(process)) == 2 and found)
        process.kill()
        await until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids.values()))


async def test_processes_that_do_not_come_up_end_the_parent_with_a_sentence(database_url, tmp_path, monkeypatch):
    environment = processes.environment(DATABASE_URL=database_url)
    with forked.serving(tmp_path, "--workers", "2", environment=environment) as process:
        await started(process)
        async with asyncio.timeout(50):
            while process.poll() is None:
                for pid in children(process).values():
                    with contextlib.suppress(ProcessLookupError):  # it has just ended
                        os.kill(pid, signal.SIGKILL)
                await asyncio.sleep(0.01)
        assert process.returncode == 2


async def test_an_interpreter_that_may_not_be_run_is_reported_as_that(tmp_path, monkeypatch):
    interpreter = tmp_path / "python"
    interpreter.write_text("")
    monkeypatch.setattr(sys, "executable", str(interpreter))
    with socket.socket() as listener, pytest.raises(WrongUse, match=r"/python cannot be run \(Permission denied\)"):
        await Processes(Settings(_env_file=None), listener, None, "")._once(0, str(tmp_path))


async def test_one_scrape_shows_all_processes(database_url, tmp_path):
    environment = processes.environment(DATABASE_URL=database_url, GATEWAY_LOG_FORMAT="json")
    with forked.serving(tmp_path, "--workers", "2", environment=environment) as process:
        process.stdout.close()  # with JSON logs nothing stands there
        port = await until(lambda: listening(process.pid))
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=False, timeout=30) as client:
            async with asyncio.timeout(40):
                while True:
                    with contextlib.suppress(httpx2.TransportError):
                        if (scrape := await client.get("/metrics")).text.count("citestream_process_up{") == 3:
                            break
                    await asyncio.sleep(0.05)
        found = samples(scrape.text)
        for name in ("0", "1"):
            assert found["citestream_answers_running", (("process", name),)] == 0
            assert found["citestream_event_loop_lag_seconds_sum", (("process", name),)] >= 0
        assert found["citestream_process_up", (("process", "parent"),)] == 1
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 20) == 0


def listening(pid) -> int | None:
    """The port on which a process listens, once it does."""
    with contextlib.suppress(OSError):
        inodes = {os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")}
        for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
                return int(fields[1].rpartition(":")[2], 16)
    return None
