"""Whether a stream passes whatever stands before a gateway."""

import asyncio
import contextlib
import gzip

import pytest

from gateway.serve import stream_checkup

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n%b\r\n"


@contextlib.asynccontextmanager
async def proxy(answer):
    """The address of something that answers every request so."""

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            await answer(reader, writer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def saying(data):
    async def answer(reader, writer):
        writer.write(data)
        await writer.drain()

    return answer


async def examined(url):
    return await asyncio.to_thread(stream_checkup.stream, url)


async def test_a_stream_that_passes_is_ok(server):
    found = await examined(server.url)
    assert (found.subject, found.level) == ("stream", "ok")


async def test_a_proxy_that_holds_streams_back_is_found(server):
    async def held_back(reader, writer):
        whole = (await server.client.get("/v1/stream-probe")).content
        writer.write(HEAD % b"" + whole)
        await writer.drain()

    async with proxy(held_back) as url:
        found = await examined(url)
    assert found.level == "fail" and "came at once" in found.found and "deploy/nginx.conf" in found.advice


async def test_a_proxy_that_compresses_for_browsers_is_found(server):
    async def compressing(reader, writer):
        whole = (await server.client.get("/v1/stream-probe")).content
        writer.write(HEAD % b"Content-Encoding: gzip\r\n" + gzip.compress(whole))
        await writer.drain()

    async with proxy(compressing) as url:
        found = await examined(url)
    assert found.level == "fail" and "came at once" in found.found and "compression off" in found.advice


async def test_a_name_that_the_gateway_does_not_know_is_named():
    async with proxy(saying(b"HTTP/1.1 421 Misdirected\r\nContent-Length: 0\r\n\r\n")) as url:
        found = await examined(url)
    assert found.level == "fail" and "GATEWAY_ALLOWED_HOSTS: 127.0.0.1" in found.advice


async def test_a_gateway_that_is_busy_is_no_fault_of_the_proxy():
    async with proxy(saying(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")) as url:
        found = await examined(url)
    assert found.level == "warn" and "again" in found.advice


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
        HEAD % b"" + b"data: 1\n\n",
        HEAD % b"" + b"<html>hello</html>",
        b"no HTTP at all\r\n\r\n",
        b"",
    ],
)
async def test_what_is_no_gateway_is_told(data):
    async with proxy(saying(data)) as url:
        found = await examined(url)
    assert found.level == "fail" and found.advice


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "ftp://x", "http://", "", "http://127.0.0.1:99999"])
async def test_an_address_that_leads_nowhere_is_told(url):
    found = await examined(url)
    assert found.level == "fail" and "cannot be reached" in found.found
