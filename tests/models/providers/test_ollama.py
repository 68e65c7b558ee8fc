"""Ollama against a scripted server: messages and schema, servers without chat, every way of failing."""

from __future__ import annotations

import pytest

from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models.providers.ollama import address, create, flattened
from gateway.models.transport import clocks
from gateway.settings import Settings
from tests.fakes.ollama import chat, generated, lines, tags
from tests.fakes.upstream import FakeUpstream, body, html, redirect, reset_after, silence, status
from tests.support.constants import constants
from tests.support.every import every
from tests.support.prompts import TEA
from tests.support.streamed import joined, streamed

SCHEMA = {"type": "object"}
HISTORY = [Message("user", "Which teas are there?"), Message("assistant", "Green and black.")]
NO_CHAT = body(b"404 page not found", code=404, content_type="text/plain")


async def pieces(up, messages=None, schema=SCHEMA, **changed):
    named = {"ollama_host": up.url.removesuffix("/v1"), "ollama_model": "tiny"}
    return await streamed(create(Settings(**{**named, **changed}, _env_file=None)), TEA, messages, schema)


async def test_messages_and_schema_go_to_its_own_api():
    async with FakeUpstream([lines(chat("Two minutes, “até” 两分钟."))]) as up:
        heard = await pieces(up, HISTORY, ollama_num_ctx=4096)
    assert joined(heard) == "Two minutes, “até” 两分钟."
    assert heard[-1].finish_reason == "stop"
    assert [piece.usage for piece in heard if piece.usage] == [Usage(11, 7)]
    [sent] = up.requests
    assert sent.path == "/api/chat"
    assert [message["role"] for message in sent.body["messages"]] == ["system", "user", "assistant", "user"]
    assert sent.body["format"] == SCHEMA and sent.body["think"] is False and sent.body["truncate"] is False
    assert sent.body["options"] == {"temperature": 0.2, "num_predict": 2000, "num_ctx": 4096}


@pytest.mark.requirement("D8")
async def test_a_server_without_chat_is_sent_one_prompt_from_then_on():
    async with FakeUpstream([NO_CHAT, lines(generated("Two minutes."))]) as up:
        assert joined(await pieces(up, HISTORY)) == "Two minutes."
    assert [request.path for request in up.requests] == ["/api/chat", "/api/generate"]
    sent = up.requests[1].body
    assert sent["system"] == TEA.system and sent["format"] == SCHEMA and "messages" not in sent
    assert sent["prompt"] == f"User: Which teas are there?\n\nAssistant: Green and black.\n\nUser: {TEA.user}"


def test_without_history_the_prompt_is_the_question_alone():
    assert flattened((), "Why?") == "Why?"


async def test_a_404_about_the_model_is_no_lack_of_chat():
    async with FakeUpstream([status(404, '{"error":"model \'tiny\' not found"}')]) as up:
        with pytest.raises(UpstreamRefused, match="OLLAMA_MODEL"):
            await pieces(up)
    assert len(up.requests) == 1


async def test_a_model_that_knows_no_thinking_is_not_told_about_it():
    complaint = status(400, '{"error":"\\"tiny\\" does not support thinking"}')
    async with FakeUpstream([complaint, lines(chat("Yes."))]) as up:
        assert joined(await pieces(up)) == "Yes."
    assert "think" in up.requests[0].body and "think" not in up.requests[1].body


async def test_thoughts_are_no_text():
    async with FakeUpstream([lines(chat("Yes.", thought="Let me see"))]) as up:
        heard = await pieces(up, schema=None)
    assert "".join(piece.thinking for piece in heard) == "Let me see" and joined(heard) == "Yes."
    assert "think" not in up.requests[0].body and "format" not in up.requests[0].body


@pytest.mark.parametrize("size", [1, 3, 1000])
async def test_any_cut_of_the_body_gives_the_same_text(size):
    async with FakeUpstream([lines(chat("Zwei Minuten, 两分钟 \U0001f375."), size=size)]) as up:
        assert joined(await pieces(up)) == "Zwei Minuten, 两分钟 \U0001f375."


async def test_the_length_limit_is_told():
    async with FakeUpstream([lines(chat("Two", reason="length"))]) as up:
        assert (await pieces(up))[-1].finish_reason == "length"


