"""Dialect jsonl: one line per event, and everything about it."""

import json

from gateway.answer.events import Finished, Numbered, ReferenceShown, TextAdded
from gateway.wire.jsonl import Encoder, named
from tests.support.event_lists import ABOUT


def line(event):
    return Encoder(ABOUT).encode(Numbered(7, 2, 1234, event)).decode()


def test_a_line_has_place_time_type_and_data_in_this_order():
    assert line(TextAdded("a\nb")) == '{"seq":7,"epoch":2,"t_ms":1234,"type":"text_added","data":{"text":"a\\nb"}}\n'


def test_the_other_data_are_the_default_dialects_json():
    assert line(ReferenceShown("E1", "embedding", {"title": "T"})).endswith(
        '"type":"reference_shown","data":{"citationId":"E1","payload":{"title":"T"},"type":"embedding"}}\n'
    )
    assert line(Finished({"answer": {}})).endswith('"type":"finished","data":{"answer":{}}}\n')


def test_what_a_line_says_is_also_there_as_json():
    numbered = Numbered(7, 2, 1234, ReferenceShown("E1", "embedding", {"title": "T"}))
    assert named(numbered) == json.loads(Encoder(ABOUT).encode(numbered))
