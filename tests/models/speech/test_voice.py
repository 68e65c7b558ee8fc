"""The service that reads aloud: what it is sent, what is taken from it, and every way of failing."""

import pytest

from gateway.errors import Unavailable, WrongUse
from gateway.models.services.json_service import TRIES
from gateway.models.speech import voice
from gateway.settings import Settings
from tests.fakes.speech import FRAME_MS, sound, speaking
from tests.fakes.upstream import FakeUpstream, body, html, redirect, reset_after, silence, status


def settings(url, **more):
    return Settings(_env_file=None, speech_url=url.replace("//", "//:secret-key@"), service_timeouts="speech=2", **more)


@pytest.fixture
async def service():
    async with FakeUpstream([speaking()]) as service:
        yield service


@pytest.fixture
async def speaker(service):
    made = voice.HttpVoice(settings(service.url, speech_voice="nova"))
    yield made
    await made.aclose()


async def test_a_text_is_sent_as_openai_takes_it(speaker, service):
    found = await speaker.speak("Three weeks.")
    assert b"".join(found.frames) == sound("Three weeks.") and found.ms == 2 * FRAME_MS
    sent = service.requests[0]
    assert sent.body == {"model": "tts-1", "voice": "nova", "response_format": "mp3", "input": "Three weeks."}
    assert sent.headers["authorization"] == "Bearer secret-key"
    assert sent.headers["content-type"] == "application/json" and sent.headers["accept"] == "audio/*"


async def test_a_long_text_takes_several_requests(speaker, service):
    text = "This is a sentence of a long text. " * 300
    found = await speaker.speak(text)
    assert b"".join(found.frames) == sound(text)
    assert len(service.requests) == 3 and all(len(sent.body["input"]) <= 4000 for sent in service.requests)


async def test_a_failure_that_may_pass_is_tried_once_more(speaker, service):
    service.script = [status(503), speaking()]
    assert (await speaker.speak("One two.")).size > 0
    assert len(service.requests) == TRIES


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        (status(401), "answered 401"),
        (html(), "not mp3"),
        (body(b'{"error": {}}', content_type="application/json"), "not mp3"),
        (body(b""), "an empty sound"),
        (body(bytes(9 * 1024 * 1024), content_type="audio/mpeg"), "answered more than"),
        (redirect("http://127.0.0.1:1/"), "answered 307"),
        (reset_after(0), "cannot be reached"),
        (silence(), "did not answer within 2 s"),
    ],
)
async def test_whatever_fails_is_unavailable_and_tells_no_secret(speaker, service, behaviour, why):
    service.script = [behaviour]
    with pytest.raises(Unavailable, match="speech service") as error:
        await speaker.speak("One.")
    assert why in str(error.value) and "secret-key" not in str(error.value)


def test_an_address_that_is_none_is_told_at_start():
    with pytest.raises(WrongUse, match="GATEWAY_SPEECH_URL"):
        voice.HttpVoice(settings("speech.example"))
