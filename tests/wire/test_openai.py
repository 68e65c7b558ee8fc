"""Dialect openai: chunks as OpenAI's clients know them. tests/wire/test_contract.py folds them back."""

import json
from dataclasses import replace

import pytest

from gateway.answer.answer import Citation
from gateway.answer.events import Failed, Finished, ParagraphFinished, ReferenceShown, Started, StateChanged, TextAdded
from gateway.wire.openai import Encoder, completion, finish_reason
from tests.support import sse
from tests.support.event_lists import ABOUT, CANDIDATES, meta, numbered

DOCUMENT = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10"
SHOWN = [ReferenceShown(candidate.citation_id, candidate.type, candidate.reference) for candidate in CANDIDATES]
EVENTS = [
    Started("a" * 32, "b" * 32, "en"),
    StateChanged("responding", "…"),
    TextAdded("One.\n\n"),
    *SHOWN,
    ParagraphFinished(0, "One.", tuple(Citation(candidate.citation_id) for candidate in SHOWN)),
    TextAdded("Two."),
    ParagraphFinished(1, "Two."),
    Finished(meta()),
]


def chunks(events, **more):
    encoder = Encoder(ABOUT, **more)
    sent = sse.parse(b"".join(map(encoder.encode, numbered(events))))
    assert sent[-1].data == "[DONE]"
    return [json.loads(event.data) for event in sent[:-1]]


def test_every_chunk_names_the_completion_the_time_and_the_model():
    assert {(chunk["id"], chunk["created"], chunk["model"], chunk["object"]) for chunk in chunks(EVENTS)} == {
        ("chatcmpl-" + "a" * 32, 1795255200, "scripted", "chat.completion.chunk")
    }


def test_an_annotation_names_the_source_where_no_address_opens_it():
    [delta] = [
        chunk["choices"][0]["delta"] for chunk in chunks(EVENTS) if "annotations" in chunk["choices"][0]["delta"]
    ]
    assert [
        (annotation["type"], annotation["url_citation"]["title"], annotation["url_citation"]["url"])
        for annotation in delta["annotations"]
    ] == [
        ("url_citation", "Rules\u2028", "rules.md"),
        ("url_citation", "E2", "urn:citation:E2"),
        ("url_citation", "Page", "https://example.org/page"),
        ("url_citation", "G1", "urn:citation:G1"),
    ]


def test_the_address_of_an_annotation_opens_the_passage():
    passage = {"documentId": DOCUMENT, "embeddingId": "p1", "title": "Loans", "source": "loans.md"}
    events = [
        Started("a" * 32, "b" * 32, "en"),
        TextAdded("One."),
        ReferenceShown("E1", "embedding", passage),
        ParagraphFinished(0, "One.", (Citation("E1"),)),
        Finished(meta()),
    ]
    for base in ("", "https://ask.example/gw"):
        whole = completion(events, replace(ABOUT, base=base))
        [annotation] = whole["choices"][0]["message"]["annotations"]
        assert annotation["url_citation"]["url"] == f"{base}/sources/{DOCUMENT}#p1"


def test_usage_comes_only_when_asked_for():
    assert all("usage" not in chunk for chunk in chunks(EVENTS))
    asked = chunks(EVENTS, usage=True)
    assert asked[-1]["choices"] == [] and asked[-1]["usage"]["total_tokens"] == 18
    assert all(chunk["usage"] is None for chunk in asked[:-1])


def test_what_a_filter_withheld_is_told_in_openais_words():
    [*_, told] = chunks([*EVENTS[:2], Failed("content_filter", "Withheld.", False)])
    assert told["choices"] == [
        {"delta": {"refusal": "Withheld."}, "finish_reason": "content_filter", "index": 0, "logprobs": None}
    ]


def test_a_failure_is_an_error_object():
    failed = [*EVENTS[:2], Failed("upstream_timeout", "No answer.", True)]
    assert chunks(failed)[-1] == {
        "error": {"code": "upstream_timeout", "message": "No answer.", "param": None, "type": "server_error"}
    }


@pytest.mark.parametrize(
    ("complete", "reason", "expected"),
    [
        (True, None, "stop"),
        (True, "not_json", "stop"),
        (False, "truncated", "length"),
        (False, "stopped", "length"),
        (False, "content_filter", "content_filter"),
    ],
)
def test_finish_reasons_are_openais(complete, reason, expected):
    assert finish_reason(meta(complete=complete, degradedReason=reason)) == expected


def test_the_whole_completion_says_what_the_chunks_say():
    whole, streamed = completion(EVENTS, ABOUT), chunks(EVENTS)
    message = whole["choices"][0]["message"]
    deltas = [chunk["choices"][0]["delta"] for chunk in streamed]
    assert message["content"] == "".join(delta.get("content", "") for delta in deltas) == "One.\n\nTwo."
    [annotations] = [delta["annotations"] for delta in deltas if "annotations" in delta]
    assert annotations == [{**one, "index": index} for index, one in enumerate(message["annotations"])]
    assert whole["citestream"] == streamed[-1]["citestream"] and whole["object"] == "chat.completion"
