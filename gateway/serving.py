"""The server process: socket, the four lines a person reads, uvicorn, and an orderly end."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import uvicorn

from gateway.app import Gateway, create_app
from gateway.errors import WrongUse
from gateway.http.access import DEFAULT_TENANT
from gateway.settings import Settings

log = logging.getLogger(__name__)

GRACE_S = 8
"""From the signal until the last connection is closed; answers end before, so that readers see the end."""
BACKLOG = 2048


async def serve(settings: Settings, docs: Sequence[Path], *, sample: bool, say: Callable[[str], None]) -> None:
    """Serve until a signal. Raises `WrongUse` with one sentence when the start cannot work."""
    listener = bind(settings.host, settings.port)
    gateway = Gateway(settings)
    try:
        await gateway.open()
        say(f"database   {database_line(gateway)}")
        await gateway.open_answering()
        say(f"model      {model_line(gateway)}")
        if sample:
            await gateway.load_sample()
        say(f"knowledge  {await knowledge_line(gateway, docs)}")
        loading = asyncio.create_task(load(gateway, docs))
        reindexing = asyncio.create_task(gateway.reindexer.serve())
        host, port = listener.getsockname()[:2]
        at = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        say(f"address    {at}  (Ctrl-C stops)")
        try:
            await server(gateway).serve(sockets=[listener])
        finally:
            loading.cancel()
            reindexing.cancel()
            await asyncio.gather(loading, reindexing, return_exceptions=True)
    finally:
        await gateway.close()
        listener.close()


class Server(uvicorn.Server):
    """uvicorn, with an end in our order: running answers reach their terminal event while their readers are there."""

    def __init__(self, config: uvicorn.Config, gateway: Gateway) -> None:
        super().__init__(config)
        self._gateway = gateway

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Only take note. uvicorn's own raises the signal again after the end, before the database is let go."""
        del frame
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        ending = asyncio.create_task(self._gateway.live.close(), name="answers end")
        await super().shutdown(sockets)
        await ending


def server(gateway: Gateway) -> Server:
    config = uvicorn.Config(
        create_app(gateway),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE_S,
        ws="none",
    )
    return Server(config, gateway)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket, or a sentence that names the option to change."""
    _only_loopback(host)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise WrongUse(
            f"Port {port} on {host} cannot be used ({error.strerror}); choose another with --port."
        ) from None
    return listener


def _only_loopback(host: str) -> None:
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise WrongUse(
            f"GATEWAY_HOST={host}: callers are not told apart, so the gateway listens on loopback only. "
            "Reach it from elsewhere through an SSH tunnel or a proxy that signs people in."
        )


async def load(gateway: Gateway, docs: Sequence[Path]) -> None:
    """Load the documents named at start while the server already answers; readiness waits for it."""
    if docs:
        for result in await gateway.ingestor.paths(DEFAULT_TENANT, docs, workspace="default"):
            if result.error:
                log.warning("%s: %s", result.path, result.error)
        documents, passages = await gateway.library.counts(DEFAULT_TENANT)
        log.info("documents loaded: %d documents, %d passages", documents, passages)
    gateway.loaded.set()


def database_line(gateway: Gateway) -> str:
    applied = len(gateway.migrated)
    vectors = "" if gateway.database.has_vectors else ", without pgvector: full text alone"
    return f"{gateway.place}{f', migrations applied: {applied}' if applied else ''}{vectors}"


def model_line(gateway: Gateway) -> str:
    settings, provider = gateway.settings, gateway.provider
    if provider.name == "extractive":
        return "none: answers are quoted sentences (OPENAI_API_KEY or OPENAI_BASE_URL connects a model)"
    named = f"{provider.name} {provider.model} at {settings.openai_base_url or 'the official address'}"
    if settings.provider:
        return named
    why = "OPENAI_API_KEY" if settings.openai_api_key else "OPENAI_BASE_URL"
    return f"{named}, chosen because {why} is set; --provider extractive keeps everything local"


async def knowledge_line(gateway: Gateway, docs: Sequence[Path]) -> str:
    documents, passages = await gateway.library.counts(DEFAULT_TENANT)
    loading = f", loading {', '.join(map(str, docs))}" if docs else ""
    empty = "" if documents or docs else " (`citestream ingest PATH` adds yours)"
    return f"{documents} documents, {passages} passages{loading}{empty}"
