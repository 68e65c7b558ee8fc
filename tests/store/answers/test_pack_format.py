"""Packed events and recordings: small, and exact again."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.store.answers.pack_format import (
    EventRow,
    pack_events,
    pack_lines,
    packed_thoughts,
    unpack_events,
    unpack_lines,
)
from gateway.turn.recording import line

TEXT = "Cats sleep a lot. Dogs bark, and mice run."
PAYLOAD = {"text": "Cats sleep. " * 40, "position": {"start": 0, "end": 1}}


def piece(t_ms, text, *, epoch=1, request=1, **more):
    return line("piece", {"epoch": epoch, "t_ms": t_ms, "request": request, "text": text, **more})


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
pieces = st.builds(
    lambda kind, text: (kind, {"text": text}), st.sampled_from(["text_added", "thinking"]), st.one_of(texts)
)
others = st.sampled_from(
    [
        ("state_changed", {"state": "searching", "remark": "…"}),
        ("reference_shown", {"citationId": "E1", "type": "embedding", "payload": PAYLOAD}),
        ("paragraph_finished", {"paragraphIndex": 0, "text": "x", "citations": [{"score": 1.0}, {"score": 1}]}),
        ("finished", {"answer": {"complete": True}, "payload": None}),
    ]
)
places = st.tuples(st.integers(1, 3), st.integers(0, 100_000))


@given(
    st.lists(st.tuples(places, st.one_of(pieces, others)), min_size=1),
    st.integers(1, 5000),
    st.booleans(),
    st.sampled_from(["", TEXT]),
)
def test_events_come_back_as_they_were(said, first, with_payload, text):
    rows = [EventRow(first + at, *place, *event) for at, (place, event) in enumerate(said)]
    payloads = {"E1": PAYLOAD} if with_payload else {}
    packed = pack_events(rows, payloads, text)
    assert unpack_events(packed, payloads, text) == rows
    assert packed_thoughts(packed, text) == "".join(row.data["text"] for row in rows if row.type == "thinking")


def test_a_payload_is_left_out_only_where_the_candidate_has_the_very_same():
    row = EventRow(1, 1, 0, "reference_shown", {"citationId": "E1", "type": "embedding", "payload": {"score": 1}})
    for other in ({"score": 1.0}, {"score": True}, {"score": 2}):
        (found,) = unpack_events(pack_events([row], {"E1": other}, TEXT), {"E1": other}, TEXT)
        assert repr(found) == repr(row)
    long = row._replace(data={**row.data, "payload": PAYLOAD})
    with pytest.raises(KeyError):
        unpack_events(pack_events([long], {"E1": PAYLOAD}, TEXT), {}, TEXT)


lines = st.one_of(
    st.builds(piece, st.integers(0, 9999), st.text(max_size=6), epoch=st.integers(1, 2), request=st.integers(1, 2)),
    st.builds(lambda text: piece(1, text, finish_reason="stop"), texts),
    st.builds(lambda text: line("decision", {"epoch": 1, "t_ms": 2, "decision": text, "detail": {}}), texts),
    st.just(b'{"kind":"piece", "epoch":1,"t_ms":1,"request":1,"text":"blank"}\n'),
)


@given(st.lists(lines), st.sampled_from(["", TEXT]))
def test_lines_of_a_recording_come_back_to_the_byte(said, text):
    whole = b"".join(said)
    assert unpack_lines(pack_lines(whole, text), text) == whole


def test_what_the_answer_says_costs_little_more_than_its_cutting():
    said = "".join(f"Sentence {number * 7919 % 1000} of a text that says {number * 31 % 97}. " for number in range(60))
    cut = [said[at : at + 4] for at in range(0, len(said), 4)]
    events = [EventRow(at + 1, 1, at * 5, "text_added", {"text": part}) for at, part in enumerate(cut)]
    recorded = b"".join(piece(at * 5, part) for at, part in enumerate(cut))
    assert len(pack_events(events, {}, said)) < 200 < len(zlib.compress(said.encode(), 9))
    assert len(pack_lines(recorded, said)) < 200
