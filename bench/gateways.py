"""Real servers for benches, each in a process of its own: a model that writes at a given pace, gateways, PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import aiohttp
import asyncpg

from bench.database import data_directory
from bench.stream_parts import model, processes
from bench.stream_parts.model import Plan, Times
from gateway.store.bundled.embedded import acquire


@dataclass(frozen=True, slots=True)
class Server:
    """A process that answers questions."""

    name: str
    url: str
    pid: int

    def cpu_s(self) -> float:
        """Returns its processor seconds so far, with those of its workers."""
        return processes.tree_cpu_s(self.pid)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around the servers that are measured."""

    model_url: str
    database: str
    database_pid: int

    async def plan(self, plan: Plan) -> None:
        """Tells the model how to answer from now on."""
        address, body = f"{self.model_url.removesuffix('/v1')}/plan", model.as_json(plan)
        async with aiohttp.ClientSession() as session, session.post(address, json=body) as answer:
            await answer.read()

    async def times(self) -> dict[int, Times]:
        """Returns what the model remembers of each stream since the last plan, by its number."""
        address = f"{self.model_url.removesuffix('/v1')}/times"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            return {int(number): Times(**times) for number, times in (await answer.json(content_type=None)).items()}

    def database_s(self) -> float:
        """Returns the processor seconds of PostgreSQL so far."""
        return processes.tree_cpu_s(self.database_pid)

    @contextlib.contextmanager
    def gateway(self, name: str = "gateway", workers: int = 1, **environment: str) -> Iterator[Server]:
        """Starts a gateway with its settings as they come, but for the model."""
        port = processes.free_port()
        with processes.process(
            ["-m", "gateway", "serve", "--port", port, *(["--workers", workers] if workers > 1 else [])],
            DATABASE_URL=self.database,
            OPENAI_BASE_URL=self.model_url,
            OPENAI_MODEL="bench",
            OPENAI_API_KEY="none",
            GATEWAY_PROVIDER="openai",
            **environment,
        ) as child:
            yield Server(name, f"http://127.0.0.1:{port}", child.pid)


@contextlib.asynccontextmanager
async def surroundings() -> AsyncIterator[Surroundings]:
    """Starts the model, and an embedded PostgreSQL with an empty database. All of it ends too when this process is told
    to end."""
    if os.name != "nt":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended)
    port = processes.free_port()
    async with data_directory() as data:
        embedded = await acquire(data)
        try:
            with processes.process(["-m", "bench.stream_parts.model", port]):
                await until_ready(f"http://127.0.0.1:{port}")
                yield Surroundings(f"http://127.0.0.1:{port}/v1", embedded.url, await postmaster(embedded.url))
        finally:
            embedded.release()


def ended() -> None:
    raise SystemExit(128 + signal.SIGTERM)


async def until_ready(url: str) -> None:
    """Waits until a server answers. Exits where it does not within a minute."""
    async with aiohttp.ClientSession() as session:
        for _ in range(600):
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(f"{url}/readyz") as answer:
                    if answer.status < 500:
                        return
            await asyncio.sleep(0.1)
    raise SystemExit(f"{url} did not get ready")


async def postmaster(database: str) -> int:
    """Returns the pid of the database server: the parent of whoever serves a connection."""
    connection = await asyncpg.connect(database)
    try:
        return processes.parent(connection.get_server_pid())
    finally:
        await connection.close()
