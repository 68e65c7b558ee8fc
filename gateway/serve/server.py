"""One server process: the listening socket, uvicorn, and an orderly end."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from types import FrameType
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gateway.errors import WrongUse
from gateway.http import problems
from gateway.http.application import create_app
from gateway.http.door.observed import NO_SNIFFING
from gateway.http.streaming.connections import CONNECTION
from gateway.serve.uvicorn_connection import UvicornConnection
from gateway.services import Services

GRACE_S = 8
"""Seconds from the signal until the last connection is closed."""
HEIR_S = 1.0
"""How long readers wait here for another process that goes on with their answers, before they have to look for it."""
ADMIT_POLL_S, ADMIT_POLLS = 0.01, 50
"""How often a process that ends looks whether the requests that came before have a response. A question that it refused
would be an error page in a rolling restart."""
BACKLOG = 2048
SEND_BUFFER = 256 * 1024
"""Bytes that the kernel holds for one reader; a reader that falls further behind is noticed."""
USER_TIMEOUT_MS = 30_000
"""Milliseconds after which a connection is given up whose peer vanished without a word."""
HEAD_MAX = 64 * 1024
"""Bytes of a request's first line and headers; more is 431. After the last chunk of a body, so many close the
connection."""
HEAD_S = 10
"""Seconds from the first byte of a request until its headers are whole."""
UNREAD_S = 30
"""Seconds from the end of an answer until the rest of a body that nobody reads has come; it is thrown away."""
KEEP_ALIVE_S = 75
"""Seconds that an idle connection stays open: longer than a proxy keeps it (60 s), or a proxy would send into a
connection that was just closed."""
SOCKET_OPTIONS = [
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    (socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER),
    *([(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT_MS)] if hasattr(socket, "TCP_USER_TIMEOUT") else []),
]
"""Connections inherit them from the listening socket."""


COLLECTING = (10_000, 20, 50)
"""Objects after which the collector looks at the youngest ones, and how often until it looks at older ones."""


HEAD_TOO_LARGE = problems.closing(
    431,
    "too_large",
    "Headers too large",
    f"The first line and the headers of a request may have {HEAD_MAX // 1024} KB together.",
)
NOT_HTTP = problems.closing(
    400,
    "invalid_request",
    "Not HTTP",
    "The request is not valid HTTP. It has, for example, a control character in a header or a wrong length of a chunk.",
)


class Connection(HttpToolsProtocol):
    """uvicorn's connection with bounds, which offers what streams are sent over. The head of a request and the trailer
    fields after its body are bounded, because uvicorn collects both without end; and so is a body whose answer comes
    before its end, which is thrown away, but not for ever. Objects of a class share the names of up to thirty
    attributes; uvicorn's are nearly as many, and with ours among them each connection would have a dictionary of 1.5 kB
    of its own."""

    __slots__ = ("_bare_bytes", "_in_head", "_moves", "_patience", "_response")

    def __init__(self, *facts: Any, **more: Any) -> None:
        super().__init__(*facts, **more)
        self._patience: asyncio.TimerHandle | None = None
        self._in_head, self._bare_bytes, self._moves = True, 0, False
        self._response: UvicornConnection | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn says
        super().connection_made(transport)
        self._wait(KEEP_ALIVE_S)

    def data_received(self, data: bytes) -> None:
        """Counts the bytes in a row that neither end a head or a message nor belong to a body."""
        if self._in_head and not self._bare_bytes:
            self._wait(HEAD_S)
        self._moves = False
        super().data_received(data)
        self._bare_bytes = 0 if self._moves else self._bare_bytes + len(data)
        if self._bare_bytes > HEAD_MAX and not self.transport.is_closing():
            if self._in_head:
                self._refuse(HEAD_TOO_LARGE)
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuses what uvicorn's parser cannot read. `msg`: its own sentence, which says no more."""
        del msg
        self._refuse(NOT_HTTP)
        self.transport.close()

    def _refuse(self, refusal: problems.Closing) -> None:
        """Sends a refusal of a request that never comes to the application."""
        self.transport.write(refusal((*self.server_state.default_headers, NO_SNIFFING)))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Drops the trailer fields: uvicorn would add them to the headers."""
        if self._in_head:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._moves = True
        super().on_body(body)

    def on_headers_complete(self) -> None:
        self._in_head, self._moves = False, True
        self._wait(None)
        super().on_headers_complete()
        scope = cast("dict[str, object]", self.cycle.scope)  # an application may add to it
        scope[CONNECTION] = self._response = UvicornConnection(self.flow, self.cycle.send)

    def on_message_complete(self) -> None:
        self._in_head = self._moves = True
        self._wait(KEEP_ALIVE_S if self.cycle.response_complete else None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:  # it was the last of those that came in one go
            self.cycle.body = bytearray()
            if not self._in_head:
                self._wait(UNREAD_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        super().connection_lost(exc)
        if self._response is not None:
            self._response.leave()

    @property
    def is_unanswered(self) -> bool:
        """Whether a request has come over it whose response has not begun."""
        cycle = cast(Any, self.cycle)  # uvicorn's type forgets that there is none at first
        return cycle is not None and not cycle.response_started

    def _wait(self, seconds: float | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = None if seconds is None else self.loop.call_later(seconds, self.transport.close)


class GatewayServer(uvicorn.Server):
    """uvicorn with an end in our order: running answers are released first, so that another process can go on with
    them; then readers are sent away and know when to come back."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services
        self._loop: asyncio.AbstractEventLoop | None = None
        self._signalled = asyncio.Event()

    async def main_loop(self) -> None:
        """Runs until the end is asked for; a signal is not waited for until the next tick."""
        self._loop = asyncio.get_running_loop()
        waits = [asyncio.ensure_future(super().main_loop()), asyncio.ensure_future(self._signalled.wait())]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Takes note of the signal. uvicorn's own handler raises it again after the end, before the database is
        released."""
        del frame
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._signalled.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for accepting in self.servers:
            accepting.close()
        await asyncio.sleep(ADMIT_POLL_S)  # requests that are in the kernel's buffers come in
        connections = [each for each in self.server_state.connections if isinstance(each, Connection)]
        for connection in connections:
            connection.shutdown()  # no further request over it
        for _ in range(ADMIT_POLLS):
            if not any(connection.is_unanswered for connection in connections):
                break
            await asyncio.sleep(ADMIT_POLL_S)
        has_heirs = await self._services.takeover.close()
        await self._services.following.close(HEIR_S if has_heirs else 0.0)
        await super().shutdown(sockets)


def server(services: Services) -> GatewayServer:
    config = uvicorn.Config(
        create_app(services),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        http=Connection,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
        ws="none",
    )
    return GatewayServer(config, services)


def collect_seldom() -> None:
    """Makes the collector of cycles look seldom, and never again at what the start has loaded. A piece of an answer
    leaves a few objects that live as long as the answer and are in no cycle; with Python's own thresholds looking for
    some among them takes a sixth of a process's time.
    """
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def bind(host: str, port: int) -> socket.socket:
    """Returns a listening socket. Raises `WrongUse` with a sentence that names the option to change."""
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
    except (TypeError, ValueError):  # Python's words for what no resolver can be asked for
        listener.close()
        raise WrongUse(f"{host!r} is no address; choose another with --host.") from None
    return listener
