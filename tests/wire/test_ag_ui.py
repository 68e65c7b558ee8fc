"""Dialect ag-ui: the events of one run. tests/clients/test_node.py reads them with the protocol's own client."""

import json
from dataclasses import replace

from gateway.answer.answer import Citation, Section
from gateway.answer.events import (
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
    data,
)
from gateway.wire.ag_ui import Encoder, messages, nothing_runs, snapshot
from tests.support import sse
from tests.support.event_lists import ABOUT, meta, numbered


def encoded(*events):
    encoder = Encoder(ABOUT)
    return [json.loads(sent.data) for sent in sse.parse(b"".join(map(encoder.encode, numbered(events))))]


def types(events):
    return [event["type"] for event in events]


START = Started("a" * 32, "b" * 32, "en", "thread-1")


def test_everything_that_was_opened_is_closed_before_the_end():
    events = encoded(
        START, StateChanged("responding", "…"), Thinking("We"), TextAdded("One."), Thinking("go"), Finished(meta())
    )
    assert types(events) == [
        "RUN_STARTED",
        "STEP_STARTED",
        "REASONING_START",
        "REASONING_MESSAGE_START",
        "REASONING_MESSAGE_CONTENT",
        "REASONING_MESSAGE_END",
        "REASONING_END",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "REASONING_START",
        "REASONING_MESSAGE_START",
        "REASONING_MESSAGE_CONTENT",
        "REASONING_MESSAGE_END",
        "REASONING_END",
        "TEXT_MESSAGE_END",
        "STEP_FINISHED",
        "RUN_FINISHED",
    ]
    assert events[2]["messageId"] != events[9]["messageId"]


def test_a_run_names_its_thread_and_its_protocol_and_ends_with_meta_and_tokens():
    first, last = encoded(START, Finished(meta()))
    assert (first["threadId"], first["runId"], first["protocolVersion"]) == ("thread-1", "a" * 32, "1.0")
    assert last["result"] == meta() and last["outcome"] == {"type": "success"}
    assert last["usage"] == [{"provider": "openai", "model": "scripted", "inputTokens": 11, "outputTokens": 7}]
    stopped = encoded(START, Finished(meta(complete=False, degradedReason="stopped")))[-1]
    assert stopped["outcome"] == {"type": "cancelled"}


def test_references_fill_one_activity():
    snapshot, delta = encoded(
        *(ReferenceShown(citation_id, "embedding", {"title": citation_id}) for citation_id in ("E1", "E2"))
    )
    assert snapshot["content"]["references"][0]["citationId"] == "E1"
    assert delta["patch"][0]["value"]["citationId"] == "E2" and delta["messageId"] == snapshot["messageId"]


PAYLOAD = {"documentId": "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10", "embeddingId": "p1", "title": "Rules", "text": "One."}


def test_a_reference_has_the_address_that_opens_its_passage():
    encoder = Encoder(replace(ABOUT, base="https://ask.example"))
    known, unknown = (ReferenceShown("E1", "embedding", payload) for payload in (PAYLOAD, {"title": "theirs"}))
    [first] = encoder.protocol_events(known)[0]["content"]["references"]
    [second] = encoder.protocol_events(unknown)[0]["patch"]
    assert first["url"] == "https://ask.example/sources/1679091c-5a88-4faf-a0b4-2e7d9c3f5b10#p1"
    assert "url" not in second["value"]


CITED = ParagraphFinished(0, "One.", (Citation("E1"),))
ANSWER = (START, Thinking("We"), TextAdded("One."), ReferenceShown("E1", "embedding", PAYLOAD), CITED, Finished(meta()))


def test_a_finished_message_has_its_paragraphs():
    [ended] = [event for event in encoded(*ANSWER) if event["type"] == "TEXT_MESSAGE_END"]
    assert ended["metadata"] == {"citestream": {"paragraphs": [data(CITED)]}}


def test_messages_are_those_that_clients_make_of_the_events():
    thought, answer, references = messages(ANSWER, ABOUT)
    assert (thought["role"], thought["content"]) == ("reasoning", "We")
    assert (answer["id"], answer["role"], answer["content"]) == ("a" * 32, "assistant", "One.")
    assert answer["metadata"] == {"citestream": {"paragraphs": [data(CITED)]}}
    assert (references["role"], references["activityType"]) == ("activity", "citestream.references")
    assert [reference["citationId"] for reference in references["content"]["references"]] == ["E1"]
    assert messages([START, Failed("upstream_error", "No.", True)], ABOUT) == []


def test_a_run_in_which_nothing_is_written_begins_and_ends():
    begun, ended = (sse.parse(part)[0].json for part in nothing_runs("t", "r"))
    assert (begun["type"], ended["type"]) == ("RUN_STARTED", "RUN_FINISHED")
    [told] = sse.parse(snapshot(messages(ANSWER, ABOUT)))
    assert told.json["type"] == "MESSAGES_SNAPSHOT" and len(told.json["messages"]) == 3


def test_what_the_protocol_has_no_word_for_is_custom_under_its_own_name():
    events = encoded(OutlineFound((Section("S1", "Title", (0,)),)), CitationsFinished(1, 0))
    assert [(event["type"], event["name"]) for event in events] == [
        ("CUSTOM", "outline_found"),
        ("CUSTOM", "citations_finished"),
    ]


def test_a_failure_is_a_run_error_with_its_code():
    events = encoded(START, StateChanged("responding", "…"), Failed("upstream_error", "No.", True))
    assert types(events)[-2:] == ["STEP_FINISHED", "RUN_ERROR"]
    assert (events[-1]["code"], events[-1]["message"]) == ("upstream_error", "No.")
