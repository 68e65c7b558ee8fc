"""What readers of an answer cost and notice: replays and resumed streams of ended answers, many viewers of a running
one, and readers of an answer that another process writes.

Two gateways share one PostgreSQL; a fake model in another process writes a piece at a time. Processor time is that of
the gateway that is read from, PostgreSQL beside it. An event is what has an id; of a running answer, the cost is that
of the viewers beyond its first reader. Goals: 15 µs an event of an ended answer, and 60 ms behind for a reader of
another process.

    python bench/viewers.py [--answers 8] [--pieces 800] [--viewers 50] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import aiohttp

from bench.figures import figure
from bench.gateways import Server, Surroundings, surroundings, until_ready
from bench.stream_parts.model import Plan
from bench.stream_parts.readers import QUESTION, quantiles
from gateway.concurrency import event_loop

PAUSE_MS = 10.0
"""Between two pieces: most become an event of their own."""
RUNNING_PAUSE_MS = 20.0
TAIL = 3
"""Events that a reader lacks that comes back at the end."""


@dataclass(slots=True)
class Seen:
    """What one reader got: when each event came, by its number."""

    answer: str = ""
    arrivals: dict[int, float] = field(default_factory=dict)
    known: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the answer's address is known."""


async def take(response: aiohttp.ClientResponse, seen: Seen) -> None:
    """Reads an event stream to its end. Exits where it has none."""
    rest, ended = b"", False
    async for part in response.content.iter_any():
        now = time.monotonic()
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                seen.arrivals[int(line.rpartition(b"-")[2])] = now
            ended = ended or line.startswith(b"event: [DONE]")
    if not ended:
        raise SystemExit(f"{response.url} did not finish a stream ({response.status})")


class Readers:
    """Readers of one gateway, on connections of their own."""

    def __init__(self, session: aiohttp.ClientSession, server: Server) -> None:
        self._session, self._server = session, server

    async def ask(self, number: int, seen: Seen) -> Seen:
        body = {"question": QUESTION % number}
        async with self._session.post(f"{self._server.url}/v1/answers", json=body) as response:
            seen.answer = response.headers["Location"].rpartition("/")[2]
            seen.known.set()
            await take(response, seen)
        return seen

    async def follow(self, answer: str, after: str = "0-0") -> Seen:
        """Reads an answer from a cursor on."""
        seen, url = Seen(answer), f"{self._server.url}/v1/answers/{answer}/events"
        async with self._session.get(url, headers={"Last-Event-ID": after}) as response:
            await take(response, seen)
        return seen

    async def follow_all(self, answers: Sequence[str], after: str = "0-0") -> list[Seen]:
        return await asyncio.gather(*(self.follow(answer, after) for answer in answers))


