"""The connection of any ASGI server."""

import asyncio

import pytest

from gateway.http.streaming.connections import AsgiConnection, part
from tests.support.waiting import idle


class Server:
    """Takes a part when it is let; `fault`: raises it in the place of taking one."""

    def __init__(self, fault=None):
        self.taken, self.let, self.left, self._fault = [], asyncio.Semaphore(0), asyncio.Event(), fault

    async def send(self, message):
        await self.let.acquire()
        if self._fault:
            raise self._fault
        self.taken.append(message)

    async def receive(self):
        if not self.left.is_set():
            await self.left.wait()
            return {"type": "http.request", "body": b"", "more_body": False}
        return {"type": "http.disconnect"}


async def test_parts_go_one_after_the_other():
    server = Server()
    connection = AsgiConnection(server.receive, server.send)
    assert connection.is_ready
    one = asyncio.ensure_future(connection.send(b"one"))
    await idle()
    assert not connection.is_ready
    server.let.release()
    await asyncio.wait_for(one, 30)
    assert connection.is_ready
    two = asyncio.ensure_future(connection.send(b"two"))
    end = asyncio.ensure_future(connection.end())
    await idle()
    server.let.release()
    await asyncio.wait_for(two, 30)
    assert len(server.taken) == 2 and not end.done()
    server.let.release()
    await asyncio.wait_for(end, 30)
    assert server.taken == [part(b"one"), part(b"two"), {"type": "http.response.body", "body": b"", "more_body": False}]


async def test_what_the_server_raises_is_raised_to_the_sender():
    server = Server(OSError("gone"))
    connection = AsgiConnection(server.receive, server.send)
    server.let.release()
    with pytest.raises(OSError, match="gone"):
        await asyncio.wait_for(connection.send(b"one"), 30)


async def test_the_readers_leave_is_told_unless_it_is_no_longer_asked_for():
    server, told = Server(), []
    asked, forgotten = (AsgiConnection(server.receive, server.send) for _ in range(2))
    asked.on_left(lambda: told.append("asked"))
    forgotten.on_left(lambda: told.append("forgotten"))
    await idle()
    forgotten.forget()
    server.left.set()
    await idle()
    assert told == ["asked"]
