"""One text of the model: pieces in, paragraphs on the page and into review.

An answer has one such text, and another one wherever a model was asked to go on (`gateway.answer.core.stream`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gateway.answer.answer import Candidates, Reason
from gateway.answer.core.endings import TextEnd, ended
from gateway.answer.core.format_detection import ModelText, answer_in
from gateway.answer.core.paragraph import ELLIPSIS, OpenParagraph
from gateway.answer.core.review import Done, Review, ending
from gateway.answer.core.states import BEHIND_LIST, CITED, SILENT, WAITING, Blocks, Trigger, after
from gateway.answer.core.transcript import SEPARATOR, Transcript
from gateway.answer.outline import SuiviFilter
from gateway.answer.reading.characters import Sanitizer
from gateway.answer.reading.cited_text import LATE, CitedText, Mark
from gateway.answer.reading.parts import (
    AllKnown,
    End,
    FormatBegun,
    Ids,
    Note,
    OutsideText,
    Part,
    Thought,
    Title,
)


class TextReader:
    """Reads one text. `receive` takes pieces; `read` reads what has come, up to a paragraph that waits for review or to
    the end of the text."""

    def __init__(
        self, candidates: Candidates, page: Transcript, review: Review, *, inline: bool, blocks: Blocks
    ) -> None:
        """`inline`: plain text with markers was asked for, so that it is no loss of format."""
        self._candidates, self._page, self._review = candidates, page, review
        self._inline = self._cites = inline
        """`_cites`: the blocks of plain text carry citations, or may."""
        self.blocks = blocks
        self.format = ""
        self.end: TextEnd | None = None
        """How the text ended, once that is read."""
        self.titles: list[str] = []
        """Those of an outline in the document."""
        self._sanitizer: Sanitizer = Sanitizer()
        self._model: ModelText | CitedText = ModelText(candidates.unmistaken)
        self._suivi, self._aside = SuiviFilter(), SuiviFilter()
        self._open, self._pending = OpenParagraph(candidates), list[OpenParagraph]()
        self._unsettled: list[OpenParagraph] = []
        """Those whose citations can come no more."""
        self._unread: list[Part | Done | TextEnd] = []
        """The next one last."""

    # Pieces --------------------------------------------------------------------------------------------------------

    def sanitized(self, text: str) -> str:
        """Returns a piece as it is read: without characters that no text may hold."""
        return self._sanitizer.feed(text)

    def expect_marks(self) -> None:
        """Reads the text as one whose citations come beside it; called before its first piece."""
        if not isinstance(self._model, CitedText):
            self._model = CitedText()

    def receive(self, text: str, marks: Sequence[Mark] = ()) -> None:
        """Takes a piece that is sanitized. `marks`: what is known of its citations, each in its place."""
        model = self._model
        if isinstance(model, CitedText):
            for mark in marks:
                before = max(mark.at - model.received, 0)
                self.take([*model.feed(text[:before]), *model.cite(mark)])
                text = text[before:]
        self.take(model.feed(text))

    def rest(self, *, cut: bool) -> list[Part]:
        """Returns the last parts of the text; with `cut`, without the characters that were held back."""
        return self._model.feed("" if cut else self._sanitizer.close(), final=True)

    def take(self, parts: Sequence[Part | Done | TextEnd]) -> None:
        """Takes parts that are to be read behind all others."""
        self._unread[:0] = reversed(parts)

    def take_first(self, *parts: Part | Done | TextEnd) -> None:
        """Takes parts that are to be read before all others."""
        self._unread.extend(reversed(parts))

    def read(self) -> TextEnd | None:
        """Reads on, up to a paragraph that waits for review or to an end of the text, which is returned."""
        unread, review = self._unread, self._review
        while unread and not review.waits:
            part = unread.pop()
            if type(part) is str:  # first, for speed: nearly all parts are
                if self.blocks not in SILENT:
                    self._add(self._suivi.feed(part))
            elif isinstance(part, TextEnd):
                return part
            elif isinstance(part, Done):
                review.check(part)
            elif self.blocks not in SILENT or (self.blocks in CITED and isinstance(part, (Ids, AllKnown))):
                self._mark(part)
        return None

    # What is asked about it ----------------------------------------------------------------------------------------

    @property
    def blank(self) -> bool:
        """Nothing was said in this answer, and nothing waits to be."""
        page = self._page
        waits = self._review.waits or (self.blocks in CITED and any(not each.empty for each in self._pending))
        return page.blank and self._open.empty and not (page.tally.paragraphs or waits)

    @property
    def begun(self) -> int:
        """The number of blocks that have begun and are no finished paragraphs yet."""
        return len(self._pending) + (not self._open.empty or self._review.waits)

    @property
    def lost_as(self) -> Reason:
        """Why an answer that is this text and has no paragraphs is degraded."""
        return "not_json" if self.format == "prose" else "bad_shape"

    @property
    def block_titles(self) -> list[str]:
        """The titles of an outline that stood as a block in the text."""
        return self._suivi.titles

    def titles_beside(self) -> list[str]:
        """Returns the titles of an outline that stood outside of the document."""
        self._aside.close()
        return self._aside.titles

    @property
    def _known_end(self) -> TextEnd:
        assert self.end is not None  # it was read
        return self.end

    # Its end -------------------------------------------------------------------------------------------------------

    def read_thought(self, *, whole: bool) -> bool:
        """Reads the answer in a text that was nothing but a thought; False where there is none. `whole`: all of it may
        be the answer, else only a document in it is."""
        end = self._known_end
        thought, aside = (end.thought if whole else ""), self._page.reasoned()
        parts = answer_in(thought, aside if whole else end.thought + aside, self._candidates.unmistaken)
        if not parts:
            return False
        self._inline = False  # plain text was asked for, but not as a thought
        rest, own_end = ended(parts, self.format, end.finish_reason, end.failure)
        self.take_first(*rest, replace(own_end, last=end.failure is not None))
        return True

    def finish(self) -> None:
        """Ends what is open: the text is over, and no other one follows."""
        end = self._known_end
        shapeless = bool(end.strings) and self.blank
        if shapeless:
            self._on(Trigger.PLAIN_TEXT)
            self._add(SEPARATOR.join(end.values))
        self._close_suivi()
        if shapeless or self.blocks in WAITING:
            self._finish_plain(end)
            return
        if self.blocks in CITED:
            self._page.end("")
            self.take_first(*self._ended_cited(end, end.degrades(self.format, self._open.empty)))
            return
        cut = end.degrades(self.format, self._open.empty)
        self._complete(
            more=False, degraded=cut or self._loss(), again=end.own and not end.unclosed, cut=cut is not None
        )
        self._page.end("")

    def _finish_plain(self, end: TextEnd) -> None:
        """Ends plain text. The whole answer is degraded; where it was held back, each of its blocks has to stand for
        itself."""
        self._page.end("")
        if not self._page.holds_back:
            self._page.tally.fell_back = bool(self._page.tally.shown_text)
            return
        self._on(Trigger.EACH_STANDS)
        self._set_aside()
        blocks = self._awaited(self.lost_as, again=end.own, more=False)
        if blocks and not end.own:
            blocks[-1] = blocks[-1]._replace(cut=True)
        self.take_first(*blocks)

    def leave(self, reason: Reason | None, *, rollback: bool) -> list[Done]:
        """Withdraws the open paragraph, or closes it where it must stay, degraded by `reason`: another text goes on.
        One that the model itself left open stays in sight until a paragraph comes in its place. Returns blocks that are
        still to be checked."""
        page, end = self._page, self._known_end
        self._close_suivi()
        page.note("resumed", reason=end.reason, paragraphs=len(page.tally.paragraphs))
        page.show()
        if not end.open_text and not self._open.empty:
            self._complete(more=True, degraded=None)
        elif rollback and end.left_open:
            page.end("")
        elif rollback or not page.exposed:
            page.withdraw()
        elif self._open.empty:
            return [done._replace(shown=True) for done in self._ended_cited(end, None)]
        else:
            self._open.break_off()
            page.end(ELLIPSIS + SEPARATOR)
            if self.blocks in CITED:
                return [done._replace(shown=True) for done in self._ended_cited(end, reason)]
            self._review.check(Done(self._open, reason, more=True, again=False))
        return []

    def _ended_cited(self, end: TextEnd, cut: Reason | None) -> list[Done]:
        """Returns the blocks of a text whose citations came beside it, as they stand at its end: one that waits for its
        citations in vain is degraded where it has none. `cut`: what the open one is degraded by."""
        waiting = [*self._unsettled, *self._pending]
        self._unsettled, self._pending = [], []
        lost = end.reason if end.failure is not None else None
        done = [Done(each, None if each.claims else lost, True, end.own) for each in waiting if not each.empty]
        paragraph, self._open = self._open, OpenParagraph(self._candidates)
        if paragraph.empty:
            self._page.decide(*paragraph.disclaim())
            return [*done[:-1], done[-1]._replace(more=False)] if done else []
        return [*done, Done(paragraph, cut, False, end.own, cut is not None)]

    # Parts ---------------------------------------------------------------------------------------------------------

    def _on(self, trigger: Trigger) -> None:
        self.blocks = after(self.blocks, trigger)

    def _mark(self, part: Part) -> None:
        match part:
            case Ids():
                self._claim(part)
            case End():
                self._end(part)
            case AllKnown():
                self._settle(part)
            case FormatBegun():
                self._begin(part)
            case Thought():
                self._page.think(part.text)
            case Title():
                self.titles.append(part.title)
            case OutsideText():
                self._aside.feed(part.text)
            case _:
                assert isinstance(part, Note)  # a `Cut` is told by `TextEnd`
                self._page.note(part.kind, **part.detail)
                self._page.tally.status["dropped"] += part.kind == LATE

    def _add(self, text: str) -> None:
        """Adds text to the open paragraph."""
        if not text:
            return
        if self.blocks in BEHIND_LIST:
            if self.blocks is Blocks.LIST_OVER:
                self._page.note("text_after_list")
                self._on(Trigger.TEXT)
            return
        page = self._page
        if len(page.tally.paragraphs) + len(self._pending) + len(self._unsettled) >= page.most and text.strip():
            self._on(Trigger.CAP)
            page.limit_paragraphs()
            return
        if page.found_place and self._open.empty and not (self._pending or self._unsettled):
            page.flow(compares=self.blocks not in WAITING and self.blocks not in CITED)
        while text:
            shown, text, full = self._open.add(text, cut=self.blocks not in WAITING)
            if shown:
                page.add(shown)
            if full:
                page.end(SEPARATOR)

    def _claim(self, part: Ids) -> None:
        if self.blocks in CITED:
            if self._pending or self.blocks is Blocks.CITED:
                paragraph = self._pending[0] if self._pending else self._open
                self._page.decide(paragraph.cite(part.raw, part.quoted))
        elif self.blocks in WAITING:
            self._on(Trigger.MARKER)
            self._cites = True
            self._page.show()
            self.take_first(*self._awaited(None), part)
        else:
            self._page.decide(self._open.claim(part.raw, part.whole, part.marked))

    def _begin(self, part: FormatBegun) -> None:
        self._close_suivi()
        if self.blocks in WAITING:
            self._on(Trigger.STRUCTURE)
            self._set_aside()
            self._page.end(SEPARATOR)
            self.take_first(*self._awaited("not_json", again=False), part)
            return
        self._complete(more=True, degraded=self._loss())
        self.format = part.format
        if part.format == "cited":
            self._on(Trigger.BESIDE)
        if part.format == "prose" and not self._inline:
            if not self._page.tally.paragraphs and not self._review.waits:
                self._on(Trigger.PLAIN_TEXT)
            self._page.note("format_lost", reason="not_json")

    def _awaited(self, degraded: Reason | None, *, again: bool = True, more: bool = True) -> list[Done]:
        """Returns the blocks that waited to be called paragraphs; `more`: others follow the last one."""
        done = [Done(paragraph, degraded, True, again) for paragraph in self._pending if not paragraph.empty]
        self._pending.clear()
        return done if more or not done else [*done[:-1], done[-1]._replace(more=False)]

    def _wait(self, part: End) -> None:
        """Lets a block wait for its citations. One that may be an outline goes on behind the blank line."""
        if self._suivi.busy:
            self._add(self._suivi.feed(part.gap))
            self._pending.append(self._open)
            return
        self._close_suivi()
        if not self._open.empty:
            self._page.end(SEPARATOR)
        self._set_aside()

    def _set_aside(self) -> None:
        """Lets the open paragraph wait, and opens another one."""
        self._pending.append(self._open)
        self._open = OpenParagraph(self._candidates)

    def _settle(self, part: AllKnown) -> None:
        """Lets the oldest block that waits for its citations be checked; behind a cap there may be none."""
        paragraph = self._pending.pop(0) if self._pending else self._open
        if paragraph is self._open:
            return
        if not part.surely:
            self._unsettled.append(paragraph)
        elif paragraph.empty:
            self._drop_ids(paragraph)
        else:
            self._review.check(Done(paragraph, None, True))

    def _drop_ids(self, empty: OpenParagraph) -> None:
        self._page.decide(*empty.disclaim())
        self._page.tally.status["dropped"] += empty.dropped

    def _end(self, part: End) -> None:
        if self.blocks is Blocks.CITED:
            self._wait(part)
            return
        if self._suivi.busy:
            self._add(self._suivi.feed(part.gap))
            return
        self._close_suivi()
        if self.blocks not in WAITING:
            self._complete(part.more, self._loss())
            if not part.more:
                self._on(Trigger.LIST_END)
        elif part.gap == SEPARATOR and not self._open.empty:
            self._page.end(SEPARATOR)
            self._set_aside()
        else:
            self._add(part.gap)

    def _loss(self) -> Reason | None:
        """Returns what a block is degraded by: plain text behind lost structure is, unless markers gave it
        citations."""
        return "not_json" if self.format == "prose" and not (self._cites or self._open.claims) else None

    def _close_suivi(self) -> None:
        self._add(self._suivi.close())

    def _complete(self, more: bool, degraded: Reason | None, *, again: bool = True, cut: bool = False) -> None:
        """Ends the open paragraph; without text, its ids go."""
        paragraph, self._open = self._open, OpenParagraph(self._candidates)
        if paragraph.empty:
            self._drop_ids(paragraph)
        else:
            self._page.end(ending(more))
            self._review.check(Done(paragraph, degraded, more, again, cut))
