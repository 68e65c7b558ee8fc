"""How a gateway takes people as they come: a Poisson crowd, and five hundred questions in the same instant.

Questions arrive at random, so many a second on the average, whether the ones before are answered or not. Answers have
real lengths: log-normal with a median of 250 pieces and a sigma of 0.6 (one in twenty is longer than 670), from 20 to
1,500; a piece of four characters every 20 ms. Arrivals and lengths come from a seed and are the same in every run. The
first text waits for twelve pieces, 240 ms, since the model writes JSON and its first paragraph's ids come before. The
gateway, its PostgreSQL and the model are processes of their own; the readers share this one.

    python bench/arrivals.py [--rates 5,10] [--seconds 20] [--at-once 500] [--workers 1]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import aiohttp

from bench.figures import figure
from bench.gateways import Server, Surroundings, surroundings, until_ready
from bench.stream_parts.model import Plan
from bench.stream_parts.readers import QUESTION, quantiles
from gateway.concurrency import event_loop

MEDIAN, SIGMA, SHORTEST, LONGEST = 250, 0.6, 20, 1500
"""Pieces of an answer."""
PAUSE_MS = 20.0
LIMIT_S = 120


@dataclass(slots=True)
class Visit:
    """What one person got. `late_s`: how much longer the answer took than the model needs to write it."""

    first_s: float = 0.0
    late_s: float = 0.0
    error: str = ""


def crowd(rate: float, seconds: float, seed: int) -> list[tuple[float, int]]:
    """Returns when people come, and how many pieces their answers have."""
    drawn, at, found = random.Random(seed), 0.0, []
    while (at := at + drawn.expovariate(rate)) < seconds:
        pieces = MEDIAN * drawn.lognormvariate(0, SIGMA)
        found.append((at, round(min(max(pieces, SHORTEST), LONGEST))))
    return found


async def visit(session: aiohttp.ClientSession, url: str, number: int, pieces: int) -> Visit:
    """Asks and reads one answer."""
    found, begin = Visit(), time.monotonic()
    question = f"{(QUESTION % number)[:-1]} (pieces {pieces})?"
    try:
        async with session.post(f"{url}/v1/answers", json={"question": question}) as response:
            await _read(response, found, begin)
    except (aiohttp.ClientError, TimeoutError) as error:
        found.error = type(error).__name__
    found.late_s = time.monotonic() - begin - pieces * PAUSE_MS / 1000
    return found


async def _read(response: aiohttp.ClientResponse, found: Visit, begin: float) -> None:
    if response.status != 200:
        found.error = str(response.status)
        return
    rest, whole = b"", False
    async for part in response.content.iter_any():
        *frames, rest = (rest + part).split(b"\n\n")
        for frame in frames:
            if not found.first_s and b"data: " in frame and b"event:" not in frame:
                found.first_s = time.monotonic() - begin
            whole = whole or b"event: [DONE]" in frame
            if b"event: [ERROR]" in frame:
                found.error = "an error in the stream"
    if not found.error and not (whole and found.first_s):
        found.error = "no text" if whole else "broken off"


class Bench:
    def __init__(self, around: Surroundings, server: Server, session: aiohttp.ClientSession) -> None:
        self._around, self._server, self._session, self._number = around, server, session, 0

    async def run(self, what: str, people: Sequence[tuple[float, int]]) -> None:
        """Lets people come, and says what they noticed."""
        first, self._number = self._number + 1, self._number + len(people)
        cpu, busy, begin = self._server.cpu_s(), self._around.database_s(), time.monotonic()
        found = await asyncio.gather(*(self._come(at, first + n, pieces) for n, (at, pieces) in enumerate(people)))
        took = time.monotonic() - begin
        cpu, busy = self._server.cpu_s() - cpu, self._around.database_s() - busy
        served = [one for one in found if not one.error]
        errors = Counter(one.error for one in found if one.error)
        say(what, "served", len(served) / took, "a second")
        say_quantiles(what, "first text", (one.first_s for one in served))
        say_quantiles(what, "later than the model", (one.late_s for one in served))
        say(what, "gateway", cpu / len(people) * 1000, "ms an answer")
        say(what, "PostgreSQL", busy / len(people) * 1000, "ms an answer")
        say(what, "errors", errors.total(), f"of {len(people)}")
        for error, count in errors.items():
            print(f"    {count} times {error}")

    async def _come(self, at: float, number: int, pieces: int) -> Visit:
        await asyncio.sleep(at)
        return await visit(self._session, self._server.url, number, pieces)


def say(what: str, name: str, value: float, unit: str) -> None:
    figure(f"{what}: {name}", value, unit)
    print(f"{what:28} {name:28} {value:9.1f} {unit}", flush=True)


def say_quantiles(what: str, name: str, seconds: Iterable[float]) -> None:
    values = [second * 1000 for second in seconds]
    if values:
        for quantile, value in (quantiles(values) | {"most": max(values)}).items():
            say(what, f"{name}, {quantile}", value, "ms")


async def measure(options: argparse.Namespace) -> None:
    connector, timeout = aiohttp.TCPConnector(limit=0), aiohttp.ClientTimeout(LIMIT_S)
    async with surroundings() as around, aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        with around.gateway(workers=options.workers) as server:
            await until_ready(server.url)
            await around.plan(Plan(pause_ms=PAUSE_MS))
            bench = Bench(around, server, session)
            await asyncio.gather(*(visit(session, server.url, 10**6 + n, 20) for n in range(8)))  # loads what is lazy
            for rate in options.rates:
                await bench.run(f"{rate:g} a second", crowd(rate, options.seconds, seed=17))
            if options.at_once:
                lengths = crowd(options.at_once, 2.0, seed=18)[: options.at_once]
                await bench.run(f"{len(lengths)} at once", [(0.0, pieces) for _, pieces in lengths])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rates", type=lambda text: [float(part) for part in text.split(",")], default=[5.0, 10.0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--at-once", type=int, default=500)
    parser.add_argument("--workers", type=int, default=1)
    event_loop.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
