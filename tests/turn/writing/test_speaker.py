"""The voice of one answer: in order, whole paragraphs, beside the text, bounded."""

import asyncio
from base64 import b64decode

import pytest

from gateway.answer.events import ParagraphFinished, TextAdded
from gateway.answer.sound import cut
from gateway.errors import Unavailable
from gateway.turn.ports import JournalLost
from gateway.turn.writing import speaker
from gateway.turn.writing.speaker import Speaker, SpokenSound
from tests.fakes.speech import FRAME, FRAME_MS, mp3, sound
from tests.support.waiting import idle


class FakeVoice:
    """Speaks when it is let go on, or fails for some texts."""

    form, fast = "mp3", ()

    def __init__(self, *silent, waits=False):
        self.silent, self.asked = silent, []
        self.free = asyncio.Event()
        if not waits:
            self.free.set()

    async def speak(self, text):
        self.asked.append(text)
        if text not in self.fast:
            await self.free.wait()
        if text in self.silent:
            raise Unavailable("The speech service answered 500.")
        return cut(mp3(text), "mp3")

    async def aclose(self):
        pass


class Journal:
    def __init__(self, error=None):
        self.batches, self.error = [], error

    async def emit(self, events):
        if self.error:
            raise self.error
        self.batches.append(list(events))

    @property
    def heard(self):
        """Who was spoken, and as what."""
        return [
            (batch[0].paragraph_index, b"".join(b64decode(event.frame) for event in batch)) for batch in self.batches
        ]


def paragraphs(*texts, first=0, **more):
    return [ParagraphFinished(index, text, **more) for index, text in enumerate(texts, first)]


async def test_paragraphs_are_spoken_in_their_order_without_marks_and_measured():
    voice, journal = FakeVoice(), Journal()
    spoken = Speaker(voice, journal.emit)
    spoken.take([TextAdded("**One**"), *paragraphs("**One** two.", "Three.")])
    spoken.take(paragraphs("```\ncode\n```", "[Four](x).", first=2))
    assert await spoken.finished() == SpokenSound(4 * FRAME, 4 * FRAME_MS, "audio/mpeg")
    assert journal.heard == [(0, sound("One two.")), (1, sound("Three.")), (3, sound("Four."))]


async def test_a_long_paragraph_is_handed_over_at_once():
    voice, journal = FakeVoice(), Journal()
    spoken = Speaker(voice, journal.emit)
    spoken.take(paragraphs("word " * 500))
    await spoken.finished()
    (batch,) = journal.batches
    assert len(batch) > 1 and journal.heard == [(0, sound("word " * 500))]


async def test_few_are_asked_for_at_once_and_a_fast_one_waits_for_those_before_it():
    voice, journal = FakeVoice(waits=True), Journal()
    voice.fast = ("Two.",)
    spoken = Speaker(voice, journal.emit)
    spoken.take(paragraphs("One.", "Two.", "Three.", "Four."))
    await idle()
    assert voice.asked == ["One.", "Two.", "Three."] and not journal.batches, "one, and whatever comes behind two"
    voice.free.set()
    await spoken.finished()
    assert [index for index, _ in journal.heard] == [0, 1, 2, 3]


async def test_what_cannot_be_spoken_is_left_out_with_a_warning_and_the_rest_is_spoken():
    voice, journal = FakeVoice("Two."), Journal()
    spoken = Speaker(voice, journal.emit)
    spoken.take(paragraphs("One.", "Two.", "Three."))
    assert (await spoken.finished()).silent == 1
    assert [index for index, _ in journal.heard] == [0, 2]


async def test_what_was_not_validated_is_not_spoken():
    voice, journal = FakeVoice(), Journal()
    spoken = Speaker(voice, journal.emit)
    spoken.take(paragraphs("One.", degraded="no_citation"))
    assert await spoken.finished() == SpokenSound(media_type="audio/mpeg")
    assert not voice.asked


async def test_a_process_that_goes_on_begins_behind_what_was_spoken():
    before = Journal()
    first = Speaker(FakeVoice("Two."), before.emit)
    first.take(paragraphs("One.", "Two.", "Three."))
    await first.finished()
    stored = [*paragraphs("One.", "Two.", "Three.", "Four."), *[event for batch in before.batches for event in batch]]
    voice, journal = FakeVoice(), Journal()
    spoken = Speaker(voice, journal.emit, stored)
    spoken.take(paragraphs("Five.", first=4))
    found = await spoken.finished()
    assert voice.asked == ["Four.", "Five."], "paragraph two would be heard behind three"
    assert found == SpokenSound(4 * FRAME, 4 * FRAME_MS, "audio/mpeg", 1)


async def test_an_answer_has_only_so_much_sound(monkeypatch):
    monkeypatch.setattr(speaker, "LARGEST", 2 * FRAME)
    voice, journal = FakeVoice(), Journal()
    spoken = Speaker(voice, journal.emit)
    spoken.take(paragraphs("One two.", "Three."))
    found = await spoken.finished()
    assert found.size == 2 * FRAME and found.silent == 1


async def test_the_end_waits_only_so_long(monkeypatch):
    monkeypatch.setattr(speaker, "TAIL_S", 0.01)
    voice, journal = FakeVoice(waits=True), Journal()
    spoken = Speaker(voice, journal.emit)
    spoken.take(paragraphs("One."))
    assert (await spoken.finished()).silent == 1
    voice.free.set()
    await idle()
    assert not journal.batches, "nothing is said behind the end"


@pytest.mark.parametrize("hushed", [True, False])
async def test_who_is_told_to_end_does_not_wait(hushed):
    voice, journal = FakeVoice(waits=True), Journal()
    spoken = Speaker(voice, journal.emit)
    spoken.take(paragraphs("One."))
    ending = asyncio.create_task(spoken.finished(wait=hushed))
    if hushed:
        await idle()
        assert not ending.done()
        spoken.hush()
    assert (await asyncio.wait_for(ending, 5)).size == 0
    spoken.take(paragraphs("Two.", first=1))
    assert voice.asked in (["One."], []) and not journal.batches


async def test_a_lost_journal_ends_nothing_here():
    spoken = Speaker(FakeVoice(), Journal(JournalLost()).emit)
    spoken.take(paragraphs("One."))
    await spoken.finished()


async def test_nothing_to_say_takes_no_time():
    assert await Speaker(FakeVoice(), Journal().emit).finished() == SpokenSound(media_type="audio/mpeg")
