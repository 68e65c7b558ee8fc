"""Frames and the JSON spelling."""

import json

from hypothesis import given
from hypothesis import strategies as st

from gateway.wire.shared.frame import KEEP_ALIVE, frame, json_bytes, json_with_seq, text_frame


def test_keep_alive_is_two_bytes_without_a_blank_line():
    assert KEEP_ALIVE == b":\n"


def test_seq_comes_first_even_before_an_empty_object():
    assert json_with_seq(1, {}) == b'{"seq":1}'
    assert json_with_seq(2, {"a": 1}) == b'{"seq":2,"a":1}'


def test_json_is_spelled_the_same_whatever_the_order_of_keys():
    assert json_bytes({"b": 1, "a": {"d": 1, "c": 2}}) == json_bytes({"a": {"c": 2, "d": 1}, "b": 1})


@given(st.text(alphabet=st.characters(blacklist_characters="\r", blacklist_categories=("Cs",))))
def test_text_can_never_form_a_second_event_or_another_field(text):
    lines = frame(text.encode(), id="1-1").decode().split("\n")
    assert lines[0] == "id: 1-1" and lines[-2:] == ["", ""]
    assert all(line.startswith("data: ") for line in lines[1:-2])
    assert "\n".join(line[6:] for line in lines[1:-2]) == text


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs",))))
def test_a_piece_of_text_has_the_frame_of_its_bytes(text):
    assert text_frame(text, id="1-1") == frame(text.encode(), id="1-1")


def test_json_bytes_round_trip():
    value = {"text": "引用\u2028 <x>", "score": 0.5}
    assert json.loads(json_bytes(value)) == value
