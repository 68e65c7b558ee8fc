"""An answer being written: model text in, events out. Pure; the same text gives the same events, however it is cut.

A paragraph is text pieces, then the references it is first to cite, then itself. The caller sends `sources` after the
last one, and makes `Finished` from `summary`. Two things need a model once more, and then the caller asks it: a
paragraph that is `lost` (all that follows waits until it is replaced or given up), and an answer that broke off and is
`resumable`.

Each text of the model is read by a `TextReader` of its own; the states of both are in `gateway.answer.core.states`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from gateway.answer.answer import Candidates, CitationMode, Reason
from gateway.answer.core.endings import TextEnd, Unsaid, ended, ran_out
from gateway.answer.core.lost_paragraphs import Ladder, Lost, Replacement
from gateway.answer.core.review import Review
from gateway.answer.core.states import RESUMABLE, Blocks, Phase, Trigger, after
from gateway.answer.core.text_reader import TextReader
from gateway.answer.core.transcript import Transcript
from gateway.answer.events import CitationsFinished, CoreDecision, Event, ParagraphFinished
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement, is_open
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict
from gateway.answer.reading.characters import fitting, size
from gateway.answer.reading.cited_text import Mark
from gateway.answer.summary import Summary, summarised

Items = list[Event | CoreDecision]
"""What the core shows and what it decides, in order."""
MOST_BYTES = 262_144
"""Model text read for one answer; what follows ends it with reason `limit`."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """What form of an answer was asked for."""

    citation_mode: CitationMode = "paragraph"
    deliverable: bool = False
    """A document with an outline."""
    inline: bool = False
    """Plain text with markers was asked of the model, so that it is no loss of format."""


class Reservations(NamedTuple):
    """What is to be said about the sources of an answer.

    opening: a paragraph of the gateway's own before the first text.
    of_part: figures are doubtful, because the sources are part of the table that is asked about.
    few_sections: the sentence, with a place for the `count`, of a document with fewer sections than asked for.
    disagreements: those of the candidates.
    """

    opening: str = ""
    of_part: bool = False
    few_sections: str = ""
    disagreements: Sequence[ToldDisagreement] = ()


NO_RESERVATIONS = Reservations()


class AnswerStream:
    """Reads one answer. `receive` and `think` take pieces, `end` says that the model's text is over, `close` gives the
    rest. All of them return events and decisions."""

    def __init__(
        self,
        candidates: Candidates,
        *,
        language: str,
        form: AnswerForm | None = None,
        evidence: EvidenceSettings | None = None,
        ladder: Ladder | None = None,
        verified: bool | Literal["doubted"] = False,
        reservations: Reservations = NO_RESERVATIONS,
        rule: EvidenceRule | None = None,
    ) -> None:
        """`verified`: a verifier judges every citation (`claims`), or those of doubted paragraphs. `rule`: which
        citations stay `ok`."""
        self._candidates, self._language = candidates, language
        self._form, self._ladder = form or AnswerForm(), ladder or Ladder()
        if self._ladder.strict:  # what is not checked cannot be called supported
            evidence = replace(evidence or EvidenceSettings(), mode="enforce")
        self._evidence = EvidenceIndex(candidates, evidence or EvidenceSettings(), language)
        self._page = Transcript(
            candidates, self._form.citation_mode, holds_back=self._ladder.holds_back, opening=reservations.opening
        )
        self._disagreements, self._few_sections = reservations.disagreements, reservations.few_sections
        judged_by, only_doubted = candidates if verified else None, verified == "doubted"
        self._review = Review(
            self._page,
            self._evidence,
            self._ladder,
            language,
            judged_by,
            only_doubted=only_doubted,
            disagreements=reservations.disagreements,
            rule=rule,
        )
        self._review.of_part = reservations.of_part
        self._tally = self._page.tally
        self._titles, self._unsaid = list[str](), Unsaid()
        """Titles of texts that broke off, and what these held back."""
        self._received, self._resumed, self._left_open = 0, 0, False
        """`_left_open`: the text before this one is JSON that its model left open."""
        self._phase = Phase.RECEIVING
        self._text = self._next_text(Blocks.PARAGRAPHS)

    def _next_text(self, blocks: Blocks) -> TextReader:
        return TextReader(self._candidates, self._page, self._review, inline=self._form.inline, blocks=blocks)

    # What is asked about it ----------------------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        """A cap is reached: what comes from the model is no longer read, and the turn should end."""
        return self._page.full

    @property
    def accepted(self) -> tuple[ParagraphFinished, ...]:
        """The finished paragraphs."""
        return tuple(self._tally.paragraphs)

    @property
    def waits(self) -> bool:
        """A paragraph waits: for a comparison (`far_sources`), for verdicts (`claims`), or because it is `lost`."""
        return self._review.waits

    @property
    def far_sources(self) -> list[FarSource]:
        """The sources in another language that are to be compared before anything goes on (`compare`)."""
        return self._review.far_sources

    @property
    def claims(self) -> list[Claim]:
        """What a verifier is to judge before anything goes on (`judge`); empty without one."""
        return self._review.claims

    @property
    def strict(self) -> bool:
        """No paragraph may be seen unjudged."""
        return self._ladder.holds_back

    @property
    def in_doubt(self) -> bool:
        """It is so because the gate is in doubt."""
        return self._ladder.in_doubt

    @property
    def lost(self) -> Lost | None:
        """The paragraph that everything waits for: `replace` it or `give_up`."""
        return self._review.lost

    @property
    def resumable(self) -> bool:
        """The text broke off: `resume`, and feed the text of what is missing, or `forgo` it."""
        return self._phase is Phase.BROKEN_OFF

    @property
    def whole(self) -> bool:
        """Another process had said everything: its last paragraph has no separator behind it."""
        return bool(self._tally.paragraphs) and self._tally.sent < self._tally.settled

    @property
    def unsourced(self) -> bool:
        """It was written in the form asked for and to its end, and nothing in it names a source or was meant to."""
        tally = self._tally
        fixed = all(paragraph.own or paragraph.text == self._ladder.nothing_found for paragraph in tally.paragraphs)
        meant = bool(tally.cited) or (tally.status["dropped"] > 0 and not fixed)
        return bool(tally.paragraphs) and tally.complete and not tally.fell_back and not meant

    @property
    def disagrees(self) -> bool:
        """It rests on sources that disagree, and no rule decided between them."""
        return is_open(self._tally.paragraphs, self._disagreements)

    @property
    def summary(self) -> Summary:
        """The facts about what was said so far."""
        return summarised(self._tally, self._form.citation_mode, self._candidates, self._evidence)

    # A text of the model -------------------------------------------------------------------------------------------

    def written_by(self, *, quoted: bool) -> None:
        """Takes note of who writes the next text. `quoted`: sentences of passages, and sentences of the gateway that
        name no source."""
        self._review.quoted = quoted

    def restore(self, events: Iterable[Event]) -> Items:
        """Stands where another process left off, before anything is received. Text behind the last finished paragraph
        is withdrawn, or closed as a paragraph of its own where it must stay."""
        self._page.restore(events, self._ladder.rollback)
        return self._page.flush()

    def receive(self, text: str, marks: Sequence[Mark] | None = None) -> Items:
        """Takes a piece of model text, of any length. `marks`: what its service tells beside it of the text's
        citations; None where it tells none, and the text holds them. All pieces of a text are of one kind."""
        if self._page.full:
            return []
        if marks is not None:
            self._text.expect_marks()
        text = self._text.sanitized(text)
        length = size(text)
        self._received += length
        over = self._received - MOST_BYTES
        self._text.receive(text[: fitting(text, length - over)] if over > 0 else text, marks or ())
        self._read()
        if over > 0:
            self._page.limit("bytes")
        return self._page.flush()

    def think(self, text: str) -> Items:
        """Takes a piece of reasoning that the provider sends beside the text."""
        self._page.think_aside(text)
        return self._page.flush()

    def halt(self) -> None:
        """Ends in front of the next paragraph, with reason `budget`. There is at least one paragraph, so nothing breaks
        when no more follow."""
        self._page.most = min(self._page.most, max(len(self._tally.paragraphs) + self._text.begun, 1))

    def end(self, finish_reason: str | None = None, failure: Reason | None = None) -> Items:
        """Takes note that the model's text is over; returns what was held back. `failure`: why generation was cut, if
        it was."""
        if self._phase is not Phase.RECEIVING:
            return []
        self._on(Trigger.END)
        parts = self._text.rest(cut=self._page.full)
        rest, end = ended(parts, self._text.format, finish_reason, failure)
        if self._text.blank and (failure is not None or end.unclosed):
            rest = self._unsaid.keep(end, rest)
        self._text.take([*rest, end])
        self._read()
        self._page.end_thoughts()
        return self._page.flush()

    # A paragraph that waits ----------------------------------------------------------------------------------------

    def compare(self, found: Sequence[Sequence[Near]] | None) -> Items:
        """Takes the nearest sentences of each of `far_sources`, or None if nobody could compare, and goes on."""
        self._review.compare(found)
        self._read()
        return self._page.flush()

    def judge(self, verdicts: Sequence[Verdict]) -> Items:
        """Takes the verdicts, in the order of `claims`, and goes on."""
        self._review.judge(verdicts)
        self._read()
        return self._page.flush()

    def judge_late(self, index: int, text: str, verdicts: Sequence[Verdict]) -> Items:
        """Takes verdicts that come when their paragraph is out: the one at this index with this text. They count in the
        summary."""
        self._review.judge_late(index, text, verdicts)
        return self._page.flush()

    def replacement(self) -> Replacement:
        """Returns a reader for the text that is to replace the lost paragraph."""
        return Replacement(self._candidates)

    def replace(self, replacement: Replacement) -> Items:
        """Puts another paragraph in the place of the lost one, and goes on; where it is no better, the lost one
        stays."""
        self._review.replace(replacement)
        self._read()
        return self._page.flush()

    def give_up(self) -> Items:
        """Lets the lost paragraph stand as it is, degraded or replaced by the fixed sentence, and goes on."""
        self._review.give_up()
        self._read()
        return self._page.flush()

    # A text that broke off -----------------------------------------------------------------------------------------

    def resume(self) -> Items:
        """Withdraws the open paragraph, or closes it where it must stay; the next pieces are a new text's."""
        if self._phase is not Phase.BROKEN_OFF:
            return []
        self._on(Trigger.RESUME)
        text, end = self._text, self._text.end
        assert end is not None  # it broke off
        others = self._ladder.resumes > 1  # what follows may be another model's
        reason: Reason | None = "interrupted" if others and end.failure is not None else end.reason
        stays = text.leave(reason, rollback=self._ladder.rollback)
        self._titles += [*text.titles, *text.block_titles]
        if self._tally.paragraphs or stays or self._page.exposed:
            self._page.look_for_place()
        else:
            self._page.flow(compares=False)
        self._left_open = end.left_open
        self._resumed += 1
        self._text = self._next_text(after(text.blocks, Trigger.RESUME))
        self._text.take(stays)
        self._read()
        return self._page.flush()

    def forgo(self) -> Items:
        """Ends the text that broke off where it stands: nobody goes on with it, and what was held back is shown."""
        if self._phase is Phase.BROKEN_OFF:
            self._on(Trigger.FORGO)
            self._finish_text()
            self._read()
        return self._page.flush()

    def close(self, finish_reason: str | None = None, failure: Reason | None = None) -> Items:
        """Returns the rest: last text, the open paragraph, the outline. What is still lost is given up."""
        if self._phase is Phase.CLOSED:
            return []
        out = self.end(finish_reason, failure)
        while self._review.waits or self._phase is Phase.BROKEN_OFF:
            out += self.give_up() if self._review.waits else self.forgo()
        self._on(Trigger.CLOSE)
        self._conclude()
        self._page.end_thoughts()
        titles = [*self._titles, *self._text.titles] or self._text.block_titles or self._text.titles_beside()
        if titles or self._form.deliverable:
            self._page.outline(titles, self._language, self._few_sections if self._form.deliverable else "")
        return out + self._page.flush()

    @property
    def sources(self) -> list[Event]:
        """Returns the events that follow the rest: references that no paragraph brought, the counts, and `offered`."""
        page, summary = self._page, self.summary
        left = page.unseen(summary.references)
        offered = tuple(candidate.offer for candidate in self._candidates)
        return [*left, CitationsFinished(summary.paragraph_count, len(page.seen) + len(left), offered)]

    # Reading -------------------------------------------------------------------------------------------------------

    def _on(self, trigger: Trigger) -> None:
        self._phase = after(self._phase, trigger)

    def _read(self) -> None:
        """Reads on, up to a paragraph that waits, or to all that has come."""
        while (end := self._text.read()) is not None:
            self._text.end = replace(end, reason=self._tally.reason or end.reason)
            if self._broke_off(self._text.end):
                self._on(Trigger.BREAK_OFF)
            else:
                self._finish_text()

    def _broke_off(self, end: TextEnd) -> bool:
        """Tells whether there is something to go on from, and something left to say."""
        if end.last or self._resumed >= self._ladder.resumes or self._text.blocks not in RESUMABLE:
            return False
        cut = end.failure is not None or (ran_out(end.finish_reason) and not self._text.blank)
        return end.resumable(self._text.format) and (cut or (end.left_open and self._ladder.regenerate))

    def _finish_text(self) -> None:
        """Ends a text behind which no other one comes; where it says nothing, what the others held back is shown."""
        text = self._text
        assert text.end is not None  # it was read
        if text.blank:
            text.end, rest = self._unsaid.most(text.end)
            text.take(rest)
            self._read()
        says_nothing = text.blank or (self._resumed > 0 and not text.format)
        if says_nothing and text.read_thought(whole=text.blank):
            return
        text.finish()
        self._on(Trigger.FINISH)

    def _conclude(self) -> None:
        tally, end, page = self._tally, self._text.end, self._page
        assert end is not None  # every text has come to its end
        tally.reason = end.conclusion(self._text.format) or (self._text.lost_as if tally.fell_back else None)
        if self._left_open and not self._text.format:  # nothing went on with it
            tally.reason = "truncated"
        tally.complete = tally.reason in (None, "not_json", "bad_shape", "refusal") and not end.unclosed
        if page.holds_back and page.exposed:  # no paragraph came in the place of the broken one
            page.break_off("truncated")
