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
from pathlib import Path

from gateway.app import Gateway
from gateway.concurrency import event_loop
from gateway.errors import CitestreamError, WrongUse
from gateway.serve.logs import start_logging
from gateway.serve.server import GRACE_S, GatewayServer, collect_seldom, server
from gateway.settings import Settings
from gateway.telemetry.process_figures import ProcessFigures
from gateway.telemetry.tracing import traces

log = logging.getLogger(__name__)

SHORTEST_LIFE_S = 5.0
"""A process that dies sooner did not come up."""
MOST_FAILURES = 5
"""Deaths in a row, each before `SHORTEST_LIFE_S`, after which the parent gives up."""
LONGEST_END_S = GRACE_S + 4.0
LOADED = b"loaded\n"


class Processes:
    """`settings.workers` processes on one socket."""

    def __init__(self, settings: Settings, listener: socket.socket, figures: ProcessFigures) -> None:
        """`figures`: what the parent itself has to tell."""
        self._settings, self._listener, self._figures = settings, listener, figures
        self._ending = asyncio.Event()

    async def run(self, loaded: asyncio.Event) -> None:
        """Runs the processes until a signal. `loaded` is set when the documents named at start are in the knowledge
        base. Raises `WrongUse` when the processes do not come up."""
        if sys.platform == "win32":
            raise WrongUse("Several processes on one port need Linux or macOS; leave GATEWAY_WORKERS at 1.")
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._ending.set)
        with tempfile.TemporaryDirectory(prefix="citestream-figures-", ignore_cleanup_errors=True) as folder:
            await self._figures.share(Path(folder), "parent")
            slots = [asyncio.create_task(self._keep(index, folder, loaded)) for index in range(self._settings.workers)]
            try:
                await asyncio.gather(*slots)
            finally:
                self._ending.set()
                await asyncio.gather(*slots, return_exceptions=True)
                await self._figures.close()

    async def _keep(self, index: int, folder: str, loaded: asyncio.Event) -> None:
        """Runs one process, and starts it again whenever it dies."""
        failures = 0
        while not self._ending.is_set():
            started = time.monotonic()
            code = await self._once(index, folder, loaded)
            if self._ending.is_set():
                return
            failures = failures + 1 if time.monotonic() - started < SHORTEST_LIFE_S else 0
            log.error("server process %d ended with code %s and is started again", index, code)
            if failures >= MOST_FAILURES:
                raise WrongUse("The server processes do not come up; the messages above tell why.")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), min(0.1 * 2**failures, 5))

    async def _once(self, index: int, folder: str, loaded: asyncio.Event) -> int:
        descriptor = self._listener.fileno()
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "gateway.serve.processes", str(descriptor), str(index), folder),
                stdin=subprocess.PIPE,
                pass_fds=[descriptor],
            )
        except OSError as error:
            raise WrongUse(f"{sys.executable} cannot be run ({error.strerror}); set GATEWAY_WORKERS=1.") from None
        assert process.stdin is not None
        ended = asyncio.ensure_future(process.wait())
        told = asyncio.ensure_future(_tell(process.stdin, self._settings, loaded))
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


async def _tell(pipe: asyncio.StreamWriter, settings: Settings, loaded: asyncio.Event) -> None:
    """Sends the settings, and later that the documents are loaded. A process that died meanwhile needs neither."""
    with contextlib.suppress(ConnectionError, RuntimeError):  # uvloop's error for a pipe that is closed
        pipe.write(settings.model_dump_json().encode() + b"\n")
        await pipe.drain()
        await loaded.wait()
        pipe.write(LOADED)
        await pipe.drain()


async def work(descriptor: int, name: str, folder: Path) -> None:
    """Runs one server process: settings come from standard input, connections from an inherited socket.

    `name`, `folder`: what its figures are called, and where the processes beside it ask for them.
    """
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    config = Settings.model_validate_json(await orders.readline(), by_name=True)
    start_logging(config)
    traces.begin()
    gateway = Gateway(config)
    listener = socket.socket(fileno=descriptor)
    try:
        await gateway.open()
        serving = server(await gateway.open_services())
        await gateway.figures.share(folder, name)
        collect_seldom()
        obeying = asyncio.create_task(_obey(orders, gateway, serving))
        await serving.serve(sockets=[listener])
        obeying.cancel()
    finally:
        await gateway.close()
        await asyncio.to_thread(traces.end)
        listener.close()


async def _obey(orders: asyncio.StreamReader, gateway: Gateway, serving: GatewayServer) -> None:
    """Does what the parent says: the documents are loaded, or, by closing the pipe, that the parent is gone."""
    while order := await orders.readline():
        if order == LOADED:
            gateway.loaded.set()
    serving.should_exit = True


def main() -> None:
    """The entry point of one server process."""
    try:
        event_loop.run(work(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
    except CitestreamError as error:
        sys.exit(f"citestream: {error.detail}")


if __name__ == "__main__":
    main()
