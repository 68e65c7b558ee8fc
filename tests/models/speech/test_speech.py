"""Both services, each where it is configured."""

import pytest

from gateway.errors import WrongUse
from gateway.models.speech.speech import Speech
from gateway.settings import Settings

VOICE, EAR = {"speech_url": "http://127.0.0.1:1/speech"}, {"transcription_url": "http://127.0.0.1:1/transcriptions"}


@pytest.mark.parametrize("named", [{}, VOICE, EAR, VOICE | EAR])
async def test_a_service_is_there_where_it_has_an_address(named):
    found = Speech.create(Settings(_env_file=None, **named))
    assert (found.voice is not None, found.ear is not None) == ("speech_url" in named, "transcription_url" in named)
    await found.aclose()


def test_an_address_that_is_none_is_told():
    with pytest.raises(WrongUse):
        Speech.create(Settings(_env_file=None, speech_url="nowhere"))
