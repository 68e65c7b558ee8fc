"""The invariants of the stream, for every dialect: each is read back and compared with the fold of the events."""

import json

import pytest
from hypothesis import given, settings

from gateway import slots
from gateway.answer.events import TYPES, Numbered, data, parse
from gateway.wire.shared.frame import EVENT_STREAM
from tests.support import sse
from tests.support.event_lists import lists
from tests.support.folding import FOLDS, encoded, truth

every_dialect = pytest.mark.parametrize("dialect", FOLDS)


@every_dialect
@given(numbered=lists())
@settings(max_examples=150, deadline=None)
def test_a_dialect_folds_back_to_text_paragraphs_and_citations_and_ends_once(dialect, numbered):
    read, expected = FOLDS[dialect](b"".join(encoded(dialect, numbered))), truth(numbered)
    assert read.said == expected.said
    assert read.ends == 1 and read.last
    if read.paragraphs:
        assert "\n\n".join(text for text, _ in read.paragraphs) == read.text
    cited = dict.fromkeys(one for _, ids in read.paragraphs for one in ids)
    assert read.references == list(cited)


@every_dialect
@given(numbered=lists())
@settings(max_examples=50, deadline=None)
def test_a_replay_from_the_database_has_the_same_bytes(dialect, numbered):
    """Events as rows give them back: through JSON, keys in another order."""
    stored = [
        Numbered(one.seq, one.epoch, one.t_ms, parse(TYPES[type(one.event)], json.loads(json.dumps(data(one.event), sort_keys=True))))
        for one in numbered
    ]  # fmt: skip
    assert encoded(dialect, stored) == encoded(dialect, numbered)


@every_dialect
@given(numbered=lists())
@settings(max_examples=50, deadline=None)
def test_an_event_is_whole_frames_whose_last_has_its_id_and_a_stateless_encoder_may_begin_anywhere(dialect, numbered):
    module = slots.load("wire", dialect, "dialect")
    frames = encoded(dialect, numbered)
    if module.MEDIA_TYPE == EVENT_STREAM:
        for one, raw in zip(numbered, frames, strict=True):
            assert not raw or (raw.endswith(b"\n\n") and sse.parse(raw)[-1].id == one.id)
    if getattr(module, "STATELESS", False):
        assert [b"".join(encoded(dialect, [one])) for one in numbered] == frames


@given(numbered=lists())
@settings(max_examples=100, deadline=None)
def test_json_bodies_are_one_line_for_every_kind_of_reader(numbered):
    for dialect in ("jsonl", "openai", "ai-sdk", "ag-ui"):
        text = b"".join(encoded(dialect, numbered)).decode()
        assert text.splitlines() == text.removesuffix("\n").split("\n")
