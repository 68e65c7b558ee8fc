"""Two providers behind a real server: the first one breaks off in mid-answer, the second one writes the rest."""

import asyncio
import contextlib

import pytest

from gateway.models.prompt_folders import prompts
from gateway.models.services import retries
from gateway.turn.recording import read
from gateway.turn.replay import changes
from tests.fakes import ollama
from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, silence, stall_after, status, text
from tests.support import sse
from tests.support.server import running

FACTS = (
    "A borrowed book may stay at home for three weeks.",
    "An overdue book costs twenty cents for every single day.",
    "A reader card for adults costs five euros in each year.",
)
LOANS, FEES, CARDS = FACTS
QUESTION = "What are the house rules for loans, fees and cards?"
WHOLE = paragraphs_json([(["E1"], LOANS), (["E1"], FEES)])
FIRST, SECOND = {"provider": "openai", "name": "first"}, {"provider": "ollama", "name": "second"}


def wrote(model):
    """META of an answer that this model wrote last."""
    return model | {"promptVersion": prompts().version}


REST = ollama.answer_json([(["E1"], FEES), (["E1"], CARDS)])
TAGS = f'<p c="E1">{LOANS}</p>\n<p c="E1">{FEES}</p>'


def cut(said, place):
    """The body ends here without a proper end. (A reset would also take what the gateway has not read yet.)"""
    return text(said[:place], finish=None, usage=False, done=False)


IN_SECOND = cut(WHOLE, WHOLE.index(FEES) + 20)
BETWEEN = cut(WHOLE, WHOLE.index(FEES) - 30)


@contextlib.asynccontextmanager
async def two_providers(database_url, first, second, **settings):
    """A server whose two model services play these scripts; every fact stands in the one passage `E1`."""
    async with FakeUpstream(first) as one, FakeUpstream(second) as other:
        named = {
            "provider": "openai",
            "fallback_providers": "ollama",
            "openai_base_url": one.url,
            "openai_model": "first",
            "ollama_host": other.url.removesuffix("/v1"),
            "ollama_model": "second",
            "gate_threshold": 0,
            "retries": 0,
            "regenerate": 0,
            **settings,
        }
        async with running(database_url, **named) as server:
            body = {"title": "House rules", "text": " ".join(FACTS), "external_id": "rules"}
            assert (await server.client.post("/v1/documents", json=body)).status_code == 201
            yield server, one, other


def paragraphs(events):
    return [
        (one.json["text"], one.json["citationIds"], one.json["degraded"])
        for one in sse.named(events, "[CITATION_PARAGRAPH]")
    ]


def stands(said):
    return (said, ["E1"], None)


async def stored(server, events):
    """What was stored and what is replayed is what was streamed; the recording, run again, gives the same answer."""
    uuid = events[-1].json["answer"]["uuid"]
    replayed = await server.client.get(f"/v1/answers/{uuid}/events")
    assert sse.parse(replayed.content) == events
    document = (await server.client.get(f"/v1/answers/{uuid}")).json()
    assert document["answer"] == "\n\n".join(said for said, *_ in paragraphs(events))
    assert document["meta"] == {name: value for name, value in events[-1].json.items() if name != "seq"}
    kept = (await server.client.get(f"/v1/answers/{uuid}/recording")).content
    assert await changes(read(kept.splitlines(), uuid)) == []


@pytest.mark.parametrize(
    ("broken", "before"),
    [
        (BETWEEN, [stands(LOANS)]),
        (IN_SECOND, [stands(LOANS), (FEES[:20] + "…", [], "interrupted")]),
        (cut(WHOLE, WHOLE.index(LOANS) + 20), [(LOANS[:20] + "…", [], "interrupted")]),
        (cut(TAGS, TAGS.index("\n")), [stands(LOANS)]),
        (cut(TAGS, TAGS.index(FEES) + 20), [stands(LOANS), (FEES[:20] + "…", [], "interrupted")]),
        (cut(WHOLE, 20), []),
        (cut(LOANS, 30), []),
    ],
    ids=["between", "second", "first", "tags between", "tags second", "syntax alone", "held back"],
)
async def test_what_stands_stays_and_the_second_provider_writes_the_rest(database_url, broken, before):
    async with two_providers(database_url, [broken, broken], [REST]) as (server, one, other):
        events = sse.parse(await server.ask(QUESTION))
        rest = [stands(FEES), stands(CARDS)]
        assert paragraphs(events) == before + rest
        assert [event.json["paragraphIndex"] for event in sse.named(events, "[CITATION_PARAGRAPH]")] == list(
            range(len(before) + 2)
        )
        assert [event.json["citationId"] for event in sse.named(events, "[CITATION_REF]")] == ["E1"]
        assert sse.text(events) == "\n\n".join(said for said, *_ in paragraphs(events))
        states = [event.json["state"] for event in sse.named(events, "[STATE_CHANGED]")]
        assert states.count("provider_switching") == 1
        meta = events[-1].json
        assert meta["answer"]["complete"] and meta["answer"]["refCount"] == 1 and meta["model"] == wrote(SECOND)
        assert meta.get("models") == ([FIRST, SECOND] if before else None)
        assert (len(one.requests), len(other.requests)) == (2, 1)
        asked = other.requests[0].body["messages"][-1]["content"]
        assert all(said in asked.partition("<accepted>")[2] for said, *_ in before)
        await stored(server, events)


