"""Spoken questions as rows: whose they are, and when they go."""

import uuid

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.privacy import Whose
from gateway.store.reading_room import voice_questions
from tests.support.server import running

SOUND = b"\x00RIFF"
NOBODY = uuid.uuid4().hex


@pytest.fixture
async def server(database_url):
    async with running(database_url) as server:
        yield server


@pytest.fixture
def voices(server):
    return server.services.voice_questions


async def answered(server, thread=None):
    return (await server.document("How long?", **({"thread_id": thread} if thread else {})))["answer_uuid"]


async def count(server):
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        return await connection.fetchval("select count(*) from voice_question where $1::tenant_names is not null", "*")


async def test_a_recording_is_its_owners_alone(voices):
    voice = await voices.add("default", "local", "audio/wav", SOUND, "How long?")
    assert await voices.text("default", "local", voice) == "How long?"
    assert await voices.recording("default", "local", voice) == ("audio/wav", SOUND)
    for tenant, subject, named in (
        ("default", "other", voice),
        ("elsewhere", "local", voice),
        ("default", "local", NOBODY),
    ):
        assert await voices.text(tenant, subject, named) is None
        assert await voices.recording(tenant, subject, named) is None


async def test_it_goes_with_the_answer_that_was_asked_with_it(server, voices):
    voice, other = [await voices.add("default", "local", "audio/wav", SOUND, "How long?") for _ in range(2)]
    answer = await answered(server)
    await voices.asked("default", "local", voice, answer)
    await voices.asked("default", "stranger", other, answer)
    await voices.asked("default", "local", other, NOBODY)
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select answer_id, voice_id from voice_question where answer_id is not null")
    assert [(row["answer_id"].hex, row["voice_id"].hex) for row in rows] == [(answer, voice)]
    assert (await server.client.delete(f"/v1/answers/{answer}")).status_code == 204
    assert await voices.text("default", "local", voice) is None
    assert await voices.text("default", "local", other) == "How long?"


async def test_erasing_a_user_or_a_thread_erases_what_they_said(server, voices):
    privacy, user = server.services.privacy, Whose.user("ada")
    await voices.add("default", user.named, "audio/wav", SOUND, "My own question")
    told = b"".join([line async for line in privacy.export("default", user)])
    assert b'"kind":"voice"' in told and b"My own question" in told and b"AFJJRkY=" in told
    await privacy.erase("default", user)
    assert await count(server) == 0
    voice = await voices.add("default", "local", "audio/wav", SOUND, "In a thread")
    await voices.asked("default", "local", voice, await answered(server, "t1"))
    await privacy.erase("default", Whose("thread", "t1", "default"))
    assert await count(server) == 0


async def test_what_nothing_was_asked_with_goes_after_a_day_and_when_there_is_much(server, voices, monkeypatch):
    monkeypatch.setattr(voice_questions, "MOST_UNASKED", 2)
    used = await voices.add("default", "local", "audio/wav", SOUND, "Used")
    await voices.asked("default", "local", used, await answered(server))
    sent = [await voices.add("default", "local", "audio/wav", SOUND, str(number)) for number in range(4)]
    found = [await voices.text("default", "local", voice) for voice in (used, *sent)]
    assert found == ["Used", None, None, "2", "3"]
    assert (await server.gateway.retention.once()).voices == 0
    async with server.gateway.database.transaction("default") as connection:
        await connection.execute(
            "update voice_question set created_at = now() - interval '25 hours' where tenant_id = $1::tenant_names",
            "default",
        )
    assert (await server.gateway.retention.once()).voices == 2
    assert await voices.text("default", "local", used) == "Used"
