"""Waits that people feel: a process that is killed, a rolling restart, and how long commands take to be there.

Everything is real: gateway processes, PostgreSQL, sockets. The fake model writes a piece every 50 ms (200 ms for the
crowd of the rolling restart), so that a silence is the gateway's. A silence lasts from a reader's last byte of the
process that goes to the first byte of its successor; readers come back when they were told to (`retry:`), and at once
where nobody told them.

    python bench/waits.py [killed] [workers] [rolling] [serve] [help] [first]
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import asyncpg

from tests.conftest import _migrate
from tests.fakes.upstream import Behaviour, FakeUpstream, answer_json
from tests.faults.gateways import Gateways, Scripts, add_rules, asked, gateways, paragraphs
from tests.support import leftovers, postgres, processes
from tests.support.waiting import until

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = int(os.environ.get("WAITS_ROUNDS", "5"))
KILLED, ROLLED = 20, int(os.environ.get("WAITS_STREAMS", "200"))
ID, RETRY = re.compile(rb"id: ([0-9]+-[0-9]+)\n"), re.compile(rb"retry: ([0-9]+)\n")


def say(what: str, figures: str) -> None:
    print(f"{what:44} {figures}", flush=True)


def told(values: list[float], unit: str = "s") -> str:
    """Median, the 90th percentile and the worst."""
    cuts = statistics.quantiles(values, n=10, method="inclusive") if len(values) > 1 else values * 9
    return f"p50 {statistics.median(values):.2f} {unit}, p90 {cuts[8]:.2f}, worst {max(values):.2f}, n {len(values)}"


@dataclass
class Reader:
    """One reader of one answer, with as little of its own as a client can have."""

    question: dict[str, Any]
    where: str = ""
    last_id: str = ""
    last: float = 0.0
    """When its last byte came."""
    before: float = 0.0
    """When its last byte before the fault came."""
    after: float = 0.0
    """When the first new one came."""
    text_after: float = 0.0
    """When the first new text came."""
    fault: float = float("inf")
    ended: bool = False

    async def read(self, *urls: str) -> None:
        """Reads to the end, from the n-th address with its n-th connection."""
        connections = 0
        while not self.ended:
            pause = 0.0
            with suppress(OSError, asyncio.IncompleteReadError):
                pause = await self._connection(urls[min(connections, len(urls) - 1)])
                connections += 1
            if not self.ended:
                await asyncio.sleep(pause or 0.02)

    async def _connection(self, url: str) -> float:
        """Returns how long the server asked it to stay away, in seconds."""
        parts = urlsplit(url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=2**20)
        try:
            writer.write(self._request())
            await writer.drain()
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200"):
                if os.environ.get("WAITS_SAY"):
                    print(head, await reader.read(2000), file=sys.stderr)
                return 0.05
            if found := re.search(rb"location: (\S+)", head):
                self.where = found[1].decode()
            pause = 0.0
            while data := await reader.read(65536):
                if b"0\r\n\r\n" in data[-7:] and not ID.search(data) and not RETRY.search(data):
                    break
                if found := RETRY.search(data):
                    pause = int(found[1]) / 1000
                if ids := ID.findall(data):
                    text = any(b"id: " in frame and b"event: " not in frame for frame in data.split(b"\n\n"))
                    self._note(ids[-1].decode(), text)
                if b"[DONE]" in data or b"[ERROR]" in data:
                    self.ended = True
                    break
                if pause:
                    break
            return pause
        finally:
            writer.close()

    def _request(self) -> bytes:
        if not self.where:
            body = json.dumps(self.question).encode()
            head = f"POST /v1/answers HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            return head.encode() + body
        return f"GET {self.where}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: {self.last_id}\r\n\r\n".encode()

    def _note(self, last_id: str, text: bool) -> None:
        now, self.last_id = time.perf_counter(), last_id
        if now > self.fault and not last_id.startswith("1-"):  # what its successor wrote
            self.before = self.before or self.last
            self.after = self.after or now
            if text:
                self.text_after = self.text_after or now
        self.last = now

    @property
    def events(self) -> int:
        """How many it has seen."""
        return int(self.last_id.partition("-")[2] or 0)

    @property
    def silence(self) -> float:
        return self.after - self.before

    @property
    def text_silence(self) -> float:
        return self.text_after - self.before


def writes(scripts: Scripts, pause_s: float) -> None:
    """Has the model write a piece of eight characters in that time, for long enough; of an answer that has begun,
    it writes what is missing."""

    def written(mark: str) -> Behaviour:
        there = re.findall(rf"{mark}p(\d+)\.", str(scripts.asked[mark][-1].body))
        return answer_json(paragraphs(mark, 80, max(map(int, there), default=-1) + 1), 8, pause_s=pause_s)

    scripts.otherwise = written


async def each(readers: list[Reader], holds: Callable[[Reader], bool]) -> None:
    await until(lambda: all(map(holds, readers)), 100)


async def streaming(readers: list[Reader], url: str) -> list[asyncio.Task[None]]:
    """Tasks of readers, all of which have had text."""
    tasks = [asyncio.create_task(reader.read(url)) for reader in readers]
    await each(readers, lambda one: one.events > 8 or one.ended)
    return tasks


def strike(readers: list[Reader]) -> None:
    now = time.perf_counter()
    for reader in readers:
        reader.fault = now


async def resumed(readers: list[Reader], tasks: list[asyncio.Task[None]]) -> None:
    """Waits until every reader has new text, and ends them."""
    await each(readers, lambda one: bool(one.text_after) or one.ended)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def stopped(url: str, readers: list[Reader]) -> None:
    """Ends the answers, so that the next round is alone."""

    def stop(where: str) -> None:
        with suppress(OSError):
            urllib.request.urlopen(urllib.request.Request(f"{url}{where}/stop", method="POST"), timeout=20).read()

    await asyncio.gather(*(asyncio.to_thread(stop, reader.where) for reader in readers))


async def settled() -> None:
    """Waits until every process has been there for longer than a lease, as in operation."""
    await asyncio.sleep(3.5)


async def killed(two: Gateways) -> None:
    """kill -9 of the process that produces: a reader of another process, and those of the killed one, who come back."""
    others: list[float] = []
    own: list[float] = []
    texts: list[float] = []
    for number in range(ROUNDS):
        await settled()
        readers = [Reader(asked(1000 * number + index)) for index in range(KILLED)]
        tasks = await streaming(readers, two.all[0].url)
        there = [Reader({}, where=reader.where, last_id=reader.last_id) for reader in readers[: KILLED // 2]]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        everybody = readers[KILLED // 2 :] + there
        urls = [gateway.url for gateway in two.all]
        tasks = [asyncio.create_task(one.read(*urls)) for one in readers[KILLED // 2 :]]
        tasks += [asyncio.create_task(one.read(urls[1])) for one in there]
        await asyncio.sleep(0.6)
        strike(everybody)
        two.kill(two.all[0])
        await resumed(everybody, tasks)
        own += [one.silence for one in readers[KILLED // 2 :] if one.after]
        others += [one.silence for one in there if one.after]
        texts += [one.text_silence for one in everybody if one.text_after]
        await stopped(urls[1], readers)
        await two.start(two.all[0])
        two.up = two.all[:]
    say("kill -9: silence, readers of another process", told(others))
    say("kill -9: silence, its own readers", told(own))
    say("kill -9: until new text, all", told(texts))


async def rolling(two: Gateways) -> None:
    """SIGTERM of a process with many streams, beside another one."""
    gaps: list[float] = []
    texts: list[float] = []
    ends: list[float] = []
    for number in range(max(2, ROUNDS // 2)):
        await settled()
        readers = [Reader(asked(100_000 + 1000 * number + index)) for index in range(ROLLED)]
        urls = [gateway.url for gateway in two.all]
        tasks = []
        for one in readers:
            tasks.append(asyncio.create_task(one.read(*urls)))
            await asyncio.sleep(0.02)
        await each(readers, lambda one: one.events > 8 or one.ended)
        begin = time.perf_counter()
        strike(readers)
        assert await two.all[0].terminated(60) == 0
        ends.append(time.perf_counter() - begin)
        await resumed(readers, tasks)
        moved = [one for one in readers if one.text_after]
        gaps += [one.silence for one in moved]
        texts += [one.text_silence for one in moved]
        await stopped(urls[1], readers)
        two.kill(two.all[0])
        await two.start(two.all[0])
        two.up = two.all[:]
    say(f"rolling restart of {ROLLED} streams: gap", told(gaps))
    say("rolling restart: until new text", told(texts))
    say("rolling restart: SIGTERM to exit", told(ends))


async def workers(url: str, upstream: str) -> None:
    """kill -9 of the one of two processes on a port that produces."""
    silences: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        settings = {"DATABASE_URL": url, "OPENAI_BASE_URL": upstream, "GATEWAY_EMBEDDER": "none"}
        settings |= {"GATEWAY_EVIDENCE": "report", "GATEWAY_REGENERATE": "0"}
        with processes.serving(Path(folder), "--workers", "2", "--no-sample", **settings) as parent:
            address = await address_of(parent)
            await ready(address)
            for number in range(ROUNDS):
                await asyncio.sleep(4.5)
                reader = Reader(asked(500_000 + number))
                task = asyncio.create_task(reader.read(address))
                await each([reader], lambda one: one.events > 8 or one.ended)
                connection = await asyncpg.connect(url)
                owner = await connection.fetchval("select owner from turn_lease")
                await connection.close()
                strike([reader])
                os.kill(int(owner.split(":")[1]), signal.SIGKILL)
                await resumed([reader], [task])
                silences.append(reader.silence)
                await stopped(address, [reader])
            parent.send_signal(signal.SIGTERM)
            await asyncio.to_thread(parent.wait, 20)
    say("kill -9 under --workers 2: silence", told(silences))


async def address_of(process: subprocess.Popen[str]) -> str:
    """Returns where it listens, as it says at its start."""
    assert process.stdout is not None
    while line := await asyncio.to_thread(process.stdout.readline):
        if found := re.match(r"address +(http://[^\s,]+)", line):
            return found[1]
    raise SystemExit("it did not start")


async def ready(address: str, within_s: float = 100) -> None:
    def look() -> bool:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    await until(look, within_s)


@asynccontextmanager
async def started(clone: Path, data: Path):  # type: ignore[no-untyped-def]
    """`python3 dev.py serve` of a clone until it is ready: yields the seconds."""
    begin = time.perf_counter()
    environment = processes.environment(GATEWAY_DATA_DIR=str(data), PYTHONUNBUFFERED="1")
    process = subprocess.Popen(  # noqa: ASYNC220 - what is measured
        [sys.executable, str(clone / "dev.py"), "serve", "--port", "0"],
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        await ready(await address_of(process))
        yield time.perf_counter() - begin
    finally:
        process.terminate()
        process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


async def serve() -> None:
    """The second `dev.py serve` and those after it; PostgreSQL has ended between."""
    data = Path(tempfile.mkdtemp(prefix="citestream-bench-"))
    took: list[float] = []
    try:
        for _ in range(ROUNDS + 1):
            async with started(ROOT, data) as seconds:
                took.append(seconds)
            await until(lambda: not (data / "server.json").exists(), 30)
            await asyncio.sleep(0.5)
    finally:
        await leftovers.removed(data)
    say("dev.py serve with an empty data directory", f"{took[0]:.2f} s")
    say("dev.py serve again, to ready", told(took[1:]))


async def first() -> None:
    """The first `dev.py serve` of a fresh copy, with the caches of packages warm."""
    folder = Path(tempfile.mkdtemp(prefix="citestream-first-"))
    try:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "clone")], check=True)  # noqa: ASYNC221
        async with started(folder / "clone", folder / "data") as seconds:
            say("first dev.py serve, caches warm", f"{seconds:.1f} s")
    finally:
        await leftovers.removed(folder / "data")
        shutil.rmtree(folder, ignore_errors=True)


def help_() -> None:
    program = ROOT / ".venv" / "bin" / "citestream"
    walls, busy = [], []
    for _ in range(2 * ROUNDS + 1):
        begin, before = time.perf_counter(), os.times()
        subprocess.run([program, "--help"], stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        walls.append(time.perf_counter() - begin)
        busy.append(after.children_user + after.children_system - before.children_user - before.children_system)
    say("citestream --help", f"{told(walls)}; processor time {statistics.median(busy):.2f} s")


async def main() -> None:
    wanted = sys.argv[1:] or ["killed", "workers", "rolling", "serve", "help"]
    if "help" in wanted:
        help_()
    if "serve" in wanted:
        await serve()
    if "first" in wanted:
        await first()
    if not {"killed", "workers", "rolling"} & set(wanted):
        return
    scripts = Scripts()
    writes(scripts, 0.05)
    async with postgres.fresh_database(_migrate) as url, FakeUpstream(scripts) as upstream:
        async with gateways(2, url, upstream.url, GATEWAY_LEASE_S="3") as two:
            await add_rules(two.all[0].url)
            if "killed" in wanted:
                await killed(two)
            if "rolling" in wanted:
                writes(scripts, 0.2)
                await rolling(two)
                writes(scripts, 0.05)
        if "workers" in wanted:
            await workers(url, upstream.url)


if __name__ == "__main__":
    asyncio.run(main())
