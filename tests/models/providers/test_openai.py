"""The provider against a scripted service: every way of answering and of failing, on loopback, with short clocks."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import KeyRefused, UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models.ports import Enough, ModelPiece, Receive
from gateway.models.providers.openai import OpenAIProvider, create
from gateway.models.transport import clocks, streaming
from gateway.settings import Settings
from tests.fakes.upstream import (
    Behaviour,
    Exchange,
    FakeUpstream,
    answer_json,
    body,
    chunk,
    frames,
    html,
    in_pieces,
    paragraphs_json,
    reasoning,
    redirect,
    reset_after,
    silence,
    stall_after,
    status,
    text,
    usage_chunk,
)
from tests.support.constants import constants
from tests.support.every import every
from tests.support.prompts import TEA
from tests.support.streamed import joined, pieces_of

KEY = "sk-very-secret"
SCHEMA = {"type": "object"}
PARAGRAPHS = [(["E1"], "Two minutes, “até” 两分钟 \U0001f375."), ([], "Enjoy.")]


@asynccontextmanager
async def serving(
    *script: Behaviour, retries: int | None = None, **changed: Any
) -> AsyncIterator[tuple[OpenAIProvider, FakeUpstream]]:
    async with FakeUpstream(script) as up:
        settings = {"openai_base_url": up.url, "openai_api_key": KEY, "openai_model": "m"}
        with constants(retries):
            provider = create(Settings(**{**settings, **changed}, _env_file=None))  # type: ignore[call-arg]
        try:
            yield provider, up
        finally:
            await provider.aclose()


async def everything(provider: OpenAIProvider, schema: Any = SCHEMA) -> tuple[list[ModelPiece], UpstreamError | None]:
    """All pieces, and the error that ended them."""
    pieces: list[ModelPiece] = []
    try:
        async with asyncio.timeout(20):
            await provider.generate(TEA, schema=schema, receive=pieces.append)
    except UpstreamError as error:
        return pieces, error
    return pieces, None


async def test_an_answer_comes_whole_with_finish_reason_and_usage() -> None:
    async with serving(answer_json(PARAGRAPHS)) as (provider, up):
        pieces, error = await everything(provider)
    assert error is None
    assert joined(pieces) == paragraphs_json(PARAGRAPHS)
    assert pieces[-1].finish_reason == "stop"
    assert [piece.usage for piece in pieces if piece.usage] == [Usage(11, 7)]
    sent = up.requests[0]
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.body["stream_options"] == {"include_usage": True}
    assert sent.body["response_format"]["json_schema"] == {"name": "answer", "strict": True, "schema": SCHEMA}
    assert (sent.body["model"], sent.body["temperature"], sent.body["max_tokens"]) == ("m", 0.2, 2000)


async def test_earlier_turns_are_sent_between_system_text_and_question() -> None:
    async with serving(text("ok")) as (provider, up):
        await pieces_of(provider, TEA, [Message("user", "a"), Message("assistant", "b")])
    assert [message["role"] for message in up.requests[0].body["messages"]] == ["system", "user", "assistant", "user"]


async def test_network_pieces_of_one_byte_change_nothing() -> None:
    stream = b"".join(
        b"data: "
        + (value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode())
        + b"\r\n\r\n"
        for value in (chunk({"content": "两分钟 \U0001f375"}), chunk(finish="stop"), usage_chunk(), b"[DONE]")
    )
    async with serving(in_pieces(stream)) as (provider, _):
        pieces, error = await everything(provider)
    assert (joined(pieces), error) == ("两分钟 \U0001f375", None)


async def test_thoughts_are_kept_apart_from_the_text() -> None:
    async with serving(reasoning("Let me see.", "Two minutes.")) as (provider, _):
        pieces, _error = await everything(provider)
    assert "".join(piece.thinking for piece in pieces) == "Let me see."
    assert joined(pieces) == "Two minutes."


async def test_pieces_come_one_by_one_and_an_awaitable_is_waited_for_before_the_next_read() -> None:
    words = ["one ", "two ", "three ", "four ", "five"]
    deltas: list[Any] = [chunk({"content": word}) for word in words]
    deltas.insert(3, chunk({"reasoning_content": "Hm."}))

    async def spaced(exchange: Exchange) -> None:
        await exchange.head()
        for delta in [*deltas, chunk(finish="stop"), usage_chunk(), "[DONE]"]:
            await exchange.frame(delta)
            await asyncio.sleep(0.02)  # longer than a tick: each comes by itself
        await exchange.end()

    pieces: list[ModelPiece] = []
    waits: list[str] = []

    async def wait(piece: ModelPiece) -> None:
        waits.append(f"{piece.text}begins")
        await asyncio.sleep(0)
        waits.append(f"{piece.text}ends")

    def receive(piece: ModelPiece) -> Awaitable[None] | None:
        pieces.append(piece)
        assert len(waits) % 2 == 0
        return wait(piece) if piece.text in ("one ", "four ") else None

    async with serving(spaced) as (provider, _), asyncio.timeout(20):
        await provider.generate(TEA, receive=receive)
    assert [piece.text or piece.thinking for piece in pieces[:6]] == ["one ", "two ", "three ", "Hm.", "four ", "five"]
    assert waits == ["one begins", "one ends", "four begins", "four ends"]
    assert pieces[-1].finish_reason == "stop" and Usage(11, 7) in [piece.usage for piece in pieces]


@pytest.mark.parametrize("error", [ZeroDivisionError, UpstreamRefused("ours"), Enough])
async def test_an_error_of_the_receiver_is_not_taken_for_one_of_the_connection(error: Any) -> None:
    def receive(piece: ModelPiece) -> None:
        raise error

    async with serving(text("So it is said.", pause_s=0.02)) as (provider, up), asyncio.timeout(20):
        with pytest.raises(error if isinstance(error, type) else type(error)):
            await provider.generate(TEA, receive=receive)
        assert len(up.requests) == 1
        await up.requests[0].closed.wait()


async def test_silence_after_text_is_reported_by_the_clock_of_content() -> None:
    async with serving(stall_after(4, "one two three four"), silence_timeout_s=0.3) as (provider, _):
        with pytest.raises(UpstreamTimeout, match="silent"):
            await pieces_of(provider, TEA)


async def test_text_keeps_the_clock_of_content_going() -> None:
    async with serving(text("one two three four five six", pause_s=0.15), silence_timeout_s=0.5) as (provider, _):
        pieces = await pieces_of(provider, TEA)
    assert joined(pieces) == "one two three four five six"
    assert pieces[-1].finish_reason == "stop"


async def test_one_connection_carries_one_answer_after_another() -> None:
    async with serving(text("ok")) as (provider, up):
        for _ in range(4):
            assert (await everything(provider))[1] is None
        assert (len(up.requests), up.connections) == (4, 1)


async def test_a_compressed_answer_is_read_as_any_other() -> None:
    sent = b"".join(
        b"data: %s\n\n" % json.dumps(each).encode() for each in (chunk({"content": "Two"}), chunk({}, "stop"))
    )
    async with serving(body(gzip.compress(sent), headers={"content-encoding": "gzip"})) as (provider, _):
        pieces, error = await everything(provider)
    assert (joined(pieces), error) == ("Two", None)


async def test_a_body_that_ends_a_little_after_done_leaves_its_connection_usable() -> None:
    async def lingering(exchange: Any) -> None:
        await asyncio.sleep(0.01)
        await exchange.end()

    values = [chunk({"content": "ok"}, finish="stop"), "[DONE]"]
    async with serving(frames(values, then=lingering)) as (provider, up):
        for _ in range(3):
            assert (await everything(provider))[1] is None
        assert (len(up.requests), up.connections) == (3, 1)


# Another try -------------------------------------------------------------------------------------------------------


@every("code", [408, 409, 425, 429, 500, 501, 502, 503, 504, 529])
async def test_a_passing_failure_is_tried_again(code: int) -> None:
    async with serving(status(code), status(code), text("ok")) as (provider, up):
        pieces, error = await everything(provider)
    assert (joined(pieces), error, len(up.requests)) == ("ok", None, 3)


async def test_the_tries_end_after_the_set_number() -> None:
    async with serving(status(503), retries=1) as (provider, up):
        pieces, error = await everything(provider)
    assert (pieces, type(error), len(up.requests)) == ([], UpstreamError, 2)


async def test_retry_after_is_waited_for() -> None:
    async with serving(status(429, retry_after=0.3), text("ok")) as (provider, _):
        begun = time.monotonic()
        pieces, error = await everything(provider)
    assert (joined(pieces), error) == ("ok", None)
    assert 0.3 <= time.monotonic() - begun < 3


async def test_after_a_pause_the_next_attempt_has_the_whole_time_for_its_first_text() -> None:
    async with serving(status(429, retry_after=1.5), text("ok"), silence_timeout_s=1.2) as (provider, _):
        pieces, error = await everything(provider)
    assert (joined(pieces), error) == ("ok", None)


async def test_a_long_retry_after_fails_at_once_and_is_passed_on() -> None:
    async with serving(status(429, retry_after=60)) as (provider, up):
        _, error = await everything(provider)
    assert error is not None
    assert (error.retry_after_s, len(up.requests)) == (60, 1)


async def test_a_pause_that_the_total_clock_does_not_leave_is_not_begun() -> None:
    async with serving(status(429, retry_after=4), total_timeout_s=2) as (provider, up):
        begun = time.monotonic()
        _, error = await everything(provider)
    assert type(error) is UpstreamError
    assert len(up.requests) == 1
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("script", [(reset_after(0), text("ok")), (reset_after(0), reset_after(0), text("ok"))])
async def test_a_connection_that_breaks_before_the_first_text_is_tried_again(script: tuple[Behaviour, ...]) -> None:
    async with serving(*script) as (provider, up):
        pieces, error = await everything(provider)
    assert (joined(pieces), error, len(up.requests)) == ("ok", None, len(script))


async def test_a_service_that_is_away_is_named_by_its_setting() -> None:
    async with serving(text("never")) as (_, up):
        gone = up.url
    provider = create(Settings(openai_base_url=gone, openai_model="m"))
    _, error = await everything(provider)
    await provider.aclose()
    assert type(error) is UpstreamError
    assert "OPENAI_BASE_URL" in str(error)


# Step down ---------------------------------------------------------------------------------------------------------


async def test_refused_structured_output_is_stepped_down_and_remembered() -> None:
    no = {"message": "response_format is not supported", "param": "response_format"}
    async with serving(status(400, no), status(422, no), text("ok")) as (provider, up):
        assert (await everything(provider))[1] is None
        assert (await everything(provider))[1] is None
    asked = [request.body.get("response_format", {}).get("type") for request in up.requests]
    assert asked == ["json_schema", "json_object", None, None]


async def test_refused_usage_is_stepped_down_and_the_format_kept() -> None:
    async with serving(status(400, {"message": "unknown field stream_options"}), text("ok")) as (provider, up):
        assert (await everything(provider))[1] is None
    assert "stream_options" not in up.requests[1].body
    assert up.requests[1].body["response_format"]["type"] == "json_schema"


async def test_a_bad_request_for_another_reason_is_not_repeated() -> None:
    async with serving(status(400, {"message": "the messages are wrong"})) as (provider, up):
        _, error = await everything(provider)
    assert (type(error), len(up.requests)) == (UpstreamRefused, 1)


async def test_a_service_that_always_complains_about_the_format_ends_in_a_refusal() -> None:
    async with serving(status(400, {"message": "response_format"})) as (provider, up):
        _, error = await everything(provider)
    assert (type(error), len(up.requests)) == (UpstreamRefused, 3)


# Failures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [400, 401, 402, 403, 404, 405, 422])
async def test_a_refusal_is_a_sentence_of_ours_without_the_services_words_or_the_key(code: int) -> None:
    async with serving(status(code, {"message": f"Incorrect API key provided: {KEY}"})) as (provider, up):
        pieces, error = await everything(provider)
    kind = KeyRefused if code in (401, 403) else UpstreamRefused
    assert (pieces, type(error), len(up.requests)) == ([], kind, 1)
    assert KEY not in repr(error)
    assert "Incorrect" not in str(error)
    assert error is not None and error.__suppress_context__


async def test_a_redirect_is_refused_and_the_key_goes_nowhere_else() -> None:
    async with (
        FakeUpstream([text("stolen")]) as thief,
        serving(redirect(f"{thief.url}/chat/completions")) as (provider, _),
    ):
        pieces, error = await everything(provider)
        assert thief.requests == []
        assert thief.connections == 0
    assert (pieces, type(error)) == ([], UpstreamRefused)
    assert "OPENAI_BASE_URL" in str(error)


@every(
    ("behaviour", "words"),
    [
        (html(), "web page"),
        (body(b'{"error": {"message": "overloaded"}}', content_type="application/json"), "reported an error"),
        (frames([{"error": {"message": "no", "code": 400}}]), "reported an error"),
        (frames([{"error": {"message": "no", "code": "bad"}}]), "reported an error"),
        (frames([{"error": "no"}]), "reported an error"),
        (body(b'data: {"choices": [{"delta": {"con'), "not JSON"),
        (body(b'data: {"choices": [{"delta": {"content": "\xff\xfe"}}]}\n\n'), "not JSON"),
        (body(b"data: " + b"x" * 600_000), "one frame"),
    ],
)
async def test_status_200_without_an_answer_is_a_named_failure(behaviour: Behaviour, words: str) -> None:
    async with serving(behaviour) as (provider, up):
        pieces, error = await everything(provider)
    assert (joined(pieces), type(error), len(up.requests)) == ("", UpstreamError, 1)
    assert words in str(error)


EMPTY = (body(b""), body(b"data: [DONE]\n\n"), text("", finish=None, done=False))
TOLD = [{"code": 503}, {"code": "429"}, {"status": 408}]


@pytest.mark.parametrize("behaviour", [*EMPTY, *(frames([{"error": {"message": "no", **code}}]) for code in TOLD)])
async def test_an_empty_body_and_a_passing_failure_told_in_it_are_tried_again(behaviour: Behaviour) -> None:
    async with serving(behaviour, text("ok")) as (provider, up):
        pieces, error = await everything(provider)
    assert (joined(pieces), error, len(up.requests)) == ("ok", None, 2)


def gone(exchange: Any) -> Awaitable[None]:
    async def reset() -> None:
        exchange.reset()

    return reset()


HALF = [chunk({"content": "half of "}), chunk({"content": "it"})]


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (text("half of it", finish=None, done=False), "broke off"),
        (frames([*HALF, '{"choices": [{"del']), "not JSON"),
        (frames([*HALF, {"error": {"message": "lost"}}]), "reported an error"),
        (frames([*HALF, {"error": {"message": "lost", "code": 503}}]), "reported an error"),
        (frames([*HALF, chunk({"tool_calls": [{"index": 0}]})]), "tool"),
        (frames(HALF, then=gone), "broke"),
    ],
)
async def test_what_came_before_a_failure_is_kept_and_not_tried_again(behaviour: Behaviour, words: str) -> None:
    async with serving(behaviour) as (provider, up):
        pieces, error = await everything(provider)
    assert (joined(pieces), type(error), len(up.requests)) == ("half of it", UpstreamError, 1)
    assert words in str(error)
    assert not any(piece.finish_reason for piece in pieces)


@pytest.mark.parametrize("after", [1, 3, 7])
async def test_a_reset_after_some_text_keeps_that_text(after: int) -> None:
    async with serving(reset_after(after)) as (provider, up):
        pieces, error = await everything(provider)
    assert "The connection breaks before this is said.".startswith(joined(pieces))
    assert len(joined(pieces)) == 4 * after
    assert (type(error), len(up.requests)) == (UpstreamError, 1)


@pytest.mark.parametrize("field", ["content", "reasoning_content"])
@pytest.mark.parametrize("stalls", [True, False])
async def test_a_frame_that_lacks_only_its_end_when_the_stream_is_cut_is_kept(field: str, stalls: bool) -> None:
    async def unfinished(exchange: Exchange) -> None:
        await exchange.head()
        await exchange.frame(chunk({field: "half "}))
        await exchange.send(f"data: {json.dumps(chunk({field: 'of it'}))}\n".encode())
        await asyncio.sleep(0.1)  # a reset would take what is not read yet
        await (exchange.stall() if stalls else gone(exchange))

    async with serving(unfinished, retries=0, silence_timeout_s=0.5) as (provider, _):
        pieces, error = await everything(provider)
    assert "".join(piece.text + piece.thinking for piece in pieces) == "half of it"
    assert type(error) is (UpstreamTimeout if stalls else UpstreamError)


async def test_without_done_a_finish_reason_is_enough() -> None:
    async with serving(text("ok", done=False)) as (provider, _):
        pieces, error = await everything(provider)
    assert (joined(pieces), error, pieces[-1].finish_reason) == ("ok", None, "stop")


async def test_what_should_follow_the_end_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LAST_S", 0.1)
    for then in (gone, lambda exchange: exchange.stall(), lambda exchange: exchange.stall(0.02)):
        async with serving(frames([chunk({"content": "ok"}), chunk(finish="stop")], then=then)) as (provider, up):
            pieces, error = await everything(provider)
        assert (joined(pieces), error, len(up.requests)) == ("ok", None, 1) and pieces[-1].finish_reason == "stop"


def usage_of(pieces: list[ModelPiece]) -> Usage | None:
    return next((piece.usage for piece in reversed(pieces) if piece.usage), None)


@pytest.mark.parametrize("done", [True, False], ids=["then [DONE]", "then nothing"])
async def test_usage_may_come_a_while_after_the_reason_in_a_frame_of_its_own(done: bool) -> None:
    async def then(exchange: Exchange) -> None:
        await asyncio.sleep(0.2)
        await exchange.frame(usage_chunk(11, 7))
        if done:
            await exchange.frame("[DONE]")
        await exchange.end()

    async with serving(frames([chunk({"content": "ok"}), chunk(finish="stop")], then=then)) as (provider, up):
        pieces, error = await everything(provider)
    assert (joined(pieces), error, usage_of(pieces), len(up.requests)) == ("ok", None, Usage(11, 7), 1)


@pytest.mark.parametrize("in_one_go", [True, False])
async def test_usage_behind_done_counts_and_nothing_else_there(in_one_go: bool) -> None:
    late = [chunk({"content": "late"}), usage_chunk(11, 7), {"error": "late"}, {"usage": "none"}, "{", "[DONE]"]
    whole = [chunk({"content": "ok"}), chunk(finish="stop"), "[DONE]", *late]
    one = "".join(f"data: {part if isinstance(part, str) else json.dumps(part)}\n\n" for part in whole).encode()
    async with serving(body(one) if in_one_go else frames(whole)) as (provider, _):
        pieces, error = await everything(provider)
    assert (joined(pieces), error, usage_of(pieces)) == ("ok", None, Usage(11, 7))


async def test_a_second_done_and_late_frames_change_nothing() -> None:
    late = [chunk({"content": "ok"}), chunk(finish="stop"), "[DONE]", chunk({"content": "late"}), "[DONE]"]
    async with serving(frames(late)) as (provider, _):
        pieces, error = await everything(provider)
    assert (joined(pieces), error) == ("ok", None)


async def test_other_finish_reasons_are_passed_on() -> None:
    for reason in ("length", "content_filter"):
        async with serving(text("half", finish=reason)) as (provider, _):
            pieces, error = await everything(provider)
        assert (error, pieces[-1].finish_reason) == (None, reason)


# Clocks ------------------------------------------------------------------------------------------------------------


async def late(*script: Behaviour, **clocks: float) -> tuple[list[ModelPiece], UpstreamError | None, FakeUpstream]:
    """Run into a clock; the service must notice that the connection was closed."""
    async with serving(*script, **clocks) as (provider, up):
        pieces, error = await everything(provider)
        async with asyncio.timeout(30):
            await up.requests[-1].closed.wait()
    return pieces, error, up


@pytest.mark.parametrize("behaviour", [silence(), stall_after(0), stall_after(0, ping_s=0.02)])
async def test_silence_before_the_first_text_times_out_pings_or_not(behaviour: Behaviour) -> None:
    pieces, error, up = await late(behaviour, silence_timeout_s=0.2)
    assert (pieces, type(error), len(up.requests)) == ([], UpstreamTimeout, 1)
    assert "GATEWAY_SILENCE_TIMEOUT_S" in str(error)


EMPTY_DELTA = b'data: {"choices":[{"index":0,"delta":{"content":""}}]}\n\n'


@pytest.mark.parametrize(
    "behaviour", [stall_after(3), stall_after(3, ping_s=0.02), stall_after(3, ping_s=0.02, ping=EMPTY_DELTA)]
)
async def test_silence_after_some_text_times_out_and_keeps_the_text(behaviour: Behaviour) -> None:
    pieces, error, up = await late(behaviour, silence_timeout_s=0.2)
    assert (joined(pieces), type(error), len(up.requests)) == ("Silence come", UpstreamTimeout, 1)
    assert "GATEWAY_SILENCE_TIMEOUT_S" in str(error)


async def test_a_drip_of_text_ends_with_the_total_clock_and_is_kept() -> None:
    async with serving(text("x" * 1000, 1, pause_s=0.05), total_timeout_s=0.5) as (provider, _):
        pieces, error = await everything(provider)
    assert type(error) is UpstreamTimeout
    assert "GATEWAY_TOTAL_TIMEOUT_S" in str(error)
    assert 1 <= len(joined(pieces)) < 20


async def test_thoughts_keep_the_first_content_clock_from_ending() -> None:
    def thinking() -> Callable[[Any], Awaitable[None]]:
        async def behave(exchange: Any) -> None:
            await exchange.head()
            for _ in range(8):
                await exchange.frame(chunk({"reasoning": "hm "}))
                await asyncio.sleep(0.05)
            await exchange.frame(chunk({"content": "ok"}, finish="stop"))
            await exchange.end()

        return behave

    async with serving(thinking(), silence_timeout_s=0.3) as (provider, _):
        pieces, error = await everything(provider)
    assert (joined(pieces), error) == ("ok", None)


async def test_a_slow_reader_does_not_run_into_the_content_clock() -> None:
    back = asyncio.Event()

    async def patient(exchange: Any) -> None:
        await exchange.head()
        for word in ("one ", "two ", "three"):
            await exchange.frame(chunk({"content": word}))
            await back.wait()
            back.clear()
        await exchange.frame(chunk(finish="stop"))
        await exchange.end()

    async with serving(patient, silence_timeout_s=0.1) as (provider, _):
        got = ""

        async def read_slowly() -> None:
            await asyncio.sleep(0.15)
            back.set()

        def receive(piece: ModelPiece) -> Awaitable[None]:
            nonlocal got
            got += piece.text
            return read_slowly()

        await provider.generate(TEA, receive=receive)
    assert got == "one two three"


# Closing -----------------------------------------------------------------------------------------------------------


async def test_enough_closes_the_connection_at_once() -> None:
    async with serving(stall_after(2)) as (provider, up):
        assert await pieces_of(provider, TEA, most=1)
        async with asyncio.timeout(30):
            await up.requests[0].closed.wait()


async def test_cancelling_the_reader_closes_the_connection_at_once() -> None:
    async with serving(stall_after(2)) as (provider, up):
        begun = asyncio.Event()

        async def reading() -> None:
            await provider.generate(TEA, receive=lambda piece: begun.set())

        task = asyncio.create_task(reading())
        async with asyncio.timeout(30):
            await begun.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await up.requests[0].closed.wait()


async def test_more_than_a_hundred_streams_run_at_once() -> None:
    async with serving(stall_after(1)) as (provider, up):
        begun = [asyncio.Event() for _ in range(130)]

        def receive(number: int) -> Receive:
            return lambda piece: begun[number].set()

        streams = [asyncio.create_task(provider.generate(TEA, receive=receive(number))) for number in range(130)]
        async with asyncio.timeout(30):
            await asyncio.gather(*(each.wait() for each in begun))
        assert len(up.requests) == 130
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)


# The model's name --------------------------------------------------------------------------------------------------


async def test_the_only_model_is_found() -> None:
    async with FakeUpstream([text("ok")], models=["only"]) as up:
        provider = create(Settings(openai_base_url=up.url))
        await provider.prepare()
        assert provider.model == "only"
        assert (await everything(provider))[1] is None
        assert up.requests[0].body["model"] == "only"
        await provider.aclose()


@pytest.mark.parametrize("models", [["b", "a"], []])
async def test_no_or_several_models_are_a_wrong_use_that_lists_them(models: list[str]) -> None:
    async with FakeUpstream(models=models) as up:
        provider = create(Settings(openai_base_url=up.url))
        with pytest.raises(WrongUse, match=r"OPENAI_MODEL.*: (a, b|none)\."):
            await provider.prepare()
        await provider.aclose()


async def test_an_unreachable_service_is_named_when_its_models_are_asked_for() -> None:
    async with FakeUpstream() as up:
        gone = up.url
    provider = create(Settings(openai_base_url=gone))
    with pytest.raises(UpstreamError, match="OPENAI_BASE_URL=http"):
        await provider.prepare()
    await provider.aclose()


@pytest.mark.parametrize("answer", [html(), body(b"{}", content_type="application/json"), body(b'{"data": [1]}')])
async def test_what_is_no_model_service_is_told_when_its_models_are_asked_for(answer: Behaviour) -> None:
    async with FakeUpstream() as up:
        up.listing = answer
        provider = create(Settings(openai_base_url=up.url))
        with pytest.raises(UpstreamError, match="/v1"):
            await provider.prepare()
        await provider.aclose()


async def test_a_wrong_key_is_told_when_the_models_are_asked_for() -> None:
    async with FakeUpstream() as up:
        up.listing = status(401)
        provider = create(Settings(openai_base_url=up.url, openai_api_key=KEY))
        with pytest.raises(UpstreamRefused, match="OPENAI_API_KEY"):
            await provider.prepare()
        await provider.aclose()


async def test_a_silent_service_does_not_hold_up_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "CONNECT_S", 0.1)
    async with FakeUpstream() as up:
        up.listing = silence()
        provider = create(Settings(openai_base_url=up.url))
        with pytest.raises(UpstreamTimeout, match="in time"):
            await provider.prepare()
        await provider.aclose()


async def test_a_user_and_password_in_the_address_are_sent_as_basic_authentication_and_not_told() -> None:
    async with FakeUpstream([text("ok")], models=["only"]) as up:
        provider = create(Settings(openai_base_url=up.url.replace("//", "//me:p%40ss@")))
        await provider.prepare()
        assert (await everything(provider))[1] is None
        assert up.requests[0].headers["authorization"] == "Basic " + base64.b64encode(b"me:p@ss").decode()
        assert provider.location == up.url.replace("//", "//***@")
        await provider.aclose()
    with pytest.raises(WrongUse, match="use one of them"):
        create(Settings(openai_base_url="http://me:secret@box/v1", openai_api_key=KEY))


async def test_an_address_that_cannot_be_sent_to_is_no_wrong_service() -> None:
    provider = create(Settings(openai_base_url="http://me:secret@127.0.0.1:9/v1"))
    with pytest.raises(UpstreamError, match="cannot be reached") as error:
        await provider.prepare()
    assert not isinstance(error.value, UpstreamRefused) and "secret" not in str(error.value)
    await provider.aclose()


async def test_a_provider_that_never_spoke_closes_at_once() -> None:
    provider = create(Settings(openai_model="m"))
    await provider.aclose()


async def test_what_follows_done_for_ever_does_not_hold_up_the_answer() -> None:
    def going_on() -> Behaviour:
        async def behave(exchange: Any) -> None:
            await exchange.head()
            for value in (chunk({"content": "ok"}), chunk(finish="stop"), "[DONE]"):
                await exchange.frame(value)
            await exchange.stall(0.01)

        return behave

    async with serving(going_on()) as (provider, up):
        pieces, error = await everything(provider)
        assert (joined(pieces), error) == ("ok", None)
        async with asyncio.timeout(30):
            await up.requests[0].closed.wait()


async def test_openai_itself_gets_the_newer_name_of_the_length_limit() -> None:
    assert create(Settings(openai_api_key=KEY))._accepted.length == "max_completion_tokens"
    assert create(Settings(openai_base_url="http://localhost:1/v1"))._accepted.length == "max_tokens"
