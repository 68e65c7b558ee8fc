"""An answer that needs the model again, in tests: a text that breaks off, the one after it, and replacements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gateway.answer.answer import Candidates
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import CoreDecision, Event, ParagraphFinished, ReferenceShown, TextRolledBack, fold
from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.answer.summary import Summary
from tests.support.reading import CANDIDATES, formed

NOTHING = "Nothing was found about it."


@dataclass(frozen=True)
class Mended:
    """What came out, and what was lost on the way."""

    events: tuple[Event, ...]
    decisions: tuple[CoreDecision, ...]
    summary: Summary
    lost: tuple[str, ...]
    resumed: bool

    @property
    def paragraphs(self) -> list[tuple[str, list[str], str | None, int]]:
        found = [event for event in self.events if isinstance(event, ParagraphFinished)]
        return [(paragraph.text, paragraph.citation_ids, paragraph.degraded, paragraph.revision) for paragraph in found]

    @property
    def rollbacks(self) -> list[tuple[int, int]]:
        found = [event for event in self.events if isinstance(event, TextRolledBack)]
        return [(event.text_offset, event.paragraph_index) for event in found]

    @property
    def kinds(self) -> list[str]:
        return [decision.kind for decision in self.decisions]

    @property
    def shape(self) -> tuple[object, ...]:
        """Equal for equal answers, however they were cut; withdrawn text may differ."""
        rest = tuple(event for event in self.events if type(event).__name__ not in ("TextAdded", "Thinking"))
        return fold(self.events).text, rest, self.decisions, self.summary, self.lost, self.resumed


@dataclass
class Mending:
    """Feeds a stream as the caller of a model does; `replacements` are the texts for what is lost, in order."""

    stream: AnswerStream
    replacements: list[str]
    out: list[Event | CoreDecision] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def say(self, events: list[Event | CoreDecision]) -> None:
        self.out += events
        while (lost := self.stream.lost) is not None:
            self.lost.append(lost.reason)
            if self.replacements:
                replacement = self.stream.replacement()
                for character in self.replacements.pop(0):
                    replacement.receive(character)
                replacement.end()
                self.out += self.stream.replace(replacement)
                if self.stream.lost != lost:
                    continue
            self.out += self.stream.give_up()

    def text(self, pieces: Sequence[str], finish: str | None, failure: str | None) -> None:
        for piece in pieces:
            self.say(self.stream.receive(piece))
        self.say(self.stream.end(finish, failure))


def mend(
    pieces: str | Sequence[str],
    finish: str | None = "stop",
    failure: str | None = None,
    *,
    then: str | Sequence[str] | None = None,
    then_finish: str | None = "stop",
    then_failure: str | None = None,
    replacements: Sequence[str] = (),
    ladder: Ladder | None = None,
    candidates: Candidates = CANDIDATES,
    evidence: EvidenceSettings | None = None,
    **options: Any,
) -> Mended:
    """Read a text; where it breaks off, go on with `then`; check what holds for every answer."""
    stream = AnswerStream(
        candidates, language="en", evidence=evidence or EvidenceSettings(), ladder=ladder or Ladder(), **formed(options)
    )
    mending = Mending(stream, list(replacements))
    mending.text([pieces] if isinstance(pieces, str) else pieces, finish, failure)
    resumed = stream.resumable and then is not None
    if resumed:
        mending.say(stream.resume())
        mending.text([then] if isinstance(then, str) else then or (), then_finish, then_failure)
        assert not stream.resumable
    mending.out += stream.close()
    assert stream.close() == []
    events = tuple(item for item in mending.out if not isinstance(item, CoreDecision))
    decisions = tuple(item for item in mending.out if isinstance(item, CoreDecision))
    found = Mended(events, decisions, stream.summary, tuple(mending.lost), resumed)
    check(found, ladder or Ladder(), candidates)
    return found


def check(found: Mended, ladder: Ladder, candidates: Candidates) -> None:
    """The invariants of an answer."""
    answer = fold(found.events)
    assert answer.text == found.summary.text
    if found.summary.citation_mode == "paragraph":
        assert answer.text == "\n\n".join(paragraph.text for paragraph in answer.paragraphs)
        assert found.summary.paragraph_count == len(answer.paragraphs)
    assert [paragraph.index for paragraph in answer.paragraphs] == list(range(len(answer.paragraphs)))
    indexes = [event.index for event in found.events if isinstance(event, ParagraphFinished)]
    assert indexes == sorted(set(indexes))
    shown: list[str] = []
    for event in found.events:
        if isinstance(event, ReferenceShown):
            assert event.citation_id not in shown
            shown.append(event.citation_id)
        if isinstance(event, ParagraphFinished):
            assert set(event.citation_ids) <= set(shown)
            assert all(citation_id in candidates for citation_id in event.citation_ids)
    assert found.summary.ref_count in (len(shown), 0)
    if not ladder.rollback:
        assert found.rollbacks == []
