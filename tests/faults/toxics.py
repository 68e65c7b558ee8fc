"""A TCP proxy on loopback that spoils connections: slow, sliced, cut, silent, reset. It stands between any two parts.

async with Proxy("127.0.0.1", 5432) as proxy:
    proxy.down.slice = 1            # bytes from the server arrive one by one
    proxy.up.blackhole = True       # and those to it no more, without a FIN
    proxy.reset()                   # every open connection
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from tests.fakes.loopback import LoopbackServer


@dataclass
class Toxic:
    """What happens to bytes in one direction; changed at any time, for open connections too."""

    latency_s: float = 0.0
    bytes_per_s: float = 0.0
    """0: as fast as they come."""
    slice: int = 0
    """Most bytes of one write."""
    cut_after: int | None = None
    """After so many bytes of a connection, counted from when this is set, it ends as `cut` says."""
    cut: Literal["close", "reset", "half"] = "close"
    blackhole: bool = False
    """Bytes vanish, and nobody is told."""


class _Link:
    """One connection through the proxy."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.client, self.server = client, server

    def end(self, how: str) -> None:
        for writer in (self.client, self.server):
            raw = writer.get_extra_info("socket")
            if how == "reset" and raw is not None and raw.fileno() >= 0:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort() if how == "reset" else writer.close()


class Proxy(LoopbackServer):
    def __init__(self, host: str, port: int = 0) -> None:
        """`host`: an address, or without a port the path of a Unix socket."""
        super().__init__()
        self._host, self._port = host, port
        self.up, self.down = Toxic(), Toxic()
        self.accepted = 0
        """Connections there have been."""
        self.refuses = False
        """New connections are dropped at once."""
        self._links: set[_Link] = set()

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.reset()
        await super().__aexit__()

    @classmethod
    def before_database(cls, url: str) -> Proxy:
        """One before the server of a PostgreSQL URL; `database` gives the URL through it."""
        parts = urlsplit(url)
        wanted = dict(parse_qsl(parts.query))
        host, port = parts.hostname or wanted.get("host", "localhost"), parts.port or int(wanted.get("port", 5432))
        return cls(f"{host}/.s.PGSQL.{port}") if host.startswith("/") else cls(host, port)

    def database(self, url: str) -> str:
        parts = urlsplit(url)
        who, found, _ = parts.netloc.rpartition("@")
        return urlunsplit((parts.scheme, f"{who}{found}127.0.0.1:{self.port}", parts.path, "", ""))

    @property
    def connections(self) -> int:
        return len(self._links)

    def reset(self) -> None:
        for link in list(self._links):
            link.end("reset")

    def retarget(self, port: int) -> None:
        """New connections go to another port: the server behind was started again."""
        self._port = port

    def heal(self) -> None:
        """No toxics any more. Bytes that vanished stay lost, so connections that lost some are reset."""
        lost = self.up.blackhole or self.down.blackhole
        for toxic in (self.up, self.down):
            toxic.__init__()  # type: ignore[misc]
        self.refuses = False
        if lost:
            self.reset()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if self.refuses:
            writer.transport.abort()
            return
        try:
            there, beyond = await (
                asyncio.open_connection(self._host, self._port)
                if self._port
                else asyncio.open_unix_connection(self._host)
            )
        except OSError:
            writer.transport.abort()
            return
        link = _Link(writer, beyond)
        self._links.add(link)
        try:
            await asyncio.gather(self._pump(link, reader, beyond, self.up), self._pump(link, there, writer, self.down))
        finally:
            self._links.discard(link)
            link.end("close")
            for one in (writer, beyond):
                with contextlib.suppress(OSError):
                    await one.wait_closed()

    async def _pump(self, link: _Link, source: asyncio.StreamReader, sink: asyncio.StreamWriter, toxic: Toxic) -> None:
        passed = 0
        with contextlib.suppress(OSError):
            while data := await source.read(toxic.slice or 65536):
                if toxic.latency_s:
                    await asyncio.sleep(toxic.latency_s)
                if toxic.bytes_per_s:
                    await asyncio.sleep(len(data) / toxic.bytes_per_s)
                if toxic.blackhole:
                    continue
                room = len(data) if toxic.cut_after is None else min(max(toxic.cut_after - passed, 0), len(data))
                sink.write(data[:room])
                await sink.drain()
                passed = 0 if toxic.cut_after is None else passed + room  # a kept connection may have carried much
                if room < len(data):
                    if toxic.cut == "half":
                        sink.write_eof()
                        return
                    link.end(toxic.cut)
                    return
                if toxic.slice:
                    await asyncio.sleep(0)
            if not toxic.blackhole and not sink.is_closing():
                sink.write_eof()  # a half-close goes through as one
