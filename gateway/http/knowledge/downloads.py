"""Long texts and originals, sent a part at a time, to a bounded number of readers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from gateway.errors import Refusal, Unavailable
from gateway.http.streaming import connections
from gateway.http.streaming.connections import CONNECTION, ReaderConnection
from gateway.http.streaming.event_stream import SEND_TIMEOUT_S
from gateway.telemetry import families

log = logging.getLogger(__name__)

AT_ONCE = 256
"""Readers of one process. Each has a part in memory, 128 kB or, of a text in another script than Latin, up to 390 kB,
and as much again of what its connection has not taken."""
WAIT_S = 45
"""Seconds that a reader waits for a place: longer than a reader that takes nothing keeps one (`SEND_TIMEOUT_S`)."""
SENT_AT_ONCE = 64 * 1024
"""Bytes that are handed to the connection at a time, which holds them until the reader takes them."""


class Download(StreamingResponse):
    """A response that has one of a limited number of places while it is sent, and one part in memory."""

    def __init__(
        self,
        parts: AsyncGenerator[bytes],
        places: asyncio.Semaphore,
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(parts, status_code, headers)
        self._parts, self._places = parts, places
        self._connection: ReaderConnection | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._connection = scope.get(CONNECTION)
        await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Sends the parts. Raises `Unavailable` if no place is free in time, and what the first part raises."""
        async with aclosing(self._parts):
            try:
                async with asyncio.timeout(WAIT_S):
                    await self._places.acquire()
            except TimeoutError:
                raise Unavailable("Too many documents are being downloaded; try again shortly.") from None
            try:
                first = await anext(self._parts, b"")
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                whole = await self._send(first, send)
            finally:
                self._places.release()
        if not whole and self._connection is not None:
            self._connection.drop()
            await asyncio.get_running_loop().create_future()  # this task ends with the connection

    async def _send(self, part: bytes, send: Send) -> bool:
        """Sends the body, and returns whether all of it was sent: the reader may take nothing, or the document go."""
        try:
            while part:
                for start in range(0, len(part), SENT_AT_ONCE):
                    async with asyncio.timeout(SEND_TIMEOUT_S):
                        await send(connections.part(part[start : start + SENT_AT_ONCE]))
                part = await anext(self._parts, b"")
        except TimeoutError:
            log.info("disconnected a reader of a document that read nothing for %d s", SEND_TIMEOUT_S)
            families.READERS_GONE.inc()
        except Refusal as refusal:
            log.info("a download ended early: %s", refusal.detail)
        else:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return True
        return False
