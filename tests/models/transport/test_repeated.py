"""Requests behind the first one: they are what the SDK would send, and fare as it would."""

import asyncio
import gzip
import json
from contextlib import asynccontextmanager

from gateway.errors import UpstreamError
from gateway.models.providers import azure, openai
from gateway.settings import Settings
from gateway.telemetry import request_context
from tests.fakes.upstream import FakeUpstream, body, chunk, html, redirect, reset_after, status, text
from tests.support.every import every
from tests.support.prompts import TEA
from tests.support.streamed import joined

OPENAI = {"openai_api_key": "sk-very-secret", "openai_model": "m"}
FRAMES = b"".join(
    b"data: %s\n\n" % json.dumps(each).encode() for each in (chunk({"content": "Two"}), chunk({}, "stop"))
)
ENDS = {
    "text": text("Two minutes."),
    "compressed": body(gzip.compress(FRAMES), headers={"content-encoding": "gzip"}),
    "no key": status(401),
    "too many": status(429, retry_after=1),
    "broken": status(500),
    "a page": html(),
    "elsewhere": redirect("http://127.0.0.1:9/"),
    "cut": reset_after(1, "Two"),
}
LATER = {"x-request-id", "traceparent", "content-length", "accept-encoding", "connection"}
"""Headers that each request has its own of, or that say how it is sent."""


@asynccontextmanager
async def serving(*script, **changed):
    async with FakeUpstream(script) as up:
        provider = openai.create(Settings(openai_base_url=up.url, retries=0, **OPENAI, **changed, _env_file=None))
        try:
            yield provider, up
        finally:
            await provider.aclose()


async def outcome(provider):
    try:
        return joined([piece async for piece in provider.generate(TEA)])
    except UpstreamError as error:
        return type(error), error.detail


@every("end", ENDS)
async def test_a_later_request_fares_as_the_first_one(end):
    async with serving(ENDS[end]) as (provider, _):
        first = await outcome(provider)
    async with serving(text("ok"), ENDS[end]) as (provider, up):
        assert await outcome(provider) == "ok"
        assert await outcome(provider) == first
        assert up.connections == 2


async def traced(provider, span, **more):
    """Asks within a trace of its own."""

    async def ask():
        request_context.enter({"traceparent": f"00-{'1' * 32}-{span * 16}-01"})
        return [piece async for piece in provider.generate(TEA, **more)]

    await asyncio.create_task(ask())


async def test_a_later_request_has_the_headers_of_the_first_and_a_body_and_a_trace_of_its_own():
    async with serving(text("ok")) as (provider, up):
        await traced(provider, "1")
        await traced(provider, "2", schema={"type": "object"})
        await outcome(provider)
    first, second, third = up.requests
    for later in (second, third):
        assert later.path == first.path
        assert {name: value for name, value in later.headers.items() if name not in LATER} == {
            name: value for name, value in first.headers.items() if name not in LATER
        }
    assert second.headers["authorization"] == "Bearer sk-very-secret"
    assert "response_format" in second.body and "response_format" not in first.body
    assert "2" * 16 in second.headers["traceparent"] and "traceparent" not in third.headers


async def test_the_address_of_a_deployment_is_kept_with_its_version():
    async with FakeUpstream([text("ok")]) as up:
        fields = {"azure_openai_api_key": "k", "azure_openai_deployment": "d"}
        address = up.url.removesuffix("/v1")
        provider = azure.create(Settings(azure_openai_endpoint=address, **fields, _env_file=None))
        for _ in range(2):
            assert await outcome(provider) == "ok"
        await provider.aclose()
    first, second = up.requests
    assert second.path == first.path and "api-version=" in second.path and "/d/" in second.path
    assert second.headers["api-key"] == "k"


async def test_where_a_proxy_is_named_every_request_is_the_sdks(monkeypatch):
    async with serving(text("ok")) as (provider, up):
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
        for _ in range(3):
            assert await outcome(provider) == "ok"
        assert up.connections == 1


async def test_a_service_that_is_gone_is_told_as_before():
    async with serving(text("ok")) as (provider, up):
        await outcome(provider)
        await up.__aexit__(None, None, None)
        kind, sentence = await outcome(provider)
    assert issubclass(kind, UpstreamError) and "cannot be reached" in sentence
