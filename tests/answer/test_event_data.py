"""The types of the events' JSON: one for each event, with the fields that are sent."""

from typing import get_args

import pytest

from gateway.answer import event_data
from gateway.answer.answer import Citation, DisagreementRemark, Evidence, Section, TextRange
from gateway.answer.events import (
    AudioAdded,
    CitationsFinished,
    Event,
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
)

REMARK = DisagreementRemark(("E3",), "25 days")
CITATION = Citation(
    "E1", "weak", 0.5, (Evidence(0, 1, 2),), "E2", "figure", (TextRange(0, 1),), "30 days", disagreement=REMARK
)
WHOLE = [
    Started("a" * 32, "b" * 32, "en", "t", "s", rollback=True),
    StateChanged("responding", "Responding"),
    Thinking("a"),
    TextAdded("a"),
    ReferenceShown("E1", "embedding", {}),
    ParagraphFinished(0, "a", (CITATION,), own=True),
    TextRolledBack(0, 0),
    OutlineFound((Section("S1", "a", (0,)),)),
    CitationsFinished(1, 1, ({"citationId": "E1"},)),
    AudioAdded("YQ==", 0),
    Finished({name: {} for name in event_data.Meta.__annotations__}),
    Failed("internal", "a"),
]
"""Each event with all its fields."""


@pytest.mark.parametrize("event", get_args(Event))
def test_every_event_has_a_type_of_its_json(event):
    assert hasattr(event_data, f"{event.__name__}Json"), (
        f"write the type {event.__name__}Json in gateway/answer/event_data.py"
    )
    assert event in map(type, WHOLE)


@pytest.mark.parametrize("event", WHOLE, ids=lambda event: type(event).__name__)
def test_the_json_of_an_event_has_the_fields_of_its_type(event):
    kind = getattr(event_data, f"{type(event).__name__}Json")
    assert set(data(event)) == set(kind.__annotations__)


def test_the_json_of_a_citation_has_the_fields_of_its_type():
    [citation] = data(WHOLE[5])["citations"]
    assert set(citation) == set(event_data.EventCitation.__annotations__)
