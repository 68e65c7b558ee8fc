"""Whole event lists for tests of dialects: drawn by hypothesis, written by the core's own page, so its rules hold."""

from __future__ import annotations

from hypothesis import strategies as st

from gateway.answer.answer import Candidate, Candidates, Citation, Evidence, Section
from gateway.answer.core.transcript import SEPARATOR, Transcript
from gateway.answer.events import (
    AudioAdded,
    CitationsFinished,
    Failed,
    Finished,
    Numbered,
    OutlineFound,
    Started,
    StateChanged,
    fold,
)
from gateway.wire.shared.frame import About

ABOUT = About("a" * 32, "Why?", "2026-11-21T10:00:00.000Z", "scripted")
HOSTILE = [
    "a",
    "b c",
    " ",
    "  ",
    "\n",
    "\n\n",
    "-_wrap_-",
    "data:",
    "data: x",
    "event: [DONE]",
    "id: 9-9",
    ":",
    "[META]{}",
    "[DONE]",
    "[CITATION_PARAGRAPH]",
    "引用",
    "。",
    "😀",
    "é",
    "\u2028",
    "\u2029",
    "\x85",
    "\ufeff",
    "\u202e",
    '"',
    "\\",
    "\\n",
    "</p>",
    "0",
    "\t",
]
CANDIDATES = Candidates(
    [
        Candidate(
            "E1",
            "embedding",
            {"documentId": "d1", "title": "Rules\u2028", "source": "rules.md", "text": "One. Two."},
            0.9,
            1,
        ),
        Candidate(
            "E2", "embedding", {"documentId": "d2", "title": None, "source": None, "text": "data: [DONE]\n\n"}, 0.8, 2
        ),
        Candidate(
            "E3", "embedding", {"title": "Page", "source": "https://example.org/page", "text": "😀 Three."}, 0.7, 3
        ),
        Candidate("G1", "graph", {"entitiesFromQuestion": ["x"], "vertices": [], "edges": []}, 0.5, 1),
    ]
)
IDS = [candidate.citation_id for candidate in CANDIDATES]


def meta(**answer):
    fields = {"tokens": 7, "uuid": "a" * 32, "complete": True, "degradedReason": None, "source": "model", **answer}
    return {
        "question": {"tokens": 11, "uuid": "b" * 32},
        "answer": fields,
        "model": {"provider": "openai", "name": "scripted"},
    }


def numbered(events):
    return [Numbered(seq, 1, seq * 10, event) for seq, event in enumerate(events, start=1)]


texts = st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=8).map("".join)
bodies = texts.map(lambda text: text.strip("\n")).filter(lambda text: text.strip())


@st.composite
def citations(draw):
    named = draw(st.lists(st.sampled_from(IDS), max_size=3, unique=True))
    status = draw(st.sampled_from(["ok", "weak", "moved"]))
    return [
        Citation(citation_id, status, 0.5, (Evidence(0, 4), Evidence(5, 9, 12)), "E9" if status == "moved" else None)
        for citation_id in named
    ]


@st.composite
def lists(draw):
    """One answer's numbered events, of any mode, with thoughts, rollbacks, an outline, sound and every kind of end."""
    rollback, mode = draw(st.booleans()), draw(st.sampled_from(["paragraph", "paragraph", "answer", "none"]))
    events = [Started("a" * 32, "b" * 32, "en", draw(st.sampled_from([None, "thread"])), None, rollback)]
    events.append(StateChanged("question_analysing", "…"))
    if draw(st.integers(0, 9)) == 0:
        return numbered([*events, Failed("upstream_error", draw(bodies), True)])
    events.append(StateChanged("responding", "…"))
    page = Transcript(CANDIDATES, mode, holds_back=False)
    paragraphs = draw(st.lists(st.tuples(bodies, citations()), min_size=1, max_size=4))
    for number, (body, cited) in enumerate(paragraphs):
        if draw(st.booleans()):
            page.think_aside(draw(bodies))
        if rollback and draw(st.booleans()):
            say(draw, page, draw(bodies), events)
            page.withdraw()
        say(draw, page, body, events)
        last = number == len(paragraphs) - 1
        page.end(SEPARATOR if not last or draw(st.booleans()) else "")
        degraded = draw(st.sampled_from([None, None, "truncated"]))
        page.accept([body], cited, degraded, "", shown=True)
        events += page.flush()
        if draw(st.integers(0, 3)) == 0:
            events.append(AudioAdded("UklG", 0))
    page.end_thoughts()
    events += page.flush()
    if mode == "paragraph" and draw(st.booleans()):
        events.append(OutlineFound((Section("S1", draw(bodies), (0,)),)))
    if mode == "answer":
        events += page.unseen(draw(st.lists(st.sampled_from(IDS), unique=True)))
    answer = fold(events)
    offered = tuple(candidate.offer for candidate in CANDIDATES) if draw(st.booleans()) else ()
    events.append(CitationsFinished(len(answer.paragraphs), len(answer.references), offered))
    reason = draw(st.sampled_from([None, None, "truncated", "stopped", "content_filter", "timeout"]))
    events.append(Finished(meta(complete=reason is None, degradedReason=reason, citationMode=mode)))
    return numbered(events)


def say(draw, page, body, events):
    """The body in pieces, some of them flushed at once."""
    while body:
        size = draw(st.integers(1, 6))
        page.add(body[:size])
        body = body[size:]
        if draw(st.booleans()):
            events += page.flush()
