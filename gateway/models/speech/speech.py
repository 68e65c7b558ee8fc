"""Both services of speech, each where it is configured.

Neither is imported before: their library, aiohttp, takes a tenth of a start.
"""

from __future__ import annotations

from dataclasses import dataclass

from gateway.models.ports import Ear, Voice
from gateway.settings import Settings


@dataclass(frozen=True, slots=True)
class Speech:
    """What reads aloud and what writes down; None where no address is set."""

    voice: Voice | None = None
    ear: Ear | None = None

    @classmethod
    def create(cls, settings: Settings) -> Speech:
        """Raises `WrongUse` for an address or a key that cannot work."""
        voice: Voice | None = None
        ear: Ear | None = None
        if settings.speech_url:
            from gateway.models.speech.voice import HttpVoice

            voice = HttpVoice(settings)
        if settings.transcription_url:
            from gateway.models.speech.ear import HttpEar

            ear = HttpEar(settings)
        return cls(voice, ear)

    async def aclose(self) -> None:
        for service in (self.voice, self.ear):
            if service is not None:
                await service.aclose()
