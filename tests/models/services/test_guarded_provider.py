"""A model behind its breaker: what counts as a failure, what a turn gets meanwhile, and how the model comes back."""

import asyncio
import functools
import itertools
import logging

import pytest

from gateway.errors import UpstreamError, UpstreamPaused, UpstreamRefused, UpstreamTimeout
from gateway.models.ports import ModelPiece
from gateway.models.services import guarded_provider
from gateway.models.services.breaker import Breaker
from gateway.models.services.guarded_provider import Guarded
from tests.fakes.model import Model
from tests.fakes.upstream import FakeUpstream, answer_json, status
from tests.support.server import running
from tests.support.streamed import pieces_of

WORKS, LATE, BROKEN = ["text"], [UpstreamTimeout()], ["te", UpstreamError()]
REFUSED = [UpstreamRefused()]
PAUSE_S = 30.0


@pytest.fixture
def clock(monkeypatch):
    """Seconds that a test sets."""
    now = [0.0]
    monkeypatch.setattr(guarded_provider, "_now", lambda: now[0])
    return now


class Prompted:
    schema = None


def model(*scripts):
    return Guarded(Model(*scripts), Breaker(2, 10.0, PAUSE_S))


async def outcome(provider):
    try:
        return [piece.text for piece in await pieces_of(provider, Prompted())]
    except UpstreamError as error:
        return type(error)


async def test_one_that_keeps_failing_is_left_alone_and_tried_once_after_the_pause(clock, caplog):
    caplog.set_level(logging.INFO)
    provider = model(LATE, BROKEN, LATE, WORKS, WORKS)
    assert [await outcome(provider) for _ in range(4)] == [
        UpstreamTimeout,
        UpstreamError,
        UpstreamPaused,
        UpstreamPaused,
    ]
    clock[0] = PAUSE_S
    assert [await outcome(provider) for _ in range(2)] == [UpstreamTimeout, UpstreamPaused]
    clock[0] = 2 * PAUSE_S
    assert [await outcome(provider) for _ in range(2)] == [["text"], ["text"]]
    assert [record.message for record in caplog.records] == [
        "scripted scripted at the test fails: The model service did not answer in time",
        "scripted scripted at the test: circuit breaker open for 30 s",
        "scripted scripted at the test answers again after 1 min 0 s",
    ]


async def test_while_it_is_left_alone_the_state_says_so(clock):
    provider = model(LATE, LATE, WORKS)
    for _ in range(2):
        await outcome(provider)
    assert "circuit breaker is open" in provider.problem
    clock[0] = PAUSE_S
    await outcome(provider)
    assert provider.problem is None


async def test_a_refused_request_is_no_failure_of_the_service(clock):
    provider = model(*itertools.repeat(REFUSED, 5))
    assert {await outcome(provider) for _ in range(5)} == {UpstreamRefused}


async def test_the_first_text_of_the_trial_lets_the_others_in(clock):
    provider = model(LATE, LATE, [ModelPiece(thinking="hm"), "a", "b"], WORKS)
    assert [await outcome(provider) for _ in range(2)] == [UpstreamTimeout] * 2
    clock[0] = PAUSE_S
    others = []

    async def ask():
        others.append(await outcome(provider))

    await provider.generate(Prompted(), receive=lambda piece: ask() if piece.text != "b" else None)
    assert others == [UpstreamPaused, ["text"]]


async def test_a_generation_that_nobody_reads_to_its_end_proves_nothing(clock):
    provider = model(LATE, ["a", "b"], LATE)
    assert await outcome(provider) is UpstreamTimeout
    assert len(await pieces_of(provider, Prompted(), most=1)) == 1
    assert await outcome(provider) is UpstreamTimeout and await outcome(provider) is UpstreamPaused


async def test_turns_fail_fast_and_go_on_when_the_service_does(database_url, caplog, monkeypatch):
    """A real server: 500s open the breaker, then the model is not asked, then one question finds it mended."""
    monkeypatch.setattr("gateway.app.Breaker", functools.partial(Breaker, pause_s=1.0))
    answer = answer_json([(["E1"], "Books may be borrowed for three weeks.")])
    async with (
        FakeUpstream([status(500)] * 2 + [answer]) as upstream,
        running(
            database_url,
            provider="openai",
            openai_base_url=upstream.url,
            retries=0,
            breaker_failures=2,
        ) as server,
    ):
        text = "Books may be borrowed for three weeks."
        await server.client.post("/v1/documents", json={"title": "Rules", "text": text})
        asked = {"question": "How long may books be borrowed?"}
        got = [
            await server.client.post("/v1/answers", json=asked, headers={"Accept": "application/json"})
            for _ in range(3)
        ]
        assert [answer.status_code for answer in got] == [502, 502, 503] and len(upstream.requests) == 2
        assert got[2].json()["code"] == "unavailable" and got[2].headers["retry-after"]
        stream = await server.client.post("/v1/answers", json=asked)
        async with asyncio.timeout(20):
            while b"[DONE]" not in stream.content:
                assert b'"code":"unavailable"' in stream.content
                await asyncio.sleep(0.2)
                stream = await server.client.post("/v1/answers", json=asked)
        assert len(upstream.requests) == 3


async def test_a_model_that_is_away_is_not_told_again_with_every_question(database_url, caplog):
    async with running(
        database_url,
        provider="openai",
        openai_base_url="http://127.0.0.1:9/v1",
        openai_model="m",
        retries=0,
        breaker_failures=3,
        fallback_providers="azure",
        azure_endpoint="http://127.0.0.1:9",
        azure_api_key="k",
        azure_deployment="d",
        memory="off",
    ) as server:
        await server.client.post("/v1/documents", json={"title": "Rules", "text": "Books are lent for three weeks."})
        for _ in range(8):
            await server.ask("For how long are books lent?")
    messages = [
        record.getMessage()
        for record in caplog.records
        if record.name.startswith("gateway.") and record.levelno > logging.INFO
    ]
    assert len(messages) == 4, messages
    for name in ("openai m at http://127.0.0.1:9/v1", "azure d at http://127.0.0.1:9"):
        went, left = [line for line in messages if line.startswith(name)]
        assert " fails: " in went and "circuit breaker open" in left


def test_what_the_state_says_of_it(clock):
    provider = model()
    assert provider.problem is None
    provider._provider.model = ""
    assert "not known yet" in provider.problem
