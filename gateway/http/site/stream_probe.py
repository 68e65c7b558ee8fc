"""A short stream of its own, with pauses: whoever reads it through a proxy sees whether streams pass unhindered.

It needs no key, since it is for whoever sets up a proxy, says nothing, and asks nothing of the database. So a process
sends few of them at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import ClassVar

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from gateway.errors import Refusal, Unavailable
from gateway.http.door.endpoint import OPEN, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import object_of
from gateway.http.openapi.operation import SSE, Operation, ok_in
from gateway.http.openapi.tags import HEALTH
from gateway.http.streaming.event_stream import stream_headers
from gateway.wire.shared.frame import EVENT_STREAM

PATH = "/v1/stream-probe"
FRAMES = 3
PAUSE_S = 0.3
MOST_AT_ONCE = 8
"""Of one process; the next one is refused."""


class CountedStream(StreamingResponse):
    """One stream, counted from its head to its end, also where its reader leaves."""

    running: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__(_frames(), headers=stream_headers(EVENT_STREAM))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        CountedStream.running += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            CountedStream.running -= 1


async def probe(visit: Visit) -> Response:
    """Sends a few frames, one after the other. Raises `Unavailable` where enough of them are being sent."""
    if CountedStream.running >= MOST_AT_ONCE:
        raise Unavailable(f"{MOST_AT_ONCE} of these streams run here already; each takes under a second.")
    return CountedStream()


async def _frames() -> AsyncIterator[bytes]:
    for number in range(1, FRAMES + 1):
        yield b"data: %d\n\n" % number
        if number < FRAMES:
            await asyncio.sleep(PAUSE_S)


FRAMES_OF_NUMBERS = {SSE: {"itemSchema": {**object_of({"data": str}), "description": "A number."}}}
PROBE = Operation(
    "probeStream: Do streams pass what stands before the gateway?",
    ok_in(FRAMES_OF_NUMBERS, "Three frames, 0.3 seconds apart (`citestream doctor --url`)."),
    refusals=(Refusal, Unavailable),
    is_usual=False,
)
ENDPOINTS = endpoints_of(HEALTH, ("GET", PATH, OPEN, probe, PROBE))
