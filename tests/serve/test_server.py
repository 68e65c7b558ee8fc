"""The listening socket of a server process; what it serves is tested in `tests/http` and `tests/journeys`."""

import asyncio
import contextlib
import gc
import json
import socket
import time

import pytest

from gateway.errors import WrongUse
from gateway.serve.server import HEAD_MAX, HEAD_S, SEND_BUFFER, UNREAD_S, USER_TIMEOUT_MS, bind
from tests.support.keyed import keyed
from tests.support.server import running


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
async def connected(server, patience_s=2 * HEAD_S):
    """A raw connection to the server, for so long at most."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        async with asyncio.timeout(patience_s):
            yield reader, writer
    finally:
        writer.close()


HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize("piece", [b"x", b"x: y\r\n"], ids=["one endless header", "headers without end"])
async def test_a_head_without_end_is_refused_and_the_connection_closed(sample, piece):
    async with connected(sample) as (reader, writer):
        writer.write(HEAD + b"a: " + (piece * HEAD_MAX)[: HEAD_MAX + 1])
        assert_refused(await reader.read(), 431, "too_large")


@pytest.mark.parametrize("field", [b"Range: \x7f", b"A b: c", b"Content-Length: x"])
async def test_what_is_no_http_is_refused_as_everything_else_is(sample, field):
    async with connected(sample) as (reader, writer):
        writer.write(HEAD + field + b"\r\n\r\n")
        assert_refused(await reader.read(), 400, "invalid_request")


def assert_refused(answer, status, code):
    head, _, body = answer.decode().partition("\r\n\r\n")
    first, *fields = head.lower().split("\r\n")
    assert first.startswith(f"http/1.1 {status} ") and json.loads(body)["code"] == code
    assert {"content-type: application/problem+json", "x-content-type-options: nosniff", "connection: close"} < {
        *fields
    }
    assert f"content-length: {len(body)}" in fields


async def test_a_large_head_and_a_body_larger_than_a_head_may_be_pass(sample):
    async with connected(sample) as (reader, writer):
        writer.write(HEAD + b"a: " + b"x" * (HEAD_MAX - 200) + b"\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        body = b'{"question": "' + b" " * 2 * HEAD_MAX + b'"}'
        writer.write(b"POST /v1/answers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert b"HTTP/1.1 4" in await reader.readuntil(b"application/problem+json")


CHUNKED = (
    b"POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
)
QUERY = b'\r\n13\r\n{"query":"starter"}\r\n'


@pytest.mark.parametrize(
    ("piece", "begun"),
    [(b"x", b"0\r\na: "), (b"x: y\r\n", b"0\r\n"), (b"x", b"1;a=")],
    ids=["one endless trailer field", "trailer fields without end", "an endless extension of a chunk"],
)
async def test_what_comes_after_a_body_without_end_closes_the_connection(sample, piece, begun):
    async with connected(sample) as (reader, writer):
        writer.write(CHUNKED + QUERY + begun)
        await writer.drain()
        with contextlib.suppress(ConnectionError):
            for _ in range(64):  # 8 MB at most
                writer.write(piece * (2 * HEAD_MAX // len(piece)))
                await writer.drain()
            pytest.fail("the server took all of it")
        with contextlib.suppress(ConnectionError):
            assert b"HTTP/1.1 200 " not in await reader.read()


async def test_trailer_fields_are_dropped_and_never_count_as_headers():
    async with keyed() as keys:
        async with connected(keys.server) as (reader, writer):
            sent = f"0\r\nAuthorization: Bearer {keys.keys['user']}\r\nConnection: close\r\n\r\n".encode()
            writer.write(CHUNKED + QUERY + sent)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 401 ")
        async with connected(keys.server) as (reader, writer):
            key = f"Authorization: Bearer {keys.keys['user']}\r\n".encode()
            writer.write(CHUNKED + key + QUERY + b"0\r\nX-Checksum: abc\r\n\r\n" + HEAD + b"Connection: close\r\n\r\n")
            assert (await reader.read()).count(b"HTTP/1.1 200 ") == 2


async def test_requests_sent_in_one_go_are_answered_in_order(sample):
    async with connected(sample) as (reader, writer):
        last = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
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


REFUSED = (
    b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 300000\r\n\r\n"
)


async def test_a_refused_body_that_still_comes_is_thrown_away_and_the_connection_goes_on(sample):
    async with connected(sample) as (reader, writer):
        writer.write(REFUSED)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 413 ")
        writer.write(b"x" * 300_000 + HEAD + b"Connection: close\r\n\r\n")
        assert b"HTTP/1.1 200 " in await reader.read()


async def test_nothing_of_a_refused_body_is_kept(sample):
    from gateway.serve.server import Connection

    async with connected(sample) as (reader, writer):
        writer.write(REFUSED + b"x" * 50_000)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 413 ")
        here = writer.get_extra_info("sockname")[:2]
        kept = [one for one in gc.get_objects() if isinstance(one, Connection) and one.client == here]
        assert [bytes(one.cycle.body) for one in kept] == [b""]


@pytest.mark.slow
@pytest.mark.timeout(3 * UNREAD_S)
async def test_a_body_that_nobody_reads_is_not_waited_for_without_an_end(sample):
    async with connected(sample, patience_s=2 * UNREAD_S) as (reader, writer):
        writer.write(REFUSED)
        dripping = asyncio.create_task(drip(writer))
        assert b"too_large" in await reader.read()
        dripping.cancel()


async def drip(writer):
    with contextlib.suppress(ConnectionError):
        while True:
            writer.write(b"x")
            await asyncio.sleep(0.5)


async def test_a_question_that_came_before_the_end_is_admitted(database_url):
    """A refusal would be an error page in each rolling restart. No request follows over a connection that is kept."""
    async with (
        running(database_url) as server,
        connected(server) as (reader, writer),
        connected(server) as (kept, other),
    ):
        other.write(HEAD + b"\r\n")
        assert (await kept.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        body = b'{"question": "Who lends books?"}'
        writer.write(
            b"POST /v1/answers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%b" % (len(body), body[:9])
        )
        await writer.drain()
        server.end()
        await kept.read()  # up to its end
        writer.write(body[9:])
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ") and b"connection: close" in head.lower()
