"""Rules for a paragraph that went wrong: what may be asked for again, what must be supported, what stands already."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gateway import words
from gateway.answer.answer import Candidates, Citation, DoubtReason
from gateway.answer.core.format_detection import ModelText
from gateway.answer.core.paragraph import OpenParagraph
from gateway.answer.outline import SuiviFilter
from gateway.answer.reading.characters import Sanitizer
from gateway.answer.reading.cited_text import CitedText, Mark
from gateway.answer.reading.parts import AllKnown, Cut, End, FormatBegun, Ids, Part
from gateway.words.languages import LANGUAGES
from gateway.words.text import markdown

CLOSING = ("json", "quoted", "tags")
"""Formats that tell when they are complete."""
DAMAGE: frozenset[str] = frozenset({"not_json", "bad_shape", "truncated"})
"""What a paragraph can be lost to inside a text that the model itself ended."""
SUPPORTED = frozenset({"ok", "weak", "moved"})
CONTRADICTING: frozenset[DoubtReason] = frozenset({"figure", "negation"})
"""Doubts with which strict mode shows no paragraph."""
ALIKE = 0.9
"""Share of common words from which on two paragraphs with the same numbers and negations say the same."""

LONGEST_HEADING = 120
_LEADS_ON = re.compile(r"[^\n.!?。！？]{1,160}[:：]")
_DIGIT = re.compile(r"\d")
_NEGATIONS = frozenset().union(*(language.negation_words for language in LANGUAGES.values()))


@dataclass(frozen=True, slots=True)
class Ladder:
    """What may be done about a paragraph that went wrong, in one answer."""

    rollback: bool = False
    """Text that was sent may be withdrawn."""
    regenerate: bool = False
    """A lost paragraph waits (`AnswerStream.lost`) until it is replaced or given up. JSON that its model left open may
    go on."""
    strict: bool = False
    """No text is shown before its paragraph is validated; a factual one needs a supported citation."""
    nothing_found: str = ""
    """The sentence that stands for an unsupported paragraph, in the answer's language."""
    resumes: int = 1
    """How often a text that broke off may go on: once for each model that may be asked."""
    in_doubt: bool = False
    """`strict` because the gate is in doubt. A citation without a wrong fact is enough then."""

    @property
    def holds_back(self) -> bool:
        """Tells whether no paragraph may be seen unjudged."""
        return self.strict or self.in_doubt

    def carried(self, citations: Sequence[Citation]) -> bool:
        """Tells whether the citations of a factual paragraph are enough."""
        enough = not self.in_doubt or any(is_free_of_errors(citation) for citation in citations)
        return enough and (not self.strict or supported(citations))


@dataclass(frozen=True, slots=True)
class Lost:
    """A paragraph that may be asked for once more. `reason`: one of `DAMAGE`, or `unsupported` in strict mode."""

    index: int
    text: str
    reason: str


def supported(citations: Iterable[Citation]) -> bool:
    """Tells whether the wording of one source at least was found to carry the paragraph."""
    return any(citation.status in SUPPORTED for citation in citations)


def is_free_of_errors(citation: Citation) -> bool:
    """Tells whether no fact of the paragraph is known to differ from the source."""
    return citation.status != "weak" or citation.reason in (None, "part", "wording", "calibrated")


def contradicted(citations: Iterable[Citation]) -> bool:
    """Tells whether a figure or a negation of the paragraph is not that of its sources."""
    return any(not CONTRADICTING.isdisjoint(citation.doubts) for citation in citations)


def factual(text: str, language: str) -> bool:
    """Tells whether a paragraph claims something; headings, questions and lines that lead on to the next paragraph do
    not.

    In doubt it does: what strict mode lets pass without a source should be nothing but form.
    """
    text = text.strip()
    if any(code.start == 0 for code in markdown.fences(text)):
        return True
    if _is_heading(text):
        return False
    if _LEADS_ON.fullmatch(text) and not _DIGIT.search(text):
        return False
    prose = [text[start:end].strip() for start, end in words.sentences(text, language)]
    claims = [claim for claim in prose if not claim.rstrip("*_ \"'”»)）").endswith(("?", "？"))]
    return any(words.content_words(claim, language) for claim in claims)


def _is_heading(text: str) -> bool:
    """Tells whether a text is one heading, or one line in bold."""
    lines = text.split("\n")
    if len(lines) == 1 and len(markdown.bold_line(text)) in range(1, LONGEST_HEADING + 1):
        return True
    is_short = len(lines) == 1 or len(lines[0]) <= LONGEST_HEADING
    return is_short and any(heading.end - heading.start == len(lines) for heading in markdown.headings(text))


def repeats(text: str, earlier: Iterable[str], language: str) -> bool:
    """Tells whether a paragraph repeats one before it, with nearly the same words.

    Other numbers or another negation make another statement, however alike the words are.
    """
    own = set(words.terms(text, language))
    numbers = words.numbers(text)
    for other in earlier:
        if other == text:
            return True
        theirs = set(words.terms(other, language))
        common = len(own & theirs)
        alike = bool(common) and common >= ALIKE * len(own | theirs)
        if alike and numbers == words.numbers(other) and not (own ^ theirs) & _NEGATIONS:
            return True
    return False


class Replacement:
    """Reads a model's text for its first paragraph alone. It must come whole, and in plain text with markers."""

    def __init__(self, candidates: Candidates) -> None:
        self._model: ModelText | CitedText = ModelText(candidates.unmistaken)
        self._sanitizer, self._suivi = Sanitizer(), SuiviFilter()
        self._over = False
        """The paragraph is over, and waits for citations that come beside the text."""
        self._open = OpenParagraph(candidates)
        self._formed = False
        self.done = False
        """Nothing more needs to be read."""
        self.refused = "truncated"
        """Why there is no paragraph; empty when there is one."""

    @property
    def paragraph(self) -> OpenParagraph | None:
        return None if self.refused else self._open

    def receive(self, text: str, marks: Sequence[Mark] | None = None) -> None:
        """Takes a piece; see `AnswerStream.receive`."""
        if marks is not None and not isinstance(self._model, CitedText):
            self._model = CitedText()
        if not self.done:
            parts = self._model.feed(self._sanitizer.feed(text))
            if isinstance(self._model, CitedText):
                for mark in marks or ():
                    parts += self._model.cite(mark)
            self._take(parts)

    def end(self) -> None:
        """Takes note that the model ended its text itself."""
        if not self.done:
            parts = self._model.feed(self._sanitizer.close(), final=True)
            cut = any(isinstance(part, Cut) and part.open_text for part in parts)
            self._take([part for part in parts if not isinstance(part, Cut)])
            if not cut:
                self._finish()
            self.done = True

    def _take(self, parts: Iterable[Part]) -> None:
        for part in parts:
            if self.done:
                return
            match part:
                case str():
                    if not self._over:
                        self._open.add(self._suivi.feed(part), cut=False)
                case Ids() if isinstance(self._model, CitedText):
                    self._open.cite(part.raw, part.quoted)
                case Ids():
                    self._open.claim(part.raw, part.whole, part.marked)
                case FormatBegun():
                    self._formed = part.format in (*CLOSING, "cited")
                case End() if isinstance(self._model, CitedText):
                    self._over = not self._open.empty
                case AllKnown() if not self._open.empty:
                    self._finish()
                case End():
                    self._finish()

    def _finish(self) -> None:
        if self.done:
            return
        self._open.add(self._suivi.close(), cut=False)
        if self._open.empty:
            self.refused = "empty"
        elif not (self._formed or self._open.claims):
            self.done, self.refused = True, "not_json"
        else:
            self.done, self.refused = True, ""
