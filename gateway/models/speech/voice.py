"""A service that reads texts aloud behind `POST …/audio/speech`, as OpenAI and many local servers have it."""

from __future__ import annotations

import json

from gateway.answer.sound import Sound, SoundForm, cut
from gateway.models.ports import Voice
from gateway.models.services.json_service import KB, Endpoint, JsonService, configured
from gateway.settings import Settings
from gateway.words.text.spoken import parts

LONGEST = 4000
"""Characters of one request; OpenAI's service takes 4096."""
FORM: SoundForm = "mp3"
"""The gateway asks for this form: every service has it, and its frames are small."""
LARGEST = 8 * 1024 * KB
"""Bytes of one answer that are read: some minutes of sound."""


def create(settings: Settings) -> Voice:
    """Makes the voice behind `GATEWAY_SPEECH_URL`."""
    endpoint = configured(settings, "speech", LARGEST, name="speech service")
    return HttpVoice(endpoint, settings.speech_model, settings.speech_voice)


class HttpVoice(JsonService):
    """See `ports.Voice`."""

    form = FORM

    def __init__(self, endpoint: Endpoint, model: str, voice: str) -> None:
        super().__init__(endpoint)
        self._fields = {"model": model, "voice": voice, "response_format": self.form}

    async def speak(self, text: str) -> Sound:
        """See `ports.Voice`. A long text takes several requests."""
        sounds = [await self._spoken(part) for part in parts(text, LONGEST)]
        return Sound(tuple(frame for sound in sounds for frame in sound.frames), sum(sound.ms for sound in sounds))

    async def _spoken(self, text: str) -> Sound:
        body = json.dumps({**self._fields, "input": text}).encode()
        return await self._endpoint.send(body, lambda data: cut(data, self.form), {"Accept": "audio/*"})
