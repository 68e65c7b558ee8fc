"""Gemini against a scripted server: what is sent, what models do not know, and every way of ending."""

from __future__ import annotations

import asyncio
import json

import pytest

from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import AnswerWithheld, KeyRefused, UpstreamError, UpstreamRefused, WrongUse
from gateway.models.providers.gemini import address, create
from gateway.models.transport import streaming
from gateway.models.transport.gemini_request import ROOM_FOR_THOUGHTS
from gateway.settings import Settings
from tests.fakes.gemini import ended, exhausted, failed, response, spoken, usage
from tests.fakes.upstream import FakeUpstream, body, frames, html, in_pieces
from tests.fakes.wires import event
from tests.support.constants import constants
from tests.support.every import every
from tests.support.prompts import TEA
from tests.support.streamed import joined, pieces_of, streamed

SCHEMA = {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "additionalProperties": False}
HISTORY = [Message("user", "Which teas are there?"), Message("assistant", "Green and black.")]
YES = frames([spoken("Yes."), ended()])


async def pieces(up, messages=None, schema=SCHEMA, **changed):
    named = {"gemini_base_url": up.url, "gemini_model": "tiny", "gemini_api_key": "secret"}
    return await streamed(create(Settings(**{**named, **changed}, _env_file=None)), TEA, messages, schema)


async def test_messages_schema_and_limits_go_to_its_own_api():
    said = [spoken("Two minutes, "), spoken("“até” 两分钟 \U0001f375.", **usage(11, 3)), ended()]
    async with FakeUpstream([frames(said)]) as up:
        heard = await pieces(up, HISTORY)
    assert joined(heard) == "Two minutes, “até” 两分钟 \U0001f375."
    assert heard[-1].finish_reason == "stop"
    assert [piece.usage for piece in heard if piece.usage] == [Usage(11, 7)]
    [sent] = up.requests
    assert sent.path == "/v1/models/tiny:streamGenerateContent?alt=sse" and sent.headers["x-goog-api-key"] == "secret"
    assert [turn["role"] for turn in sent.body["contents"]] == ["user", "model", "user"]
    assert sent.body["contents"][-1]["parts"] == [{"text": TEA.user}]
    assert sent.body["systemInstruction"] == {"parts": [{"text": TEA.system}]}
    assert sent.body["generationConfig"] == {
        "temperature": 0.2,
        "maxOutputTokens": 2000 + ROOM_FOR_THOUGHTS,
        "thinkingConfig": {"includeThoughts": True},
        "responseMimeType": "application/json",
        "responseJsonSchema": SCHEMA,
    }


@pytest.mark.parametrize(
    ("tokens", "thinking"),
    [
        (500, {"includeThoughts": True, "thinkingBudget": 500}),
        (0, {"includeThoughts": False, "thinkingBudget": 0}),
    ],
)
async def test_thoughts_have_their_room_beside_the_answer(tokens, thinking):
    async with FakeUpstream([YES]) as up:
        await pieces(up, model_effort=None if tokens is None else str(tokens))
    config = up.requests[0].body["generationConfig"]
    assert config["thinkingConfig"] == thinking and config["maxOutputTokens"] == 2000 + tokens


async def test_thoughts_are_no_text():
    thought = response({"text": "Let me see", "thought": True})
    async with FakeUpstream([frames([thought, spoken("Yes."), ended()])]) as up:
        heard = await pieces(up)
    assert "".join(piece.thinking for piece in heard) == "Let me see" and joined(heard) == "Yes."


@pytest.mark.parametrize("together", [True, False])
async def test_of_several_candidates_only_the_first_one_is_read(together):
    other = [{**response({"text": " No."}, finish="SAFETY")["candidates"][0], "index": 1}]
    first = spoken("Yes.")["candidates"]
    lists = [other + first] if together else [other, first]
    async with FakeUpstream([frames([*({"candidates": one} for one in lists), ended()])]) as up:
        heard = await pieces(up)
    assert joined(heard) == "Yes." and [piece.finish_reason for piece in heard if piece.finish_reason] == ["stop"]


NO_THOUGHTS = failed(400, "INVALID_ARGUMENT", "Thinking is not enabled for models/tiny")
NO_JSON_SCHEMA = failed(
    400, "INVALID_ARGUMENT", 'Invalid JSON payload received. Unknown name "responseJsonSchema": Cannot find field.'
)
NO_SCHEMA = failed(400, "INVALID_ARGUMENT", "The specified schema produces a constraint that has too many states.")
NO_JSON = failed(400, "INVALID_ARGUMENT", "JSON mode is not enabled for models/tiny")
NO_SYSTEM = failed(400, "INVALID_ARGUMENT", "Developer instruction is not enabled for models/tiny")


