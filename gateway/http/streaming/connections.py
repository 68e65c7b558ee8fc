"""The connection that a stream is sent over, as the server offers it or as ASGI does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from starlette.types import Message, Receive, Send

CONNECTION = "citestream.connection"
"""In the scope: a `ReaderConnection`, where the server offers one."""


class ReaderConnection(Protocol):
    """Takes the body of a response that has begun."""

    body: Callable[[], Awaitable[None]] | None
    """What sends it, for whoever stands outermost to call when everything inside has returned: a hundred small objects
    between a connection and its endpoint need not wait for the end of a stream."""

    @property
    def is_ready(self) -> bool:
        """Whether the connection takes more right now."""

    def send(self, body: bytes) -> Awaitable[None]:
        """Sends a part, once the connection takes more."""

    async def end(self) -> None:
        """Ends the body."""

    def drop(self) -> None:
        """Ends the connection without the rest of the body, and forgets the bytes that the reader did not take."""

    def on_left(self, call: Callable[[], None]) -> None:
        """Has this called when the reader has left, or soon where it had left before."""

    def forget(self) -> None:
        """Calls nobody any more."""


class AsgiConnection:
    """A connection over any ASGI server: a task waits until the reader leaves."""

    body: Callable[[], Awaitable[None]] | None = None

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._sending = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        return not self._sending.locked()

    async def send(self, body: bytes) -> None:
        async with self._sending:
            await self._send(part(body))

    async def end(self) -> None:
        async with self._sending:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def drop(self) -> None:
        """Does nothing: with ASGI, a response that stays without its end is all that can be done."""

    def on_left(self, call: Callable[[], None]) -> None:
        self._listening = asyncio.ensure_future(self._left(call))

    def forget(self) -> None:
        if self._listening is not None:
            self._listening.cancel()

    async def _left(self, call: Callable[[], None]) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        call()


def part(body: bytes) -> Message:
    """Returns the message of ASGI that sends a part of a response's body."""
    return {"type": "http.response.body", "body": body, "more_body": True}
