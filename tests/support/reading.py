"""Reading an answer in tests: three candidates, any cutting, and the result in a form that can be compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.core.stream import AnswerForm, AnswerStream
from gateway.answer.events import (
    CoreDecision,
    Event,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    TextAdded,
    Thinking,
)
from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.answer.reading.json.json_reader import JsonReader
from gateway.answer.summary import Summary

LOANS = "The loan period for a book is three weeks and can be renewed once."
FEES = "Late fees are ten cents per day for each overdue item in the library."
LIMITS = "Members may borrow up to ten books at the same time from any branch."
OFF = EvidenceSettings(mode="off")


def candidate(number: int, text: str, language: str | None = "en", title: str = "") -> Candidate:
    return Candidate(f"E{number}", "embedding", {"text": text, "title": title}, 1.0, number, language)


CANDIDATES = Candidates([candidate(n, text) for n, text in enumerate((LOANS, FEES, LIMITS), start=1)])


@dataclass(frozen=True)
class Reading:
    """What came out. Pieces are joined up to the next other event, so that only their cutting may differ."""

    events: tuple[Event, ...]
    decisions: tuple[CoreDecision, ...]
    summary: Summary

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextAdded))

    @property
    def thinking(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, Thinking))

    @property
    def paragraphs(self) -> list[ParagraphFinished]:
        return [event for event in self.events if isinstance(event, ParagraphFinished)]

    @property
    def references(self) -> list[str]:
        return [event.citation_id for event in self.events if isinstance(event, ReferenceShown)]

    @property
    def outline(self) -> list[tuple[str, tuple[int, ...]]]:
        found = [event for event in self.events if isinstance(event, OutlineFound)]
        return [(section.title, section.paragraphs) for event in found for section in event.sections]

    @property
    def kinds(self) -> list[str]:
        return [decision.kind for decision in self.decisions]

    @property
    def shape(self) -> tuple[object, ...]:
        """Equal for equal answers, however they were cut."""
        rest = tuple(event for event in self.events if not isinstance(event, (TextAdded, Thinking)))
        return self.text, self.thinking, rest, self.decisions, self.summary


def formed(options: dict[str, Any]) -> dict[str, Any]:
    """What an `AnswerStream` takes: the fields of its form may be named as they are."""
    form = {name: options[name] for name in AnswerForm.__dataclass_fields__ if name in options}
    return {name: value for name, value in options.items() if name not in form} | {"form": AnswerForm(**form)}


def read(
    pieces: str | Sequence[str],
    finish_reason: str | None = "stop",
    failure: str | None = None,
    *,
    candidates: Candidates = CANDIDATES,
    evidence: EvidenceSettings = OFF,
    language: str = "en",
    **options: Any,
) -> Reading:
    """Feed the pieces (a string is one piece), close, and check what must hold for every piece."""
    stream = AnswerStream(candidates, language=language, evidence=evidence, **formed(options))
    out: list[Event | CoreDecision] = []
    for piece in [pieces] if isinstance(pieces, str) else pieces:
        out += stream.receive(piece)
    out += stream.close(finish_reason, failure)
    events = tuple(item for item in out if not isinstance(item, CoreDecision))
    for event in events:
        if isinstance(event, (TextAdded, Thinking)):
            assert event.text
            assert event.text[0] != "\n"
            event.text.encode()
    return Reading(events, tuple(item for item in out if isinstance(item, CoreDecision)), stream.summary)


def document(*paragraphs: tuple[Sequence[str], str], outline: str = "") -> str:
    """Our own format, as a careful model writes it."""
    import json

    listed = [{"citationIds": list(ids), "text": text} for ids, text in paragraphs]
    whole = json.dumps({"paragraphs": listed}, ensure_ascii=False, separators=(",", ":"))
    return whole if not outline else f'{whole[:-1]},"outline":{outline}}}'


def lines(text):
    """A text with the line ends that its reader sees: all kinds are one."""
    return re.sub("\r\n|[\r\x85\u2028\u2029]", "\n", text)


def json_parts(*pieces, final=True):
    reader, out, buffer = JsonReader(), [], ""
    for number, piece in enumerate(pieces, start=1):
        buffer += piece
        buffer = buffer[reader.read(buffer, 0, final and number == len(pieces), out) :]
    return out
