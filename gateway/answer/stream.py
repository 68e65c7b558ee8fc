"""An answer being written: model text in, events out. Pure; the same text gives the same events, however it is cut.

A paragraph is text pieces, then the references it is first to cite, then itself. `CitationsFinished` and `Finished`
are the caller's, from `summary`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gateway.answer.answer import Candidates, CitationMode, Reason
from gateway.answer.events import Decision, Event, OutlineFound, ParagraphFinished, ReferenceShown, TextAdded, Thinking
from gateway.answer.evidence import EvidenceIndex, EvidenceSettings
from gateway.answer.formats import ModelText
from gateway.answer.outline import SuiviFilter, sections
from gateway.answer.paragraph import OpenParagraph
from gateway.answer.parts import Aside, Begun, Cut, End, Ids, Note, Part, Thought, Title
from gateway.answer.summary import Summary, Tally, summarised
from gateway.answer.text import Pieces, Sanitizer

MOST_PARAGRAPHS = 200
MOST_CHARACTERS = 262_144
"""Model text read for one answer; what follows ends it with reason `limit`."""

CLOSING = ("json", "quoted", "tags")
"""Formats that tell when they are complete."""
_BY_FINISH_REASON: dict[str, Reason] = {
    "length": "truncated",
    "max_tokens": "truncated",
    "content_filter": "content_filter",
    "refusal": "refusal",
}


class AnswerStream:
    """Reads one answer. `receive` and `think` take pieces, `close` gives the rest; all return events and decisions."""

    def __init__(
        self,
        candidates: Candidates,
        *,
        language: str,
        citation_mode: CitationMode = "paragraph",
        deliverable: bool = False,
        evidence: EvidenceSettings | None = None,
        corpus_weights: Mapping[str, float] | None = None,
    ) -> None:
        self._candidates, self._language, self._asked_mode = candidates, language, citation_mode
        self._deliverable = deliverable
        self._evidence = EvidenceIndex(candidates, evidence or EvidenceSettings(), language, corpus_weights or {})
        self._sanitizer, self._thought_sanitizer, self._model = Sanitizer(), Sanitizer(), ModelText()
        self._pieces, self._thoughts, self._suivi = Pieces(), Pieces(), SuiviFilter()
        self._aside = SuiviFilter()
        self._titles: list[str] = []
        self._open = OpenParagraph(candidates)
        self._pending: list[OpenParagraph] = []
        self._format = ""
        self._undecided = False
        self._recovered = False
        self._list_ended = False
        self._ignored = False
        self._stopped = False
        self._received = 0
        self._shown: list[str] = []
        self._out: list[Event | Decision] = []
        self._tally = Tally()
        self._closed = False

    # Public --------------------------------------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        """A cap is reached: what comes from the model is no longer read, and the turn should end."""
        return self._tally.reason == "limit"

    def receive(self, text: str) -> list[Event | Decision]:
        """Take a piece of model text, of any length."""
        if self.full:
            return []
        text = self._sanitizer.feed(text)
        over = self._received + len(text) - MOST_CHARACTERS
        if over > 0:
            text = text[:-over]
        self._received += len(text)
        self._take(self._model.feed(text))
        if over > 0:
            self._limit("characters")
        return self._flush()

    def think(self, text: str) -> list[Event | Decision]:
        """Take a piece of reasoning that the provider sends beside the text."""
        self._show()
        self._think(self._thought_sanitizer.feed(text))
        return self._flush()

    def close(self, finish_reason: str | None = None, failure: Reason | None = None) -> list[Event | Decision]:
        """The rest: last text, the open paragraph, the outline. `failure`: why generation was cut, if it was."""
        if self._closed:
            return []
        self._closed = True
        parts = self._model.feed("" if self.full else self._sanitizer.close(), final=True)
        cut = next((part for part in parts if isinstance(part, Cut)), None)
        strings = next(
            (part.detail["strings"] for part in parts if isinstance(part, Note) and part.kind == "bad_shape"), ()
        )
        self._take(part for part in parts if not isinstance(part, Cut))
        reason = self._tally.reason or failure or _BY_FINISH_REASON.get(finish_reason or "")
        if (
            cut is None
            and finish_reason
            and self._format in CLOSING
            and reason not in ("limit", "content_filter", "refusal")
        ):
            reason = None  # the document is closed and the model had ended: nothing was cut
        if strings and not self._tally.text and not self._shown:
            self._show_strings(strings)
        self._end_of_text(reason, cut, finish_reason)
        self._conclude(reason, cut, finish_reason)
        self._show()
        self._think(self._thought_sanitizer.close())
        self._out_thoughts()
        self._find_outline()
        return self._flush()

    @property
    def summary(self) -> Summary:
        """The facts about what was said so far."""
        return summarised(self._tally, self._asked_mode, self._candidates, self._evidence)

    # Parts of the model's text -------------------------------------------------------------------------------------

    def _take(self, parts: Iterable[Part]) -> None:
        for part in parts:
            if self._stopped:
                return
            if type(part) is str:
                self._say(self._suivi.feed(part))
            else:
                self._mark(part)

    def _mark(self, part: Part) -> None:
        match part:
            case Ids():
                self._claim(part.raw)
            case End():
                self._end(part)
            case Begun():
                self._begin(part)
            case Thought():
                self._show()
                self._think(part.text)
            case Title():
                self._titles.append(part.title)
            case Aside():
                self._aside.feed(part.text)
            case Note():
                self._decide(Decision(part.kind, dict(part.detail)))

    def _say(self, text: str) -> None:
        if not text:
            return
        if self._list_ended:
            if not self._ignored:
                self._decide(Decision("text_after_list"))
            self._ignored = True
            return
        if len(self._tally.paragraphs) + len(self._pending) >= MOST_PARAGRAPHS and text.strip():
            self._stopped = True
            self._limit("paragraphs")
            return
        cut = not self._undecided
        while text:
            said, text, full = self._open.add(text, cut)
            if said:
                self._shown.append(said)
            if full:
                self._show()
                self._send(self._pieces.release("\n\n"))

    def _claim(self, raw: str) -> None:
        if self._undecided:
            # The first marker shows that the text carries citations: its earlier blocks are paragraphs too.
            self._undecided, self._recovered = False, True
            self._show()
            for paragraph in self._pending:
                self._finish(paragraph, None)
            self._pending.clear()
        if not self._list_ended:
            self._decide(self._open.claim(raw))

    def _begin(self, part: Begun) -> None:
        self._close_suivi()
        if self._undecided:
            self._undecided = False
            self._pending.append(self._open)
            self._boundary(more=True)
            for paragraph in self._pending:
                self._finish(paragraph, "not_json")
            self._pending.clear()
            self._open = OpenParagraph(self._candidates)
        else:
            self._complete(more=True, degraded=self._loss())
        self._format = part.format
        self._undecided = part.format == "prose" and not self._tally.paragraphs
        if part.format == "prose":
            self._decide(Decision("format_lost", {"reason": "not_json"}))

    def _end(self, part: End) -> None:
        if self._suivi.busy:
            self._say(self._suivi.feed(part.gap))
            return
        self._close_suivi()
        if not self._undecided:
            self._complete(part.more, self._loss())
            self._list_ended |= not part.more
        elif part.gap == "\n\n" and not self._open.empty:
            self._boundary(more=True)
            self._pending.append(self._open)
            self._open = OpenParagraph(self._candidates)
        else:
            self._say(part.gap)

    def _loss(self) -> Reason | None:
        """A block of plain text behind lost structure is degraded, unless markers gave it citations."""
        return "not_json" if self._format == "prose" and not (self._recovered or self._open.claims) else None

    # Paragraphs ----------------------------------------------------------------------------------------------------

    def _close_suivi(self) -> None:
        self._say(self._suivi.close())

    def _complete(self, more: bool, degraded: Reason | None) -> None:
        """End the open paragraph, if it has text."""
        paragraph, self._open = self._open, OpenParagraph(self._candidates)
        if paragraph.empty:
            return
        self._boundary(more)
        self._finish(paragraph, degraded)

    def _boundary(self, more: bool) -> None:
        self._show()
        self._send(self._pieces.release("\n\n" if more else ""))

    def _finish(self, paragraph: OpenParagraph, degraded: Reason | None) -> None:
        citations, decisions = self._evidence.check(paragraph.text, [] if degraded else paragraph.ids)
        self._out += decisions
        status = self._tally.status
        status["dropped"] += paragraph.dropped + (0 if degraded else len(paragraph.ids) - len(citations))
        for citation in citations:
            status[citation.status] += 1
            candidate = self._candidates.get(citation.citation_id)
            if candidate and citation.citation_id not in self._tally.cited:
                self._tally.cited[citation.citation_id] = None
                if self._asked_mode == "paragraph":
                    self._out.append(ReferenceShown(citation.citation_id, candidate.type, candidate.payload))
        texts = paragraph.texts
        for text in texts:
            finished = ParagraphFinished(len(self._tally.paragraphs), text, tuple(citations), degraded)
            self._tally.paragraphs.append(finished)
            if self._asked_mode == "paragraph":
                self._out.append(finished)

    # The end -------------------------------------------------------------------------------------------------------

    def _show_strings(self, strings: Iterable[str]) -> None:
        """JSON of another shape: show the sentences it holds, not its syntax."""
        prose = [text.strip() for text in strings if len(text.split()) > 2 or (len(text) > 5 and not text.isascii())]
        self._undecided = True
        self._say("\n\n".join(prose))

    def _end_of_text(self, reason: Reason | None, cut: Cut | None, finish_reason: str | None) -> None:
        self._close_suivi()
        if self._undecided:
            self._boundary(more=False)
            self._tally.fell_back = bool(self._tally.said)
            return
        degraded = reason if reason != "refusal" else None
        if cut is None:
            # A closed document, or prose: only what was cut from outside is degraded.
            degraded = degraded if self._format == "prose" and not self._open.empty else None
        elif not cut.open_text or (self._format == "tags" and finish_reason == "stop"):
            degraded = None
        else:
            degraded = degraded or "truncated"
        self._complete(more=False, degraded=degraded or self._loss())
        self._boundary(more=False)

    def _conclude(self, reason: Reason | None, cut: Cut | None, finish_reason: str | None) -> None:
        tally = self._tally
        if reason is None and cut is not None and (cut.open_text or finish_reason != "stop"):
            tags_closed = self._format == "tags" and finish_reason == "stop"
            reason = None if tags_closed else "truncated"
        if reason is None and tally.fell_back:
            reason = "bad_shape" if self._format != "prose" else "not_json"
        tally.reason = reason
        tally.complete = reason in (None, "not_json", "bad_shape", "refusal")

    def _find_outline(self) -> None:
        self._aside.close()
        titles = self._titles or self._suivi.titles or self._aside.titles
        if titles:
            cited = [candidate for one in self._tally.cited if (candidate := self._candidates.get(one))]
            found, decisions = sections(titles, self._tally.paragraphs, cited, self._language)
            self._out += decisions
            if found:
                self._out.append(OutlineFound(found))
        elif self._deliverable:
            self._decide(Decision("outline_missing"))

    def _limit(self, cap: str) -> None:
        if not self.full:
            self._tally.reason = "limit"
            self._decide(Decision("limit", {"cap": cap}))

    # Out -----------------------------------------------------------------------------------------------------------

    def _decide(self, decision: Decision | None) -> None:
        if decision is not None:
            self._out.append(decision)

    def _show(self) -> None:
        """Send the text that gathered, as one piece."""
        if self._shown:
            text = "".join(self._shown)
            self._shown.clear()
            self._send(self._pieces.add(text))

    def _send(self, text: str) -> None:
        if text:
            self._out_thoughts()
            self._tally.text.append(text)
            if self._out and isinstance(before := self._out[-1], TextAdded):
                self._out[-1] = TextAdded(before.text + text)
            else:
                self._out.append(TextAdded(text))

    def _think(self, text: str) -> None:
        piece = self._thoughts.add(text)
        if piece:
            self._out.append(Thinking(piece))

    def _out_thoughts(self) -> None:
        rest = self._thoughts.release()
        if rest:
            self._out.append(Thinking(rest))

    def _flush(self) -> list[Event | Decision]:
        self._show()
        out, self._out = self._out, []
        return out


__all__ = ["AnswerStream", "EvidenceSettings", "Summary"]
