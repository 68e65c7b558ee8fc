"""Parts of a response that are sent without a task that waits, on a real connection."""

import asyncio

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.server import ServerState

from gateway.http.streams import SEND_AT_ONCE
from gateway.serve.send_at_once import ConnectionSend
from gateway.serve.server import Connection

PARTS = [b"%07d" % number * 1000 for number in range(800)]


async def test_a_slow_reader_gets_every_part_once_and_in_order():
    """More is sent than all buffers hold: part of it at once, and part by the task that has to wait."""
    at_once, full = [], asyncio.Event()

    async def app(scope, receive, send):
        ready = scope[SEND_AT_ONCE]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        for part in PARTS:
            if ready.is_ready:
                at_once.append(part)
                ready(part)
            else:
                full.set()
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none")
    config.load()
    serving = await asyncio.get_running_loop().create_server(
        lambda: Connection(config, ServerState(), {}), "127.0.0.1", 0
    )
    async with serving, asyncio.timeout(30):
        reader, writer = await asyncio.open_connection(*serving.sockets[0].getsockname(), limit=4096)
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await full.wait()
        raw = (await reader.read()).partition(b"\r\n\r\n")[2]
        writer.close()
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in PARTS)
    assert raw == chunks + b"0\r\n\r\n"
    assert 0 < len(at_once) < len(PARTS)


async def test_what_would_have_to_wait_is_refused():
    flow, sent = FlowControl(None), []

    async def send(message):
        if flow.write_paused:
            await flow.drain()
        sent.append(message["body"])

    part = ConnectionSend(flow, send)
    assert part.is_ready
    part(b"one")
    flow.pause_writing()
    assert not part.is_ready
    with pytest.raises(RuntimeError, match="waited for"):
        part(b"two")
    flow.resume_writing()
    await asyncio.sleep(0)
    assert sent == [b"one"]
