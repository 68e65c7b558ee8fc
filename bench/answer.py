"""What one answer costs once, by part: processor time of the gateway and of PostgreSQL, and round trips.

A real gateway with its embedded PostgreSQL and the sample documents is asked one question at a time by a process of its
own, and a fake model in another process writes one paragraph without pauses. Two kinds of questions: one by itself, and
one in a thread that has an answer already. Processor time is counted by cause (`bench/answer_parts/account.py`): the
journal's transactions while the search runs are the journal's. Counting itself costs one to three milliseconds an
answer; `plain` is what the process takes without it.

    python bench/answer.py [--rounds 5] [--answers 20] [--statements]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ME = Path(__file__).resolve()
sys.path.insert(0, str(ME.parents[1]))

from bench.answer_parts import account  # noqa: E402
from bench.answer_parts.statements import Trips  # noqa: E402
from bench.figures import figure  # noqa: E402
from bench.gateways import Surroundings, surroundings  # noqa: E402
from bench.stream_parts.model import Plan  # noqa: E402
from gateway import slots  # noqa: E402
from gateway.concurrency import event_loop  # noqa: E402
from gateway.store.database.migrations import migrate  # noqa: E402
from tests.support.server import Server, running  # noqa: E402

PIECES = 75
"""Of the answer: three sentences."""
KINDS = {"by itself": "What is a citation in an answer (stream %d)?", "follow-up": "And what is that link (stream %d)?"}
SOCKETS = "sockets and loop"
ASKER = ME.parent / "answer_parts" / "asker.py"
WARMING = 20
"""Answers of each kind before the first round: every connection of the pool has prepared its statements then."""


@dataclass(slots=True)
class Round:
    """What some answers took, each: ms by part here, ms and round trips by part and statement in PostgreSQL."""

    here_ms: dict[str, float] = field(default_factory=dict)
    all_ms: float = 0.0
    there_ms: dict[tuple[str, str], float] = field(default_factory=dict)
    trips: dict[tuple[str, str], float] = field(default_factory=dict)
    server_ms: float = 0.0
    """All of PostgreSQL, with what it does in the background."""
    first_ms: float = 0.0
    """Median time to the first text, by the clock."""


# The gateway -------------------------------------------------------------------------------------------------------


class Bench:
    def __init__(self, server: Server, counted: account.Account | None, trips: Trips, around: Surroundings) -> None:
        self._server, self._counted, self._trips, self._around = server, counted, trips, around
        self._threads = 0

    async def both(self, answers: int) -> dict[str, Round]:
        """Asks every kind of question so many times, each thread once of each kind."""
        threads = [f"thread {self._threads + number}" for number in range(answers)]
        self._threads += answers
        return {name: await self.round(name, threads) for name in KINDS}

    async def round(self, name: str, threads: Sequence[str]) -> Round:
        counted, trips = self._counted, self._trips
        trips.clear()
        if counted is not None:
            counted.turn_to(None)
            counted.spent_ns.clear()
        cpu, busy = time.process_time(), self._around.database_s()
        child = await asyncio.create_subprocess_exec(
            sys.executable, str(ASKER), self._server.url, KINDS[name], *threads, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await child.communicate()
        if child.returncode:
            raise SystemExit(f"the asker ended with {child.returncode}")
        await asyncio.gather(*(one.task for one in self._server.services.live.running if one.task))
        spent, server = time.process_time() - cpu, self._around.database_s() - busy
        scale = 1000 / len(threads)
        here = {part: ns / 1e9 * scale for part, ns in (counted.spent_ns if counted else Counter[str]()).items()}
        here[SOCKETS] = spent * scale - sum(here.values())
        return Round(
            here,
            spent * scale,
            {key: seconds * scale for key, seconds in trips.spent_s.items()},
            {key: count / len(threads) for key, count in trips.count.items()},
            server * scale,
            statistics.median(json.loads(told)) * 1000,
        )


@contextlib.asynccontextmanager
async def gateway(around: Surroundings) -> AsyncIterator[Server]:
    """Opens a gateway in this process."""
    model = {"openai_base_url": around.model_url, "openai_model": "bench", "openai_api_key": "none"}
    await migrate(around.database, slots.resource("migrations"))
    async with running(around.database, sample=True, provider="openai", **model) as server:
        yield server


async def measure(options: argparse.Namespace) -> None:
    """Measures in this process; `options.plain`: without counting by part."""
    trips, counted = Trips(), None if options.plain else account.Account()
    if counted is not None:
        for lost in account.watch(counted):
            print(f"not there, and counted with what calls it: {lost}")
        trips.watch()
    async with surroundings() as around:
        await around.plan(Plan(PIECES))
        async with gateway(around) as server:
            bench = Bench(server, counted, trips, around)
            await bench.both(WARMING)
            rounds = [await bench.both(options.answers) for _ in range(options.rounds)]
    for name in KINDS:
        found = [one[name] for one in rounds]
        if options.plain:
            say_plain(name, found)
        else:
            say(name, found)
            if options.statements:
                say_statements(found)


# What is printed ---------------------------------------------------------------------------------------------------


def middle(values: Sequence[float]) -> str:
    return f"{statistics.median(values):9.2f}"


def say(name: str, rounds: Sequence[Round]) -> None:
    print(f"\nan answer, {name}: medians of {len(rounds)} rounds")
    print(f"{'':18}{'gateway ms':>12}{'PostgreSQL ms':>15}{'round trips':>13}  statements")
    for part in (*account.PARTS, account.ELSEWHERE, SOCKETS):
        here = [one.here_ms.get(part, 0.0) for one in rounds]
        there = [sum(ms for (asked, _), ms in one.there_ms.items() if asked == part) for one in rounds]
        trips = [sum(count for (asked, _), count in one.trips.items() if asked == part) for one in rounds]
        names = sorted({called for one in rounds for (asked, called) in one.trips if asked == part})
        if not any(here) and not any(trips):
            continue
        print(f"{part:18}{middle(here):>12}{middle(there):>15}{middle(trips):>13}  {', '.join(names)}")
        for one in range(len(rounds)):
            figure(f"{name}: {part}, gateway", here[one], "ms")
            if any(trips):
                figure(f"{name}: {part}, PostgreSQL", there[one], "ms")
                figure(f"{name}: {part}, round trips", trips[one], "trips")
    total = [sum(one.trips.values()) for one in rounds]
    alls, servers = [one.all_ms for one in rounds], [one.server_ms for one in rounds]
    print(f"{'all':18}{middle(alls):>12}{middle(servers):>15}{middle(total):>13}")
    print(f"first text after {middle([one.first_ms for one in rounds]).strip()} ms", flush=True)
    for one in rounds:
        figure(f"{name}: round trips", sum(one.trips.values()), "trips")


def say_statements(rounds: Sequence[Round]) -> None:
    """Prints each statement, the dearest first."""
    keys = {key for one in rounds for key in one.trips}
    dear = {key: statistics.median(one.there_ms.get(key, 0.0) for one in rounds) for key in keys}
    for part, called in sorted(dear, key=lambda key: -dear[key]):
        count = statistics.median(one.trips.get((part, called), 0.0) for one in rounds)
        print(f"    {dear[part, called]:7.3f} ms  {count:6.2f} times  {part}: {called}")


def say_plain(name: str, rounds: Sequence[Round]) -> None:
    alls, servers, firsts = ([getattr(one, column) for one in rounds] for column in ("all_ms", "server_ms", "first_ms"))
    spread = f"{min(alls):.2f} to {max(alls):.2f}"
    print(
        f"plain, {name}: gateway {middle(alls).strip()} ms an answer ({spread}), PostgreSQL {middle(servers).strip()} ms, "
        f"first text after {middle(firsts).strip()} ms",
        flush=True,
    )
    for one in rounds:
        figure(f"{name}: gateway", one.all_ms, "ms")
        figure(f"{name}: PostgreSQL", one.server_ms, "ms")
        figure(f"{name}: first text", one.first_ms, "ms")


def main() -> None:
    logging.disable()
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--answers", type=int, default=20, help="of a round and kind")
    parser.add_argument("--statements", action="store_true", help="print each statement too")
    parser.add_argument("--plain", action="store_true", help="count nothing by part: what the process takes")
    options = parser.parse_args()
    event_loop.run(measure(options))
    if not options.plain:  # once more in a process that counts nothing
        words = [f"--rounds={options.rounds}", f"--answers={options.answers}", "--plain"]
        sys.exit(subprocess.call([sys.executable, str(ME), *words]))


if __name__ == "__main__":
    main()
