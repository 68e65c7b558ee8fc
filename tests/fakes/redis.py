"""A Redis on a random loopback port that knows the few commands we send, and every way of being no help.

    async with FakeRedis() as redis:
        settings.read(redis_url=redis.url)
        redis.latency_s = 2          # answers and messages come late
        redis.drop = 0.1             # this share of messages is lost
        redis.flush()                # all keys are gone
        await redis.down()           # connections are dropped and refused, until `await redis.up()`

RESP2 (https://redis.io/docs/latest/develop/reference/protocol-spec/): commands are arrays of bulk strings.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import time

from tests.support.waiting import until


def _bound(port: int) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", port))
    return made


class FakeRedis:
    def __init__(self) -> None:
        self.latency_s = 0.0
        self.drop = 0.0
        self.silent = False
        """Connections stay, and nothing is answered."""
        self.commands: list[str] = []
        """Names of the commands seen, oldest first."""
        self.published: list[str] = []
        self.port = 0
        self._reserved: socket.socket | None = None
        """Holds the port while nobody listens: it would be given to any connection of this machine."""
        self._chance = random.Random(31)
        self._values: dict[bytes, tuple[bytes, float]] = {}
        self._subscribed: dict[bytes, set[asyncio.StreamWriter]] = {}
        self._writers: set[asyncio.StreamWriter] = set()
        self._later: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def subscribers(self) -> int:
        return sum(map(len, self._subscribed.values()))

    async def __aenter__(self) -> FakeRedis:
        await self.up()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.down()
        if self._reserved:
            self._reserved.close()
        for task in self._later:
            task.cancel()
        await asyncio.gather(*self._later, return_exceptions=True)

    async def up(self) -> None:
        """Listen, on the same port as before."""
        self._server = await asyncio.start_server(self._serve, sock=self._reserved or _bound(0))
        self._reserved = None
        self.port = self._server.sockets[0].getsockname()[1]

    async def down(self) -> None:
        self._server.close()
        self._reserved = _bound(self.port)
        for writer in list(self._writers):
            writer.transport.abort()
        await until(lambda: not self._writers)

    def flush(self) -> None:
        self._values.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while True:
                    count = int((await reader.readuntil(b"\r\n"))[1:])
                    command = []
                    for _ in range(count):
                        size = int((await reader.readuntil(b"\r\n"))[1:])
                        command.append((await reader.readexactly(size + 2))[:-2])
                    self._send(writer, self._answer(command, writer))
        finally:
            self._writers.discard(writer)
            for listening in self._subscribed.values():
                listening.discard(writer)
            writer.close()

    def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        if self.silent:
            return
        if self.latency_s:
            task = asyncio.create_task(self._send_late(writer, data, self.latency_s))
            self._later.add(task)
            task.add_done_callback(self._later.discard)
        elif not writer.is_closing():
            writer.write(data)

    async def _send_late(self, writer: asyncio.StreamWriter, data: bytes, after_s: float) -> None:
        await asyncio.sleep(after_s)
        if not writer.is_closing():
            writer.write(data)

    def _answer(self, command: list[bytes], writer: asyncio.StreamWriter) -> bytes:
        name, *rest = command
        self.commands.append(name.decode().upper())
        listening = any(writer in writers for writers in self._subscribed.values())
        match self.commands[-1]:
            case "PING":
                return array(b"pong", b"") if listening else b"+PONG\r\n"
            case "CLIENT" | "SELECT":
                return b"+OK\r\n"
            case "GET":
                value, until = self._values.get(rest[0], (None, 0.0))
                return bulk(value if time.monotonic() < until else None)
            case "SET":
                self._values[rest[0]] = (rest[1], time.monotonic() + int(rest[3]) / 1000)
                return b"+OK\r\n"
            case "DEL":
                return b":%d\r\n" % sum(self._values.pop(key, None) is not None for key in rest)
            case "SUBSCRIBE":
                self._subscribed.setdefault(rest[0], set()).add(writer)
                return array(b"subscribe", rest[0], 1)
            case "PUBLISH":
                self.published.append(rest[1].decode())
                for other in list(self._subscribed.get(rest[0], ())):
                    if self._chance.random() >= self.drop:
                        self._send(other, array(b"message", *rest))
                return b":%d\r\n" % self.subscribers
            case _:
                return b"-ERR unknown command\r\n"


def bulk(value: bytes | None) -> bytes:
    return b"$-1\r\n" if value is None else b"$%d\r\n%b\r\n" % (len(value), value)


def array(*values: bytes | int) -> bytes:
    spelled = (b":%d\r\n" % value if isinstance(value, int) else bulk(value) for value in values)
    return b"*%d\r\n%b" % (len(values), b"".join(spelled))
