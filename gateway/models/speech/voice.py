"""A service that reads texts aloud behind `POST …/audio/speech`, as OpenAI and many local servers have it."""

from __future__ import annotations

import json

from gateway.answer.sound import Sound, SoundForm, cut
from gateway.models.services.json_service import KB, JsonService
from gateway.words.text.spoken import parts

LONGEST = 4000
"""Characters of one request; OpenAI's service takes 4096."""


class HttpVoice(JsonService):
    """See `ports.Voice`."""

    service, title = "speech", "speech service"
    largest = 8 * 1024 * KB
    """Some minutes of sound."""
    form: SoundForm = "mp3"
    """Every service has this form, and its frames are small."""

    async def speak(self, text: str) -> Sound:
        """See `ports.Voice`. A long text takes several requests."""
        sounds = [await self._spoken(part) for part in parts(text, LONGEST)]
        return Sound(tuple(frame for sound in sounds for frame in sound.frames), sum(sound.ms for sound in sounds))

    async def _spoken(self, text: str) -> Sound:
        model, voice = self._settings.speech_model, self._settings.speech_voice
        fields = {"model": model, "voice": voice, "response_format": self.form, "input": text}
        body = json.dumps(fields).encode()
        return await self._endpoint.send(body, lambda data: cut(data, self.form), {"Accept": "audio/*"})
