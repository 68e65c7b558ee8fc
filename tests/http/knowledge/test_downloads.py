"""Long texts and originals go to a bounded number of readers, and none of them has more than a part in memory."""

import asyncio
import json
import os
import socket

import pytest

from gateway.errors import NotFound, Unavailable
from gateway.http.knowledge import downloads
from gateway.http.knowledge.downloads import SENT_AT_ONCE, Download
from gateway.http.streaming.connections import CONNECTION
from tests.support.corpus import document, passages, put_document
from tests.support.memory_watch import IS_POSSIBLE, MemoryWatch
from tests.support.waiting import until

PART = b"x" * (2 * SENT_AT_ONCE)


class Reader:
    """One reader and its connection: takes what is sent while `taking` is set, and leaves when it is dropped."""

    def __init__(self, taking=True):
        self.taking, self.left, self.sent = asyncio.Event(), asyncio.Event(), []
        if taking:
            self.taking.set()

    def drop(self):
        self.left.set()

    async def receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.body":
            await self.taking.wait()
        self.sent.append(message)

    async def download(self, parts, places):
        scope = {"type": "http", "method": "GET", CONNECTION: self}
        async with asyncio.timeout(20):
            await Download(parts, places)(scope, self.receive, self.send)

    @property
    def body(self):
        return b"".join(message.get("body", b"") for message in self.sent)

    @property
    def has_all(self):
        return bool(self.sent) and self.sent[-1].get("more_body") is False


async def two_parts(then=None):
    yield PART
    if then is not None:
        raise then
    yield PART


async def test_so_many_readers_have_a_place_and_the_others_wait():
    places, readers = asyncio.Semaphore(2), [Reader(taking=False) for _ in range(5)]
    tasks = [asyncio.create_task(reader.download(two_parts(), places)) for reader in readers]
    await until(lambda: sum(bool(reader.sent) for reader in readers) == 2)
    for reader in readers:
        reader.taking.set()
    await asyncio.gather(*tasks)
    assert all(reader.body == 2 * PART and reader.has_all for reader in readers) and not places.locked()
    assert max(len(message.get("body", b"")) for message in readers[0].sent) == SENT_AT_ONCE


async def test_a_reader_that_gets_no_place_in_time_is_refused_before_the_head(monkeypatch):
    monkeypatch.setattr(downloads, "WAIT_S", 0.01)
    reader = Reader()
    with pytest.raises(Unavailable, match="try again"):
        await reader.download(two_parts(), asyncio.Semaphore(0))
    assert not reader.sent


async def test_a_document_that_goes_is_refused_before_the_head_or_breaks_off():
    async def none():
        raise NotFound("It was replaced.")
        yield b""

    places, reader = asyncio.Semaphore(1), Reader()
    with pytest.raises(NotFound):
        await reader.download(none(), places)
    assert not reader.sent and not places.locked()
    await reader.download(two_parts(NotFound("It was replaced.")), places)
    assert reader.body == PART and not reader.has_all and reader.left.is_set() and not places.locked()


async def test_a_reader_that_takes_nothing_is_disconnected(monkeypatch):
    monkeypatch.setattr(downloads, "SEND_TIMEOUT_S", 0.01)
    places, reader = asyncio.Semaphore(1), Reader(taking=False)
    await reader.download(two_parts(), places)
    assert not reader.body and reader.left.is_set() and not places.locked()


@pytest.mark.skipif(not IS_POSSIBLE, reason="reads /proc")
@pytest.mark.parametrize("what", ["?text=true", "/content"])
async def test_readers_that_take_nothing_cost_a_part_each_and_nobody_waits_for_them(server, what, caplog):
    text, readers = "A whale. " * 500_000, []
    new = document(text, external_id="whales")
    await put_document(server.services.library, "default", new, passages(document("A whale.")), None, "none")
    path = f"/v1/documents/{new.document_id}{what}"
    places, watch = server.services.downloads._value, MemoryWatch(os.getpid())
    for _ in range(40):
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect((server.client.base_url.host, server.client.base_url.port))
        reader.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        readers.append(reader)
    await until(lambda: server.services.downloads._value == places - 40)
    assert (await server.client.get("/readyz")).status_code == 200
    got = await server.client.get(path)
    assert (json.loads(got.content)["text"] if what == "?text=true" else got.text) == text
    assert watch.growth < 80  # MB; the text forty times is 180
    for reader in readers:
        reader.close()
    await until(lambda: server.services.downloads._value == places)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
