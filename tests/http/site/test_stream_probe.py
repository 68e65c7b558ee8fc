"""A short stream with pauses."""

import asyncio
import contextlib
import time

from gateway.http.site import stream_probe
from gateway.http.site.stream_probe import FRAMES, MOST_AT_ONCE, PATH, PAUSE_S, CountedStream
from tests.support.waiting import until


async def test_frames_come_one_by_one_and_no_proxy_may_hold_them_back(server):
    arrivals, seen = [], b""
    async with server.client.stream("GET", "/v1/stream-probe") as answer:
        async for part in answer.aiter_bytes():
            arrivals.append(time.monotonic())
            seen += part
    assert seen == b"data: 1\n\ndata: 2\n\ndata: 3\n\n" and len(arrivals) == FRAMES
    assert arrivals[-1] - arrivals[0] > PAUSE_S
    assert answer.headers["content-type"] == "text/event-stream"
    assert answer.headers["x-accel-buffering"] == "no" and answer.headers["cache-control"] == "no-store"


async def test_a_process_sends_few_at_once_and_forgets_those_whose_readers_left(server, monkeypatch):
    monkeypatch.setattr(stream_probe, "PAUSE_S", 30.0)
    async with contextlib.AsyncExitStack() as readers:
        streams = [server.client.stream("GET", PATH) for _ in range(MOST_AT_ONCE + 1)]
        heads = await asyncio.gather(*map(readers.enter_async_context, streams))
        assert sorted(head.status_code for head in heads) == [200] * MOST_AT_ONCE + [503]
        [refused] = [head for head in heads if head.status_code == 503]
        assert refused.headers["retry-after"] and refused.headers["content-type"] == "application/problem+json"
    await until(lambda: CountedStream.running == 0)
    monkeypatch.undo()
    assert (await server.client.get(PATH)).status_code == 200
