"""Dialect legacy: its bytes, and what the older system's page reads from them."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.answer.answer import Citation, Section
from gateway.answer.events import (
    AudioAdded,
    CitationsFinished,
    Failed,
    Finished,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
    Thinking,
)
from gateway.answer.reading.characters import Sanitizer, TextPieces
from gateway.wire.legacy import MERGED, Encoder, error, meta
from gateway.wire.shared.frame import KEEP_ALIVE
from tests.support import sse
from tests.support.effort import examples
from tests.support.event_lists import lists
from tests.support.every import every
from tests.support.folding import truth
from tests.support.legacy import Message, Page, messages
from tests.support.legacy_frames import ABOUT, ANSWER, FRAGMENTS, META, encoded, lf, spoken

TURN = [
    Started("a" * 32, "b" * 32, "zh"),
    StateChanged("question_analysing", "问题分析中"),
    StateChanged("knowledge_searching", "知识库搜索中"),
    Thinking("先看退货期限\n再看运费"),
    TextAdded("退货期为"),
    TextAdded("30 天。\n\n"),
    ReferenceShown("E1", "embedding", {"text": "t"}),
    ParagraphFinished(0, "退货期为30 天。", (Citation("E1", "ok", 0.9),)),
    TextAdded("Refunds take"),
    TextAdded(" 5 days."),
    ParagraphFinished(1, "Refunds take 5 days."),
    CitationsFinished(2, 1),
    Finished(META),
]
FAILED = [Started("a" * 32, "b" * 32, "zh"), Failed("upstream_error", "模型服务出错，请重试。")]


@every(
    ("event", "raw"),
    [
        (TURN[0], "event:[START]\ndata:\n\n"),
        (TURN[1], 'event:[STATE_CHANGED]\ndata:{"state":"question_analysing","remark":"问题分析中"}\n\n'),
        (Thinking("We need\n two"), "event:[THINKING]\ndata: We need\ndata:  two\n\n"),
        (TextAdded(" 5 days."), "data:  5 days.\n\n"),
        (TextAdded("a\n\nb"), "data: a\n\ndata:-_wrap_-\n\ndata:-_wrap_-\n\ndata: b\n\n"),
        (TextAdded("-_wrap_-b"), "data: -\n\ndata: _wrap_-b\n\n"),
        (AudioAdded("UklG", 0), "event:[AUDIO]\ndata:UklG\n\n"),
        (Failed("internal", "One\nline."), "event:[ERROR]\ndata:One line.\n\n"),
    ],
)
def test_the_bytes_of_each_event(event, raw):
    assert encoded([event]).decode() == raw


def test_done_is_meta_on_one_line_without_nulls_and_the_last_thing_on_the_stream():
    last = encoded(TURN).decode().split("\n\n")[-2]
    head, _, body = last.partition("[META]")
    assert head == "event:[DONE]\ndata: " and "\n" not in body
    assert json.loads(body)["answer"] == {name: value for name, value in ANSWER.items() if value is not None}


def test_there_are_no_ids():
    assert b"id:" not in encoded(TURN, citation_events=True)


@pytest.mark.requirement("R33")
def test_the_page_shows_the_text_the_label_and_the_references_button():
    page = Page().read(encoded(TURN))
    assert page.text == "退货期为30 天。\n\nRefunds take 5 days."
    assert page.labels == ["问题分析中", "知识库搜索中"] and page.answer["thinking"] == "先看退货期限\n再看运费"
    assert page.started and not page.failed and page.answer["loading"] is False
    assert page.answer["uuid"] == ANSWER["uuid"] and page.answer["isRefEmbedding"] is True
    assert page.question["uuid"] == META["question"]["uuid"]


def test_a_failure_is_shown_and_ends_the_waiting():
    page = Page().read(encoded(FAILED))
    assert page.started and page.text == "系统提示：模型服务出错，请重试。" and page.answer["loading"] is False


def test_a_refusal_may_stand_alone_or_behind_start():
    assert error("访问太过频繁").decode() == "event:[ERROR]\ndata:访问太过频繁\n\n"
    assert error("该对话已经删除", started=True).decode() == (
        "event:[START]\ndata:\n\nevent:[ERROR]\ndata:该对话已经删除\n\n"
    )


def test_citation_events_come_only_when_asked_for_and_always_before_done():
    assert b"CITATION" not in encoded(TURN) and b"OUTLINE" not in encoded([OutlineFound((Section("S1", "T", (0,)),))])
    names = [message.event for message in messages(encoded(TURN, citation_events=True)) if message.event]
    kinds = ["[CITATION_REF]", "[CITATION_PARAGRAPH]", "[CITATION_PARAGRAPH]", "[CITATION_DONE]", "[DONE]"]
    assert names[-5:] == kinds
    shown = [message for message in messages(encoded(TURN, citation_events=True)) if message.event == "[CITATION_REF]"]
    assert json.loads(shown[0].data) == {"seq": 7, "citationId": "E1", "type": "embedding", "payload": {"text": "t"}}


def test_a_page_that_did_not_ask_would_print_citation_events():
    """Why they are left out: the reader is the old page, and this is what it does."""
    assert '"citationId"' in Page().read(encoded(TURN, citation_events=True)).text


def test_members_of_meta_that_came_later_are_left_out():
    answer = {**META["answer"], "citationReason": {"figure": 1}}
    assert meta({**META, "answer": answer}) == meta(META)


def test_names_that_would_overwrite_the_page_are_never_in_meta():
    hostile = {part: {**META[part], **dict.fromkeys(MERGED, "overwritten")} for part in META}
    page = Page().read(encoded([TextAdded("The answer."), Finished(hostile)]))
    assert page.text == "The answer." and page.answer["thinking"] == ""
    assert not {*page.question} & MERGED


def test_a_path_of_the_server_does_not_leave_it():
    assert meta({**META, "audioInfo": {"path": "/srv/a.wav", "uuid": "u"}})["audioInfo"] == {"path": "", "uuid": "u"}


def test_a_cr_that_ends_a_piece_and_the_lf_of_the_next_are_one_newline():
    assert Page().read(spoken("a\r", "\nb\r\nc\rd")).text == "a\nb\nc\nd"
    assert Page().read(spoken("a\r", "b")).text == "a\nb"


def test_the_keep_alive_is_no_message():
    assert messages(KEEP_ALIVE + encoded(TURN[:1])) == [Message("[START]", "")]


# Hostile answers ------------------------------------------------------------------------------------------------------

PIECE = st.lists(st.sampled_from(FRAGMENTS), max_size=6).map("".join)
PIECES = st.lists(PIECE, min_size=1, max_size=6)


@settings(max_examples=examples(1000), deadline=None)
@given(PIECES)
def test_the_page_restores_any_answer_however_it_is_cut(pieces):
    page = Page().read(spoken(*pieces))
    assert page.text.rstrip("\n") == lf("".join(pieces)).rstrip("\n")
    assert not page.failed and page.answer["loading"] is False


@settings(max_examples=examples(200), deadline=None)
@given(PIECES)
def test_no_answer_makes_an_event_of_its_own(pieces):
    names = {message.event for message in messages(spoken(*pieces))}
    assert names <= {"", "[DONE]"}


@settings(max_examples=examples(200), deadline=None)
@given(PIECES)
def test_thoughts_reach_the_page_whole(pieces):
    thoughts = [lf(piece).lstrip("\n") for piece in pieces]
    assert Page().read(encoded([*map(Thinking, thoughts), Finished(META)])).answer["thinking"] == "".join(thoughts)


def cut_by_the_core(pieces):
    """Text pieces as the core makes them: clean characters, none begins with a newline."""
    sanitizer, text_pieces = Sanitizer(), TextPieces()
    sent = [text_pieces.add(sanitizer.feed(piece)) for piece in pieces]
    sent += [text_pieces.add(sanitizer.close()), text_pieces.release()]
    return [piece for piece in sent if piece]


@settings(max_examples=examples(1000), deadline=None)
@given(st.lists(st.one_of(PIECE, st.just("\ufeff")), min_size=1, max_size=6))
def test_without_markers_every_reader_restores_the_same_text(pieces):
    sent = cut_by_the_core(pieces)
    text = "".join(sent)
    for marker in (False, True):
        assert Page().read(spoken(*sent, marker=marker)).text == text
    events = sse.parse(spoken(*sent, marker=False))
    joined = "".join(event.data for event in events if not event.name)
    assert joined.replace("\ufeff", "") == text.replace("\ufeff", "")


@settings(max_examples=examples(100), deadline=None)
@given(numbered=lists())
def test_the_page_shows_the_text_of_any_answer_even_one_that_withdrew_some(numbered):
    page, expected = Page().read(b"".join(map(Encoder(ABOUT).encode, numbered))), truth(numbered)
    assert page.failed is expected.failed and page.answer["loading"] is False
    assert page.failed or page.text == expected.text


# The page's documentation ---------------------------------------------------------------------------------------------


def test_the_bytes_in_the_documentation_are_those_of_the_encoder():
    page = (Path(__file__).resolve().parents[2] / "docs" / "legacy.md").read_text(encoding="utf-8")
    shown = re.findall(r"```event-stream\n(.*?)```", page, re.DOTALL)
    assert shown == [
        encoded(TURN).decode(),
        error("访问太过频繁").decode(),
        error("该对话已经删除", started=True).decode(),
    ]
