"""Dialect bracket: the bytes of each event."""

from gateway.answer.answer import Citation, Evidence, Section
from gateway.answer.events import (
    AudioAdded,
    CitationsFinished,
    Failed,
    Finished,
    Numbered,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
    TextRolledBack,
    Thinking,
)
from gateway.wire.bracket import Encoder
from gateway.wire.shared.frame import About

ABOUT = About("a" * 32, "Why?", "2026-11-21T10:00:00.000Z")


def encoded(event, seq=3, epoch=1):
    return Encoder(ABOUT).encode(Numbered(seq, epoch, 0, event)).decode()


def test_a_named_event_carries_id_name_and_seq_first():
    assert encoded(StateChanged("responding", "回答生成中")) == (
        'id: 1-3\nevent: [STATE_CHANGED]\ndata: {"seq":3,"remark":"回答生成中","state":"responding"}\n\n'
    )


def test_text_has_no_event_name_and_a_data_line_per_line():
    assert encoded(TextAdded(" one\n\ntwo\n"), seq=7, epoch=2) == "id: 2-7\ndata:  one\ndata: \ndata: two\ndata: \n\n"


def test_thinking_is_text_under_its_name():
    assert encoded(Thinking("We need")) == "id: 1-3\nevent: [THINKING]\ndata: We need\n\n"


def test_done_is_meta_on_one_line_without_seq():
    assert encoded(Finished({"answer": {"uuid": "x", "tokens": 1}})) == (
        'id: 1-3\nevent: [DONE]\ndata: [META]{"answer":{"tokens":1,"uuid":"x"}}\n\n'
    )


def test_absent_ids_are_left_out_of_start():
    assert "threadId" not in encoded(Started("a" * 32, "b" * 32, "fr"))
    assert '"threadId":"t"' in encoded(Started("a" * 32, "b" * 32, "fr", "t"))


def test_every_other_event_has_its_name_and_fields():
    paragraph = ParagraphFinished(0, "Text.", (Citation("E1", "moved", 0.5, (Evidence(0, 4),), "E2"),), None)
    shown = {
        "[CITATION_REF]": ReferenceShown("E1", "embedding", {"text": "t"}),
        "[CITATION_PARAGRAPH]": paragraph,
        "[ROLLBACK]": TextRolledBack(4, 1),
        "[OUTLINE]": OutlineFound((Section("S1", "Title", (0, 1)),)),
        "[CITATION_DONE]": CitationsFinished(1, 1),
        "[ERROR]": Failed("upstream_error", "No.", True),
    }
    for name, event in shown.items():
        assert encoded(event).startswith(f'id: 1-3\nevent: {name}\ndata: {{"seq":3,')
    assert '"originalId":"E2"' in encoded(paragraph) and '"evidence":[{"end":4,"start":0}]' in encoded(paragraph)
    assert encoded(AudioAdded("UklG", 0)) == "id: 1-3\nevent: [AUDIO]\ndata: UklG\n\n"
