"""Anthropic's Messages API against a stand-in: documents or a schema, never both; every way of failing."""

from __future__ import annotations

import pytest

from gateway.conversation.question import Message
from gateway.errors import UpstreamError, UpstreamRefused, WrongUse
from gateway.models.providers.anthropic import OLDER_VERSION, THINKING_TOKENS, VERSION, create
from gateway.settings import Settings
from tests.fakes import anthropic as fake
from tests.fakes.upstream import FakeUpstream, html, redirect, reset_after, status
from tests.support.constants import constants
from tests.support.every import every
from tests.support.prompts import PROMPTS, TEA
from tests.support.streamed import joined, pieces_of, prepared, streamed

SCHEMA = {"type": "object"}
HISTORY = [Message("assistant", "Hello."), Message("user", "Which teas?"), Message("assistant", "Green.")]
NATIVE = PROMPTS.native.answer("How long does green tea steep?", TEA.candidates, "en")
YES = fake.sends(fake.message(fake.block(0, "Two minutes.", [fake.location(0)])))


def made(up, **changed):
    return create(fake.WIRE.reached(up, **changed))


async def pieces(up, prompt=NATIVE, messages=None, schema=None, **changed):
    return await streamed(made(up, **changed), prompt, messages, schema)


async def test_the_candidates_go_in_as_documents_and_no_schema():
    async with FakeUpstream([YES]) as up:
        found = await pieces(up, messages=HISTORY, schema=SCHEMA, max_output_tokens=300)
    [sent] = up.requests
    assert sent.path == "/v1/messages" and sent.headers["x-api-key"] == "key"
    assert sent.headers["anthropic-version"] == VERSION
    assert (
        sent.body["max_tokens"] == 300 + THINKING_TOKENS
        and sent.body["stream"] is True
        and sent.body["model"] == "only"
    )
    assert not {"output_config", "temperature"} & sent.body.keys()
    assert [message["role"] for message in sent.body["messages"]] == ["user", "assistant", "user"]
    *shown, asked = sent.body["messages"][-1]["content"]
    assert [document["title"] for document in shown] == ["Tea", "Tea"]
    assert all(document["citations"] == {"enabled": True} for document in shown)
    assert [block["text"].strip() for block in shown[0]["source"]["content"]] == [
        "Green tea steeps for two minutes.",
        "Black tea steeps for four minutes.",
    ]
    assert "steeps for" not in asked["text"] and "How long does green tea steep?" in asked["text"]
    (citation,) = [each for piece in found for mark in piece.marks for each in mark.citations]
    assert citation == ("E1", 0, 12, (0, 33)) and joined(found) == "Two minutes."


async def test_what_is_no_answer_is_asked_with_a_schema_until_it_is_refused():
    refusal = status(400, {"type": "invalid_request_error", "message": "output_config: unexpected"})
    async with FakeUpstream([YES, refusal, YES]) as up:
        provider = made(up)
        for _ in range(2):
            assert {piece.marks for piece in await pieces_of(provider, TEA, schema=SCHEMA)} == {None}
        await provider.aclose()
    wishes = [request.body["output_config"] for request in up.requests]
    asked = {"effort": "low", "format": {"type": "json_schema", "schema": SCHEMA}}
    assert wishes == [asked, asked, {"effort": "low"}], "what others wait for takes little thought"
    assert "document" not in str(up.requests[0].body["messages"])


async def test_a_model_that_knows_no_thinking_is_not_told_about_it():
    refusal = status(400, {"message": "adaptive thinking is not supported on this model"})
    async with FakeUpstream([refusal, YES]) as up:
        assert joined(await pieces(up, max_output_tokens=300, model_effort="low")) == "Two minutes."
    assert [request.body.get("thinking") for request in up.requests] == [
        {"type": "adaptive", "display": "summarized"},
        None,
    ]
    assert up.requests[1].body["max_tokens"] == 300
    assert [request.body["output_config"] for request in up.requests] == [{"effort": "low"}] * 2


async def test_a_service_that_does_not_know_the_version_is_asked_in_the_older_one():
    refusal = status(400, {"message": 'anthropic-version: "2026-10-21" is not a valid version'})
    async with FakeUpstream([refusal, YES]) as up:
        assert joined(await pieces(up)) == "Two minutes."
    assert [request.headers["anthropic-version"] for request in up.requests] == [VERSION, OLDER_VERSION]


@every(
    ("behaviour", "error", "words"),
    [
        (status(401, {"type": "authentication_error"}), UpstreamRefused, "check ANTHROPIC_API_KEY"),
        (status(400, {"message": "Your credit balance is too low"}), UpstreamRefused, "no credit left"),
        (status(400, {"message": "prompt is too long: 210000 tokens > 200000"}), UpstreamRefused, "GATEWAY_TOP_K"),
        (status(404, {"type": "not_found_error"}), UpstreamRefused, "ANTHROPIC_MODEL"),
        (status(413), UpstreamRefused, "GATEWAY_TOP_K"),
        (status(529, {"type": "overloaded_error"}), UpstreamError, "failed"),
        (redirect("http://elsewhere.example/v1/messages"), UpstreamRefused, "redirects elsewhere; set ANTHROPIC_BASE"),
        (html(), UpstreamError, "web page"),
        (reset_after(0), UpstreamError, "cannot be reached; check ANTHROPIC_BASE_URL"),
        (fake.sends([fake.BEGIN, fake.error("invalid_request_error")]), UpstreamError, "reported an error"),
    ],
)
async def test_what_is_no_answer_fails_by_name(behaviour, error, words):
    async with FakeUpstream([behaviour]) as up:
        with constants(retries=0), pytest.raises(error, match=words):
            await pieces(up)


async def test_an_overload_before_the_first_text_is_tried_again():
    told = fake.sends([fake.BEGIN, fake.error("overloaded_error")])
    async with FakeUpstream([status(529), told, YES]) as up:
        assert joined(await pieces(up)) == "Two minutes."
    assert len(up.requests) == 3


async def test_the_only_model_is_taken_and_several_are_listed():
    async with FakeUpstream() as up:
        up.listing = fake.models("claude-only")
        assert await prepared(made(up, anthropic_model=None)) == "claude-only"
        up.listing = fake.models("b", "a")
        with pytest.raises(WrongUse, match=r"Set ANTHROPIC_MODEL to one of the models that .* offers: a, b"):
            await prepared(made(up, anthropic_model=None))
        up.listing = html()
        with pytest.raises(UpstreamRefused, match="is not a service with the Messages API"):
            await prepared(made(up, anthropic_model=None))
        up.listing = status(401)
        with pytest.raises(UpstreamRefused, match="check ANTHROPIC_API_KEY"):
            await prepared(made(up, anthropic_model=None))


async def test_the_official_service_needs_a_key():
    with pytest.raises(WrongUse, match="ANTHROPIC_API_KEY"):
        await create(Settings(anthropic_model="only", _env_file=None)).prepare()
    provider = create(Settings(anthropic_base_url="http://box:1/v1/", anthropic_model="only", _env_file=None))
    await provider.prepare()
    assert provider.location == "http://box:1" and "x-api-key" not in provider._headers()
