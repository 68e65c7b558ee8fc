"""What a stream needs of uvicorn's connection: its flow control, and a call when the reader leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl


class UvicornConnection:
    """The body of one response over a connection of uvicorn's (`http.connections.ReaderConnection`)."""

    __slots__ = ("_flow", "_is_left", "_left", "_send", "body")

    def __init__(self, flow: FlowControl, send: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
        """Takes the connection's flow control and the `send` of the response."""
        self._flow, self._send = flow, send
        self.body: Callable[[], Awaitable[None]] | None = None
        self._left: Callable[[], None] | None = None
        self._is_left = False

    @property
    def is_ready(self) -> bool:
        """Whether the connection takes more. If it does not, uvicorn's `send` waits."""
        return not self._flow.write_paused

    def send(self, body: bytes) -> Awaitable[None]:
        return self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self) -> None:
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def drop(self) -> None:
        self._flow._transport.abort()

    def on_left(self, call: Callable[[], None]) -> None:
        """Reads on, too: a connection that is not read is not seen to end."""
        self._left = call
        if self._is_left:
            asyncio.get_running_loop().call_soon(call)
        else:
            self._flow.resume_reading()

    def forget(self) -> None:
        self._left = None

    def leave(self) -> None:
        """The connection is lost."""
        self._is_left = True
        if self._left is not None:
            self._left()
