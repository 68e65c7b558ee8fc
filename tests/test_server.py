"""The listening socket of a server process; what it serves is tested in `tests/http` and `tests/journeys`."""

import asyncio
import contextlib
import socket
import time

import pytest

from gateway.errors import WrongUse
from gateway.server import HEAD_MAX, HEAD_S, SEND_BUFFER, USER_TIMEOUT_MS, bind


def test_a_taken_port_is_a_sentence_that_names_the_option():
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(WrongUse, match="--port"):
        bind("127.0.0.1", taken.getsockname()[1])


def test_loopback_by_name_and_number_works():
    for host in ("127.0.0.1", "localhost", "127.0.0.9"):
        bind(host, 0).close()


def test_connections_inherit_bounded_buffers_and_notice_a_vanished_peer():
    with bind("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * SEND_BUFFER
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == USER_TIMEOUT_MS


@contextlib.asynccontextmanager
async def connected(server):
    """A raw connection to the server."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        async with asyncio.timeout(2 * HEAD_S):
            yield reader, writer
    finally:
        writer.close()


HEAD = b"GET /healthz HTTP/1.1\r\nHost: h\r\n"


@pytest.mark.parametrize("piece", [b"x", b"x: y\r\n"], ids=["one endless header", "headers without end"])
async def test_a_head_without_end_is_refused_and_the_connection_closed(sample, piece):
    async with connected(sample) as (reader, writer):
        writer.write(HEAD + b"a: " + (piece * HEAD_MAX)[: HEAD_MAX + 1])
        assert (await reader.read()).startswith(b"HTTP/1.1 431 ")


async def test_a_large_head_and_a_body_larger_than_a_head_may_be_pass(sample):
    async with connected(sample) as (reader, writer):
        writer.write(HEAD + b"a: " + b"x" * (HEAD_MAX - 200) + b"\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        body = b'{"question": "' + b" " * 2 * HEAD_MAX + b'"}'
        writer.write(b"POST /v1/answers HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert b"HTTP/1.1 4" in await reader.readuntil(b"application/problem+json")


async def test_requests_sent_in_one_go_are_answered_in_order(sample):
    async with connected(sample) as (reader, writer):
        last = b"GET /nowhere HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        writer.write((HEAD + b"\r\n") * 3 + last)
        whole = await reader.read()
        assert whole.count(b"HTTP/1.1 200 ") == 3 and whole.count(b"HTTP/1.1 404 ") == 1
        assert whole.rindex(b"HTTP/1.1 200 ") < whole.index(b"HTTP/1.1 404 ")


@pytest.mark.slow
async def test_a_head_that_comes_byte_by_byte_is_not_waited_for(sample):
    async with connected(sample) as (reader, writer):
        begin = time.monotonic()
        writer.write(HEAD)
        assert await reader.read() == b"" and time.monotonic() - begin >= HEAD_S - 1
