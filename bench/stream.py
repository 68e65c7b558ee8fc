"""What a piece of an answer costs: the gateway against the least that can be done, and against a naive assembly.

All stand in processes of their own before one model that writes at a given pace, and are read by the same readers.
Processor time is the servers' own; per piece and per answer it comes from answers of two lengths. Servers take turns,
so that whatever else the machine does meets all of them; ratios hold from machine to machine, absolutes do not.

    python bench/stream.py [--streams 1,50,500,1000] [--rounds 3] [--servers relay,gateway,naive]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import asyncpg

ME = Path(__file__).resolve()
sys.path.insert(0, str(ME.parents[1]))

from bench.database import data_directory  # noqa: E402
from bench.stream_parts import model, naive, processes, readers, relay  # noqa: E402
from bench.stream_parts.model import Plan  # noqa: E402
from gateway.serve import event_loop  # noqa: E402
from gateway.store.bundled.embedded import acquire  # noqa: E402

PAUSES_MS = {1: 1.0, 50: 20.0, 500: 200.0, 1000: 400.0}
"""Between two pieces of each of so many streams."""
SHORT, LONG = 250, 1250
"""Pieces of the two lengths of answer, for streams whose pieces come every 20 ms or faster."""
SLOW_SHORT, SLOW_LONG = 25, 125
"""The same for slower ones."""


@dataclass(frozen=True, slots=True)
class Server:
    """One of those compared."""

    name: str
    url: str
    pid: int


@dataclass(frozen=True, slots=True)
class Run:
    """What one crowd of readers cost and noticed."""

    cpu_s: float
    database_s: float
    took_s: float
    firsts_s: list[float]
    delays_ms: list[float]
    memory_kb: int


@dataclass(frozen=True, slots=True)
class Row:
    """One server with so many streams: µs per piece, ms per answer, and what readers noticed."""

    piece_us: float
    answer_ms: float
    database_us: float
    p50_ms: float
    p99_ms: float
    first_ms: float
    stream_kb: float


class Bench:
    def __init__(self, model_url: str, database_pid: int) -> None:
        self._model, self._database, self._number = model_url, database_pid, 0

    async def plan(self, plan: Plan) -> None:
        body = model.as_json(plan)
        async with aiohttp.ClientSession() as session, session.post(f"{self._model}/plan", json=body) as answer:
            await answer.read()

    async def run(self, server: Server, streams: int, plan: Plan) -> Run:
        await self.plan(plan)
        first, self._number = self._number + 1, self._number + streams
        before, busy = processes.cpu_s(server.pid), processes.tree_cpu_s(self._database)
        most = _MostMemory(server.pid)
        begin = time.monotonic()
        found = await readers.read_all(server.url, first, streams)
        took = time.monotonic() - begin
        memory_kb = most.close()
        cpu, database = processes.cpu_s(server.pid) - before, processes.tree_cpu_s(self._database) - busy
        async with aiohttp.ClientSession() as session, session.get(f"{self._model}/times") as answer:
            times = {int(number): written for number, written in (await answer.json(content_type=None)).items()}
        sizes = readers.text_sizes(plan.written(), parsed=server.name == "gateway")
        delays = [
            delay
            for number, one in enumerate(found, first)
            for delay in readers.delays_ms(one, times.get(number, []), sizes)
        ]
        return Run(cpu, database, took, [one.first_s for one in found], delays, memory_kb)

    async def row(self, server: Server, streams: int, pause_ms: float) -> Row:
        lengths = (SHORT, LONG) if pause_ms <= 20 else (SLOW_SHORT, SLOW_LONG)
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


async def until_ready(url: str) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(600):
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(f"{url}/readyz") as answer:
                    if answer.status < 500:
                        return
            await asyncio.sleep(0.1)
    raise SystemExit(f"{url} did not get ready")


@contextlib.contextmanager
def servers(names: Sequence[str], model_url: str, database: str) -> Iterator[list[Server]]:
    with contextlib.ExitStack() as stack:
        found = []
        for name in names:
            port = processes.free_port()
            if name == "gateway":
                child = stack.enter_context(
                    processes.process(
                        ["-m", "gateway", "serve", "--port", port],
                        DATABASE_URL=database,
                        OPENAI_BASE_URL=model_url,
                        OPENAI_MODEL="bench",
                        OPENAI_API_KEY="none",
                        GATEWAY_PROVIDER="openai",
                    )
                )
            else:
                child = stack.enter_context(processes.process([ME, name, port, model_url, database]))
            found.append(Server(name, f"http://127.0.0.1:{port}", child.pid))
        yield found


async def compare(options: argparse.Namespace) -> None:
    async with data_directory() as data:
        embedded = await acquire(data)
        try:
            await compared(options, embedded.url, await _postmaster(embedded.url))
        finally:
            embedded.release()


async def _postmaster(database: str) -> int:
    """Returns the pid of the database server: the parent of whoever serves a connection."""
    connection = await asyncpg.connect(database)
    try:
        return processes.parent(connection.get_server_pid())
    finally:
        await connection.close()


async def compared(options: argparse.Namespace, database: str, database_pid: int) -> None:
    port = processes.free_port()
    model_url = f"http://127.0.0.1:{port}/v1"
    with (
        processes.process([ME, "model", port]),
        servers(options.servers, model_url, database) as found,
    ):
        await until_ready(model_url.removesuffix("/v1"))
        for server in found:
            await until_ready(server.url)
        bench = Bench(model_url.removesuffix("/v1"), database_pid)
        for server in found:  # what is loaded and compiled once
            await bench.run(server, 4, Plan(100))
        for streams in options.streams:
            pause_ms = PAUSES_MS.get(streams, streams * 0.4)
            rows: dict[str, list[Row]] = {server.name: [] for server in found}
            for _ in range(options.rounds):
                for server in found:
                    rows[server.name].append(await bench.row(server, streams, pause_ms))
            say(streams, pause_ms, rows)


def say(streams: int, pause_ms: float, rows: dict[str, list[Row]]) -> None:
    print(f"\n{streams} streams, a piece every {pause_ms:g} ms; medians of {len(next(iter(rows.values())))} rounds")
    print("            µs/piece  ratio  ms/answer  PostgreSQL µs/piece  added p50 / p99 ms  first text ms  kB/stream")
    medians = {
        name: Row(*(statistics.median(getattr(row, column) for row in found) for column in Row.__slots__))
        for name, found in rows.items()
    }
    least = medians.get("relay")
    for name, row in medians.items():
        ratio = f"{row.piece_us / least.piece_us:.1f}" if least else "-"
        print(
            f"{name:<12}{row.piece_us:>8.0f}{ratio:>7}{row.answer_ms:>11.1f}{row.database_us:>21.0f}"
            f"{row.p50_ms:>12.1f} / {row.p99_ms:<6.1f}{row.first_ms:>14.0f}{row.stream_kb:>11.0f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--streams", type=lambda text: [int(part) for part in text.split(",")], default=[1, 50, 500])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--servers", type=lambda text: text.split(","), default=["relay", "gateway", "naive"])
    event_loop.run(compare(parser.parse_args()))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["model", port]:
            model.main(int(port))
        case ["relay", port, model_url, _]:
            relay.main(int(port), model_url)
        case ["naive", port, model_url, database]:
            naive.main(int(port), model_url, database)
        case _:
            main()
