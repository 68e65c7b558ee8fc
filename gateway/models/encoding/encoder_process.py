"""The encoder process as its gateway sees it: started when it is first needed, started again when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from gateway.models.encoding.encoder_requests import ONE_THREAD

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 60.0
"""Before a process that died is started again; twice as long after each that died soon."""
SETTLED_S = 60.0


class EncoderProcess:
    """One process that computes vectors, and the socket it listens on. The socket outlives the process: requests wait
    there until the next one has started."""

    def __init__(self, module: str, model: str = "") -> None:
        """`module`: of the embedder, with `load(model)`."""
        self._module, self._model = module, model
        self._keeping: asyncio.Task[None] | None = None
        self._listener: socket.socket | None = None
        self._folder = ""
        self.pid: int | None = None
        """Of the running process."""

    def start(self) -> str | int:
        """Starts the process if it does not run, without waiting for it. Returns the address: a path, on Windows a port
        of 127.0.0.1."""
        if self._listener is None:
            self._folder = tempfile.mkdtemp(prefix="citestream-encoder-")
            if sys.platform == "win32":
                self._listener = socket.create_server(("127.0.0.1", 0))
            else:
                self._listener = socket.socket(socket.AF_UNIX)
                self._listener.bind(str(Path(self._folder) / "socket"))
                self._listener.listen(64)
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep(self._listener), name="encoder")
        address: tuple[str, int] | str = self._listener.getsockname()
        return address if isinstance(address, str) else address[1]

    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        if self._listener is not None:
            self._listener.close()
            shutil.rmtree(self._folder, ignore_errors=True)
        self._keeping = self._listener = None

    async def _keep(self, listener: socket.socket) -> None:
        pause, loop = FIRST_PAUSE_S, asyncio.get_running_loop()
        while True:
            begun = loop.time()
            try:
                log.error("encoder process %s; it is started again in %.1f s", await self._once(listener), pause)
            except OSError as error:
                log.error("encoder process cannot be started (%s); the next attempt is in %.1f s", error, pause)
            await asyncio.sleep(pause)
            pause = FIRST_PAUSE_S if loop.time() - begun > SETTLED_S else min(2 * pause, LONGEST_PAUSE_S)

    async def _once(self, listener: socket.socket) -> str:
        """Runs one process; returns how it ended."""
        command = [sys.executable, "-P", "-m", "gateway.models.encoding.encoder"]
        descriptor = listener.fileno()
        process = await asyncio.create_subprocess_exec(
            *(*command, self._module, self._model, str(descriptor), self._folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=os.environ | ONE_THREAD | {"TOKENIZERS_PARALLELISM": "false"},
            pass_fds=[] if sys.platform == "win32" else [descriptor],
        )
        self.pid = process.pid
        try:
            if sys.platform == "win32":
                assert process.stdin is not None
                shared = listener.share(process.pid)
                process.stdin.write(len(shared).to_bytes(4, "little") + shared)
            return f"{process.pid} ended with code {await process.wait()}"
        finally:
            self.pid = None
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
