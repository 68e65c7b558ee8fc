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
        return cls(
            _voice(settings) if settings.speech_url else None, _ear(settings) if settings.transcription_url else None
        )

    async def aclose(self) -> None:
        for service in (self.voice, self.ear):
            if service is not None:
                await service.aclose()


def _voice(settings: Settings) -> Voice:
    from gateway.models.speech import voice

    return voice.create(settings)


def _ear(settings: Settings) -> Ear:
    from gateway.models.speech import ear

    return ear.create(settings)
