"""Parts of a response and the reader's leave, on a real connection."""

import asyncio
import socket

import pytest
import uvicorn
from uvicorn.server import ServerState

from gateway.http.streaming.connections import CONNECTION
from gateway.serve.server import Connection
from tests.support.waiting import idle

PARTS = [b"%07d" % number * 1000 for number in range(1600)]
SMALL = 4096
"""The reader's buffer. Without a bound some machines take all parts at once."""


async def serving(app):
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none")
    config.load()
    return await asyncio.get_running_loop().create_server(lambda: Connection(config, ServerState(), {}), "127.0.0.1", 0)


async def test_a_slow_reader_gets_every_part_once_and_in_order():
    """More is sent than all buffers hold: part of it at once, and part when the connection takes more."""
    at_once, full = [], asyncio.Event()

    async def app(scope, receive, send):
        connection = scope[CONNECTION]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        for part in PARTS:
            if connection.is_ready:
                at_once.append(part)
            else:
                full.set()
            await connection.send(part)
        await connection.end()

    async with await serving(app) as listening, asyncio.timeout(30):
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        sock.connect(listening.sockets[0].getsockname())
        reader, writer = await asyncio.open_connection(sock=sock, limit=SMALL)
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await full.wait()
        raw = (await reader.read()).partition(b"\r\n\r\n")[2]
        writer.close()
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in PARTS)
    assert raw == chunks + b"0\r\n\r\n"
    assert 0 < len(at_once) < len(PARTS)


@pytest.mark.parametrize("when", ["before it is asked", "then", "when nobody asks any more"])
async def test_the_readers_leave_is_told(when):
    asked, gone, told = asyncio.Event(), asyncio.Event(), []

    async def app(scope, receive, send):
        connection = scope[CONNECTION]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if when == "before it is asked":
            asked.set()
            while (await receive())["type"] != "http.disconnect":
                pass
        connection.on_left(lambda: told.append(True))
        if when == "when nobody asks any more":
            connection.forget()
        asked.set()
        while (await receive())["type"] != "http.disconnect":
            pass
        await idle()
        gone.set()

    async with await serving(app) as listening, asyncio.timeout(30):
        _, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await asked.wait()
        writer.close()
        await gone.wait()
    assert told == ([] if when == "when nobody asks any more" else [True])
