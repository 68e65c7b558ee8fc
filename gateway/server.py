"""One server process: the listening socket, uvicorn, and an orderly end."""

from __future__ import annotations

import ipaddress
import signal
import socket
from types import FrameType

import uvicorn

from gateway.app import Gateway, create_app
from gateway.errors import WrongUse

GRACE_S = 8
"""From the signal until the last connection is closed."""
BACKLOG = 2048
SEND_BUFFER = 256 * 1024
"""Bytes that the kernel holds for one reader; a reader that falls further behind is noticed."""
USER_TIMEOUT_MS = 30_000
"""After which a connection whose peer vanished without a word is given up."""
SOCKET_OPTIONS = [
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    (socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER),
    *([(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT_MS)] if hasattr(socket, "TCP_USER_TIMEOUT") else []),
]
"""Connections inherit them from the listening socket."""


class Server(uvicorn.Server):
    """uvicorn, with an end in our order: running answers are let go first, so that another process can go on with them,
    then readers are sent away and know when to come back."""

    def __init__(self, config: uvicorn.Config, gateway: Gateway) -> None:
        super().__init__(config)
        self._gateway = gateway

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Only take note. uvicorn's own raises the signal again after the end, before the database is let go."""
        del frame
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for accepting in self.servers:
            accepting.close()
        await self._gateway.takeover.close()
        await self._gateway.following.close()
        await super().shutdown(sockets)


def server(gateway: Gateway) -> Server:
    config = uvicorn.Config(
        create_app(gateway),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
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
    for level, option, value in SOCKET_OPTIONS:
        listener.setsockopt(level, option, value)
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