async def test_what_a_model_does_not_know_is_given_up_one_by_one():
    async with FakeUpstream([NO_THOUGHTS, NO_JSON_SCHEMA, NO_SCHEMA, NO_JSON, NO_SYSTEM, YES]) as up:
        assert joined(await pieces(up)) == "Yes."
    configs = [request.body["generationConfig"] for request in up.requests]
    assert "thinkingConfig" in configs[0] and configs[1]["maxOutputTokens"] == 2000
    assert configs[2]["responseSchema"] == {
        "type": "OBJECT",
        "properties": {"a": {"type": "STRING", "nullable": True}},
        "propertyOrdering": ["a"],
    }
    assert configs[3].keys() == {"temperature", "maxOutputTokens", "responseMimeType"}
    assert configs[4].keys() == {"temperature", "maxOutputTokens"}
    last = up.requests[5].body
    assert "systemInstruction" not in last
    assert last["contents"][-1]["parts"][0]["text"] == f"{TEA.system}\n\n{TEA.user}"


async def test_what_was_given_up_stays_so_and_is_not_given_up_twice_by_requests_at_once():
    async with FakeUpstream(lambda request: NO_JSON_SCHEMA if "responseJsonSchema" in str(request.body) else YES) as up:
        provider = create(Settings(gemini_base_url=up.url, gemini_model="t", gemini_api_key="k", _env_file=None))

        async def asked():
            return joined(await pieces_of(provider, TEA, schema=SCHEMA))

        async with asyncio.timeout(20):
            assert await asyncio.gather(*(asked() for _ in range(4))) == ["Yes."] * 4
            seen = len(up.requests)
            assert await asked() == "Yes."
        await provider.aclose()
    assert len(up.requests) == seen + 1 and "responseSchema" in up.requests[-1].body["generationConfig"]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("MAX_TOKENS", "length"),
        *[(reason, "content_filter") for reason in ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII")],
    ],
)
async def test_why_an_answer_ends_is_told_as_others_tell_it(reason, told):
    async with FakeUpstream([frames([spoken("Two"), ended(reason)])]) as up:
        heard = await pieces(up)
    assert (joined(heard), heard[-1].finish_reason) == ("Two", told)


def cut(*values):
    return b"".join(map(event, values))


@every(
    ("behaviour", "error", "words"),
    [
        (frames([spoken("Two")]), UpstreamError, "broke off in the middle"),
        (body(b""), UpstreamError, "sent an empty answer"),
        (
            frames([{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **usage(9, None, None)}]),
            AnswerWithheld,
            "PROHIBITED_CONTENT",
        ),
        (frames([{"promptFeedback": {"blockReason": "<b>x"}}]), AnswerWithheld, r"passages pass\."),
        (frames([spoken("Two", "OTHER")]), UpstreamError, "gave up"),
        (frames([response(finish="MALFORMED_FUNCTION_CALL")]), UpstreamError, "gave up"),
        (frames([spoken("Two", "SOMETHING_NEW")]), UpstreamError, "gave up"),
        (frames([response({"functionCall": {"name": "x"}})]), UpstreamError, "asked for a tool"),
        (frames([{"error": {"code": 503, "message": "at 10.0.0.1"}}]), UpstreamError, "reported an error"),
        (frames(["[1]"]), UpstreamError, "not a JSON object"),
        (in_pieces(b'data: {"candidates": [{"con\xff\n\n', 9), UpstreamError, "not a JSON object"),
        (html(), UpstreamError, "web page instead of an answer; check GEMINI_BASE_URL"),
        (body(b"data: " + b"x" * 600_000), UpstreamError, "more in one event"),
        (body(b"[" + b" " * 1_100_000), UpstreamError, "more than any answer"),
        (
            failed(400, "INVALID_ARGUMENT", "API key not valid.", {"reason": "API_KEY_INVALID"}),
            KeyRefused,
            "GEMINI_API_KEY",
        ),
        (failed(403, "PERMISSION_DENIED", "no"), KeyRefused, "The key in GEMINI_API_KEY may not use model 'tiny'"),
        (failed(404, "NOT_FOUND", "models/tiny is not found"), UpstreamRefused, "GEMINI_MODEL and GEMINI_BASE_URL"),
        (failed(400, "FAILED_PRECONDITION", "User location is not supported"), UpstreamRefused, "did not accept"),
        (
            failed(
                400, "INVALID_ARGUMENT", "The input token count (9) exceeds the maximum number of tokens allowed (8)."
            ),
            UpstreamRefused,
            "GATEWAY_TOP_K",
        ),
        (failed(503, "UNAVAILABLE", "The model is overloaded.", as_array=True), UpstreamError, "failed"),
        (exhausted(40), UpstreamError, "overloaded or limits this key"),
        (exhausted(1, "GenerateRequestsPerDayPerProjectPerModel-FreeTier"), UpstreamRefused, "in a day is used up"),
    ],
)
async def test_what_is_no_whole_answer_fails_by_name(behaviour, error, words):
    async with FakeUpstream([behaviour]) as up:
        with constants(retries=0), pytest.raises(error, match=words) as raised:
            await pieces(up)
    assert type(raised.value) is error and "secret" not in str(raised.value)


