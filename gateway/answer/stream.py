"""An answer being written: model text in, events out. Pure; the same text gives the same events, however it is cut.

A paragraph is text pieces, then the references it is first to cite, then itself. `CitationsFinished` and `Finished`
are the caller's, from `summary`. Two things need a model once more, and then the caller asks it: a paragraph that is
`lost` (all that follows waits until it is replaced or given up), and an answer that broke off and is `resumable`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from gateway.answer.answer import Candidates, CitationMode, Reason
from gateway.answer.checking.evidence import EvidenceIndex, EvidenceSettings
from gateway.answer.checking.verdicts import Claim, Verdict
from gateway.answer.endings import TextEnd, Unsaid, ended
from gateway.answer.events import CoreDecision, Event, ParagraphFinished
from gateway.answer.ladder import Ladder, Lost, Replacement
from gateway.answer.outline import SuiviFilter
from gateway.answer.paragraph import ELLIPSIS, OpenParagraph
from gateway.answer.reading.characters import Sanitizer, fitting, size
from gateway.answer.reading.detection import ModelText, answer_in
from gateway.answer.reading.parts import End, FormatBegun, Ids, Note, OutsideText, Part, Thought, Title
from gateway.answer.review import Done, Review, ending
from gateway.answer.summary import Summary, summarised
from gateway.answer.transcript import SEPARATOR, Transcript

MOST_PARAGRAPHS = 200
MOST_BYTES = 262_144
"""Model text read for one answer; what follows ends it with reason `limit`."""


class AnswerStream:
    """Reads one answer. `receive` and `think` take pieces, `end` says that the model's text is over, `close` gives the
    rest; all return events and decisions."""

    def __init__(
        self,
        candidates: Candidates,
        *,
        language: str,
        citation_mode: CitationMode = "paragraph",
        deliverable: bool = False,
        evidence: EvidenceSettings | None = None,
        corpus_weights: Mapping[str, float] | None = None,
        ladder: Ladder | None = None,
        verified: bool = False,
        inline: bool = False,
    ) -> None:
        """`inline`: plain text with markers was asked for, so that it is no loss of format."""
        self._candidates, self._language, self._asked_mode = candidates, language, citation_mode
        self._deliverable, self._inline, self._ladder = deliverable, inline, ladder or Ladder()
        if self._ladder.strict:  # what is not checked cannot be called supported
            evidence = replace(evidence or EvidenceSettings(), mode="enforce")
        self._evidence = EvidenceIndex(candidates, evidence or EvidenceSettings(), language, corpus_weights or {})
        self._page = Transcript(candidates, citation_mode, held=self._ladder.strict)
        self._review = Review(self._page, self._evidence, self._ladder, language, candidates if verified else None)
        self._tally = self._page.tally
        self._titles, self._unsaid = list[str](), Unsaid()
        self._received, self._texts, self._most = 0, 0, MOST_PARAGRAPHS
        self._stopped = self._closed = False
        self._begin_text()

    def _begin_text(self) -> None:
        """Everything that belongs to one text of the model."""
        self._sanitizer, self._model = Sanitizer(), ModelText()
        self._suivi, self._aside = SuiviFilter(), SuiviFilter()
        self._open, self._pending = OpenParagraph(self._candidates), list[OpenParagraph]()
        self._queue: deque[Part | Done | TextEnd] = deque()
        self._format = ""
        self._undecided = self._list_ended = self._ignored = self._ended = False
        self._recovered = self._inline
        self._over: TextEnd | None = None
        self._gap: TextEnd | None = None
        self._texts += 1

    # Public --------------------------------------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        """A cap is reached: what comes from the model is no longer read, and the turn should end."""
        return self._page.full

    @property
    def accepted(self) -> tuple[ParagraphFinished, ...]:
        """The finished paragraphs."""
        return tuple(self._tally.paragraphs)

    @property
    def lost(self) -> Lost | None:
        """The paragraph that everything waits for: `replace` it or `give_up`."""
        return self._review.lost

    @property
    def resumable(self) -> bool:
        """The text broke off: `resume`, and feed the text of what is missing, or `forgo` it."""
        return self._gap is not None and not self._review.waits

    def halt(self) -> None:
        """End in front of the next paragraph, with reason `budget`; one there is at least. No harm where none follows."""
        begun = len(self._tally.paragraphs) + len(self._pending) + (not self._open.empty or self._review.waits)
        self._most = min(self._most, max(begun, 1))

    def receive(self, text: str) -> list[Event | CoreDecision]:
        """Take a piece of model text, of any length."""
        if self.full:
            return []
        text = self._sanitizer.feed(text)
        self._received += size(text)
        over = self._received - MOST_BYTES
        self._take(self._model.feed(text[: fitting(text, size(text) - over)] if over > 0 else text))
        if over > 0:
            self._page.limit("bytes")
        return self._page.flush()

    def think(self, text: str) -> list[Event | CoreDecision]:
        """Take a piece of reasoning that the provider sends beside the text."""
        self._page.think_aside(text)
        return self._page.flush()

    def end(self, finish_reason: str | None = None, failure: Reason | None = None) -> list[Event | CoreDecision]:
        """The model's text is over: what was held back. `failure`: why generation was cut, if it was."""
        if self._ended:
            return []
        self._ended = True
        parts = self._model.feed("" if self.full else self._sanitizer.close(), final=True)
        rest, over = ended(parts, self._format, finish_reason, failure)
        if self._blank and failure is not None:
            rest = self._unsaid.keep(over, rest)
        self._take([*rest, over])
        return self._page.flush()

    @property
    def claims(self) -> list[Claim]:
        """What a verifier is to judge before anything goes on (`judge`); empty without one."""
        return self._review.claims

    def judge(self, verdicts: Sequence[Verdict]) -> list[Event | CoreDecision]:
        """Take the verdicts, in the order of `claims`, and go on."""
        return self._mended(lambda: self._review.judge(verdicts))

    def replacement(self) -> Replacement:
        """A reader for the text that is to replace the lost paragraph."""
        return Replacement(self._candidates)

    def replace(self, replacement: Replacement) -> list[Event | CoreDecision]:
        """Put another paragraph in the place of the lost one, and go on; where it is no better, the lost one stays."""
        return self._mended(lambda: self._review.replace(replacement))

    def give_up(self) -> list[Event | CoreDecision]:
        """Let the lost paragraph stand as it is, degraded or replaced by the fixed sentence, and go on."""
        self._review.give_up()
        self._drain()
        return self._page.flush()

    def _mended(self, change: Callable[[], None]) -> list[Event | CoreDecision]:
        """Go on after a change that may have put a replacement in its place."""
        was_cut = self._review.cut
        change()
        if was_cut and not self._review.waits and self._over is not None:
            self._over = replace(self._over, cut=None)  # what was cut off is whole again
        self._drain()
        return self._page.flush()

    def restore(self, events: Iterable[Event]) -> list[Event | CoreDecision]:
        """Stand where another process left off, before anything is received. Text behind the last finished paragraph
        is withdrawn, or closed as a paragraph of its own where it must stay."""
        self._page.restore(events, self._ladder.rollback)
        return self._page.flush()

    @property
    def whole(self) -> bool:
        """Another process had said everything: its last paragraph has no separator behind it."""
        return bool(self._tally.paragraphs) and self._tally.sent < self._tally.settled

    def resume(self) -> list[Event | CoreDecision]:
        """Withdraw the open paragraph, or close it where it must stay; the next pieces are a new text's."""
        gap, self._gap = self._gap, None
        if gap is None:
            return []
        self._close_suivi()
        self._page.decide(CoreDecision("resumed", {"reason": gap.reason, "paragraphs": len(self._tally.paragraphs)}))
        self._page.show()
        if not gap.open_text and not self._open.empty:
            self._complete(more=True, degraded=None)
        elif self._ladder.rollback or not self._page.exposed:
            self._page.withdraw()
        else:
            self._open.break_off()
            self._page.end(ELLIPSIS + SEPARATOR)
            self._review.check(Done(self._open, gap.reason, more=True, again=False))
        self._titles += self._suivi.titles
        self._page.held = self._ladder.strict or bool(self._tally.paragraphs)
        self._begin_text()
        return self._page.flush()

    def forgo(self) -> list[Event | CoreDecision]:
        """Nobody goes on with what broke off: what was held back is said, and the text ends there."""
        gap, self._gap = self._gap, None
        if gap is not None:
            self._end_of_text(gap)
            self._drain()
        return self._page.flush()

    def close(self, finish_reason: str | None = None, failure: Reason | None = None) -> list[Event | CoreDecision]:
        """The rest: last text, the open paragraph, the outline. What is still lost is given up."""
        if self._closed:
            return []
        self._closed = True
        out = self.end(finish_reason, failure)
        while self._review.waits or self._gap is not None:
            out += self.give_up() if self._review.waits else self.forgo()
        self._conclude()
        self._page.close()
        self._aside.close()
        titles = self._titles or self._suivi.titles or self._aside.titles
        if titles or self._deliverable:
            self._page.outline(titles, self._language)
        return out + self._page.flush()

    @property
    def summary(self) -> Summary:
        """The facts about what was said so far."""
        return summarised(self._tally, self._asked_mode, self._candidates, self._evidence)

    # Parts of the model's text -------------------------------------------------------------------------------------

    def _take(self, parts: Iterable[Part | TextEnd]) -> None:
        self._queue.extend(parts)
        self._drain()

    def _drain(self) -> None:
        """Read on, up to a paragraph that is lost."""
        queue, review = self._queue, self._review
        while queue and not review.waits:
            part = queue.popleft()
            if type(part) is str:  # first, for speed: nearly all parts are
                if not self._stopped:
                    self._say(self._suivi.feed(part))
            elif isinstance(part, TextEnd):
                self._text_over(part)
            elif isinstance(part, Done):
                review.check(part)
            elif not self._stopped:
                self._mark(part)

    def _first(self, *parts: Part | Done | TextEnd) -> None:
        """These parts come before all that waits."""
        self._queue.extendleft(reversed(parts))

    def _mark(self, part: Part) -> None:
        match part:
            case Ids():
                self._claim(part)
            case End():
                self._end(part)
            case FormatBegun():
                self._begin(part)
            case Thought():
                self._page.think(part.text)
            case Title():
                self._titles.append(part.title)
            case OutsideText():
                self._aside.feed(part.text)
            case _:
                assert isinstance(part, Note)  # a `Cut` is told by `Over`
                self._page.decide(CoreDecision(part.kind, dict(part.detail)))

    def _say(self, text: str) -> None:
        if not text:
            return
        if self._list_ended:
            self._page.decide(None if self._ignored else CoreDecision("text_after_list"))
            self._ignored = True
            return
        if len(self._tally.paragraphs) + len(self._pending) >= self._most and text.strip():
            self._stopped = True
            self._page.limit("paragraphs" if self._most == MOST_PARAGRAPHS else "tokens")
            return
        while text:
            said, text, full = self._open.add(text, cut=not self._undecided)
            if said:
                self._page.add(said)
            if full:
                self._page.end(SEPARATOR)

    def _claim(self, part: Ids) -> None:
        if self._undecided:
            # The first marker shows that the text carries citations: its earlier blocks are paragraphs too.
            self._undecided, self._recovered = False, True
            self._page.show()
            self._first(*self._awaited(None), part)
        else:
            self._page.decide(self._open.claim(part.raw, part.whole))

    def _begin(self, part: FormatBegun) -> None:
        self._close_suivi()
        if self._undecided:
            self._undecided = False
            self._pending.append(self._open)
            self._page.end(SEPARATOR)
            self._open = OpenParagraph(self._candidates)
            self._first(*self._awaited("not_json", again=False), part)
            return
        self._complete(more=True, degraded=self._loss())
        self._format = part.format
        if part.format == "prose" and not self._inline:
            self._undecided = not self._tally.paragraphs and not self._review.waits
            self._page.decide(CoreDecision("format_lost", {"reason": "not_json"}))

    def _awaited(self, degraded: Reason | None, *, again: bool = True, more: bool = True) -> list[Done]:
        """The blocks that waited to be called paragraphs; `more`: others follow the last one."""
        done = [Done(paragraph, degraded, True, again) for paragraph in self._pending if not paragraph.empty]
        self._pending.clear()
        return done if more or not done else [*done[:-1], done[-1]._replace(more=False)]

    def _end(self, part: End) -> None:
        if self._suivi.busy:
            self._say(self._suivi.feed(part.gap))
            return
        self._close_suivi()
        if not self._undecided:
            self._complete(part.more, self._loss())
            self._list_ended |= not part.more
        elif part.gap == SEPARATOR and not self._open.empty:
            self._page.end(SEPARATOR)
            self._pending.append(self._open)
            self._open = OpenParagraph(self._candidates)
        else:
            self._say(part.gap)

    def _loss(self) -> Reason | None:
        """A block of plain text behind lost structure is degraded, unless markers gave it citations."""
        return "not_json" if self._format == "prose" and not (self._recovered or self._open.claims) else None

    def _loss_of_all(self) -> Reason:
        return "not_json" if self._format == "prose" else "bad_shape"

    # Paragraphs ----------------------------------------------------------------------------------------------------

    def _close_suivi(self) -> None:
        self._say(self._suivi.close())

    def _complete(self, more: bool, degraded: Reason | None, *, again: bool = True, cut: bool = False) -> None:
        """End the open paragraph; without text, its ids go."""
        paragraph, self._open = self._open, OpenParagraph(self._candidates)
        if paragraph.empty:
            self._page.decide(*paragraph.disclaim())
            self._tally.status["dropped"] += paragraph.dropped
        else:
            self._page.end(ending(more))
            self._review.check(Done(paragraph, degraded, more, again, cut))

    @property
    def _blank(self) -> bool:
        """Nothing was said, and nothing waits to be."""
        return self._page.blank and self._open.empty and not (self._tally.paragraphs or self._review.waits)

    # The end -------------------------------------------------------------------------------------------------------

    def _text_over(self, over: TextEnd) -> None:
        over = replace(over, reason=self._tally.reason or over.reason)
        if self._broke_off(over):
            self._gap = over
        else:
            self._end_of_text(over)

    def _broke_off(self, over: TextEnd) -> bool:
        """Whether there is something to go on from, and something left to say."""
        if over.last or self._texts > self._ladder.resumes or self._stopped or self._list_ended or self._undecided:
            return False
        return over.resumable(self._format) and (over.failure is not None or not self._blank)

    def _end_of_text(self, over: TextEnd) -> None:
        if self._blank:
            over, rest = self._unsaid.most(over)
            self._take(rest)
        self._over = over
        if self._blank and (parts := answer_in(over.thought, self._page.reasoned())):
            self._inline = False  # plain text was asked for, but not as a thought
            rest, end = ended(parts, self._format, over.finish_reason, over.failure)
            self._first(*rest, replace(end, last=True))
            return
        if over.strings and self._blank:
            self._undecided = True
            self._say(SEPARATOR.join(over.values))
        self._close_suivi()
        if self._undecided:
            self._end_undecided(over)
            return
        cut = over.degrades(self._format, self._open.empty)
        self._complete(more=False, degraded=cut or self._loss(), again=over.own, cut=cut is not None)
        self._page.end("")

    def _end_undecided(self, over: TextEnd) -> None:
        """Plain text to its end: the whole answer is degraded; held back, each of its blocks has to stand for itself."""
        self._page.end("")
        if not self._page.held:
            self._tally.fell_back = bool(self._tally.said)
            return
        self._undecided = False
        self._pending.append(self._open)
        self._open = OpenParagraph(self._candidates)
        blocks = self._awaited(self._loss_of_all(), again=over.own, more=False)
        if blocks and not over.own:
            blocks[-1] = blocks[-1]._replace(cut=True)
        self._first(*blocks)

    def _conclude(self) -> None:
        tally = self._tally
        assert self._over is not None  # every text has come to its end
        tally.reason = self._over.conclusion(self._format) or (self._loss_of_all() if tally.fell_back else None)
        tally.complete = tally.reason in (None, "not_json", "bad_shape", "refusal")


__all__ = ["AnswerStream", "EvidenceSettings", "Summary"]
