"""What a piece of an answer costs: the gateway against the least that can be done, a naive assembly and another proxy.

All stand in processes of their own before one model that writes at a given pace, and are read by the same readers.
Processor time is the servers' own; per piece and per answer it comes from answers of two lengths. Servers take turns,
so that whatever else the machine does meets all of them; ratios hold from machine to machine, absolutes do not. In a
burst the model writes as fast as it is read. `peer` is LiteLLM's proxy, which is fetched from the registry when it is
asked for (`bench/stream_parts/peer.py`). `--workers 2` tells how much more several processes serve.

    python bench/stream.py [--streams 1,50,500,1000] [--burst 1,50] [--rounds 3] [--workers 2]
                           [--servers relay,gateway,naive,peer]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ME = Path(__file__).resolve()
sys.path.insert(0, str(ME.parents[1]))

from bench.figures import figure  # noqa: E402
from bench.gateways import Server, Surroundings, surroundings, until_ready  # noqa: E402
from bench.stream_parts import naive, peer, processes, readers, relay, workers  # noqa: E402
from bench.stream_parts.model import Plan  # noqa: E402
from gateway.concurrency import event_loop  # noqa: E402

PAUSES_MS = {1: 1.0, 50: 20.0, 500: 200.0, 1000: 400.0}
"""Between two pieces of each of so many streams."""
SHORT, LONG, SLOW_LONG = 25, 1250, 125
"""Pieces of the two lengths of answer; the last one for streams whose pieces come slower than every 20 ms. What an
answer costs once is what the short one costs beside its pieces; of more pieces, rounds differ by more than that."""
WARMING = 8
"""Crowds of 50 before anything is measured: a process needs some hundred answers until its interpreter, its memory and
the database's connections are as they stay."""
COLUMNS = {
    "piece_us": ("a piece", "µs"),
    "answer_ms": ("once an answer", "ms"),
    "database_us": ("a piece, PostgreSQL", "µs"),
    "p50_ms": ("added, p50", "ms"),
    "p99_ms": ("added, p99", "ms"),
    "first_ms": ("first text", "ms"),
    "stream_kb": ("a stream", "kB"),
    "served": ("served", "pieces/s"),
    "failed": ("streams failed", "streams"),
}
"""Of a row, for programs."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one crowd of readers cost and noticed."""

    cpu_s: float
    database_s: float
    took_s: float
    firsts_s: list[float]
    """Until the first text, less what the model took to write it: the first piece comes a pause or two after a request,
    and a structured answer begins with its citations."""
    delays_ms: list[float]
    memory_kb: int
    failed: int


@dataclass(frozen=True, slots=True)
class Row:
    """One server with so many streams: µs per piece, ms per answer, and what readers noticed. `served`: pieces of all
    streams in a second by the clock, which says something of a burst only."""

    piece_us: float
    answer_ms: float
    database_us: float
    p50_ms: float
    p99_ms: float
    first_ms: float
    stream_kb: float
    served: float
    failed: float
    """Streams that did not come to their end."""


class Bench:
    def __init__(self, around: Surroundings) -> None:
        self._around, self._number = around, 0

    async def run(self, server: Server, streams: int, plan: Plan) -> Run:
        await self._around.plan(plan)
        first, self._number = self._number + 1, self._number + streams
        before, busy = server.cpu_s(), self._around.database_s()
        most = _MostMemory(server.pid)
        begin = time.monotonic()
        found = await readers.read_all(server.url, first, streams, chat=server.name == "peer")
        took = time.monotonic() - begin
        memory_kb = most.close()
        cpu, database = server.cpu_s() - before, self._around.database_s() - busy
        times = await self._around.times()
        sizes = readers.text_sizes(plan.written(), parsed=server.name == "gateway")
        delays = [
            delay
            for number, one in enumerate(found, first)
            if not one.error
            for delay in readers.delays_ms(one, times[number].written, sizes)
        ]
        good = [(number, one) for number, one in enumerate(found, first) if not one.error]
        begins = next(piece for piece, size in enumerate(sizes) if size)
        firsts = [one.first_s - (times[number].written[begins] - times[number].asked) for number, one in good]
        return Run(cpu, database, took, firsts, delays, memory_kb, len(found) - len(good))

    async def row(self, server: Server, streams: int, pause_ms: float) -> Row:
        lengths = (SHORT, LONG if pause_ms <= 20 else SLOW_LONG)
        idle = processes.memory_kb(server.pid)
        plans = [Plan(pieces, pause_ms) for pieces in lengths]
        short, long = [await self.run(server, streams, plan) for plan in plans]
        pieces = [len(plan.written()) for plan in plans]
        more = streams * (pieces[1] - pieces[0])
        each, database = (long.cpu_s - short.cpu_s) / more, (long.database_s - short.database_s) / more
        seen = readers.quantiles(long.delays_ms)
        return Row(
            each * 1e6,
            (short.cpu_s / streams - each * pieces[0]) * 1e3,
            database * 1e6,
            seen["p50"],
            seen["p99"],
            statistics.median(long.firsts_s) * 1e3,
            max(0, long.memory_kb - idle) / streams,
            streams * pieces[1] / long.took_s,
            short.failed + long.failed,
        )


