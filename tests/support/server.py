"""A real server on a random port over an open gateway."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, fields

import httpx2
import uvicorn

from gateway.app import Gateway
from gateway.serve.server import bind
from gateway.serve.server import server as make_server
from gateway.services import Services
from gateway.settings import Settings
from tests.support import sample as sample_documents
from tests.support.constants import constants


@dataclass
class Server:
    url: str
    gateway: Gateway
    services: Services
    client: httpx2.AsyncClient
    end: Callable[[], None] = lambda: None
    """Begins an end in order, as SIGTERM does."""

    async def ask(self, question: str, **fields) -> bytes:
        """The whole event stream of one question."""
        answer = await self.client.post("/v1/answers", json={"question": question, **fields})
        assert answer.status_code == 200, answer.text
        return answer.content

    async def document(self, question: str, **fields) -> dict:
        answer = await self.client.post(
            "/v1/answers", json={"question": question, **fields}, headers={"Accept": "application/json"}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()


def bare(document: dict) -> dict:
    """A document read by its uuid as every other endpoint gives it: without the text of what was offered."""
    offered = [{name: value for name, value in one.items() if name != "text"} for one in document["offered"]]
    assert all(one["text"] for one in document["offered"])
    return {**document, "offered": offered}


def partial_services(**parts) -> Services:
    """Services for endpoints that use only these parts."""
    return Services(**{field.name: parts.get(field.name) for field in fields(Services)})


def client_of(url: str, **headers: str) -> httpx2.AsyncClient:
    """A client of a server. Nothing is encrypted here, and reading the system's authorities takes its time."""
    return httpx2.AsyncClient(base_url=url, headers=headers, timeout=30, verify=False)


@contextlib.asynccontextmanager
async def running(
    database_url: str,
    *,
    sample: bool = False,
    retries: int | None = None,
    breaker_failures: int | None = None,
    **settings,
) -> AsyncIterator[Server]:
    """Start the product as `serve` does, on a free port, and stop it in order. `retries`, `breaker_failures`: as
    `constants` sets them."""
    config = Settings(
        _env_file=None, database_url=database_url, **{"provider": "extractive", "embedder": "none"} | settings
    )
    if sample:
        await sample_documents.put(database_url, config)
    gateway = Gateway(config)
    with constants(retries, breaker_failures):
        await gateway.open()
    try:
        with constants(retries, breaker_failures):
            services = await gateway.open_services()
        if sample:
            await gateway.load_sample()
        gateway.loaded.set()
        listener = bind("127.0.0.1", 0)
        server, stopping = make_server(services), asyncio.Event()
        server.main_loop = lambda: _until(stopping, server)
        task = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            async with asyncio.timeout(20):
                while not server.started:
                    await asyncio.sleep(0.001)
                    assert not task.done(), task.result()
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            async with client_of(url) as client:
                yield Server(url, gateway, services, client, stopping.set)
        finally:
            server.should_exit = True
            stopping.set()
            await asyncio.wait_for(task, 20)
    finally:
        await gateway.close()


async def _until(stopping: asyncio.Event, server: uvicorn.Server) -> None:
    """uvicorn's own main loop looks ten times a second whether it is to stop, so that each stop takes a while."""
    await server.on_tick(0)
    await stopping.wait()
