"""Sanitising at the door, and the rule that no piece begins with a newline."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.answer.reading.characters import Sanitizer, TextPieces, fitting, gather, size
from tests.support.every import every


def sanitised(pieces):
    sanitizer = Sanitizer()
    return "".join(sanitizer.feed(piece) for piece in pieces) + sanitizer.close()


@every(
    ("raw", "clean"),
    [
        ("plain", "plain"),
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("a\x00b\x1bc\td", "abc\td"),
        ("\ud83d\ude00", "\U0001f600"),
        ("\ud83d!", "\ufffd!"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("end\r", "end\n"),
        ("", ""),
    ],
)
def test_text_is_sanitised_whatever_the_cutting(raw, clean):
    assert sanitised([raw]) == sanitised(list(raw)) == clean


@given(st.text(st.sampled_from("a\r\n\x00\ud83d\ude00\ufeff"), max_size=12), st.integers(0, 12))
def test_sanitised_text_can_be_encoded_and_does_not_depend_on_the_cutting(raw, position):
    whole = sanitised([raw])
    whole.encode()
    assert sanitised([raw[:position], raw[position:]]) == whole


@given(st.lists(st.text(st.sampled_from("ab\n"), max_size=5), max_size=8))
def test_no_piece_begins_with_a_newline_and_all_pieces_are_the_text(parts):
    pieces = TextPieces()
    sent = [piece for part in parts if (piece := pieces.add(part))] + [pieces.release()]
    assert not any(piece.startswith("\n") for piece in sent)
    assert "".join(sent) == "".join(parts).strip("\n")


def test_what_is_released_may_carry_an_ending():
    pieces = TextPieces()
    assert pieces.add("abc\n") == "ab"
    assert pieces.release("\n\n") == "c\n\n"
    assert pieces.release("\n\n") == ""


@every(
    ("text", "room", "count"),
    [
        ("abc", 2, 2),
        ("abc", 9, 3),
        ("abc", -1, 0),
        ("借期", 5, 1),
        ("借期", 6, 2),
        ("借", 0, 0),
        ("a😀", 4, 1),
        ("é", -3, 0),
    ],
)
def test_what_fits_is_counted_in_whole_characters(text, room, count):
    assert fitting(text, room) == count
    assert size(text[:count]) <= max(0, room)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x85", "\u2028", "\u2029"])
def test_line_ends_of_every_kind_are_one(end):
    sanitizer = Sanitizer()
    assert sanitizer.feed(f"a{end}b") + sanitizer.close() == "a\nb"


def test_pieces_that_are_gathered_say_the_same():
    pieces = ["A ", "bö", "", "ok"]
    gather(pieces)
    assert pieces == ["A böok"]
