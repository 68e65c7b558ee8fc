"""Dialect openai-responses: events as OpenAI's clients know them. tests/wire/test_contract.py folds them back."""

import json
from dataclasses import replace

from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from gateway.answer.answer import Citation
from gateway.answer.events import (
    Failed,
    Finished,
    Numbered,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
    Thinking,
)
from gateway.http.streaming.event_stream import SideMessage
from gateway.wire.openai_responses import Encoder, cut
from tests.support import sse
from tests.support.event_lists import ABOUT, CANDIDATES, meta, numbered
from tests.support.every import every

SHOWN = [ReferenceShown(candidate.citation_id, candidate.type, candidate.reference) for candidate in CANDIDATES[:2]]
ONE = ParagraphFinished(0, "One.", tuple(Citation(shown.citation_id) for shown in SHOWN))
EVENTS = [
    Started("a" * 32, "b" * 32, "en", "thread"),
    StateChanged("responding", "…"),
    Thinking("Let us "),
    Thinking("look."),
    TextAdded("One.\n\n"),
    *SHOWN,
    ONE,
    Thinking("More?"),
    TextAdded("Two."),
    ParagraphFinished(1, "Two."),
    Finished(meta()),
]
ORDER = """
created in_progress
output_item.added reasoning_summary_part.added reasoning_summary_text.delta reasoning_summary_text.delta
reasoning_summary_text.done reasoning_summary_part.done output_item.done
output_item.added content_part.added output_text.delta output_text.annotation.added output_text.annotation.added
output_item.added reasoning_summary_part.added reasoning_summary_text.delta
reasoning_summary_text.done reasoning_summary_part.done output_item.done
output_text.delta output_text.done content_part.done output_item.done
completed
"""
ANY_EVENT = TypeAdapter(ResponseStreamEvent)


def sent(events, **options):
    encoder = Encoder(ABOUT, **options)
    raw = b"".join(map(encoder.encode, numbered(events)))
    return [json.loads(event.data) for event in sse.parse(raw)], encoder.response()


def test_the_events_come_in_openais_order_and_each_is_one_of_theirs():
    events, _ = sent(EVENTS)
    assert [event["type"].removeprefix("response.") for event in events] == ORDER.split()
    for event in events:
        typed = ANY_EVENT.validate_python(event, strict=True)
        assert typed.type == event["type"]


def test_the_response_of_the_last_event_is_the_whole_one_in_openais_types():
    events, whole = sent(EVENTS, echo={"metadata": {"k": "v"}, "instructions": "Be brief.", "model": "m"})
    assert events[-1]["response"] == whole
    typed = Response.model_validate(whole, strict=True)
    assert (typed.status, typed.output_text, typed.conversation.id) == ("completed", "One.\n\nTwo.", "thread")
    assert (typed.metadata, typed.instructions, typed.model) == ({"k": "v"}, "Be brief.", "m")
    assert [item.type for item in typed.output] == ["reasoning", "message", "reasoning"]
    assert [typed.output[0].summary[0].text, typed.output[2].summary[0].text] == ["Let us look.", "More?"]
    assert (typed.usage.input_tokens, typed.usage.output_tokens, typed.usage.total_tokens) == (11, 7, 18)
    assert [(one.start_index, one.end_index, one.url) for one in typed.output[1].content[0].annotations] == [
        (0, 4, "rules.md"),
        (0, 4, "urn:citation:E2"),
    ]
    assert set(whole["citestream"]) == {"answer_uuid", "paragraphs", "refs", "offered", "meta"}


def test_what_was_sent_does_not_change_behind_its_back():
    events, _ = sent(EVENTS)
    added = [event["item"] for event in events if event["type"] == "response.output_item.added"]
    assert [item.get("content", item.get("summary")) for item in added] == [[], [], []]
    assert events[0]["response"]["output"] == [] and events[0]["response"]["status"] == "in_progress"
    [part] = [event["part"] for event in events if event["type"] == "response.content_part.added"]
    assert part["text"] == "" and part["annotations"] == []


