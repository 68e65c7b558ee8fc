"""Dialect document: the finished answer as one JSON object."""

import json

from gateway.answer.answer import Citation
from gateway.answer.events import (
    CitationsFinished,
    Failed,
    Finished,
    Numbered,
    ParagraphFinished,
    ReferenceShown,
    Started,
    TextAdded,
    fold,
)
from gateway.wire.document import Encoder, document
from gateway.wire.shared.frame import About

ABOUT = About("a" * 32, "Why?", "2026-11-21T10:00:00.000Z")
EVENTS = [
    Started("a" * 32, "b" * 32, "en", "thread-1"),
    TextAdded("Because."),
    ReferenceShown("E1", "embedding", {"embeddingId": "e", "text": "Because it is."}),
    ParagraphFinished(0, "Because.", (Citation("E1", "ok", 0.9),)),
    CitationsFinished(1, 1),
    Finished({"answer": {"source": "model"}}),
]


def test_the_document_appears_at_the_terminal_event_only():
    encoder = Encoder(ABOUT)
    frames = [encoder.encode(Numbered(seq, 1, 0, event)) for seq, event in enumerate(EVENTS, 1)]
    assert frames[:-1] == [b""] * 5
    body = json.loads(frames[-1])
    assert body["answer"] == "Because." and body["thread_id"] == "thread-1" and body["state"] == "done"
    assert body["paragraphs"] == [
        {
            "index": 0,
            "text": "Because.",
            "citation_ids": ["E1"],
            "citations": [{"citation_id": "E1", "status": "ok", "score": 0.9, "evidence": []}],
            "degraded": None,
        }
    ]
    assert body["refs"][0]["citation_id"] == "E1" and body["no_context"] is False


def test_a_running_and_a_failed_answer_say_so():
    assert document(fold(EVENTS[:2]), ABOUT)["state"] == "running"
    assert document(fold([EVENTS[0], Failed("internal", "x", True)]), ABOUT)["state"] == "failed"


def test_a_refusal_of_the_gate_is_marked():
    refused = [*EVENTS[:1], Finished({"answer": {"source": "gate"}})]
    assert document(fold(refused), ABOUT)["no_context"] is True
