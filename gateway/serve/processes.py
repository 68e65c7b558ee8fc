"""Several server processes on one listening socket. They share nothing else but the database.

The parent prepares (database, documents), starts the processes, starts one again that dies, and passes a signal on. It
serves nothing itself. A process gets its settings on standard input and keeps reading there: when the parent dies, the
pipe ends, and so does the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import orjson

from gateway.app import Gateway
from gateway.concurrency import event_loop
from gateway.errors import CitestreamError, WrongUse
from gateway.ingestion.reindex import ReindexProgress
from gateway.serve.logs import start_logging
from gateway.serve.server import GRACE_S, GatewayServer, collect_seldom, server
from gateway.serve.warm_up import warm_up
from gateway.settings import Settings
from gateway.telemetry.tracing import traces

log = logging.getLogger(__name__)

SHORTEST_LIFE_S = 5.0
"""A process that dies sooner did not come up."""
MOST_FAILURES = 5
"""Deaths in a row, each before `SHORTEST_LIFE_S`, after which the parent gives up."""
LONGEST_END_S = GRACE_S + 4.0
LOADED = b"loaded\n"
TOLD_EVERY_S = 0.2
"""How often the parent looks whether it has something to tell a process."""


class Processes:
    """`settings.workers` processes on one socket."""

    def __init__(self, settings: Settings, listener: socket.socket, gateway: Gateway, encoder: str) -> None:
        """`gateway`: the parent's own, which re-indexes. `encoder`: the address of its encoder process."""
        self._settings, self._listener, self._gateway, self._encoder = settings, listener, gateway, encoder
        self._ending = asyncio.Event()

    async def run(self) -> None:
        """Runs the processes until a signal. Raises `WrongUse` when the processes do not come up."""
        if sys.platform == "win32":
            raise WrongUse("Several processes on one port need Linux or macOS; leave GATEWAY_WORKERS at 1.")
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._ending.set)
        with tempfile.TemporaryDirectory(prefix="citestream-figures-", ignore_cleanup_errors=True) as folder:
            await self._gateway.figures.share(Path(folder), "parent")
            slots = [asyncio.create_task(self._keep(index, folder)) for index in range(self._settings.workers)]
            try:
                await asyncio.gather(*slots)
            finally:
                self._ending.set()
                await asyncio.gather(*slots, return_exceptions=True)
                await self._gateway.figures.close()

    async def _keep(self, index: int, folder: str) -> None:
        """Runs one process, and starts it again whenever it dies."""
        failures = 0
        while not self._ending.is_set():
            started = time.monotonic()
            code = await self._once(index, folder)
            if self._ending.is_set():
                return
            failures = failures + 1 if time.monotonic() - started < SHORTEST_LIFE_S else 0
            log.error("server process %d ended with code %s and is started again", index, code)
            if failures >= MOST_FAILURES:
                raise WrongUse("The server processes do not come up; the messages above tell why.")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), min(0.1 * 2**failures, 5))

    async def _once(self, index: int, folder: str) -> int:
        descriptor = self._listener.fileno()
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "gateway.serve.processes", str(descriptor), str(index), folder, self._encoder),
                stdin=subprocess.PIPE,
                pass_fds=[descriptor],
            )
        except OSError as error:
            raise WrongUse(f"{sys.executable} cannot be run ({error.strerror}); set GATEWAY_WORKERS=1.") from None
        assert process.stdin is not None
        ended = asyncio.ensure_future(process.wait())
        told = asyncio.ensure_future(_tell(process.stdin, self._settings, self._gateway))
        ending = asyncio.ensure_future(self._ending.wait())
        try:
            await asyncio.wait([ended, ending], return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                process.terminate()
                await asyncio.wait([ended], timeout=LONGEST_END_S)
        finally:
            if not ended.done():
                process.kill()
            for task in (told, ending):
                task.cancel()
        return await ended


async def _tell(pipe: asyncio.StreamWriter, settings: Settings, gateway: Gateway) -> None:
    """Sends the settings; later that the documents are loaded, and how far the parent's re-indexing is. A process that
    died meanwhile needs none of them."""
    with contextlib.suppress(ConnectionError, RuntimeError):  # uvloop's error for a pipe that is closed
        pipe.write(settings.model_dump_json().encode() + b"\n")
        is_told, progress = False, ReindexProgress()
        while True:
            if gateway.loaded.is_set() and not is_told:
                is_told = True
                pipe.write(LOADED)
            if gateway.reindexer.progress != progress:
                progress = replace(gateway.reindexer.progress)
                pipe.write(orjson.dumps(progress) + b"\n")
            await pipe.drain()
            await asyncio.sleep(TOLD_EVERY_S)


async def work(descriptor: int, name: str, folder: Path, encoder: str) -> None:
    """Runs one server process: settings come from standard input, connections from an inherited socket.

    `name`, `folder`: what its figures are called, and where the processes beside it ask for them. `encoder`: the
    address of the parent's encoder process.
    """
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    config = Settings.model_validate_json(await orders.readline(), by_name=True)
    start_logging(config)
    traces.begin()
    gateway = Gateway(config, encoder=encoder)
    listener = socket.socket(fileno=descriptor)
    try:
        await gateway.open()
        services = await gateway.open_services()
        serving = server(services)
        await gateway.figures.share(folder, name)
        await warm_up(gateway, services.ask)
        collect_seldom()
        obeying = asyncio.create_task(_obey(orders, gateway, serving))
        await serving.serve(sockets=[listener])
        obeying.cancel()
    finally:
        await gateway.close()
        await asyncio.to_thread(traces.end)
        listener.close()


async def _obey(orders: asyncio.StreamReader, gateway: Gateway, serving: GatewayServer) -> None:
    """Notes what the parent sends: the documents are loaded, and how far re-indexing is. The pipe ends with the
    parent."""
    while order := await orders.readline():
        if order == LOADED:
            gateway.loaded.set()
        else:
            gateway.reindexer.progress = ReindexProgress(**orjson.loads(order))
    serving.should_exit = True


def main() -> None:
    """The entry point of one server process."""
    try:
        event_loop.run(work(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4]))
    except CitestreamError as error:
        sys.exit(f"citestream: {error.detail}")


if __name__ == "__main__":
    main()
