"""The bytes in docs/protocol.md are what the dialects send: one small answer, encoded here.

`CITESTREAM_EXAMPLES=write python -m pytest tests/test_examples.py` writes them anew.
"""

import os
import re
from pathlib import Path

import pytest

from gateway import slots
from gateway.answer.answer import Candidate, Citation, Evidence
from gateway.answer.events import (
    CitationsFinished,
    Finished,
    Numbered,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
)
from gateway.wire.shared.frame import About

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
BLOCK = r"<!-- bytes: {} -->\n(?:```\n(.*?)```\n)?"
DIALECTS = slots.names("wire")

ANSWER, QUESTION = "5b0d6b1c0f6e4f0fa3c1d2e4f5061728", "0d9f8c7b6a5e4d3c8b1a2f3e4d5c6b7a"
ABOUT = About(ANSWER, "How long may a book be borrowed?", "2026-11-21T10:00:00.000Z", base="https://ask.example.org")
PAYLOAD = {
    "embeddingId": "8f14e45f-ceea-467f-9c1d-3b5a0e6d7c21",
    "documentId": "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10",
    "title": "Loans",
    "source": "loans.md",
    "text": "A book may be borrowed for three weeks.",
    "score": 0.5,
    "rank": 1,
    "position": {"heading": "Loans", "start": 0, "end": 39},
}
META = {
    "question": {"tokens": 210, "uuid": QUESTION},
    "answer": {
        "tokens": 31,
        "uuid": ANSWER,
        "isRefEmbedding": True,
        "isRefGraph": False,
        "citationMode": "paragraph",
        "paragraphCount": 2,
        "refCount": 1,
        "hasCitationError": False,
        "degradedReason": None,
        "complete": True,
        "source": "model",
        "citationStatus": {"ok": 1, "weak": 0, "moved": 0, "unchecked": 0, "dropped": 0},
        "confidence": {"level": "confident", "value": 0.8},
    },
    "model": {"provider": "openai", "name": "example-model"},
    "timings": {"firstTextMs": 420, "totalMs": 900},
}
EVENTS = [
    Started(ANSWER, QUESTION, "en"),
    StateChanged("responding", "Writing the answer"),
    TextAdded("A book may be borrowed for three"),
    TextAdded(" weeks.\n\n"),
    ReferenceShown("E1", "embedding", PAYLOAD),
    ParagraphFinished(0, "A book may be borrowed for three weeks.", (Citation("E1", "ok", 1.0, (Evidence(0, 39),)),)),
    TextAdded("Ask at the desk\nfor more."),
    ParagraphFinished(1, "Ask at the desk\nfor more."),
    CitationsFinished(2, 1, (Candidate("E1", "embedding", PAYLOAD, 0.5, 1).offer,)),
    Finished(META),
]


def sent(dialect):
    encoder = slots.load("wire", dialect, "dialect").Encoder(ABOUT)
    raw = b"".join(encoder.encode(Numbered(seq, 1, seq * 90, event)) for seq, event in enumerate(EVENTS, 1))
    return raw.decode().rstrip("\n") + "\n"


@pytest.fixture(scope="module")
def page():
    text = PAGE.read_text(encoding="utf-8")
    if os.environ.get("CITESTREAM_EXAMPLES") == "write":
        for name in DIALECTS:
            block = f"<!-- bytes: {name} -->\n```\n{sent(name)}```\n"
            text = re.sub(BLOCK.format(re.escape(name)), lambda _, block=block: block, text, flags=re.DOTALL)
        PAGE.write_text(text, encoding="utf-8")
    return text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_page_shows_what_is_sent(page, dialect):
    """A new dialect needs a line `<!-- bytes: NAME -->` in docs/protocol.md; the command above fills it."""
    found = re.findall(BLOCK.format(re.escape(dialect)), page, flags=re.DOTALL)
    assert found, f"docs/protocol.md needs the line `<!-- bytes: {dialect} -->`."
    assert found == [sent(dialect)], "CITESTREAM_EXAMPLES=write writes docs/protocol.md anew."


def test_the_page_shows_no_dialect_that_does_not_exist(page):
    assert set(re.findall(r"<!-- bytes: (\S+) -->", page)) <= set(DIALECTS)