async def test_when_to_come_again_is_read_from_the_body():
    async with FakeUpstream([exhausted(0.2), YES]) as up:
        assert joined(await pieces(up)) == "Yes."
    assert len(up.requests) == 2
    async with FakeUpstream([exhausted(40.5), YES]) as up:
        with pytest.raises(UpstreamError) as error:
            await pieces(up)
    assert (error.value.retry_after_s, len(up.requests)) == (41, 1)


@pytest.mark.parametrize(
    "behaviour",
    [
        failed(503, "UNAVAILABLE", "The model is overloaded."),
        frames([{"error": {"code": 503, "status": "UNAVAILABLE"}}]),
        frames([response(finish="OTHER")]),
        body(b""),
    ],
)
async def test_what_may_pass_is_tried_again_before_the_first_text(behaviour):
    async with FakeUpstream([behaviour, YES]) as up:
        assert joined(await pieces(up)) == "Yes."
    assert len(up.requests) == 2


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("line", ["\n", "\r\n"])
async def test_any_cut_of_the_body_gives_the_same_text(size, line):
    said = cut(spoken("Zwei Minuten, 两分钟 \U0001f375."), ended()).replace(b"\n", line.encode())
    async with FakeUpstream([in_pieces(said, size)]) as up:
        assert joined(await pieces(up)) == "Zwei Minuten, 两分钟 \U0001f375."


@pytest.mark.parametrize("size", [7, 10_000])
async def test_an_answer_as_one_document_is_read_too(size):
    said = json.dumps([spoken("Two "), spoken("minutes."), ended()]).encode()
    async with FakeUpstream([in_pieces(said, size)]) as up:
        heard = await pieces(up)
    assert joined(heard) == "Two minutes." and heard[-1].finish_reason == "stop"


async def test_a_reason_that_comes_with_every_event_is_no_end(monkeypatch):
    monkeypatch.setattr(streaming, "LAST_S", 0.4)

    async def slowly(exchange):
        for word in ("two ", "minutes ", "or ", "three"):
            await asyncio.sleep(0.2)
            await exchange.frame(spoken(word, "STOP"))
        await exchange.end()

    async with FakeUpstream([frames([spoken("Steep ", "STOP")], then=slowly)]) as up:
        named = {"gemini_base_url": up.url, "gemini_model": "tiny", "gemini_api_key": "secret"}
        provider = create(Settings(**named, _env_file=None))
        try:
            heard = await pieces_of(provider, TEA, schema=SCHEMA)
        finally:
            await provider.aclose()
    assert joined(heard) == "Steep two minutes or three"


async def test_the_address_and_the_model_may_be_those_of_a_cloud():
    async with FakeUpstream([YES]) as up:
        await pieces(up, gemini_base_url=f"{up.url}/publishers/google/", gemini_model="models/gemini-x")
    assert up.requests[0].path == "/v1/publishers/google/models/gemini-x:streamGenerateContent?alt=sse"
    assert address(None) == "https://generativelanguage.googleapis.com/v1beta"
    assert address("http://box:1/") == "http://box:1/v1beta"
    for wrong in ("box", "ftp://box", "https://box/v1?key=secret", "http://[::1"):
        with pytest.raises(WrongUse, match="GEMINI_BASE_URL") as error:
            address(wrong)
        assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("given", "missing"),
    [({}, "GEMINI_API_KEY and GEMINI_MODEL"), ({"gemini_api_key": "k"}, "needs GEMINI_MODEL to")],
)
async def test_what_is_not_set_is_named(given, missing):
    with pytest.raises(WrongUse, match=missing):
        await create(Settings(**given, _env_file=None)).prepare()


def test_key_and_model_choose_it_where_nothing_else_does():
    both = {"gemini_api_key": "k", "gemini_model": "m"}
    assert Settings(**both, _env_file=None).chosen_provider == "gemini"
    assert Settings(gemini_api_key="k", _env_file=None).chosen_provider == "extractive"
    assert Settings(**both, openai_api_key="k", _env_file=None).chosen_provider == "openai"
