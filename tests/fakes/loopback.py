"""A server on a random loopback port, of plain asyncio streams, whose connections end with it. If it starts again, it
keeps its port."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Self


class LoopbackServer(ABC):
    """Runs within `async with`; `url` and `port` are known from then on."""

    def __init__(self, host: str = "127.0.0.1", path: str = "") -> None:
        """`path`: what `url` ends in."""
        self._address, self._path = host, path
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, self._address, self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://{self._address}:{self.port}{self._path}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @abstractmethod
    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one connection to its end."""
