"""Spoken questions at the doors: sent, listened to again, asked; whose they are, and what is refused."""

from uuid import UUID

import pytest

from gateway.http.asking import audio
from gateway.store.database.tenancy import ALL_TENANTS
from tests.fakes.speech import mp3, writing
from tests.fakes.upstream import FakeUpstream, status
from tests.support.server import client_of, running

SOUND = mp3("How long may a book be borrowed?")
WAV = {"Content-Type": "audio/wav"}


@pytest.fixture
async def service():
    async with FakeUpstream([writing("How long may a book be borrowed?")]) as service:
        yield service


@pytest.fixture
async def server(database_url, service):
    async with running(database_url, sample=True, transcription_url=service.url) as server:
        yield server


async def sent(server, **more):
    answer = await server.client.post("/v1/audio", content=SOUND, headers=WAV, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_spoken_question_is_written_down_and_asked(server):
    told = await sent(server)
    assert told["text"] == "How long may a book be borrowed?" and told["url"] == f"/v1/audio/{told['uuid']}"
    listened = await server.client.get(told["url"])
    assert listened.content == SOUND and listened.headers["content-type"] == "audio/wav"
    assert listened.headers["content-security-policy"].startswith("sandbox")
    part = await server.client.get(told["url"], headers={"Range": "bytes=-5"})
    assert part.status_code == 206 and part.content == SOUND[-5:]

    for name in ("audio_uuid", "audioUuid"):
        answer = await server.client.post(
            "/v1/answers", json={name: told["uuid"]}, headers={"Accept": "application/json"}
        )
        assert answer.json()["question"] == told["text"], answer.text
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        voices = "select voice_id from voice_question where answer_id = $1"
        assert await connection.fetchval(voices, UUID(answer.json()["answer_uuid"])) == UUID(told["uuid"])
    query = await server.client.post("/api/query", json={"audio_uuid": told["uuid"]})
    assert query.json()["question"] == told["text"]


async def test_words_of_the_caller_stand_in_the_place_of_what_was_understood(server):
    told = await sent(server)
    answer = await server.document("How long may a film be borrowed?", audio_uuid=told["uuid"])
    assert answer["question"] == "How long may a film be borrowed?"


@pytest.mark.parametrize("named", ["0" * 32, "nowhere", "A" * 32, 7, ["x"], {"a": 1}])
async def test_a_recording_that_is_not_there_is_refused(server, named):
    answer = await server.client.post("/v1/answers", json={"audio_uuid": named})
    assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == "audio_uuid"


async def test_what_is_no_recording_is_refused(server, service, monkeypatch):
    plain = await server.client.post("/v1/audio", content=b"x", headers={"Content-Type": "text/plain"})
    assert plain.status_code == 415 and "audio/webm" in plain.json()["detail"]
    empty = await server.client.post("/v1/audio", content=b"", headers=WAV)
    assert empty.status_code == 422 and not service.requests
    service.script = [writing("  ")]
    assert (await server.client.post("/v1/audio", content=SOUND, headers=WAV)).status_code == 422
    monkeypatch.setattr(audio, "LARGEST", 10)
    assert (await server.client.post("/v1/audio", content=SOUND, headers=WAV)).status_code == 413
    for uuid in ("0" * 32, "x"):
        assert (await server.client.get(f"/v1/audio/{uuid}")).status_code == 404


async def test_a_service_that_fails_is_told_and_nothing_is_stored(server, service):
    service.script = [status(500)]
    answer = await server.client.post("/v1/audio", content=SOUND, headers=WAV)
    assert answer.status_code == 503 and "transcription service" in answer.json()["detail"]


async def test_without_a_service_there_is_none(database_url):
    async with running(database_url) as server:
        answer = await server.client.post("/v1/audio", content=SOUND, headers=WAV)
        assert answer.status_code == 404 and "GATEWAY_TRANSCRIPTION_URL" in answer.json()["detail"]


async def test_nobody_hears_what_others_said(database_url, service):
    async with running(database_url, transcription_url=service.url, require_keys="on") as server:
        keys = server.services.keys
        made = [await keys.create("default", role) for role in ("user", "user", "app")]
        async with (
            client_of(server.url, Authorization=f"Bearer {made[0]}") as mine,
            client_of(server.url, Authorization=f"Bearer {made[1]}") as other,
            client_of(server.url, Authorization=f"Bearer {made[2]}") as app,
        ):
            told = (await mine.post("/v1/audio", content=SOUND, headers=WAV)).json()
            assert (await mine.get(told["url"])).status_code == 200
            for stranger in (other, app):
                assert (await stranger.get(told["url"])).status_code == 404
                asked = await stranger.post("/v1/answers", json={"audio_uuid": told["uuid"]})
                assert asked.status_code == 422
            ada = (await app.post("/v1/audio?user_ref=ada", content=SOUND, headers=WAV)).json()
            assert (await app.get(ada["url"])).status_code == 404
            assert (await app.get(ada["url"], params={"user_ref": "ada"})).status_code == 200
            asked = await app.post("/v1/answers", json={"audio_uuid": ada["uuid"], "user_ref": "ada"})
            assert asked.status_code == 200


async def test_the_old_page_asks_with_a_recording(server):
    form = {"file": ("record.wav", SOUND, "audio/wav")}
    told = (await server.client.post("/file/upload", files=form)).json()["data"]
    assert told["url"] == f"/v1/audio/{told['uuid']}"
    thread = (await server.client.post("/conversation/add", json={"title": "Aloud"})).json()["data"]["uuid"]
    body = {"prompt": "", "audioUuid": told["uuid"], "audioDuration": 3, "conversationUuid": thread}
    answer = await server.client.post("/conversation/message/process", json=body)
    assert b"[DONE]" in answer.content and b"[ERROR]" not in answer.content
    (question,) = (await server.client.get(f"/conversation/{thread}?maxMsgUuid=")).json()["data"]["msgList"]
    assert question["remark"] == "How long may a book be borrowed?" and question["contentType"] == 3
    assert (question["audioUuid"], question["audioUrl"]) == (told["uuid"], told["url"])
    (child,) = question["children"]
    assert child["contentType"] == 2 and "audioUuid" not in child
    for uuid, text in ((told["uuid"], question["remark"]), (child["uuid"], child["remark"]), ("0" * 32, ""), ("x", "")):
        assert (await server.client.get(f"/conversation/message/text/{uuid}")).json()["data"] == text
    unknown = await server.client.post("/conversation/message/process", json=body | {"audioUuid": "0" * 32})
    assert b"[ERROR]" in unknown.content


@pytest.mark.parametrize("file", [("a.png", b"x", "image/png"), ("a.wav", b"", "audio/wav")])
async def test_the_old_page_sends_no_other_files(server, file):
    answer = await server.client.post("/file/upload", files={"file": file})
    assert answer.status_code == 200 and answer.json()["success"] is False