async def test_with_rollback_what_was_half_written_is_withdrawn_before_the_second_one_writes(database_url):
    async with two_providers(database_url, [IN_SECOND, status(503)], [REST]) as (server, *_):
        events = sse.parse(await server.ask(QUESTION, rollback=True))
        assert paragraphs(events) == [stands(LOANS), stands(FEES), stands(CARDS)]
        assert len(sse.named(events, "[ROLLBACK]")) == 1
        assert events[-1].json["models"] == [FIRST, SECOND] and not events[-1].json["answer"]["hasCitationError"]
        await stored(server, events)


async def test_a_first_provider_that_falls_silent_is_followed_by_the_second(database_url):
    silent = stall_after((WHOLE.index(FEES) + 20) // 4, WHOLE)
    settings = {"silence_timeout_s": 1}
    async with two_providers(database_url, [silent, silence()], [REST], **settings) as (server, *_):
        events = sse.parse(await server.ask(QUESTION, rollback=True))
        assert paragraphs(events) == [stands(LOANS), stands(FEES), stands(CARDS)]
        assert events[-1].json["models"] == [FIRST, SECOND]
        await stored(server, events)


async def test_the_cut_that_opens_the_first_ones_breaker_does_not_end_the_answer(database_url):
    async with two_providers(database_url, [IN_SECOND], [REST], breaker_failures=1) as (server, one, other):
        events = sse.parse(await server.ask(QUESTION, rollback=True))
        assert paragraphs(events) == [stands(LOANS), stands(FEES), stands(CARDS)]
        assert events[-1].json["models"] == [FIRST, SECOND] and len(one.requests) == 1
        await stored(server, events)
        other.script[:] = [ollama.answer_json([(["E1"], CARDS)])]
        events = sse.parse(await server.ask("What does a card cost, says the house?"))
        assert paragraphs(events) == [stands(CARDS)] and events[-1].json["model"] == wrote(SECOND)
        assert "models" not in events[-1].json and len(one.requests) == 1


@pytest.mark.parametrize("second", [status(503), silence()], ids=["fails", "silent"])
async def test_when_the_second_one_fails_as_well_what_was_said_is_kept(database_url, second):
    settings = {"silence_timeout_s": 1}
    async with two_providers(database_url, [IN_SECOND, status(503)], [second], **settings) as (server, *_):
        events = sse.parse(await server.ask(QUESTION))
        meta = events[-1].json
        assert paragraphs(events)[0] == stands(LOANS) and sse.text(events) == f"{LOANS}\n\n{FEES[:20]}…"
        assert not meta["answer"]["complete"] and meta["answer"]["hasCitationError"]
        assert meta["model"] == wrote(FIRST) and "models" not in meta, "who said nothing wrote nothing"
        await stored(server, events)


async def test_the_provider_without_a_model_writes_the_rest_and_refuses_nothing_behind_what_stands(database_url):
    settings = {"fallback_providers": "extractive", "gate_threshold": 0}
    async with two_providers(database_url, [BETWEEN, status(503)], [], **settings) as (server, *_):
        events = sse.parse(await server.ask(QUESTION))
        meta = events[-1].json
        assert paragraphs(events)[0] == stands(LOANS) and meta["answer"]["source"] == "model"
        assert meta["answer"]["complete"]
        events = sse.parse(await server.ask("Zyzzogeton quokka flibbertigibbet?"))
        assert events[-1].json["answer"]["source"] == "gate"


@pytest.mark.parametrize("code", [408, 409, 425, 429, 500, 503])
async def test_a_passing_failure_is_tried_again_and_no_other_provider_asked(database_url, code, monkeypatch):
    monkeypatch.setattr(retries, "FIRST_PAUSE_S", 0.001)
    first = [status(code, retry_after=0), answer_json([(["E1"], LOANS)])]
    async with two_providers(database_url, first, [REST], retries=1) as (server, one, other):
        events = sse.parse(await server.ask(QUESTION))
        assert paragraphs(events) == [stands(LOANS)] and events[-1].json["model"] == wrote(FIRST)
        assert (len(one.requests), other.requests) == (2, [])


async def test_a_service_that_wants_to_be_left_alone_for_long_is_followed_by_the_next(database_url):
    first = [status(429, retry_after="Wed, 01 Jan 2098 00:00:00 GMT")]
    async with two_providers(database_url, first, [REST], retries=2) as (server, one, _):
        events = sse.parse(await server.ask(QUESTION))
        assert paragraphs(events) == [stands(FEES), stands(CARDS)] and len(one.requests) == 1


async def test_a_process_that_takes_over_asks_the_second_one_where_the_first_is_down(database_url):
    silent = stall_after((WHOLE.index(FEES) + 20) // 4, WHOLE)
    async with two_providers(database_url, [silent, status(503)], [REST], lease_s=1) as (here, *_):
        async with here.client.stream("POST", "/v1/answers", json={"question": QUESTION}) as stream:
            said = b""
            async with asyncio.timeout(20):
                async for data in stream.aiter_bytes():
                    said += data
                    if FEES[:8].encode() in said:
                        break
        uuid = sse.parse(said)[0].json["answerUuid"]
        answer = next(one for one in here.services.live.running if one.turn.answer_uuid == uuid)
        here.services.live.abandon(answer)
        async with asyncio.timeout(30):
            whole = await here.client.get(f"/v1/answers/{uuid}/events")
        events = sse.parse(whole.content)
        assert paragraphs(events)[0] == stands(LOANS) and paragraphs(events)[1][2] == "interrupted"
        assert paragraphs(events)[2:] == [stands(FEES), stands(CARDS)]
        meta = events[-1].json
        assert meta["model"] == wrote(SECOND) and meta["models"] == [FIRST, SECOND] and meta["answer"]["complete"]
        await stored(here, events)