def test_a_client_that_comes_back_gets_what_is_behind_its_number_to_the_byte():
    whole = b"".join(map(Encoder(ABOUT).encode, numbered(EVENTS)))
    number = len(sse.parse(whole))
    for after in range(-1, number):
        rest = b"".join(map(Encoder(ABOUT, after=after).encode, numbered(EVENTS)))
        assert whole.endswith(rest)
        assert [json.loads(event.data)["sequence_number"] for event in sse.parse(rest)] == [*range(after + 1, number)]


@every(
    ("complete", "degraded", "status", "kind", "reason"),
    [
        (True, None, "completed", "completed", None),
        (True, "not_json", "completed", "completed", None),
        (False, "truncated", "incomplete", "incomplete", "max_output_tokens"),
        (False, "budget", "incomplete", "incomplete", "max_output_tokens"),
        (False, "content_filter", "incomplete", "incomplete", "content_filter"),
        (False, "timeout", "incomplete", "incomplete", "timeout"),
        (False, "stopped", "cancelled", "incomplete", "stopped"),
        (False, None, "incomplete", "incomplete", "interrupted"),
    ],
)
def test_what_cut_an_answer_is_told_in_openais_words_where_there_are_some(complete, degraded, status, kind, reason):
    told = meta(complete=complete, degradedReason=degraded)
    events, whole = sent([*EVENTS[:-1], Finished(told)])
    assert (events[-1]["type"], whole["status"], cut(told)) == (f"response.{kind}", status, reason)
    assert whole["incomplete_details"] == (reason and {"reason": reason})
    items = {item["status"] for item in whole["output"] if item["type"] == "message"}
    assert items == {"incomplete" if reason else "completed"}


def test_what_a_filter_withheld_is_a_refusal_in_openais_words():
    events, whole = sent([*EVENTS[:2], Failed("content_filter", "Withheld.", False)])
    kinds = [event["type"].removeprefix("response.") for event in events[2:]]
    parts = ["content_part.added", "refusal.delta", "refusal.done", "content_part.done"]
    assert kinds == ["output_item.added", *parts, "output_item.done", "incomplete"]
    assert (whole["status"], whole["incomplete_details"]) == ("incomplete", {"reason": "content_filter"})
    assert [item["content"] for item in whole["output"]] == [[{"type": "refusal", "refusal": "Withheld."}]]


def test_a_failure_is_a_failed_response_and_a_reader_that_is_sent_away_gets_an_error():
    events, whole = sent([*EVENTS[:2], Failed("upstream_timeout", "No answer.", True)])
    assert [event["type"] for event in events[2:]] == ["response.failed"] and whole["status"] == "failed"
    assert whole["error"] == {"code": "upstream_timeout", "message": "No answer."}
    encoder = Encoder(ABOUT)
    for item in numbered(EVENTS[:2]):
        encoder.encode(item)
    [told] = sse.parse(encoder.encode(SideMessage(2, 1, 20, Failed("unauthorized", "The key ended.", False))))
    assert json.loads(told.data) == {
        "type": "error",
        "code": "unauthorized",
        "message": "The key ended.",
        "param": None,
        "sequence_number": 2,
    }
    assert encoder.response()["status"] == "in_progress"


def test_an_answer_under_way_is_a_response_in_progress():
    _, whole = sent(EVENTS[:8])
    assert (whole["status"], whole["usage"]) == ("in_progress", None) and "citestream" not in whole
    assert whole["output"][1]["content"][0]["text"] == "One."
    _, thinking = sent(EVENTS[:4])
    assert thinking["output"][0]["summary"] == [{"type": "summary_text", "text": "Let us look."}]


def test_without_a_model_that_is_named_it_is_called_by_the_name_that_is_always_right():
    encoder = Encoder(replace(ABOUT, model=None))
    encoder.encode(Numbered(1, 1, 0, EVENTS[0]))
    assert encoder.response()["model"] == "citestream" and encoder.response()["previous_response_id"] is None
