"""Validation of complete paragraphs: each one stands, is set right, or is lost and waits for another try.

A paragraph that cites a source in another language waits until somebody has compared their meaning. Where a stronger
verifier is asked, a paragraph with citations waits for its verdicts, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from gateway.answer.answer import Candidates, Citation, Reason
from gateway.answer.core.lost_paragraphs import DAMAGE, Ladder, Lost, Replacement, contradicted, factual, repeats
from gateway.answer.core.paragraph import OpenParagraph
from gateway.answer.core.transcript import SEPARATOR, Transcript
from gateway.answer.events import CoreDecision
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement, own_citations, remarked
from gateway.answer.evidence.doubts import in_part
from gateway.answer.evidence.evidence import EvidenceIndex
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict, claims, is_doubted, judged


class Done(NamedTuple):
    """A paragraph that is complete and waits to be checked."""

    paragraph: OpenParagraph
    degraded: Reason | None
    more: bool
    """Another one follows."""
    again: bool = True
    """It may be asked for again."""
    cut: bool = False
    """Its text was cut off."""
    shown: bool = False
    """Its text is on the page."""


class _Checked(NamedTuple):
    done: Done
    text: str
    citations: list[Citation]
    dropped: int
    contradicted: bool = False
    """As the rules found it, whatever a verifier says."""
    flaw: str = ""
    """Why the paragraph is lost; empty when it stands."""
    own: bool = False
    """The gateway wrote it."""
    is_verified: bool = False
    """A verifier supports a citation."""


def ending(more: bool) -> str:
    """Returns what is sent behind a paragraph."""
    return SEPARATOR if more else ""


class Review:
    """Takes paragraphs in order and puts them on the page. While one of them `waits`, no other may be given."""

    def __init__(
        self,
        page: Transcript,
        evidence: EvidenceIndex,
        ladder: Ladder,
        language: str,
        judged_by: Candidates | None = None,
        *,
        only_doubted: bool = False,
        disagreements: Sequence[ToldDisagreement] = (),
        rule: EvidenceRule | None = None,
    ) -> None:
        """Makes one review.

        judged_by: the candidates, where a verifier is asked.
        only_doubted: it is asked only about paragraphs that our own check doubts.
        disagreements: what the candidates disagree about; the gateway's own sentences about it are known by their
        texts.
        rule: which citations stay `ok`.
        """
        self._rule = rule
        self._page, self._evidence, self._ladder, self._language = page, evidence, ladder, language
        self._judged_by, self._only_doubted = judged_by, only_doubted
        self._disagreements = {each.sentence: each for each in disagreements}
        self.far_sources: list[FarSource] = []
        """What is to be compared by its meaning before anything goes on (`compare`)."""
        self._judging: _Checked | None = None
        self._waiting: _Checked | None = None
        self.of_part = False
        """The sources are part of the table that is asked about."""
        self.quoted = False
        """Who writes only quotes: what it says without naming a source is the gateway's own sentence."""

    @property
    def waits(self) -> bool:
        return self._waiting is not None or self._judging is not None

    @property
    def claims(self) -> list[Claim]:
        """What the verifier is to judge before anything goes on; empty when nothing waits for it."""
        if self._judging is None or self._judged_by is None or self.far_sources:
            return []
        return claims(self._judging.text, self._judging.citations, self._judged_by, self._language)

    def compare(self, found: Sequence[Sequence[Near]] | None) -> None:
        """Goes on with what was found for each of `far_sources`; None if they could not be compared."""
        checked, sources = self._judging, self.far_sources
        self._judging, self.far_sources = None, []
        if checked is not None:
            if found is not None:
                checked = checked._replace(citations=self._evidence.compared(checked.citations, sources, found))
            self._go_on(checked)

    def judge(self, verdicts: Sequence[Verdict]) -> None:
        """Goes on with the citations that stand."""
        checked, self._judging = self._judging, None
        if checked is None:
            return
        standing, fallen = judged(checked.citations, verdicts)
        self._drop(fallen)
        dropped, is_verified = checked.dropped + len(fallen), any(each.label == "supported" for each in verdicts)
        self._decide(checked._replace(citations=list(standing), dropped=dropped, is_verified=is_verified))

    def judge_late(self, index: int, text: str, verdicts: Sequence[Verdict]) -> None:
        """Takes the verdicts on a paragraph that is out already; nothing where another one came into its place."""
        paragraphs = self._page.tally.paragraphs
        if index >= len(paragraphs) or paragraphs[index].text != text:
            return
        standing, fallen = judged(paragraphs[index].citations, verdicts)
        self._drop(fallen, late=True)
        statuses: dict[str, str] = {citation.citation_id: citation.status for citation in standing}
        self._page.revise(index, statuses | dict.fromkeys((citation.citation_id for citation in fallen), "dropped"))

    def _drop(self, refuted: Sequence[Citation], **more: bool) -> None:
        ids = (citation.citation_id for citation in refuted)
        self._page.decide(*(CoreDecision("id_dropped", {"id": each, "reason": "refuted", **more}) for each in ids))

    @property
    def lost(self) -> Lost | None:
        waiting = None if self._judging is not None else self._waiting
        return None if waiting is None else Lost(len(self._page.tally.paragraphs), waiting.text, waiting.flaw)

    def check(self, done: Done) -> None:
        """Validates a complete paragraph; it stands, or is lost."""
        done = done._replace(shown=done.shown or self._page.shows)
        text = done.paragraph.text
        if not done.shown and self._is_repeated(text):
            self._page.note("paragraph_repeated", text=text[:80])
            return
        self._compared_first(self._checked(done))

    def _compared_first(self, checked: _Checked) -> None:
        """Goes on, or waits until sources in another language are compared."""
        self.far_sources = self._evidence.far_sources(checked.text, checked.citations)
        if self.far_sources:
            self._judging = checked
        else:
            self._go_on(checked)

    def _go_on(self, checked: _Checked) -> None:
        """Decides, or waits for the verifier first."""
        if self._asks_about(checked.citations) and not checked.own:
            self._judging = checked
        else:
            self._decide(checked)

    def _decide(self, checked: _Checked) -> None:
        if self._rule is not None and not checked.own:
            found = partial(self._evidence.features, checked.text, checked.citations, is_verified=checked.is_verified)
            checked = checked._replace(citations=self._rule.applied(checked.citations, found))
        if self._waiting is not None:
            self._put_in_place(self._waiting, checked)
        else:
            self._conclude(checked)

    def _asks_about(self, citations: Sequence[Citation]) -> bool:
        """Tells whether a verifier is asked about a paragraph with these citations."""
        asks = self._judged_by is not None and bool(citations)
        return asks and (not self._only_doubted or is_doubted(citations))

    def _checked(self, done: Done) -> _Checked:
        """Checks the citations of a paragraph; a degraded one has none."""
        paragraph = done.paragraph
        if told := self._disagreements.get(paragraph.text):
            return _Checked(done, paragraph.text, list(own_citations(told, self._page.candidates)), 0, own=True)
        ids = [] if done.degraded else paragraph.ids
        citations, decisions = self._evidence.check(paragraph.text, ids, paragraph.quoted)
        self._page.decide(*decisions)
        wrong = contradicted(citations)
        if self.of_part and not self.quoted:
            citations = in_part(citations, paragraph.text)
        citations = remarked(citations, paragraph.text, tuple(self._disagreements.values()))
        dropped = paragraph.dropped + len(ids) - len(citations)
        own = self.quoted and not paragraph.claims and not done.degraded
        return _Checked(done, paragraph.text, citations, dropped, wrong, own=own)

    def _conclude(self, checked: _Checked) -> None:
        """Lets a paragraph stand whose citations are known, or calls it lost."""
        done = checked.done
        damaged = done.degraded in DAMAGE
        flaw = str(done.degraded) if damaged else self._unsupported(checked)
        verdict = checked._replace(flaw=flaw)
        changeable = self._ladder.rollback or not done.shown or not self._page.exposed
        if flaw and done.again and self._ladder.regenerate and changeable:
            self._page.note("paragraph_lost", reason=flaw)
            self._waiting = verdict
        else:
            self._settle(verdict)

    def replace(self, replacement: Replacement) -> None:
        """Puts another paragraph in the place of the one that waits. The latter stays where the other is no better; a
        verifier judges it first."""
        waiting, paragraph = self._waiting, replacement.paragraph
        if waiting is None:
            return
        if paragraph is None:
            self._page.note("replacement_refused", reason=replacement.refused)
            return
        checked = self._checked(waiting.done._replace(paragraph=paragraph, degraded=None))
        if self._is_repeated(checked.text):
            self._decide(checked)
        else:
            self._compared_first(checked)

    def _put_in_place(self, waiting: _Checked, checked: _Checked) -> None:
        """Accepts a replacement that is new and, where that is asked for, supported."""
        refused = "repeated" if self._is_repeated(checked.text) else self._unsupported(checked)
        if refused:
            self._page.note("replacement_refused", reason=refused)
            return
        self._page.note("paragraph_replaced", reason=waiting.flaw)
        self._page.withdraw()
        self._page.tally.status["dropped"] += checked.dropped
        texts, more = checked.done.paragraph.texts, waiting.done.more
        self._page.accept(texts, checked.citations, None, ending(more), shown=False)
        self._waiting = None

    def give_up(self) -> None:
        """Accepts the paragraph that waits as it is: unjudged, degraded, or with the fixed sentence in its place."""
        if self.far_sources:
            self.compare(None)
        if self._judging is not None:
            self.judge([Verdict()] * len(self._judging.citations))
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._settle(waiting)

    def _is_repeated(self, text: str) -> bool:
        return repeats(text, (paragraph.text for paragraph in self._page.tally.paragraphs), self._language)

    def _unsupported(self, checked: _Checked) -> str:
        ladder = self._ladder
        if checked.own or checked.text == ladder.nothing_found:
            return ""
        if ladder.carried(checked.citations) and not (ladder.strict and checked.contradicted):
            return ""
        return "unsupported" if factual(checked.text, self._language) else ""

    def _settle(self, verdict: _Checked) -> None:
        """Accepts a paragraph with what is known of it; in strict mode an unsupported one is replaced by the fixed
        sentence."""
        done, tally = verdict.done, self._page.tally
        tally.status["dropped"] += verdict.dropped
        texts, citations, own = done.paragraph.texts, verdict.citations, verdict.own
        if self._unsupported(verdict):
            if done.cut:
                self._page.note("paragraph_withheld", reason=done.degraded)
                return
            self._page.note("paragraph_unsupported", reason=verdict.flaw, text=verdict.text[:80])
            texts, citations, own = [self._ladder.nothing_found], [], True
            if tally.paragraphs and tally.paragraphs[-1].text == texts[0]:
                return  # said once, it holds for both
        self._page.accept(texts, citations, done.degraded, ending(done.more), shown=done.shown, own=own)
