"""Reading bodies: covered from outside in test_answers; here what no client can easily send."""

import pytest
from starlette.requests import Request

from gateway.errors import TooLarge
from gateway.http.bodies import read_bytes


def request(chunks, headers=()):
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive():
        return messages.pop(0)

    return Request({"type": "http", "method": "POST", "headers": list(headers)}, receive)


async def test_a_body_without_a_declared_length_is_counted_as_it_comes():
    assert await read_bytes(request([b"ab", b"cd"]), 4) == b"abcd"
    with pytest.raises(TooLarge):
        await read_bytes(request([b"ab", b"cd", b"e"]), 4)


async def test_a_declared_length_over_the_limit_is_refused_unread():
    with pytest.raises(TooLarge):
        await read_bytes(request([], [(b"content-length", b"5")]), 4)
