"""An answer that is read aloud, behind a real server and a stand-in speech service: beside the text, stored, replayed
to the byte; silent with a warning where the service fails."""

import asyncio
import contextlib
from base64 import b64decode

import orjson
import pytest

from gateway.turn.recording import read
from gateway.turn.replay import changes
from tests.fakes.speech import sound, speaking
from tests.fakes.upstream import FakeUpstream, answer_json, html, silence, stall_after, status
from tests.support import sse
from tests.support.legacy import Page
from tests.support.server import running
from tests.support.waiting import until

RULE = "A borrowed book may stay at home for **three weeks**."
FEES = "An overdue book costs twenty cents for every single day."
QUESTION = "How long may a borrowed book stay at home?"
PARAGRAPHS = [(["E1"], RULE), (["E1"], FEES)]
SAID = [sound(RULE.replace("*", "")), sound(FEES)]


@contextlib.asynccontextmanager
async def speaking_server(database_url, model, service, **settings):
    asked = {"provider": "openai", "openai_base_url": model.url, "openai_model": "scripted", "gate_threshold": 0}
    told = {"speech_url": service.url, "service_timeouts": "speech=5", "memory": "off", "evidence": "report"}
    async with running(database_url, **asked, **(told | settings)) as server:
        body = {"title": "Rules", "text": f"{RULE}\n\n{FEES}", "external_id": "rules"}
        assert (await server.client.post("/v1/documents", json=body)).status_code == 201
        yield server


@pytest.fixture
async def service():
    async with FakeUpstream([speaking()]) as service:
        yield service


@pytest.fixture
async def model():
    async with FakeUpstream([answer_json(PARAGRAPHS, finish="stop")]) as model:
        yield model


def heard(events):
    return [b64decode(event.data) for event in sse.named(events, "[AUDIO]")]


@pytest.mark.requirement("R34")
async def test_each_paragraph_is_read_aloud_behind_itself_and_can_be_heard_again(database_url, model, service):
    async with speaking_server(database_url, model, service) as server:
        raw = await server.ask(QUESTION, speech=True)
        events = sse.parse(raw)
        meta = events[-1].json
        uuid = meta["answer"]["uuid"]
        names = [event.name for event in events]
        assert heard(events) == SAID and "warnings" not in meta
        assert names.index("[AUDIO]") > names.index("[CITATION_PARAGRAPH]") and names[-1] == "[DONE]"
        assert meta["audioInfo"] == {
            "path": "",
            "uuid": uuid,
            "url": f"/v1/answers/{uuid}/audio",
            "mediaType": "audio/mpeg",
            "duration": 1,
        }
        assert (await server.client.get(f"/v1/answers/{uuid}/events")).content == raw
        assert (await server.client.get(f"/v1/answers/{uuid}")).json()["meta"] == meta

        whole = await server.client.get(meta["audioInfo"]["url"])
        assert whole.content == b"".join(SAID) and whole.headers["content-type"] == "audio/mpeg"
        part = await server.client.get(meta["audioInfo"]["url"], headers={"Range": "bytes=10-19"})
        assert part.status_code == 206 and part.content == whole.content[10:20]

        lines = (await server.client.get(f"/v1/answers/{uuid}/recording")).content.splitlines()
        events = [orjson.loads(line) for line in lines if orjson.loads(line)["kind"] == "event"]
        told = [event["data"]["paragraphIndex"] for event in events if event["type"] == "audio_added"]
        assert told == [0, 1] and not await changes(read(lines, "the recording"))

        await server.gateway.retention.pack(0)
        assert (await server.client.get(f"/v1/answers/{uuid}/events")).content == raw, "packed"
        assert (await server.client.delete(f"/v1/answers/{uuid}")).status_code == 204
        assert (await server.client.get(meta["audioInfo"]["url"])).status_code == 404


async def test_nobody_is_spoken_to_who_did_not_ask(database_url, model, service):
    async with speaking_server(database_url, model, service) as server:
        events = sse.parse(await server.ask(QUESTION))
        assert not heard(events) and "audioInfo" not in events[-1].json and not service.requests
        uuid = events[-1].json["answer"]["uuid"]
        assert (await server.client.get(f"/v1/answers/{uuid}/audio")).status_code == 404


async def test_without_a_service_the_answer_says_so(database_url, model, service):
    async with speaking_server(database_url, model, service, speech_url=None) as server:
        document = await server.document(QUESTION, speech=True)
        assert document["meta"]["warnings"] == ["This answer could not be read aloud."]


