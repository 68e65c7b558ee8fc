"""Long texts and originals, sent a part at a time, to a bounded number of readers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Send

from gateway.errors import Refusal, Unavailable
from gateway.http.connections import part as body_part
from gateway.http.event_stream import SEND_TIMEOUT_S
from gateway.telemetry import families

log = logging.getLogger(__name__)

AT_ONCE = 128
"""Readers of one process. Each has a part in memory, a quarter to three quarters of a megabyte."""
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
                await self._send(first, send)
            finally:
                self._places.release()

    async def _send(self, part: bytes, send: Send) -> None:
        """Sends the body. If the reader takes nothing or the document goes, the connection is closed before the end,
        and the reader sees that this is not all."""
        try:
            while part:
                for start in range(0, len(part), SENT_AT_ONCE):
                    async with asyncio.timeout(SEND_TIMEOUT_S):
                        await send(body_part(part[start : start + SENT_AT_ONCE]))
                part = await anext(self._parts, b"")
        except TimeoutError:
            log.info("disconnected a reader of a document that read nothing for %d s", SEND_TIMEOUT_S)
            families.READERS_GONE.inc()
        except Refusal as refusal:
            log.info("a download ended early: %s", refusal.detail)
        else:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
