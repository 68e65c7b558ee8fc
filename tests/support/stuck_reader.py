"""A client that reads nothing."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass


@dataclass
class Stuck:
    """A client that asks and then takes nothing off its socket."""

    writer: asyncio.StreamWriter

    @classmethod
    async def on(cls, port: int, where: str) -> Stuck:
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=raw, limit=1024)
        reader.feed_data(b"x" * 4096)  # the loop stops reading from the socket
        writer.write(f"GET {where}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        await writer.drain()
        return cls(writer)

    @property
    def let_go(self) -> bool:
        """Whether the server's end of the connection is gone. It would say so behind what the client does not take, so
        the kernel asks for it; bytes of the client would be a malformed request."""
        raw = self.writer.get_extra_info("socket")
        for option, value in ((socket.TCP_KEEPIDLE, 1), (socket.TCP_KEEPINTVL, 1)):
            raw.setsockopt(socket.IPPROTO_TCP, option, value)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        established = 1
        return bool(raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != established)

    def close(self) -> None:
        self.writer.transport.abort()