@pytest.mark.parametrize("failure", [status(500), html(), silence()])
async def test_a_service_that_fails_costs_a_warning_and_no_word(database_url, model, service, failure):
    service.choose = lambda request: failure if "overdue" in request.body["input"] else speaking()
    async with speaking_server(database_url, model, service, service_timeouts="speech=0.5") as server:
        events = sse.parse(await server.ask(QUESTION, speech=True))
        meta = events[-1].json
        assert heard(events) == SAID[:1] and meta["answer"]["complete"] and meta["audioInfo"]["duration"] == 1
        assert meta["warnings"] == ["Part of this answer could not be read aloud."]


async def left_at(server, event):
    """Asks for an answer with sound and leaves when this event has come. Returns the answer's id."""
    seen = b""
    asked = {"question": QUESTION, "speech": True}
    async with asyncio.timeout(20), server.client.stream("POST", "/v1/answers", json=asked) as response:
        async for more in response.aiter_bytes():
            seen += more
            if event in seen:
                break
    return response.headers["location"].rpartition("/")[2]


async def test_text_does_not_wait_for_sound_and_a_stopped_answer_ends_at_once(database_url, model, service):
    service.script = [silence()]
    async with speaking_server(database_url, model, service, service_timeouts="speech=60") as server:
        uuid = await left_at(server, b"[CITATION_DONE]")
        async with asyncio.timeout(5):
            stopped = await server.client.post(f"/v1/answers/{uuid}/stop")
        assert stopped.json()["state"] == "done"
        meta = (await server.client.get(f"/v1/answers/{uuid}")).json()["meta"]
        assert "audioInfo" not in meta and meta["answer"]["complete"]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("spoken", [True, False])
async def test_who_takes_an_answer_over_says_nothing_twice_and_leaves_nothing_out(database_url, service, spoken):
    """The first process has spoken the first paragraph, or was still waiting for its sound, and goes away; the second
    one speaks the rest."""
    first = stall_after(len(answer_pieces()) - 3, content=answer_text())
    if not spoken:
        service.script = [silence(), speaking()]
    async with (
        FakeUpstream([first, answer_json([(["E1"], FEES)], finish="stop")]) as model,
        speaking_server(database_url, model, service, lease_s=1) as one,
        speaking_server(database_url, model, service, lease_s=1) as two,
    ):
        uuid = await left_at(one, b"[AUDIO]" if spoken else b"[CITATION_PARAGRAPH]")
        await until(lambda: service.requests)
        await one.services.takeover.close()
        async with asyncio.timeout(30):
            events = sse.parse((await two.client.get(f"/v1/answers/{uuid}/events")).content)
        assert heard(events) == SAID, [event.name for event in events]
        asked = [request.body["input"] for request in service.requests]
        assert asked == [RULE.replace("*", "")] * (1 if spoken else 2) + [FEES]
        assert "warnings" not in events[-1].json


def answer_text():
    return '{"paragraphs":[{"citationIds":["E1"],"text":"' + RULE + '"},{"citationIds":["E1"],"text":"An ove'


def answer_pieces():
    return [answer_text()[at : at + 4] for at in range(0, len(answer_text()), 4)]


async def test_dialects_without_sound_pass_over_it(database_url, model, service):
    async with speaking_server(database_url, model, service) as server:
        uuid = (await server.document(QUESTION, speech=True))["answer_uuid"]
        for dialect in ("openai", "document", "ai-sdk", "ag-ui", "jsonl"):
            answer = await server.client.get(f"/v1/answers/{uuid}/events", params={"dialect": dialect})
            assert answer.status_code == 200 and "twenty cents" in answer.text.replace("\\n", ""), dialect


async def test_the_old_page_hears_answers_of_a_conversation_that_is_set_to_sound(database_url, model, service):
    async with speaking_server(database_url, model, service) as server:
        added = await server.client.post("/conversation/add", json={"title": "Aloud"})
        thread = added.json()["data"]["uuid"]
        body = {"conversationUuid": thread, "prompt": QUESTION}
        quiet = await server.client.post("/conversation/message/process", json=body)
        assert not Page().read(quiet.content).audio
        await server.client.post(f"/conversation/edit/{thread}", json={"answerContentType": 3})
        aloud = await server.client.post("/conversation/message/process", json=body)
        page = Page().read(aloud.content)
        assert [b64decode(frame) for frame in page.audio] == SAID and not page.failed
        asked = (await server.client.get(f"/conversation/{thread}?maxMsgUuid=")).json()["data"]["msgList"]
        kinds = [question["children"][0]["contentType"] for question in asked]
        uuid = asked[0]["children"][0]["uuid"]
        assert kinds == [3, 2] and asked[0]["children"][0]["audioUrl"] == f"/v1/answers/{uuid}/audio"
