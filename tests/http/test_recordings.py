"""Recording, replay and deletion of answers over HTTP."""

import asyncio
import json

import pytest

from gateway.http.streams import dialects
from gateway.turn.recording import read
from gateway.turn.replay import changes
from tests.fakes.upstream import FakeUpstream, answer_json, stall_after, text
from tests.support.postgres import eventually
from tests.support.server import running

QUESTION = "What is a citation in an answer?"
SAID = [
    (["E1"], "A citation is the link between one paragraph and the passage that supports it."),
    ([], "That is all."),
]


@pytest.fixture
async def upstream():
    async with FakeUpstream([answer_json(SAID, pause_s=0.001)]) as upstream:
        yield upstream


@pytest.fixture
async def server(database_url, upstream):
    model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
    async with running(database_url, sample=True, content_timeout_s=5, **model) as server:
        yield server


async def begun(server, dialect="bracket", **fields):
    answer = await server.client.post(f"/v1/answers?dialect={dialect}", json={"question": QUESTION, **fields})
    assert answer.status_code == 200, answer.text
    return answer.headers["location"], answer.content


async def settled(server):
    """Until the recordings of all ended answers are packed."""
    await eventually(lambda: not server.services.live.running, 5)


async def test_a_recording_holds_all_that_is_needed_to_run_the_turn_again(server):
    place, _ = await begun(server)
    await settled(server)
    answer = await server.client.get(f"{place}/recording")
    assert answer.headers["content-type"] == "application/jsonl" and answer.headers["cache-control"] == "no-store"
    lines = [json.loads(one) for one in answer.text.splitlines()]
    assert {one["kind"] for one in lines} == {"request", "candidates", "upstream", "piece", "decision", "event"}
    assert all(one["t_ms"] >= 0 for one in lines if one["kind"] != "candidates")
    assert "".join(one.get("text", "") for one in lines if one["kind"] == "piece").startswith('{"paragraphs"')
    assert [one["ended"] for one in lines if "ended" in one] == ["whole"]
    events = await server.client.get(f"{place}/events?dialect=jsonl")
    assert [one for one in lines if one["kind"] == "event"] == [
        {"kind": "event", **json.loads(one)} for one in events.text.splitlines()
    ]
    assert await changes(read(answer.content.split(b"\n"), place)) == []


async def test_pieces_of_a_turn_take_few_rows_and_one_in_the_end(server):
    await begun(server)
    await settled(server)
    async with server.gateway.database.connection() as connection:
        rows = await connection.fetch("select packed, length(data) as size from provider_chunk")
    assert [row["packed"] for row in rows] == [True] and rows[0]["size"] < 4000


@pytest.mark.parametrize("dialect", dialects())
async def test_a_replay_has_the_bytes_of_the_first_time_in_every_dialect(server, upstream, dialect):
    upstream.script[:] = [
        text(json.dumps({"paragraphs": [{"citationIds": i, "text": t} for i, t in SAID]}), 9, thought="So.")
    ]
    place, first = await begun(server, dialect)
    for pace in ("fast", "recorded", "50"):
        again = await server.client.get(f"{place}/events?dialect={dialect}&pace={pace}")
        assert again.status_code == 200 and again.content == first


async def test_a_packed_answer_is_read_to_the_byte(server, upstream):
    upstream.script[:] = [answer_json(SAID)]
    place, first = await begun(server)
    await settled(server)
    names = ("/recording", "", "/events?after=1-3")
    before = [(await server.client.get(place + name)).content for name in names]
    assert await server.gateway.retention.pack(0) == 1
    async with server.gateway.database.connection() as connection:
        assert await connection.fetchval("select count(*) from stream_event") == 0
    assert (await server.client.get(f"{place}/events")).content == first
    assert [(await server.client.get(place + name)).content for name in names] == before


async def test_a_replay_takes_the_time_it_took(server, upstream):
    upstream.script[:] = [answer_json(SAID, pause_s=0.02)]
    place, _ = await begun(server)
    took = {}
    for pace in ("fast", "recorded"):
        begin = asyncio.get_running_loop().time()
        await server.client.get(f"{place}/events?pace={pace}")
        took[pace] = asyncio.get_running_loop().time() - begin
    assert took["recorded"] > 0.5 and took["fast"] < took["recorded"] / 2


async def test_a_running_answer_is_not_replayed_and_another_pace_is_refused(server, upstream):
    upstream.script[:] = [stall_after(40, '{"paragraphs":[{"citationIds":["E1"],"text":"A citation is a link.')]
    async with server.client.stream("POST", "/v1/answers", json={"question": QUESTION}) as answer:
        place = answer.headers["location"]
        refused = await server.client.get(f"{place}/events?pace=fast")
        assert refused.status_code == 409 and refused.json()["code"] == "turn_running"
        assert (await server.client.get(f"{place}/events?pace=slowly")).status_code == 422
        await server.client.post(f"{place}/stop")
    assert (await server.client.get(f"{place}/events?pace=fast")).status_code == 200


async def test_a_deleted_answer_is_gone_everywhere_and_for_good(server):
    headers = {"Idempotency-Key": "once"}
    first = await server.client.post("/v1/answers", json={"question": QUESTION}, headers=headers)
    place = first.headers["location"]
    assert (await server.client.delete(place)).status_code == 204
    for path in (place, f"{place}/events", f"{place}/recording", f"{place}/events?pace=fast"):
        answer = await server.client.get(path)
        assert answer.status_code == 404 and answer.json()["code"] == "not_found", path
    assert (await server.client.delete(place)).status_code == 404
    uuid = place.rsplit("/", 1)[1]
    assert (await server.client.get(f"/conversation/message/embedding-ref/{uuid}")).json()["data"] == []
    again = await server.client.post("/v1/answers", json={"question": QUESTION}, headers=headers)
    assert again.headers["location"] != place


async def test_a_running_answer_is_stopped_before_it_goes(server, upstream):
    upstream.script[:] = [stall_after(40, '{"paragraphs":[{"citationIds":["E1"],"text":"A citation is a link.')]
    async with server.client.stream("POST", "/v1/answers", json={"question": QUESTION}) as answer:
        place = answer.headers["location"]
        assert (await server.client.delete(place)).status_code == 204
        said = await answer.aread()
    assert b"[DONE]" in said or b"[ERROR]" in said
    assert (await server.client.get(place)).status_code == 404
    await asyncio.wait_for(upstream.requests[0].closed.wait(), 5) if upstream.requests else None


@pytest.mark.parametrize("path", ["/recording", ""])
async def test_what_does_not_exist_is_not_found(server, path):
    method = "GET" if path else "DELETE"
    for uuid in ("0" * 32, "nothing"):
        assert (await server.client.request(method, f"/v1/answers/{uuid}{path}")).status_code == 404


async def test_with_no_recording_days_nothing_is_recorded(database_url, upstream):
    model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted"}
    async with running(database_url, sample=True, recording_days=0, **model) as server:
        place, first = await begun(server)
        recording = read((await server.client.get(f"{place}/recording")).content.split(b"\n"), place)
        assert recording.missing and recording.epochs == {}
        assert (await server.client.get(f"{place}/events?pace=fast")).content == first
