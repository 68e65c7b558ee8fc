"""The answer as its reader sees it: text pieces, references, paragraphs; and what may still be taken back.

Text is shown as it comes, or held back until its paragraph is accepted: in strict mode, and if a text goes on after
another one, because a repeated paragraph must not be seen. Such a text has found the place to continue with its first
new paragraph; from then on it is shown as it comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from gateway.answer.answer import Candidates, Citation, CitationMode, Reason
from gateway.answer.core.paragraph import ELLIPSIS, MAX_PARAGRAPHS
from gateway.answer.events import (
    AudioAdded,
    CitationsFinished,
    CoreDecision,
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
)
from gateway.answer.outline import FEWEST, found
from gateway.answer.reading.characters import MOST_PIECES, Sanitizer, TextPieces, gather
from gateway.answer.summary import LateVerdict, Tally

SEPARATOR = "\n\n"
"""Between two paragraphs; it is sent with the earlier one's last piece."""

MOST_REASONED = 262_144
"""Characters of the reasoning beside the text that are kept, in case it holds the answer."""


class Transcript:
    """Collects events; `flush` hands them out."""

    def __init__(self, candidates: Candidates, mode: CitationMode, *, holds_back: bool, opening: str = "") -> None:
        """`opening`: a paragraph of the gateway's own, before the first text."""
        self.candidates, self._mode = candidates, mode
        self.holds_back, self._strict, self._opening = holds_back, holds_back, opening
        self.found_place = False
        """A text that goes on after another one has brought a new paragraph."""
        self._beginning: str | None = None
        """Text of the open paragraph that is held back because an accepted paragraph begins in the same way."""
        self.most = MAX_PARAGRAPHS
        """Paragraphs that the answer may have."""
        self.tally = Tally()
        self.seen = set[str]()
        """The references that were sent."""
        self._pieces, self._thoughts, self._sanitizer = TextPieces(), TextPieces(), Sanitizer()
        self._thinks = False
        """The last characters of a thought may be held back."""
        self._gathered: list[str] = []
        self._reasoned: list[str] = []
        self._reasoned_size = 0
        self._out: list[Event | CoreDecision] = []

    # Text ----------------------------------------------------------------------------------------------------------

    @property
    def blank(self) -> bool:
        """Nothing was said yet."""
        return not self.tally.text and not self._gathered

    def add(self, text: str) -> None:
        """Adds text to the open paragraph."""
        if self.holds_back:
            return
        if self._beginning is not None:
            self._beginning += text
            if any(paragraph.text.startswith(self._beginning) for paragraph in self.tally.paragraphs):
                return
            text, self._beginning = self._beginning, None
        self._gathered.append(text)

    @property
    def shows(self) -> bool:
        """Whether the open paragraph is shown as it comes."""
        return not self.holds_back and self._beginning is None

    def look_for_place(self) -> None:
        """Holds back the text that comes, until its first new paragraph is accepted."""
        self.holds_back, self.found_place = True, False

    def flow(self, *, compares: bool) -> None:
        """Shows text as it comes again, from the beginning of a paragraph on. `compares`: its beginning is held back
        while an accepted paragraph begins in the same way."""
        self.holds_back, self._beginning = self._strict, "" if compares else None

    def show(self) -> None:
        """Sends the text that gathered, as one piece."""
        if self._gathered:
            text = "".join(self._gathered)
            self._gathered.clear()
            self._send(self._pieces.add(text))

    def end(self, ending: str) -> None:
        """Ends the shown text of a paragraph; `ending` goes with its last piece."""
        self.show()
        self._send(self._pieces.release(ending))

    def _send(self, text: str) -> None:
        if text:
            if self._thinks:
                self._end_thought()
            if self._opening:
                self._open()
            tally = self.tally
            tally.text.append(text)
            tally.sent += len(text)
            if len(tally.text) >= MOST_PIECES:
                gather(tally.text)
            if self._out and isinstance(before := self._out[-1], TextAdded):
                self._out[-1] = TextAdded(before.text + text)
            else:
                self._out.append(TextAdded(text))

    def _open(self) -> None:
        """Says what the gateway itself has to say, once there is an answer."""
        opening, self._opening = self._opening, ""
        self._send(opening + SEPARATOR)
        self.accept([opening], (), None, "", shown=True, own=True)

    # Paragraphs ----------------------------------------------------------------------------------------------------

    def accept(
        self,
        texts: Sequence[str],
        citations: Sequence[Citation],
        degraded: Reason | None,
        ending: str,
        *,
        shown: bool,
        own: bool = False,
    ) -> None:
        """Accepts a paragraph, which is several texts where the cap cut it: sends its text unless `shown`, new
        references, and the paragraph itself. Text of a broken paragraph that is still in sight goes. `own`: the
        gateway wrote it."""
        tally = self.tally
        if not shown:
            self.found_place |= self.holds_back
            self.withdraw()
            self._send(self._pieces.add(SEPARATOR.join(texts)) + self._pieces.release(ending))
        for citation in citations:
            tally.status[citation.status] += 1
            candidate = self.candidates.get(citation.citation_id)
            if candidate and citation.citation_id not in tally.cited:
                tally.cited[citation.citation_id] = None
                if self._mode == "paragraph":
                    self._out += self.unseen([citation.citation_id])
                    self.seen.add(citation.citation_id)
        for text in texts:
            index = len(tally.paragraphs)
            finished = ParagraphFinished(index, text, tuple(citations), degraded, tally.rollbacks.get(index, 0), own)
            tally.paragraphs.append(finished)
            tally.settled += len(text) + len(SEPARATOR)
            if self._mode == "paragraph":
                self._out.append(finished)

    def revise(self, index: int, statuses: Mapping[str, str]) -> None:
        """Notes other statuses of a finished paragraph's citations, by id; `dropped` ones are gone. The paragraph was
        sent and is not sent again: META says it."""
        tally, paragraph = self.tally, self.tally.paragraphs[index]
        for citation in paragraph.citations:
            status = statuses.get(citation.citation_id, citation.status)
            if status != citation.status:
                tally.status[citation.status] -= 1
                tally.status[status] += 1
                tally.late.append(LateVerdict(index, citation.citation_id, status))
        tally.paragraphs[index] = paragraph.revised(statuses)

    def unseen(self, ids: Iterable[str]) -> list[ReferenceShown]:
        """Returns the references with these ids that were not sent yet."""
        found = (self.candidates.get(citation_id) for citation_id in ids if citation_id not in self.seen)
        return [ReferenceShown(each.citation_id, each.type, each.reference) for each in found if each]

    @property
    def exposed(self) -> bool:
        """Whether text behind the last finished paragraph was sent."""
        return self.tally.sent > self.tally.settled

    def withdraw(self) -> None:
        """Takes back the text behind the last finished paragraph."""
        self.show()
        self._pieces.release()
        if self.exposed:
            tally, index = self.tally, len(self.tally.paragraphs)
            tally.text, tally.sent = ["".join(tally.text)[: tally.settled]], tally.settled
            tally.rollbacks[index] = tally.rollbacks.get(index, 0) + 1
            self._out.append(TextRolledBack(tally.settled, index))

    # Another process's answer --------------------------------------------------------------------------------------

    def restore(self, events: Iterable[Event], rollback: bool) -> None:
        """Takes the place of the process that sent these events; nothing of them is sent again. Text behind the last
        finished paragraph is withdrawn where `rollback` allows it, else closed as a paragraph of its own."""
        tally, self._opening = self.tally, ""
        for event in events:
            match event:
                case TextAdded():
                    tally.text.append(event.text)
                    tally.sent += len(event.text)
                case TextRolledBack():
                    tally.text, tally.sent = ["".join(tally.text)[: event.text_offset]], event.text_offset
                    tally.rollbacks[event.paragraph_index] = tally.rollbacks.get(event.paragraph_index, 0) + 1
                case ReferenceShown():
                    self.seen.add(event.citation_id)
                case ParagraphFinished():
                    tally.cited |= dict.fromkeys(event.citation_ids)
                    tally.paragraphs.append(event)
                    tally.settled += len(event.text) + len(SEPARATOR)
                    for citation in event.citations:
                        tally.status[citation.status] += 1
                case Started() | StateChanged() | Thinking() | AudioAdded():
                    pass
                case OutlineFound() | CitationsFinished() | Finished() | Failed():
                    pass
                case _:
                    assert_never(event)
        if self.exposed and rollback:
            self.withdraw()
        elif self.exposed:
            self.break_off("interrupted")
        if tally.paragraphs:
            self.look_for_place()

    def break_off(self, degraded: Reason) -> None:
        """Closes the text behind the last finished paragraph as a paragraph of its own; it goes no further."""
        rest = "".join(self.tally.text)[self.tally.settled :]
        text = rest.rstrip("\n")
        if text == rest:
            text += ELLIPSIS
            self._send(ELLIPSIS + SEPARATOR)
        self.accept([text], (), degraded, "", shown=True)

    # Beside the text -----------------------------------------------------------------------------------------------

    def decide(self, *decisions: CoreDecision | None) -> None:
        self._out += [decision for decision in decisions if decision is not None]

    def note(self, kind: str, /, **detail: Any) -> None:
        """Takes down one decision."""
        self._out.append(CoreDecision(kind, detail))

    def outline(self, titles: Sequence[str], language: str, few: str = "") -> None:
        """Sends the outline that was found, with the paragraphs that its sections cover. `few`: the sentence that says
        before it that it has few sections."""
        cited = [candidate for citation_id in self.tally.cited if (candidate := self.candidates.get(citation_id))]
        paragraphs = self.tally.paragraphs
        items = found(titles, paragraphs, cited, language)
        count = next((len(item.sections) for item in items if isinstance(item, OutlineFound)), 0)
        if few and cited and 0 < count < FEWEST and self.tally.reason is None:
            sentence = few.format(count=count)
            if paragraphs[-1].text == sentence:  # another process has added it
                items = found(titles, paragraphs[:-1], cited, language)
            else:
                self._close_with(sentence)
        self._out += items

    def _close_with(self, sentence: str) -> None:
        """Adds a last paragraph of the gateway's own."""
        rest = "".join(self.tally.text[-2:])
        self._send(("" if rest.endswith(SEPARATOR) else SEPARATOR) + sentence)
        self.accept([sentence], (), None, "", shown=True, own=True)

    @property
    def full(self) -> bool:
        """A cap is reached."""
        return self.tally.reason in ("limit", "budget")

    def limit(self, cap: str) -> None:
        """Notes that a cap is reached; the first one counts."""
        if not self.full:
            self.tally.reason = "budget" if cap == "tokens" else "limit"
            self.note("limit", cap=cap)

    def limit_paragraphs(self) -> None:
        """Notes that there are as many paragraphs as there may be."""
        self.limit("paragraphs" if self.most == MAX_PARAGRAPHS else "tokens")

    def think(self, text: str) -> None:
        """Sends reasoning that was found in the text."""
        self.show()
        self._thinks = True
        piece = self._thoughts.add(text)
        if piece:
            self._out.append(Thinking(piece))

    def think_aside(self, text: str) -> None:
        """Sends and keeps reasoning that the provider sends beside the text."""
        text = self._sanitizer.feed(text)
        if self._reasoned_size < MOST_REASONED:
            self._reasoned.append(text)
            self._reasoned_size += len(text)
            if len(self._reasoned) >= MOST_PIECES:
                gather(self._reasoned)
        self.think(text)

    def reasoned(self) -> str:
        """Returns all of that reasoning, once."""
        reasoning = "".join(self._reasoned)
        self._reasoned.clear()
        return reasoning

    def end_thoughts(self) -> None:
        """Sends all that is held back of the reasoning."""
        self.think(self._sanitizer.close())
        self._end_thought()

    def _end_thought(self) -> None:
        self._thinks = False
        rest = self._thoughts.release()
        if rest:
            self._out.append(Thinking(rest))

    def flush(self) -> list[Event | CoreDecision]:
        self.show()
        out, self._out = self._out, []
        return out
