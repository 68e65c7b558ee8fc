"""Answers as the server writes them, for the client library to read: every kind of event, with every field it has.

    python -m tests.golden.wire

writes `answers/NAME.json` anew: {"stream": the bytes of dialect `bracket`, "events": what they say, "document": the
finished answer}. The tests of both sides read these files (`tests/golden/test_wire.py` and
`web/client/tests/protocol/golden.test.ts`), so neither can change alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gateway.answer.answer import Citation, DisagreementRemark, Evidence, Section, TextRange
from gateway.answer.events import (
    TYPES,
    AudioAdded,
    CitationsFinished,
    Event,
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
    data,
    fold,
)
from gateway.wire.bracket import Encoder
from gateway.wire.document import document
from gateway.wire.shared.frame import About

FOLDER = Path(__file__).with_name("answers")
ANSWER, QUESTION = "5b0d6b1c0f6e4f0fa3c1d2e4f5061728", "0d9f8c7b6a5e4d3c8b1a2f3e4d5c6b7a"
ABOUT = About(ANSWER, "How long may a book be borrowed?", "2026-11-21T10:00:00.000Z", "example-model")
PASSAGE = {
    "embeddingId": "8f14e45f-ceea-467f-9c1d-3b5a0e6d7c21",
    "documentId": "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10",
    "title": "Loans 😀",
    "source": "loans.pdf",
    "mediaType": "application/pdf",
    "text": "Books 😀 are lent. A book may be borrowed for three weeks.",
    "score": 0.5,
    "rank": 1,
    "position": {
        "page": 3,
        "pageEnd": 4,
        "pages": [{"page": 3, "start": 0}, {"page": 4, "start": 19}],
        "heading": "Loans",
        "start": 10,
        "end": 66,
    },
}
PLAIN = {"embeddingId": "e2", "documentId": "d2", "title": "Fees", "source": "", "text": "Ten cents.", "rank": 2}
GRAPH = {"entities": [{"name": "Library"}], "relations": [{"from": "Library", "to": "Book", "description": "lends"}]}
ANSWER_META = {
    "tokens": 31,
    "uuid": ANSWER,
    "isRefEmbedding": True,
    "isRefGraph": True,
    "citationMode": "paragraph",
    "paragraphCount": 3,
    "refCount": 3,
    "hasCitationError": True,
    "degradedReason": "upstream_error",
    "complete": False,
    "source": "model",
    "citationStatus": {"ok": 1, "weak": 1, "moved": 1, "unchecked": 1, "dropped": 2},
    "citationReason": {
        "figure": 1,
        "name": 2,
        "negation": 3,
        "comparison": 4,
        "part": 5,
        "wording": 6,
        "calibrated": 7,
    },
    "lateVerdicts": [
        {"paragraphIndex": 0, "citationId": "E1", "status": "ok"},
        {"paragraphIndex": 1, "citationId": "E1", "status": "dropped"},
    ],
    "confidence": {"level": "doubtful", "value": 0.4, "reason": "disagreement"},
    "strictInDoubt": True,
    "evidenceRule": {"claims": 900, "wrong": 0.05, "confidence": 0.95, "text": "calibrated on 900 claims"},
}
META = {
    "question": {"tokens": 210, "uuid": QUESTION},
    "answer": ANSWER_META,
    "model": {"provider": "openai", "name": "example-model", "promptVersion": "0123456789ab"},
    "models": [{"provider": "openai", "name": "other-model"}, {"provider": "openai", "name": "example-model"}],
    "timings": {"firstTextMs": 420, "totalMs": 900},
    "memory": {"score": 0.97, "responseId": 12, "createdAt": "2026-11-20T10:00:00.000Z"},
    "thread": {"threadId": "t-1", "outline": [{"id": "S1", "title": "Loans"}]},
    "session": {"sessionId": "s-1", "round": 7, "sessionFull": True, "notice": "Please begin a new session."},
    "followup": {
        "resolved": True,
        "sectionIds": ["S1"],
        "refType": "section_id",
        "citationIds": ["E1"],
        "answerUuid": "5b0d6b1c0f6e4f0fa3c1d2e4f5061728",
        "asks": "about",
        "question": "How long are loans?",
    },
    "audioInfo": {
        "path": "",
        "uuid": ANSWER,
        "url": f"/v1/answers/{ANSWER}/audio",
        "mediaType": "audio/mpeg",
        "duration": 2,
    },
    "warnings": ["The reranker did not answer."],
}
OFFERED = (
    {"citationId": "E1", "type": "embedding", "title": "Loans 😀", "heading": "Loans", "documentId": "d1"},
    {"citationId": "G1", "type": "graph", "title": "Library", "heading": ""},
)
FIRST = "Books 😀 may be borrowed for three weeks."
LIST = "- one\n- two\n\n- three"
BARE_META: dict[str, Any] = {
    "question": {"uuid": QUESTION},
    "answer": {
        "uuid": ANSWER,
        "citationMode": "paragraph",
        "complete": True,
        "source": "gate",
        "degradedReason": None,
        "confidence": None,
    },
}
OTHERS = DisagreementRemark(("E2",), "four weeks")
HOSTILE = "data: x\nid: 9-9\n\x00[META]{}\n:\u2028\u2029\x85\n\n\nevent: [DONE]\n \n x"

ANSWERS: dict[str, Sequence[Event]] = {
    "every-kind": [
        Started(ANSWER, QUESTION, "en", "t-1", "s-1", True),
        StateChanged("responding", "Writing the answer"),
        Thinking("Two parts.\n\n Loans first."),
        TextAdded("Books 😀 may be borrowed"),
        TextAdded(" for three weeks.\n\n"),
        ReferenceShown("E1", "embedding", PASSAGE),
        ReferenceShown("G1", "graph", GRAPH),
        ParagraphFinished(
            0,
            FIRST,
            (
                Citation("E1", "unchecked", None, (Evidence(0, 18, 3), Evidence(19, 57, 4))),
                Citation(
                    "G1", "weak", 0.5, (), None, "figure", (TextRange(26, 31),), "two", doubts=frozenset({"figure"})
                ),
            ),
        ),
        TextAdded("Nobody 😀 kn"),
        TextRolledBack(len(FIRST) + 2, 1),
        StateChanged("repairing", "Checking once more"),
        TextAdded(LIST),
        TextAdded("\n\n"),
        ReferenceShown("E2", "embedding", PLAIN),
        ParagraphFinished(
            1,
            LIST,
            (Citation("E2", "moved", 0.8, (Evidence(0, 10),), "E9"), Citation("E1", "ok", 1.0, disagreement=OTHERS)),
            None,
            1,
        ),
        AudioAdded("AAEC", 0),
        TextAdded("And th…"),
        ParagraphFinished(2, "And th…", (), "interrupted"),
        OutlineFound((Section("S1", "Loans", (0, 1)), Section("S2", "Fees", ()))),
        CitationsFinished(3, 3, OFFERED),
        Finished(META),
    ],
    "refused": [
        Started(ANSWER, QUESTION, "fr"),
        TextAdded("Rien."),
        ParagraphFinished(0, "Rien.", own=True),
        CitationsFinished(1, 0),
        Finished(BARE_META),
    ],
    "failed": [Started(ANSWER, QUESTION, "en"), Failed("upstream_error", "The model failed.\nTry again.", False)],
    "hostile": [
        Started(ANSWER, QUESTION, "en"),
        Thinking(HOSTILE),
        TextAdded(HOSTILE),
        ReferenceShown("E1", "embedding", {**PLAIN, "title": HOSTILE, "text": HOSTILE}),
        ParagraphFinished(0, HOSTILE, (Citation("E1", "ok", 1.0, (Evidence(0, len(HOSTILE)),)),)),
        CitationsFinished(1, 1),
        Finished(BARE_META),
    ],
}


def golden(name: str) -> str:
    """The file of an answer, as it is written today."""
    events = ANSWERS[name]
    numbered = [Numbered(seq, 1 if seq < 9 else 2, seq * 90, event) for seq, event in enumerate(events, 1)]
    encoder = Encoder(ABOUT)
    told = {
        "stream": b"".join(map(encoder.encode, numbered)).decode(),
        "events": [{"id": one.id, "type": TYPES[type(one.event)], "data": data(one.event)} for one in numbered],
        "document": document(fold(events), ABOUT),
    }
    return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in ANSWERS:
        (FOLDER / f"{name}.json").write_text(golden(name), encoding="utf-8")


if __name__ == "__main__":
    write()
    sys.stdout.write("\n".join(ANSWERS) + "\n")