class _MostMemory:
    """The most that a process has taken since this was made."""

    def __init__(self, pid: int) -> None:
        self._pid, self._most_kb = pid, 0
        self._task = asyncio.ensure_future(self._look())

    def close(self) -> int:
        self._task.cancel()
        return self._most_kb

    async def _look(self) -> None:
        while True:
            self._most_kb = max(self._most_kb, processes.memory_kb(self._pid))
            await asyncio.sleep(0.2)


@contextlib.contextmanager
def servers(names: Sequence[str], around: Surroundings) -> Iterator[list[Server]]:
    """Starts what is compared. A peer that cannot be had is left out, with a sentence."""
    with contextlib.ExitStack() as stack:
        found = []
        for name in names:
            port = processes.free_port()
            if name == "gateway":
                found.append(stack.enter_context(around.gateway()))
                continue
            try:
                if name == "peer":
                    pid = stack.enter_context(peer.proxy(port, around.model_url))
                else:
                    command = [ME, name, port, around.model_url, around.database]
                    pid = stack.enter_context(processes.process(command)).pid
            except peer.NotToBeHad as why:
                print(why, flush=True)
                continue
            found.append(Server(name, f"http://127.0.0.1:{port}", pid))
        yield found


async def compare(options: argparse.Namespace) -> None:
    async with surroundings() as around:
        if options.streams or options.burst:
            with servers(options.servers, around) as found:
                for server in found:
                    await until_ready(server.url)
                await compared(options, Bench(around), found)
        if options.workers > 1:
            await workers.compare(around, options.workers, options.rounds)


async def compared(options: argparse.Namespace, bench: Bench, found: Sequence[Server]) -> None:
    for server in found:  # what is loaded and compiled once, and what a start leaves for later
        await bench.run(server, 4, Plan(100))
        await bench.run(server, 20, Plan(150, 20.0))
        for _ in range(WARMING):
            await bench.run(server, 50, Plan(SHORT, 20.0))
    paced = [(streams, PAUSES_MS.get(streams, streams * 0.4)) for streams in options.streams]
    for streams, pause_ms in [*paced, *((streams, 0.0) for streams in options.burst)]:
        rows: dict[str, list[Row]] = {server.name: [] for server in found}
        for _ in range(options.rounds):
            for server in found:
                rows[server.name].append(await bench.row(server, streams, pause_ms))
        say(streams, pause_ms, rows)


def say(streams: int, pause_ms: float, rows: dict[str, list[Row]]) -> None:
    pace = f"a piece every {pause_ms:g} ms" if pause_ms else "in a burst"
    print(f"\n{streams} streams, {pace}; medians of {len(next(iter(rows.values())))} rounds, of memory the most")
    seen = "added p50 / p99 ms" if pause_ms else "pieces/s          "
    print(f"            µs/piece  ratio  ms/answer  PostgreSQL µs/piece  {seen}  first text ms  kB/stream")
    medians = {name: together(found) for name, found in rows.items()}
    least = medians.get("relay")
    for name, row in medians.items():
        ratio = f"{row.piece_us / least.piece_us:.1f}" if least else "-"
        seen = f"{row.p50_ms:>12.1f} / {row.p99_ms:<6.1f}" if pause_ms else f"{row.served:>14.0f}{'':7}"
        print(
            f"{name:<12}{row.piece_us:>8.0f}{ratio:>7}{row.answer_ms:>11.1f}{row.database_us:>21.0f}"
            f"{seen}{row.first_ms:>14.0f}{row.stream_kb:>11.0f}",
            flush=True,
        )
        if most := max(run.failed for run in rows[name]):
            print(f"    of {name}'s {2 * streams} streams up to {most:.0f} in a round did not come to their end")
    note(f"{streams} streams, {pace}", bool(pause_ms), rows)


def together(rounds: Sequence[Row]) -> Row:
    """Returns the medians; of memory the most, for a crowd uses again what one before it has taken."""
    medians = Row(*(statistics.median(getattr(row, column) for row in rounds) for column in Row.__slots__))
    return replace(medians, stream_kb=max(row.stream_kb for row in rounds))


def note(what: str, paced: bool, rows: dict[str, list[Row]]) -> None:
    """Notes the rounds of all figures that say something at this pace."""
    idle = {"served"} if paced else {"p50_ms", "p99_ms"}
    for name, found in rows.items():
        for column, (called, unit) in COLUMNS.items():
            if column not in idle:
                for row in found:
                    figure(f"{what}: {name}, {called}", getattr(row, column), unit)
    for least, ours in zip(rows.get("relay", ()), rows.get("gateway", ()), strict=False):
        figure(f"{what}: gateway, a piece, of the relay's", ours.piece_us / least.piece_us, "times")


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--streams", type=numbers, default=[1, 50, 500, 1000], help="at a pace; '' for none")
    parser.add_argument("--burst", type=numbers, default=[1, 50], help="as fast as they are read; '' for none")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1, help="compare so many processes with one")
    parser.add_argument("--servers", type=lambda text: text.split(","), default=["relay", "gateway", "naive"])
    event_loop.run(compare(parser.parse_args()))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["relay", port, model_url, _]:
            relay.main(int(port), model_url)
        case ["naive", port, model_url, database]:
            naive.main(int(port), model_url, database)
        case _:
            main()
