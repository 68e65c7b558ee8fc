from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.models.bodies.frames import FrameSplitter, FrameTooLong, ServerSentEvent

BODY = (
    b'\xef\xbb\xbf: hello\r\n\r\ndata: one\ndata: two\r\r\nevent: error\r\ndata:{"a":"\xc3\xa9\xe7\xab\xa0"}\r\n\r\n'
    b"id: 7\nretry: 10\n\nnonsense\n\ndata\n\ndata: [DONE]\n\n"
)
FRAMES = [
    ServerSentEvent(b"one\ntwo"),
    ServerSentEvent('{"a":"é章"}'.encode(), b"error"),
    ServerSentEvent(b""),
    ServerSentEvent(b"[DONE]"),
]


def split(*chunks: bytes) -> list[ServerSentEvent]:
    splitter = FrameSplitter()
    return [frame for chunk in chunks for frame in splitter.receive(chunk)] + splitter.close()


def test_lines_comments_and_several_data_lines_are_read_as_the_standard_says() -> None:
    assert split(BODY) == FRAMES


def test_every_cut_in_two_gives_the_same_frames() -> None:
    for at in range(len(BODY) + 1):
        assert split(BODY[:at], BODY[at:]) == FRAMES, at


def test_byte_by_byte_gives_the_same_frames() -> None:
    assert split(*(BODY[at : at + 1] for at in range(len(BODY)))) == FRAMES


@given(st.lists(st.integers(0, len(BODY)), max_size=8))
def test_any_cuts_give_the_same_frames(cuts: list[int]) -> None:
    bounds = [0, *sorted(cuts), len(BODY)]
    assert split(*(BODY[a:b] for a, b in pairwise(bounds))) == FRAMES


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n"])
def test_a_last_frame_without_its_blank_line_still_counts(end: bytes) -> None:
    assert split(b"data: [DONE]" + end) == [ServerSentEvent(b"[DONE]")]


def _feed(splitter: FrameSplitter, part: bytes) -> None:
    for _ in range(30):
        splitter.receive(part)


def test_an_endless_line_is_given_up() -> None:
    splitter = FrameSplitter(longest=1000)
    splitter.receive(b"data: ")
    with pytest.raises(FrameTooLong):
        _feed(splitter, b"x" * 50)


def test_an_endless_frame_of_short_lines_is_given_up() -> None:
    splitter = FrameSplitter(longest=1000)
    with pytest.raises(FrameTooLong):
        _feed(splitter, b"data: " + b"x" * 50 + b"\n")


def test_many_short_frames_are_no_long_frame() -> None:
    splitter = FrameSplitter(longest=100)
    whole = b"data: " + b"x" * 50 + b"\n\n"
    assert sum(len(splitter.receive(part)) for _ in range(50) for part in (whole[:30], whole[30:])) == 50


def test_comments_for_ever_are_no_long_frame() -> None:
    splitter = FrameSplitter(longest=100)
    assert [splitter.receive(part) for _ in range(100) for part in (b": pi", b"ng\n")] == [[]] * 200
