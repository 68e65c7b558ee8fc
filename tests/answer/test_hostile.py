"""Text that wants to be more than text, and text too large: inert in every dialect, bounded in memory."""

import json
import tracemalloc

import pytest

from gateway import slots
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.core.paragraph import MAX_PARAGRAPHS
from gateway.answer.core.stream import MOST_BYTES, AnswerStream
from gateway.answer.events import (
    CitationsFinished,
    CoreDecision,
    Finished,
    Numbered,
    ReferenceShown,
    Started,
    StateChanged,
    fold,
)
from gateway.wire.shared.frame import About
from tests.support import effort, sse
from tests.support.every import every
from tests.support.reading import CANDIDATES, OFF, document, lines, read

FRAMES = [
    "event: [DONE]\ndata: [META]{}\n\n",
    "data: x\n\nevent:[ERROR]\ndata:y\n\n",
    "id: 1-999\nretry: 1\n\n",
    ": comment\n\n",
    "[DONE]",
    '[META]{"answer":{"complete":false}}',
    "[CITATION_PARAGRAPH]",
    "-_wrap_-",
    "a-_wrap_-b",
    "data: [DONE]",
    "a\u2028b\u2029c\u0085d",
    "\u202eabc\u202c\u2066x\u2069",
    "\ufeffx",
    "\u200b\u200d",
    "é\u0301\U0001f469\u200d\U0001f52c",
    'cite E7 {"paragraphs":[{"citationIds":["E7"],"text":"x"}]}',
    "![x](https://example.org/x.png)",
    "[x](javascript:alert(1))",
    "<script>alert(1)</script>",
    "</p><p c=E7>",
    "```\n[DONE]\n```",
    "a\n\n\nb",
    "\\ud83d",
    "\\u0000",
    '0:"x"\n',
    "e:{}\n",
]
ABOUT = About(answer_uuid="a" * 32, question="[DONE]\n\ndata: x", created_at="2026-01-01T00:00:00Z")
META = {"answer": {"complete": True, "source": "model"}, "warnings": ["[META]{}\n\ndata: [DONE]"]}
DIALECTS = slots.names("wire")


def events(model, candidates=CANDIDATES, pieces=1):
    """A whole list of numbered events, as a turn writes it."""
    stream = AnswerStream(candidates, language="en", evidence=OFF)
    out = [Started("a" * 32, "b" * 32, "en"), StateChanged("responding", "[DONE]\n\n")]
    for at in range(0, len(model), pieces):
        out += [item for item in stream.receive(model[at : at + pieces]) if not isinstance(item, CoreDecision)]
    out += [item for item in stream.close("stop") if not isinstance(item, CoreDecision)]
    out += [CitationsFinished(stream.summary.paragraph_count, stream.summary.ref_count), Finished(META)]
    return [Numbered(seq, 1, seq, event) for seq, event in enumerate(out, start=1)]


def encoded(dialect, numbered):
    encoder = slots.load("wire", dialect, "dialect").Encoder(ABOUT)
    return [encoder.encode(event) for event in numbered]


def in_every_place(text):
    """Returns a hostile text, a document with it in every field, an answer with it, and its candidates."""
    payload = {"text": text, "title": text, "source": text, "position": {"heading": text, "start": 0, "end": 1}}
    candidates = Candidates([Candidate("E1", "embedding", payload, 1.0, 1, "en")])
    return text, payload, document((["E1"], f"a{text}b"), (["E1"], "end")), candidates


@every("hostile", FRAMES, ids=ascii)
def test_hostile_text_is_shown_as_it_is_and_forms_no_event(hostile):
    text, payload, model, candidates = in_every_place(hostile)
    numbered = events(model, candidates)
    folded = fold(event.event for event in numbered)
    assert folded.text == f"a{lines(text)}b\n\nend"
    assert [type(event.event) for event in numbered].count(Finished) == 1
    [shown] = [event.event for event in numbered if isinstance(event.event, ReferenceShown)]
    assert shown.reference == payload


@every("hostile", FRAMES, ids=ascii)
@every("pieces", [1, 7, 10_000])
def test_every_frame_of_the_default_dialect_is_one_event_with_its_number(hostile, pieces):
    text, payload, model, candidates = in_every_place(hostile)
    numbered = events(model, candidates, pieces)
    sent = sse.parse(b"".join(encoded("bracket", numbered)))
    assert [frame.id for frame in sent] == [event.id for event in numbered]
    assert sse.text(sent) == f"a{lines(text)}b\n\nend"
    assert [frame.name for frame in sent].count("[DONE]") == 1
    assert sent[-1].json == META
    assert sse.named(sent, "[CITATION_REF]")[0].json["payload"] == payload
    assert [frame.json["text"] for frame in sse.named(sent, "[CITATION_PARAGRAPH]")] == [f"a{lines(text)}b", "end"]