class Bench:
    def __init__(self, around: Surroundings, session: aiohttp.ClientSession, here: Server, there: Server) -> None:
        self._around, self._here, self._there = around, here, there
        self._read_here, self._read_there = Readers(session, here), Readers(session, there)
        self._number = 0

    async def written(self, count: int, plan: Plan) -> list[Seen]:
        """Has so many answers written here, at the same time."""
        await self._around.plan(plan)
        first, self._number = self._number + 1, self._number + count
        return await asyncio.gather(*(self._read_here.ask(first + number, Seen()) for number in range(count)))

    async def ended(self, what: str, answers: Sequence[str], after: str = "0-0", *, short: bool = False) -> None:
        """Reads ended answers all at once, and says what an event took; `short`: what a reader took."""
        cpu, busy = self._here.cpu_s(), self._around.database_s()
        seen = await self._read_here.follow_all(answers, after)
        events = sum(len(one.arrivals) for one in seen)
        cpu, busy = self._here.cpu_s() - cpu, self._around.database_s() - busy
        if short:
            say(f"{what}: a reader", cpu / len(answers) * 1e6, "µs")
            return
        say(f"{what}: an event", cpu / events * 1e6, "µs")
        say(f"{what}: an event, PostgreSQL", busy / events * 1e6, "µs")

    async def running(self, pieces: int, viewers: int) -> None:
        """Has one answer written here; viewers come as soon as it has an address."""
        await self._around.plan(Plan(pieces, RUNNING_PAUSE_MS))
        for count in (0, viewers):
            await self._running(count)

    async def _running(self, viewers: int) -> None:
        self._number += 1
        seen, cpu = Seen(), self._here.cpu_s()
        asked = asyncio.ensure_future(self._read_here.ask(self._number, seen))
        await seen.known.wait()
        followers = await self._read_here.follow_all([seen.answer] * viewers)
        await asked
        spent = self._here.cpu_s() - cpu
        if not viewers:
            self._alone_s = spent
            return
        events = sum(len(one.arrivals) for one in followers)
        behind = [
            (at - seen.arrivals[number]) * 1000
            for one in followers
            for number, at in one.arrivals.items()
            if number > 9
        ]
        say(f"{viewers} viewers of a running answer: an event and viewer", (spent - self._alone_s) / events * 1e6, "µs")
        say_behind(f"{viewers} viewers of a running answer", behind, "its first reader")

    async def elsewhere(self, pieces: int, viewers: int) -> None:
        """Has one answer written here and read from the other gateway too."""
        await self._around.plan(Plan(pieces, RUNNING_PAUSE_MS))
        self._number += 1
        seen = Seen()
        asked = asyncio.ensure_future(self._read_here.ask(self._number, seen))
        await seen.known.wait()
        cpu = self._there.cpu_s()
        followers = await self._read_there.follow_all([seen.answer] * viewers)
        spent = self._there.cpu_s() - cpu
        await asked
        events = sum(len(one.arrivals) for one in followers)
        behind = [
            (at - seen.arrivals[number]) * 1000
            for one in followers
            for number, at in one.arrivals.items()
            if number > 9
        ]
        what = f"{viewers} reader{'s' * (viewers > 1)} on another process"
        say(f"{what}: an event and reader", spent / events * 1e6, "µs")
        say_behind(what, behind, "a reader of the process that writes")


lines: dict[str, list[float]] = {}


def say(name: str, value: float, unit: str) -> None:
    """Notes one round of a figure."""
    figure(name, value, unit)
    lines.setdefault(f"{name}\t{unit}", []).append(value)


def say_behind(what: str, behind: Sequence[float], whom: str) -> None:
    found = quantiles(list(behind))
    for name, value in found.items():
        say(f"{what}: behind {whom}, {name}", value, "ms")


async def measure(options: argparse.Namespace) -> None:
    timeout = aiohttp.ClientTimeout(300)
    async with surroundings() as around:
        with around.gateway("here") as here:
            await until_ready(here.url)
            with around.gateway("there") as there:
                await until_ready(there.url)
                connector = aiohttp.TCPConnector(limit=0)
                async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
                    await rounds(Bench(around, session, here, there), options)


async def rounds(bench: Bench, options: argparse.Namespace) -> None:
    await bench.written(2, Plan(50, 1.0))  # what is loaded once
    seen = await bench.written(options.answers, Plan(options.pieces, PAUSE_MS))
    answers = [one.answer for one in seen]
    events = [max(one.arrivals) for one in seen]
    print(f"{len(answers)} ended answers of {statistics.median(events):.0f} events")
    half, last = f"1-{min(events) // 2}", f"1-{min(events) - TAIL}"
    await bench.ended("replay", answers)
    lines.clear()
    for _ in range(options.rounds):
        await bench.ended("replay, each answer by one reader", answers)
        await bench.ended("resume at half", answers, half)
        await bench.ended("resume at the end", answers, last, short=True)
        await bench.ended(f"{options.viewers} viewers of an ended answer", answers[:1] * options.viewers)
        await bench.running(options.pieces // 2, options.viewers)
        await bench.elsewhere(options.pieces // 2, 1)
        await bench.elsewhere(options.pieces // 2, options.viewers)
    for name, values in lines.items():
        told, unit = name.split("\t")
        print(f"{told:76} {statistics.median(values):8.1f} {unit} ({min(values):.1f} to {max(values):.1f})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--answers", type=int, default=8)
    parser.add_argument("--pieces", type=int, default=800)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    event_loop.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
