"""A model that judges citations, behind a real server: in time, late, garbage, silent, over its budget; strict or
not."""

import asyncio
import contextlib

import orjson
import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from gateway.turn.recording import read
from gateway.turn.replay import changes
from tests.fakes.upstream import answer_json, silence, text
from tests.support import sse
from tests.support.server import running
from tests.support.verifiers.model import asked, verdicts

RULE = "A borrowed book may stay at home for three weeks."
FEES = "An overdue book costs twenty cents for every single day."
WEAK = "A borrowed book may stay with careful readers abroad for three weeks."
QUESTION = "How long may a borrowed book stay at home?"
PARAGRAPHS = [(["E1"], RULE), (["E1"], WEAK)]
COUNTS = {"ok": 0, "weak": 0, "moved": 0, "unchecked": 0, "dropped": 0}


@contextlib.asynccontextmanager
async def judged_by(database_url, upstream, judge, **settings):
    """A server whose answers are two paragraphs, one of them weak; `judge` gives a behaviour for each request about
    their citations."""
    upstream.choose = lambda request: (
        judge(request) if request.body["model"] == "judge" else answer_json(PARAGRAPHS, finish="stop")
    )
    asked = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "memory": "off"}
    judging = {"verifier_model": "judge", "service_timeouts": "verifier=20"}
    async with running(database_url, **{"provider": "openai"} | asked | judging | settings) as server:
        body = {"title": "Rules", "text": f"{RULE}\n\n{FEES}", "external_id": "rules"}
        assert (await server.client.post("/v1/documents", json=body)).status_code == 201
        yield server


def about(paragraph, behaviour, other):
    """The behaviour for requests about this paragraph, and for others."""
    return lambda request: behaviour if paragraph in str(request.body["messages"][-1]["content"]) else other


def statuses(events):
    found = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    return [[citation["status"] for citation in paragraph["citations"]] for paragraph in found]


def requests(upstream):
    return [request for request in upstream.requests if request.body["model"] == "judge"]


async def again(server, events):
    """The replay has the same bytes."""
    uuid = events[-1].json["answer"]["uuid"]
    replayed = await server.client.get(f"/v1/answers/{uuid}/events")
    assert sse.parse(replayed.content) == events
    return (await server.client.get(f"/v1/answers/{uuid}")).json()


@pytest.mark.parametrize("strict", [True, False])
async def test_a_verdict_in_time_arrives_with_its_paragraph(database_url, upstream, strict):
    judge = about(WEAK, verdicts("supported"), verdicts("refuted"))
    async with judged_by(database_url, upstream, judge) as server:
        events = sse.parse(await server.ask(QUESTION, strict=strict))
        stored = await again(server, events)
    answer = events[-1].json["answer"]
    assert statuses(events)[-1] == ["ok"] and "lateVerdicts" not in answer
    assert answer["citationStatus"]["ok"] == 1 and answer["citationStatus"]["dropped"] >= 1
    assert stored["paragraphs"][-1]["citations"][0]["status"] == "ok"
    assert {asked(request) for request in requests(upstream)} == {1}
    # In strict mode what loses its only citation is not shown.
    assert (RULE in stored["answer"]) is not strict


async def test_only_paragraphs_in_doubt_are_judged_where_that_is_asked_for(database_url, upstream):
    judge = about(WEAK, verdicts("supported"), verdicts("refuted"))
    async with judged_by(database_url, upstream, judge, verifier_only="doubted") as server:
        events = sse.parse(await server.ask(QUESTION))
        await again(server, events)
    assert statuses(events) == [["ok"], ["ok"]] and len(requests(upstream)) == 1
    assert 'kind="wording"' in requests(upstream)[0].body["messages"][-1]["content"]


async def late(server, gate, **fields):
    """Reads an answer whose judge speaks when both paragraphs are out."""
    body, seen = b"", 0
    async with (
        asyncio.timeout(20),
        server.client.stream("POST", "/v1/answers", json={"question": QUESTION, **fields}) as response,
    ):
        async for piece in response.aiter_bytes():
            body += piece
            seen = body.count(b"[CITATION_PARAGRAPH]")
            if seen == 2:
                gate.set()
    return sse.parse(body)


async def test_a_late_verdict_counts_in_meta_and_in_what_is_stored(database_url, upstream, database):
    gate = asyncio.Event()

    def slow(behaviour):
        async def behave(exchange):
            await gate.wait()
            await behaviour(exchange)

        return behave

    judge = about(WEAK, slow(verdicts("supported")), slow(verdicts("refuted")))
    async with judged_by(database_url, upstream, judge) as server:
        events = await late(server, gate)
        stored = await again(server, events)
        uuid = events[-1].json["answer"]["uuid"]
        recording = await server.client.get(f"/v1/answers/{uuid}/recording")
    assert statuses(events) == [["ok"], ["weak"]], "as the wording says"
    answer = events[-1].json["answer"]
    assert answer["citationStatus"] == COUNTS | {"ok": 1, "dropped": 1}
    assert answer["lateVerdicts"] == [
        {"paragraphIndex": 0, "citationId": "E1", "status": "dropped"},
        {"paragraphIndex": 1, "citationId": "E1", "status": "ok"},
    ]
    assert [[citation["status"] for citation in one["citations"]] for one in stored["paragraphs"]] == [[], ["ok"]]
    assert await changes(read(recording.content.splitlines(), "it")) == [], "run again, it comes as late"
    heard = [orjson.loads(line) for line in recording.content.splitlines() if b'"verdicts"' in line]
    assert [line["late"] for line in heard if "check" in line] == [True, True]
    async with database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select citations from answer_paragraph order by paragraph_index")
    assert [[citation["status"] for citation in row["citations"]] for row in rows] == [[], ["ok"]]


async def test_what_is_supported_only_partly_is_weak(database_url, upstream):
    async with judged_by(database_url, upstream, about(WEAK, verdicts("supported"), verdicts("partly"))) as server:
        assert statuses(sse.parse(await server.ask(QUESTION))) == [["weak"], ["ok"]]


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("behaviour", "settings", "said"),
    [
        (text("I would rather not say."), {}, "something that holds no verdicts"),
        (silence(), {"service_timeouts": "verifier=0.1"}, "did not answer within 0.1 s"),
        (verdicts("refuted"), {}, ""),
    ],
    ids=["garbage", "silence", "budget"],
)
async def test_what_fails_costs_the_verdict_and_never_the_answer(
    database_url, upstream, strict, behaviour, settings, said, caplog, monkeypatch
):
    monkeypatch.setattr("gateway.models.verifiers.model.VERDICT_TOKENS", 15 if said else 6000)
    async with judged_by(database_url, upstream, lambda _: behaviour, **settings) as server:
        events = sse.parse(await server.ask(QUESTION, strict=strict))
        await again(server, events)
    answer = events[-1].json["answer"]
    assert statuses(events)[0] == ["ok"] and statuses(events)[-1] == ["weak"] and answer["complete"]
    assert answer["citationStatus"] == COUNTS | {"ok": 1, "weak": 1}
    assert said in caplog.text
    if not said:
        assert requests(upstream) == []
