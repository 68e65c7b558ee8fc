"""Cohere's chat API against a stand-in: documents or a schema, never both; every way of failing."""

from __future__ import annotations

import pytest

from gateway.conversation.question import Message
from gateway.errors import UpstreamError, UpstreamRefused, WrongUse
from gateway.models.providers.cohere import create
from gateway.settings import Settings
from tests.fakes import cohere as fake
from tests.fakes.upstream import FakeUpstream, html, redirect, reset_after, status
from tests.support.constants import constants
from tests.support.every import every
from tests.support.prompts import PROMPTS, TEA
from tests.support.streamed import joined, pieces_of, prepared, streamed

SCHEMA = {"type": "object"}
HISTORY = [Message("user", "Which teas?"), Message("assistant", "Green.")]
NATIVE = PROMPTS.native.answer("How long does green tea steep?", TEA.candidates, "en")
YES = fake.sends(fake.message(fake.said([(["E1"], "Two minutes.")])))


def made(up, **changed):
    return create(fake.WIRE.reached(up, **changed))


async def pieces(up, prompt=NATIVE, messages=None, schema=None, **changed):
    return await streamed(made(up, **changed), prompt, messages, schema)


async def test_the_candidates_go_in_as_documents_and_no_schema():
    async with FakeUpstream([YES]) as up:
        found = await pieces(up, messages=HISTORY, schema=SCHEMA, max_output_tokens=300, temperature=1.5)
    [sent] = up.requests
    assert sent.path == "/v2/chat" and sent.headers["authorization"] == "Bearer key"
    assert sent.body["stream"] is True and sent.body["max_tokens"] == 300 and sent.body["temperature"] == 1.0
    assert [message["role"] for message in sent.body["messages"]] == ["system", "user", "assistant", "user"]
    assert sent.body["documents"] == [
        {"id": each.citation_id, "data": {"title": "Tea", "text": each.text}} for each in TEA.candidates
    ]
    assert sent.body["citation_options"] == {"mode": "fast"} and "response_format" not in sent.body
    assert "steeps for" not in sent.body["messages"][-1]["content"]
    (citation,) = [each for piece in found for mark in piece.marks for each in mark.citations]
    assert citation == ("E1", 0, 12, None) and joined(found) == "Two minutes."


async def test_what_is_no_answer_is_asked_with_a_schema_until_it_is_refused():
    refusal = status(400, '{"message":"response_format is not supported by this model"}')
    async with FakeUpstream([YES, refusal, YES]) as up:
        provider = made(up)
        for _ in range(2):
            assert {piece.marks for piece in await pieces_of(provider, TEA, schema=SCHEMA)} == {None}
        await provider.aclose()
    formats = [request.body.get("response_format") for request in up.requests]
    assert formats == [{"type": "json_object", "json_schema": SCHEMA}] * 2 + [None]
    assert "documents" not in up.requests[0].body


async def test_a_model_that_does_not_know_the_citation_mode_is_not_asked_for_it():
    refusal = status(400, '{"message":"citation_options.mode is not valid"}')
    async with FakeUpstream([refusal, YES]) as up:
        assert joined(await pieces(up)) == "Two minutes."
    assert ["citation_options" in request.body for request in up.requests] == [True, False]


@every(
    ("behaviour", "error", "words"),
    [
        (status(401, '{"message":"invalid api token"}'), UpstreamRefused, "check COHERE_API_KEY"),
        (status(498, '{"message":"token blocked"}'), UpstreamRefused, "check COHERE_API_KEY"),
        (status(400, '{"message":"too many tokens: size limit exceeded"}'), UpstreamRefused, "GATEWAY_TOP_K"),
        (status(404, '{"message":"model not found"}'), UpstreamRefused, "COHERE_MODEL"),
        (status(429, '{"message":"trial key"}'), UpstreamError, "limits this key"),
        (status(503), UpstreamError, "failed"),
        (redirect("http://elsewhere.example/v2/chat"), UpstreamRefused, "redirects elsewhere; set COHERE_BASE_URL"),
        (html(), UpstreamError, "web page"),
        (reset_after(0), UpstreamError, "cannot be reached; check COHERE_BASE_URL"),
        (fake.sends([fake.BEGIN, fake.WIRE.error]), UpstreamError, "reported an error"),
    ],
)
async def test_what_is_no_answer_fails_by_name(behaviour, error, words):
    async with FakeUpstream([behaviour]) as up:
        with constants(retries=0), pytest.raises(error, match=words):
            await pieces(up)


async def test_an_error_before_the_first_text_is_tried_again():
    async with FakeUpstream([status(503), fake.sends([fake.BEGIN, fake.WIRE.error]), YES]) as up:
        assert joined(await pieces(up)) == "Two minutes."
    assert len(up.requests) == 3


async def test_the_only_model_is_taken_and_several_are_listed():
    async with FakeUpstream() as up:
        up.listing = fake.models("command-only")
        assert await prepared(made(up, cohere_model=None)) == "command-only"
        up.listing = fake.models("b", "a")
        with pytest.raises(WrongUse, match=r"Set COHERE_MODEL to one of the models that .* offers: a, b"):
            await prepared(made(up, cohere_model=None))
        up.listing = html()
        with pytest.raises(UpstreamRefused, match="is not a service with Cohere's API"):
            await prepared(made(up, cohere_model=None))


async def test_the_official_service_needs_a_key_and_no_user_beside_it():
    with pytest.raises(WrongUse, match="COHERE_API_KEY"):
        await create(Settings(cohere_model="only", _env_file=None)).prepare()
    with pytest.raises(WrongUse, match="COHERE_BASE_URL holds a user name"):
        create(Settings(cohere_base_url="http://me:secret@box", cohere_api_key="key", _env_file=None))
    provider = create(Settings(cohere_base_url="http://box:1/v2/", cohere_model="only", _env_file=None))
    await provider.prepare()
    assert provider.location == "http://box:1" and "authorization" not in provider._headers()
