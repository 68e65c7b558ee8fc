"""The service that writes down: the form it is sent, and what is taken from it."""

from email import message_from_bytes

import pytest

from gateway.errors import Unavailable, WrongUse
from gateway.models.speech import ear
from gateway.settings import Settings
from tests.fakes.speech import mp3, writing
from tests.fakes.upstream import FakeUpstream, body, html, silence, status


def settings(url, **more):
    return Settings(
        _env_file=None,
        transcription_url=url.replace("//", "//:secret-key@"),
        service_timeouts="transcription=2",
        **more,
    )


@pytest.fixture
async def service():
    async with FakeUpstream([writing("How long?")]) as service:
        yield service


@pytest.fixture
async def listener(service):
    made = ear.HttpEar(settings(service.url))
    yield made
    await made.aclose()


async def test_a_recording_is_sent_as_a_form_that_names_its_format(listener, service):
    data = mp3("How long?") + b"\r\n--x--\r\n"
    assert await listener.heard(data, "audio/webm") == "How long?"
    sent = service.requests[0]
    assert sent.headers["authorization"] == "Bearer secret-key"
    form = message_from_bytes(f"Content-Type: {sent.headers['content-type']}\r\n\r\n".encode() + sent.body)
    parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
    assert parts["model"].get_payload() == "whisper-1" and parts["response_format"].get_payload() == "json"
    assert parts["file"].get_filename() == "question.webm" and parts["file"].get_content_type() == "audio/webm"
    assert data in sent.body


@pytest.mark.parametrize(("said", "text"), [(" How\n long? ", "How long?"), ("", ""), ("a\0b", "a b")])
async def test_words_come_on_one_line(listener, service, said, text):
    service.script = [writing(said)]
    assert await listener.heard(b"data", "audio/wav") == text


@pytest.mark.parametrize(
    "behaviour", [html(), body(b"[]"), body(b'{"text": 1}'), status(500), status(413), silence(), body(b"x" * 70_000)]
)
async def test_whatever_fails_is_unavailable(listener, service, behaviour):
    service.script = [behaviour]
    with pytest.raises(Unavailable, match="transcription service") as error:
        await listener.heard(b"data", "audio/wav")
    assert "secret-key" not in str(error.value)


def test_an_address_that_is_none_is_told_at_start():
    with pytest.raises(WrongUse, match="GATEWAY_TRANSCRIPTION_URL"):
        ear.HttpEar(settings("nowhere"))
