"""Events: one JSON form each, and the fold."""

import pytest

from gateway.answer.answer import Citation, Evidence, Section
from gateway.answer.events import (
    TYPES,
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
    TextRolledBack,
    Thinking,
    data,
    fold,
    parse,
)
from tests.support.every import every

ONE_OF_EACH = [
    Started("a" * 32, "b" * 32, "en", "t", "s"),
    StateChanged("responding", "Writing"),
    Thinking("hm"),
    TextAdded("text"),
    ReferenceShown("E1", "embedding", {"text": "t"}),
    ParagraphFinished(3, "Rows 41 to 80 of 120 were looked at.", own=True),
    ParagraphFinished(
        0, "text", (Citation("E1", "moved", 0.5, (Evidence(1, 2), Evidence(3, 4, 7)), "E2"),), "truncated", 1
    ),
    TextRolledBack(3, 1),
    OutlineFound((Section("S1", "One", (0,)),)),
    CitationsFinished(1, 1, ({"citationId": "E1", "type": "embedding", "title": "Loans", "heading": ""},)),
    AudioAdded("UklG", 0),
    Finished({"answer": {}}),
    Failed("internal", "x", False),
]


@every("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_from_its_json_form(event):
    assert parse(TYPES[type(event)], data(event)) == event


def test_every_type_of_event_is_tried_here():
    assert {type(event) for event in ONE_OF_EACH} == set(TYPES)


def test_an_unknown_type_is_a_key_error():
    with pytest.raises(KeyError):
        parse("surprise", {})


def test_the_fold_applies_rollbacks_and_removes_newlines_at_the_very_end():
    events = [TextAdded("One.\n\n"), TextAdded("Tw"), TextRolledBack(6, 1), TextAdded("Two.\n")]
    assert fold(events).text == "One.\n\nTwo."


def test_verdicts_that_came_late_change_the_paragraphs_that_there_are():
    citations = (Citation("E1", "ok", 1.0), Citation("E2", "weak", 0.5))
    late = [
        {"paragraphIndex": 0, "citationId": "E1", "status": "dropped"},
        {"paragraphIndex": 0, "citationId": "E2", "status": "ok"},
        {"paragraphIndex": 7, "citationId": "E1", "status": "ok"},
    ]
    shown = [ReferenceShown(f"E{number}", "embedding", {}) for number in (1, 2)]
    end = Finished({"answer": {"lateVerdicts": late}})
    answer = fold([*shown, ParagraphFinished(0, "a", citations), end])
    assert answer.paragraphs == (ParagraphFinished(0, "a", (Citation("E2", "ok", 0.5),)),)
    assert answer.references == (shown[1],)
    twice = fold([*shown, ParagraphFinished(0, "a", citations), ParagraphFinished(1, "b", citations[:1]), end])
    assert list(twice.references) == shown


def test_counts_that_an_older_version_stored_offer_nothing():
    stored = {"paragraphCount": 1, "refCount": 1}
    assert parse("citations_finished", stored) == CitationsFinished(1, 1) and data(CitationsFinished(1, 1)) == stored


def test_paragraphs_and_references_are_idempotent():
    first, again = ParagraphFinished(0, "a"), ParagraphFinished(0, "b", revision=1)
    shown = ReferenceShown("E1", "embedding", {})
    answer = fold([shown, first, shown, again])
    assert answer.paragraphs == (again,) and answer.references == (shown,)