@every(
    ("behaviour", "error", "words"),
    [
        (lines(chat("Two minutes.")[:2]), UpstreamError, "broke off in the middle"),
        (lines([]), UpstreamError, "sent an empty answer"),
        (lines([*chat("Two")[:1], {"error": "out of memory at 0x1"}]), UpstreamError, "reported an error"),
        (lines([{"message": {"tool_calls": [{}]}}]), UpstreamError, "asked for a tool"),
        (lines([{"message": "text"}]), UpstreamError, "not an object"),
        (lines(["text"]), UpstreamError, "not a JSON object"),
        (html(), UpstreamError, "not a JSON object; check OLLAMA_HOST"),
        (body(b"x" * 600_000), UpstreamError, "more in one line"),
        (redirect("http://elsewhere.example/api/chat"), UpstreamRefused, "redirects elsewhere; set OLLAMA_HOST"),
        (status(500, "{}"), UpstreamError, "failed"),
        (reset_after(0), UpstreamError, "cannot be reached; check OLLAMA_HOST"),
        (lines(chat("Two minutes.")[:2], ends=False), UpstreamError, "broke"),
    ],
)
async def test_what_is_no_whole_answer_fails_by_name(behaviour, error, words):
    async with FakeUpstream([behaviour]) as up:
        with constants(retries=0), pytest.raises(error, match=words):
            await pieces(up)


async def test_it_tries_again_before_any_text():
    async with FakeUpstream([status(503, "{}"), lines(chat("Yes."))]) as up:
        assert joined(await pieces(up)) == "Yes."


async def test_silence_ends_by_the_clock():
    async with FakeUpstream([silence()]) as up:
        with pytest.raises(UpstreamTimeout, match="GATEWAY_SILENCE_TIMEOUT_S"):
            await pieces(up, silence_timeout_s=0.2)


async def prepared(up, **changed):
    provider = create(Settings(**{"ollama_host": up.url.removesuffix("/v1"), **changed}, _env_file=None))
    try:
        await provider.prepare()
        return provider.model
    finally:
        await provider.aclose()


async def test_the_only_pulled_model_is_taken_and_several_are_listed(monkeypatch):
    async with FakeUpstream() as up:
        up.listing = tags("tiny:latest")
        assert await prepared(up) == "tiny:latest"
        up.listing = tags("b", "a")
        with pytest.raises(WrongUse, match=r"Set OLLAMA_MODEL to one of the models that http://127.* offers: a, b\."):
            await prepared(up)
        up.listing = html()
        with pytest.raises(UpstreamError, match="is not an Ollama server"):
            await prepared(up)
        up.listing = silence()
        monkeypatch.setattr(clocks, "CONNECT_S", 0.1)
        with pytest.raises(UpstreamTimeout, match="did not list its models in time"):
            await prepared(up)
    with pytest.raises(UpstreamError, match="cannot be reached"):
        await prepared(up)


@pytest.mark.parametrize(
    ("host", "wanted"),
    [
        (None, "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("box", "http://box:11434"),
        ("box:8080", "http://box:8080"),
        ("http://box:8080/", "http://box:8080"),
        ("https://ollama.example/base", "https://ollama.example:443/base"),
        ("[::1]:9", "http://[::1]:9"),
    ],
)
def test_its_address_is_read_as_ollama_itself_reads_it(host, wanted):
    assert address(host) == wanted


def test_an_address_that_is_none_is_a_sentence():
    with pytest.raises(WrongUse, match="OLLAMA_HOST='box:port' is not an address"):
        address("box:port")


@pytest.mark.parametrize("behaviour", [status(408), status(409), status(425), status(501), body(b"")])
async def test_what_may_pass_is_tried_again_before_the_first_text(behaviour):
    async with FakeUpstream([behaviour, lines(chat("Yes."))]) as up:
        assert joined(await pieces(up)) == "Yes."
    assert len(up.requests) == 2


async def test_a_retry_after_longer_than_is_waited_for_is_told_to_the_caller():
    async with FakeUpstream([status(429, retry_after="Wed, 01 Jan 2098 00:00:00 GMT")]) as up:
        with pytest.raises(UpstreamError) as error:
            await pieces(up)
    assert len(up.requests) == 1 and error.value.retry_after_s > 3600
