"""Sounds in frames: exact, measured, and whole again."""

import io
import wave

import pytest

from gateway.answer.sound import LARGEST_FRAME, Sound, cut, whole
from tests.fakes.speech import FRAME, FRAME_MS, HEAD, INFO, mp3, sound


def test_mp3_is_cut_between_its_frames_and_measured_by_them():
    words = "word " * 400
    found = cut(mp3(words), "mp3")
    assert whole(found.frames, "mp3") == sound(words), "without the tag and the frame that tells the length"
    assert found.ms == 400 * FRAME_MS and found.size == 400 * FRAME
    assert len(found.frames) == -(-400 // (LARGEST_FRAME // FRAME))
    assert all(frame.startswith(HEAD) and len(frame) <= LARGEST_FRAME for frame in found.frames)


@pytest.mark.parametrize(
    ("head", "size", "ms"),
    [
        ("fffb9064", 417, 1152 / 44.1),  # MPEG-1, 128 kbit/s, 44.1 kHz
        ("fffb9264", 418, 1152 / 44.1),  # the same, padded
        ("fff340c4", 104, 576 / 22.05),  # MPEG-2, 32 kbit/s, 22.05 kHz
        ("ffe340c4", 208, 576 / 11.025),  # MPEG-2.5, 32 kbit/s, 11.025 kHz
    ],
)
def test_every_version_of_it_is_known(head, size, ms):
    frame = bytes.fromhex(head) + bytes(size - 4)
    assert cut(frame * 3, "mp3") == Sound((frame * 3,), round(3 * ms))


def test_a_last_frame_that_was_cut_and_a_tag_at_the_end_are_left_out():
    assert whole(cut(mp3("one two") + sound("three")[:100], "mp3").frames, "mp3") == sound("one two")
    assert whole(cut(mp3("one two") + b"TAG" + bytes(125), "mp3").frames, "mp3") == sound("one two")


@pytest.mark.parametrize(
    "data", [b'{"error": "no such voice"}', b"<html>", b"\xff\xf3\x04\xc4" + bytes(300), b"\0" * 50]
)
def test_what_is_no_mp3_is_refused(data):
    with pytest.raises(ValueError, match="not mp3"):
        cut(data, "mp3")


@pytest.mark.parametrize("data", [b"", b"ID3", INFO, HEAD])
def test_a_sound_has_a_frame(data):
    with pytest.raises(ValueError, match="an empty sound"):
        cut(data, "mp3")


def test_samples_become_a_file_that_players_know():
    data = bytes(range(256)) * 300 + b"x"  # a sample and a half at the end
    found = cut(data, "pcm")
    assert found.ms == 1600 and b"".join(found.frames) == data[:-1]
    assert all(len(frame) <= LARGEST_FRAME and len(frame) % 2 == 0 for frame in found.frames)
    with wave.open(io.BytesIO(whole(found.frames, "pcm"))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 24_000)
        assert file.readframes(10**6) == data[:-1]


def test_a_text_is_no_samples_and_samples_may_look_like_its_beginning():
    with pytest.raises(ValueError, match="a text in the place of a sound"):
        cut(b'{"error": "quota"}', "pcm")
    with pytest.raises(ValueError, match="an empty sound"):
        cut(b"\0", "pcm")
    assert cut(b"{\xff" * 100, "pcm").size == 200
