"""One POST for each answer: what is sent, what is given up, and what a refusal leaves behind."""

from __future__ import annotations

import asyncio

import pytest

from gateway.errors import UpstreamError, UpstreamRefused
from gateway.models.bodies.chunks import Reply
from gateway.models.transport.http_errors import OPENAI_NAMES
from gateway.models.transport.over_http import LONGEST_COMPLAINT, HttpRequest, OverHttp
from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, body, redirect, stall_after, status, text
from tests.support.prompts import TEA
from tests.support.streamed import pieces_of


class Plain(OverHttp):
    """A service that is asked with one field, which it may not know."""

    name, names = "plain", OPENAI_NAMES

    def __init__(self, url: str, **settings: object) -> None:
        super().__init__(Settings(**settings, _env_file=None), "m", url)
        self.retries = 0
        self.knows, self.complaints = True, []

    async def prepare(self) -> None: ...

    def _body(self, prompt) -> Reply:
        return Reply()

    def _request(self, prompt, history) -> HttpRequest:
        return HttpRequest("/chat?a=1", {"field": 1} if self.knows else {}, {"x-key": "secret"})

    def _concedes(self, status: int, complaint: str, request: HttpRequest) -> bool:
        self.complaints.append(complaint)
        if status != 400 or "field" not in request.body:
            return False
        self.knows = False
        return True


async def said(provider: Plain) -> str:
    try:
        async with asyncio.timeout(20):
            return "".join([piece.text for piece in await pieces_of(provider, TEA)])
    finally:
        await provider.aclose()


async def test_a_request_has_its_body_its_headers_and_the_trace() -> None:
    async with FakeUpstream([text("ok")]) as up:
        assert await said(Plain(up.url)) == "ok"
    [request] = up.requests
    assert request.path == "/v1/chat?a=1"
    assert (request.body, request.headers["x-key"]) == ({"field": 1}, "secret")
    assert request.headers["content-type"] == "application/json"


async def test_what_is_refused_is_given_up_once() -> None:
    async with FakeUpstream([status(400), text("ok")]) as up:
        assert await said(Plain(up.url)) == "ok"
    assert [request.body for request in up.requests] == [{"field": 1}, {}]
    async with FakeUpstream([status(400)]) as up:
        with pytest.raises(UpstreamRefused):
            await said(Plain(up.url))
    assert len(up.requests) == 2


async def test_a_key_follows_no_redirect() -> None:
    async with FakeUpstream([text("stolen")]) as thief, FakeUpstream([redirect(thief.url)]) as up:
        with pytest.raises(UpstreamRefused, match="redirects"):
            await said(Plain(up.url))
        assert thief.connections == 0


async def test_of_a_long_complaint_only_the_beginning_is_read() -> None:
    async with FakeUpstream([body(b"x" * 3 * LONGEST_COMPLAINT, code=500)]) as up:
        provider = Plain(up.url)
        with pytest.raises(UpstreamError):
            await said(provider)
    assert len(provider.complaints[0]) <= LONGEST_COMPLAINT


async def test_a_service_that_is_away_is_named_by_its_setting() -> None:
    async with FakeUpstream([text("never")]) as up:
        gone = up.url
    with pytest.raises(UpstreamError, match="OPENAI_BASE_URL"):
        await said(Plain(gone))


async def test_leaving_early_closes_the_connection() -> None:
    async with FakeUpstream([stall_after(2)]) as up:
        provider = Plain(up.url)
        (piece,) = await pieces_of(provider, TEA, most=1)
        assert piece.text
        async with asyncio.timeout(20):
            await up.requests[0].closed.wait()
        await provider.aclose()
