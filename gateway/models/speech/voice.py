"""A service that reads texts aloud behind `POST …/audio/speech`, as OpenAI and many local servers have it."""

from __future__ import annotations

import json

from gateway.answer.sound import Sound, SoundForm, cut
from gateway.models.ports import Voice
from gateway.models.services import json_service
from gateway.models.services.json_service import Endpoint
from gateway.settings import Settings
from gateway.words.text.spoken import parts

LONGEST = 4000
"""Characters of one request; OpenAI's service takes 4096."""
FORM: SoundForm = "mp3"
"""The gateway asks for this form: every service has it, and its frames are small."""
LARGEST = 8 * 1024 * json_service.KB
"""Bytes of one answer that are read: some minutes of sound."""


def create(settings: Settings) -> Voice:
    """Makes the voice behind `GATEWAY_SPEECH_URL`."""
    service = json_service.configured(
        "speech service",
        "GATEWAY_SPEECH_URL",
        settings.speech_url,
        timeout_s=settings.service_timeouts.speech,
        largest=LARGEST,
    )
    return HttpVoice(service, FORM, settings.speech_model, settings.speech_voice)


class HttpVoice:
    """See `ports.Voice`."""

    def __init__(self, service: Endpoint, form: SoundForm, model: str, voice: str) -> None:
        self._service, self.form = service, form
        self._fields = {"model": model, "voice": voice, "response_format": form}

    async def speak(self, text: str) -> Sound:
        """See `ports.Voice`. A long text takes several requests."""
        sounds = [await self._spoken(part) for part in parts(text, LONGEST)]
        return Sound(tuple(frame for sound in sounds for frame in sound.frames), sum(sound.ms for sound in sounds))

    async def aclose(self) -> None:
        await self._service.aclose()

    async def _spoken(self, text: str) -> Sound:
        body = json.dumps({**self._fields, "input": text}).encode()
        return await self._service.send(body, lambda data: cut(data, self.form), {"Accept": "audio/*"})
