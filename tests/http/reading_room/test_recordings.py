"""Recording, replay and deletion of answers over HTTP."""

import asyncio
import json

import pytest

from gateway import slots
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.turn.recording import read
from gateway.turn.replay import changes
from tests.fakes.upstream import FakeUpstream, answer_json, stall_after, status, text
from tests.support.keyed import keyed
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
    async with running(database_url, sample=True, silence_timeout_s=5, **model) as server:
        yield server


async def begun(server, dialect="bracket", **fields):
    answer = await server.client.post(f"/v1/answers?dialect={dialect}", json={"question": QUESTION, **fields})
    assert answer.status_code == 200, answer.text
    return answer.headers["location"], answer.content


async def settled(server):
    """Until nothing of an answer goes on behind its end."""
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
    assert await server.gateway.retention.pack(0) == 1
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select length(data) as size from answer_recording")
    assert len(rows) == 1 and rows[0]["size"] < 4000


@pytest.mark.parametrize("dialect", slots.names("wire"))
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
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
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


async def test_answers_are_listed_newest_first_and_run_again(server):
    places = [(await begun(server, question=question))[0] for question in (QUESTION, "What is a citation?")]
    await server.document("Who was Xanthippe?")
    await settled(server)

    async def listed(**query):
        answer = await server.client.get("/v1/answers", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    first = await listed(limit=2)
    rest = await listed(limit=2, cursor=first["next_cursor"])
    found = first["answers"] + rest["answers"]
    assert [answer["source"] for answer in found] == ["gate", "model", "model"] and rest["next_cursor"] is None
    assert [f"/v1/answers/{answer['answer_uuid']}" for answer in found[1:]] == places[::-1]
    assert [answer["question"] for answer in (await listed(q="IN AN ANSWER"))["answers"]] == [QUESTION]
    assert (await listed(errors="true"))["answers"] == [] and len((await listed(source="gate"))["answers"]) == 1
    assert (await server.client.get("/v1/answers?source=film")).status_code == 422
    again = await server.client.post(f"{places[0]}/recording/again")
    assert again.json()["differences"] == []
    replay = await server.client.get(f"{places[0]}/events?dialect=jsonl")
    was, now = [json.loads(one) for one in replay.text.splitlines()], again.json()["events"]
    finished = [[e["data"] for e in events if e["type"] == "paragraph_finished"] for events in (was, now)]
    assert finished[0] == finished[1] and len(finished[0]) == 2
    assert [event["seq"] for event in now] == list(range(1, len(now) + 1)) and now[-1]["type"] == "finished"
    assert len((await listed(ended="whole"))["answers"]) == 3 and (await listed(ended="early"))["answers"] == []


async def test_answers_are_listed_by_how_they_ended(server, upstream):
    upstream.script[:] = [stall_after(40, '{"paragraphs":[{"citationIds":["E1"],"text":"A citation is a link.')]
    async with server.client.stream("POST", "/v1/answers", json={"question": QUESTION}) as answer:
        await server.client.post(f"{answer.headers['location']}/stop")
    upstream.script[:] = [status(500)]
    await begun(server, question="What is a citation?")
    await settled(server)
    for ended, question in (("early", QUESTION), ("failed", "What is a citation?")):
        found = (await server.client.get("/v1/answers", params={"ended": ended})).json()["answers"]
        assert [one["question"] for one in found] == [question], ended


async def test_what_was_written_otherwise_is_told_and_what_is_gone_cannot_be_run(server):
    place, _ = await begun(server)
    await settled(server)
    async with server.services.database.connection(ALL_TENANTS) as connection:
        await connection.execute(
            "update stream_event set data = jsonb_set(data, '{text}', '\"Changed.\"') where type = 'text_added'"
        )
    told = (await server.client.post(f"{place}/recording/again")).json()["differences"]
    first = next(difference for difference in told if "Changed." in (difference["was"] or ""))
    assert first["what"] == first["part"] == "text" and first["paragraph"] is first["citation_id"] is None
    async with server.services.database.connection(ALL_TENANTS) as connection:
        await connection.execute("delete from answer_recording")
        await connection.execute("update stream_event set heard = null")
    assert (await server.client.post(f"{place}/recording/again")).status_code == 404
    assert (await server.client.get("/v1/answers")).json()["answers"][0]["has_pieces"] is False


async def test_the_list_has_the_tenants_answers_that_the_key_may_read():
    async with keyed() as at:
        answers = [(await at.ask(name, thread_id=name))["answer_uuid"] for name in ("user", "other")]
        await at.add("qa of globex", "globex", "qa")
        limited = await at.add("limited qa", role="qa", workspaces=["elsewhere"])

        async def seen(client):
            return [answer["answer_uuid"] for answer in (await client.get("/v1/answers")).json()["answers"]]

        assert await seen(at.qa) == answers[::-1]
        assert await seen(at.clients["qa of globex"]) == await seen(limited) == []
        for client in (at.clients["qa of globex"], limited):
            assert (await client.post(f"/v1/answers/{answers[0]}/recording/again")).status_code == 404
        await at.other.delete("/v1/threads/other")
        assert await seen(at.qa) == answers[:1]
