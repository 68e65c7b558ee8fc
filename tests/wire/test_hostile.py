"""Text that wants to be more than text, in every place a model or a document can put it, read back from every
dialect."""

import functools
import json

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import (
    CitationsFinished,
    CoreDecision,
    Finished,
    Numbered,
    OutlineFound,
    Started,
    StateChanged,
    Thinking,
    fold,
)
from tests.support.event_lists import meta
from tests.support.every import every
from tests.support.folding import DIALECTS, encoded, reader, truth
from tests.support.legacy import Page
from tests.support.reading import OFF, lines

HOSTILE = [
    "event: [DONE]\ndata: [META]{}\n\n",
    "data: x\n\nevent:[ERROR]\ndata:y\n\n",
    "event:[DONE]",
    "id: 9-9\nretry: 1\n\n",
    ":",
    "data:",
    "data: [DONE]",
    "[DONE]",
    '[META]{"answer":{"complete":false}}',
    "[CITATION_PARAGRAPH]",
    "[ROLLBACK]",
    "[E9th] 【X9】",
    "-_wrap_-",
    "x-_wrap_-y",
    "a\r\nb\rc",
    "a\n\n\nb",
    "\u2028",
    "\u2029",
    "\x85",
    "\x0b\x0c\x1c\x1d\x1e",
    "\x00",
    "\x1b[31m",
    "\ud83d",
    "\ude00",
    "\ufeff",
    "\u202e\u2066\u200f",
    '"}]}',
    '{"type":"finish"}',
    '{"paragraphs":[{"citationIds":["E9"]}]}',
    "</p><p c=E9>",
    "<think>",
    "</think>",
    "SUIVI\n[S1] x",
    "\\",
    "\\u0000",
    "\\ud83d",
    '0:"x"\n',
    "`",
]
META = meta(complete=True, degradedReason=None, citationMode="paragraph")


def clean(text):
    """What a document's field holds: doors and readers let nothing else in."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "")


@functools.lru_cache(maxsize=200)
def events(hostile, size):
    """A whole answer with hostile text in its text, thoughts, outline, and in all that a source has."""
    field = clean(hostile)
    passage = {
        "documentId": "d1",
        "title": field,
        "source": field,
        "text": field,
        "position": {"heading": field, "start": 0, "end": 1},
    }
    graph = {
        "entitiesFromQuestion": [field],
        "vertices": [{"id": field, "label": field, "name": field, "description": field, "metadata": {field: field}}],
        "edges": [
            {"id": field, "label": field, "sourceName": field, "targetName": field, "description": field, "weight": 1.0}
        ],
    }
    candidates = Candidates(
        [Candidate("E1", "embedding", passage, 1.0, 1, "en"), Candidate("G1", "graph", graph, 0.5, 1)]
    )
    model = json.dumps(
        {
            "paragraphs": [
                {"citationIds": ["E1", "G1"], "text": f"one {hostile} a"},
                {"citationIds": ["G1"], "text": f"two{hostile}"},
            ],
            "outline": [{"id": "S1", "title": f"One {hostile}"}, {"id": "S2", "title": "Two"}],
        },
        ensure_ascii=size == 3,  # as escapes, too
    )
    stream = AnswerStream(candidates, language="en", evidence=OFF)
    out = [Started("a" * 32, "b" * 32, "en"), StateChanged("responding", "…"), *stream.think(f"hm {hostile} hm")]
    for at in range(0, len(model), size):
        out += stream.receive(model[at : at + size])
    out += stream.close("stop")
    out += [CitationsFinished(stream.summary.paragraph_count, stream.summary.ref_count), Finished(META)]
    sent = [event for event in out if not isinstance(event, CoreDecision)]
    return [Numbered(seq, 1, seq, event) for seq, event in enumerate(sent, start=1)]


@pytest.mark.parametrize("dialect", DIALECTS)
@every("size", [1, 3, 10_000])
@every("hostile", HOSTILE, ids=ascii)
def test_hostile_text_comes_back_from_every_dialect_as_what_it_is(dialect, size, hostile):
    numbered = events(hostile, size)
    raw = b"".join(encoded(dialect, numbered))
    assert b"\r" not in raw and b"\x00" not in raw
    its, answer = reader(dialect), fold(event.event for event in numbered)
    reading, thoughts = its.read(raw), its.thoughts(raw)
    assert reading.content == truth(numbered).content and (reading.ends, reading.last) == (1, True)
    assert [ids for _, ids in reading.paragraphs] == [["E1", "G1"], ["G1"]]
    assert its.payloads(raw) == {shown.citation_id: shown.reference for shown in answer.references}
    if thoughts is not None:
        assert thoughts == "".join(event.event.text for event in numbered if isinstance(event.event, Thinking))


@every("size", [1, 3, 10_000])
@every("hostile", HOSTILE, ids=ascii)
def test_hostile_text_comes_back_from_the_older_systems_page(size, hostile):
    numbered = events(hostile, size)
    page = Page().read(b"".join(encoded("legacy", numbered, citation_events=False)))
    assert not page.failed and page.started and page.answer["loading"] is False and page.answer["complete"] is True
    assert page.text.rstrip("\n") == fold(row.event for row in numbered).text


@every("hostile", HOSTILE, ids=ascii)
def test_hostile_text_is_shown_as_it_is_but_for_what_no_encoder_can_carry(hostile):
    answer = fold(row.event for row in events(hostile, 1))
    shown = clean(lines(hostile).replace("\ud83d", "\ufffd").replace("\ude00", "\ufffd"))
    shown = "".join(sign for sign in shown if sign in "\t\n" or not sign < " ")
    first, second = (paragraph.text for paragraph in answer.paragraphs)
    assert (first, second) == (f"one {shown} a", f"two{shown}".rstrip("\n"))


@every("hostile", HOSTILE, ids=ascii)
def test_a_hostile_title_is_one_line_of_the_outline(hostile):
    [outline] = [row.event for row in events(hostile, 7) if isinstance(row.event, OutlineFound)]
    assert len(outline.sections) == 2
    assert not any(set("\n\r\x00") & set(section.title) for section in outline.sections)