@pytest.mark.parametrize("dialect", DIALECTS)
@every("hostile", FRAMES, ids=ascii)
def test_every_dialect_carries_hostile_text_as_data(dialect, hostile):
    """The contract of the slot: UTF-8; the same number of events with hostile text as with plain text."""
    _, _, model, candidates = in_every_place(hostile)
    plain = json.dumps({"paragraphs": [{"citationIds": ["E1"], "text": t} for t in ("a plain text b", "end")]})
    frames, others = (
        encoded(dialect, events(text, some, 10_000)) for text, some in ((model, candidates), (plain, CANDIDATES))
    )
    whole = b"".join(frames)
    whole.decode("utf-8")
    assert b"\r" not in whole
    media_type = slots.load("wire", dialect, "dialect").MEDIA_TYPE
    if media_type == "text/event-stream" and dialect != "legacy":
        assert len(sse.parse(whole)) == len(sse.parse(b"".join(others)))
    elif media_type == "application/json":
        assert json.loads(whole)["answer"] == fold(event.event for event in events(model, candidates)).text
        assert json.loads(whole)["refs"][0]["payload"] == candidates[0].reference


@every(
    ("text", "shown"),
    [
        ("a\x00b", "ab"),
        ("a\rb", "a\nb"),
        ("a\r\nb", "a\nb"),
        ("a\ud83d\ude00b", "a\U0001f600b"),
        ("a\ud83db", "a\ufffdb"),
        ("a\ude00", "a\ufffd"),
    ],
)
@every("raw", [True, False])
def test_what_no_encoder_could_carry_is_replaced_before_it(text, shown, raw):
    """Raw in the model's text, or as escapes; every character a piece of its own."""
    inside = text if raw else json.dumps(text)[1:-1]
    numbered = events(f'{{"paragraphs":[{{"citationIds":["E1"],"text":"{inside}"}}]}}')
    assert sse.text(sse.parse(b"".join(encoded("bracket", numbered)))) == shown


def letters(count):
    return ("word and word " * (count // 14 + 1))[:count]


GIANTS = {
    "60,000 opening brackets": "[" * 60_000,
    "60,000 opening braces": '{"a":' * 60_000,
    "60,000 brackets in a document": '{"paragraphs":' + "[" * 60_000,
    "a string of 10 MB": '{"paragraphs":[{"citationIds":["E1"],"text":"' + letters(10_000_000),
    "a key of 10 MB": '{"' + letters(10_000_000),
    "an id of 10 MB": '{"paragraphs":[{"citationIds":["' + letters(10_000_000),
    "plain text of 10 MB": letters(10_000_000),
    "one line without blanks": "x" * 2_000_000,
    "10,000 paragraphs": document(*[(["E1"], f"p{n}") for n in range(10_000)]),
    "10,000 ids in one paragraph": document(([f"E{n}" for n in range(10_000)], "one a")),
    "100,000 quotes": '{"paragraphs":[{"citationIds":["E1"],"text":"' + '" ' * 100_000,
    "100,000 backslashes": '{"paragraphs":[{"citationIds":["E1"],"text":"' + "\\" * 100_000,
    "100,000 markers": "[E1" * 100_000,
    "100,000 tags": "<p c=" * 100_000,
    "100,000 newlines": "a\n\n" * 100_000,
    "60,000 strings in another shape": '{"x":[' + '"a",' * 60_000,
    "a document of another shape of 2 MB": '{"x":["' + letters(2_000_000),
    "60,000 tags of thoughts": "<think>" * 60_000,
    "60,000 brackets in a thought": "<think>" + '{"' * 60_000,
    "60,000 closers behind lost structure": '{"paragraphs":[{"text":"a"}, and so on with words' + '"}],' * 60_000,
    "60,000 brackets behind a document": '{"paragraphs":["a"]}' + ' {"x' * 60_000,
    "a thought of 2 MB": "<think>" + letters(2_000_000),
}
LONG_GIANTS = [name for name in GIANTS if name.startswith("60,000") and name != "60,000 opening brackets"]
"""Those that take seconds."""
SHORTENED = {"60,000 opening brackets", "10,000 ids in one paragraph", "100,000 markers", "100,000 tags"}
"""Those that take seconds, too: a tenth of each is read, unless all is tried (`dev.py test --all`)."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LONG_GIANTS else name for name in GIANTS]
)
def test_a_giant_is_cut_at_its_cap_in_bounded_memory(name):
    model = GIANTS[name]
    if name in SHORTENED and not effort.whole:
        model = model[: len(model) // 10]
    tracemalloc.start()
    try:
        stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
        seen, at = 0, 0
        while at < len(model) and not stream.full:
            seen += sum(not isinstance(item, CoreDecision) for item in stream.receive(model[at : at + 1000]))
            at += 1000
        stream.close("stop")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000
    assert len(stream.summary.text) <= MOST_BYTES
    assert stream.summary.paragraph_count <= MAX_PARAGRAPHS
    assert at <= MOST_BYTES + 2000 or len(model) <= MOST_BYTES


def test_a_giant_in_one_piece_is_read_up_to_the_cap():
    found = read('{"paragraphs":[{"citationIds":["E1"],"text":"' + letters(10_000_000))
    assert (found.summary.degraded_reason, found.summary.complete) == ("limit", False)
    assert len(found.summary.text) <= MOST_BYTES
    assert found.references in (["E1"], [])
