"""The outline of a deliverable: a field of the answer's JSON, or a `SUIVI` block at the end of its text.

    SUIVI
    [S1] First title
    [S2] Second title

The block is never part of the answer text. While streaming, a tail that could be its start is held back: this is
decided on half a line, which `words/text/markdown.py` cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from gateway import words
from gateway.answer.answer import Candidate, Section
from gateway.answer.events import CoreDecision, Event, OutlineFound, ParagraphFinished
from gateway.answer.evidence.citation_ids import needs_source

FEWEST, MOST_SECTIONS = 4, 8
"""Sections that a deliverable is asked for; fewer are accepted and noted, more are cut."""
LONGEST_TITLE = 120
LONGEST_LINE = 400
JOINT = " · "
"""Between the titles of two sections that have become one."""
LONGEST_QUOTE = 12
"""Words in a row that a title may share with a document: the conversation keeps no document text."""

_HEAD = re.compile(
    r"[ \t]{0,3}(?:#{1,6}[ \t]{1,3}|\*\*|__)?SUIVI[ \t]{0,3}:?[ \t]{0,3}(?:\*\*|__)?[ \t]{0,3}:?[ \t]{0,3}(?:\n|$)"
)
_PART_OF_HEAD = re.compile(
    r"[ \t]{0,3}(?:#{0,6}|#{1,6}[ \t]{1,3}|\*{1,2}|_{1,2})"
    r"(?:S|SU|SUI|SUIV|SUIVI[ \t]{0,3}:?[ \t]{0,3}(?:\*{0,2}|__?)[ \t]{0,3}:?[ \t]{0,3})?"
)
_ENTRY = re.compile(r"[ \t]{0,3}(?:[-*][ \t]{1,3})?(?:\*\*)?\[?S(\d{1,2})(?:\]|[ \t]*+[:.)—–-])(?:\*\*)?[ \t]*+(.*)")
_PART_OF_ENTRY = re.compile(r"[ \t\n]{0,8}(?:[-*][ \t]{0,3})?\*{0,2}\[?(?:S\d{0,2})?")
_BEHIND = re.compile(r"[ \t\n]{0,8}(?:[-*][ \t]{1,3})?(?:\*\*)?\[?S\d{1,2}[\]:.)—– \t-]")
_SPACE = re.compile(r"\s+")
_NUMBERED = re.compile(r"Section \d+")
_MARKUP = re.compile(r"^[#>*_\s]+|[*_\s]+$")


def block(sections: Sequence[Section]) -> str:
    """Returns the block that programs read, without a line end behind it."""
    return "\n".join(["SUIVI", *(f"[{section.id}] {section.title}" for section in sections)])


class SuiviFilter:
    """Takes `SUIVI` blocks out of text. Text goes in and out in pieces; titles gather in `titles`."""

    def __init__(self) -> None:
        self.titles: list[str] = []
        self._tail = ""
        self._line_start = True
        self._inside = False

    def feed(self, text: str, final: bool = False) -> str:
        """Returns the text without blocks; a tail that may begin one is held back unless `final`."""
        if self._tail:
            text, self._tail = self._tail + text, ""
        elif not (self._line_start or self._inside or final) and "\n" not in text:
            return text
        shown: list[str] = []
        at = 0
        while at < len(text):
            inside = self._inside
            position = self._block(text, at, final) if inside else self._plain(text, at, final, shown)
            if position == at and self._inside == inside:
                break
            at = position
        self._tail = text[at:]
        return "".join(shown)

    @property
    def busy(self) -> bool:
        """A block has begun, or its first line stands there: a blank line does not end it."""
        return self._inside or bool(self._tail and _HEAD.fullmatch(self._tail))

    def close(self) -> str:
        """Returns what was held back; the next text begins a line."""
        rest = self.feed("", final=True)
        self._line_start, self._inside = True, False
        return rest

    def _plain(self, text: str, at: int, final: bool, shown: list[str]) -> int:
        if self._line_start:
            head = _HEAD.match(text, at)
            if head and (head.group().endswith("\n") or final):
                part = _PART_OF_ENTRY.fullmatch(text, head.end())
                if _BEHIND.match(text, head.end()) or (part and final):
                    self._inside = True
                    return head.end()
                if part:
                    return at
            elif not final and _PART_OF_HEAD.fullmatch(text, at):
                return at
            self._line_start = False
        end = text.find("\n", at) + 1
        self._line_start = end > 0
        shown.append(text[at : end or len(text)])
        return end or len(text)

    def _block(self, text: str, at: int, final: bool) -> int:
        end = text.find("\n", at, at + LONGEST_LINE) + 1
        if not end and not final and len(text) - at < LONGEST_LINE:
            return at
        line = text[at : end - 1] if end else text[at : at + LONGEST_LINE]
        entry = _ENTRY.fullmatch(line)
        if entry:
            self.titles.append(entry.group(2))
        elif line.strip() and not (final and not end and _PART_OF_ENTRY.fullmatch(line)):
            self._inside, self._line_start = False, True
            return at
        return at + len(line) + (end > 0)


def found(
    titles: Sequence[str], paragraphs: Sequence[ParagraphFinished], cited: Sequence[Candidate], language: str
) -> list[Event | CoreDecision]:
    """Returns the outline that a deliverable's titles make, or the note that it has none though it claims something."""
    if not titles:
        claims = any(needs_source(paragraph.text, language) for paragraph in paragraphs)
        return [CoreDecision("outline_missing")] if claims else []
    made, decisions = sections(titles, paragraphs, cited, language)
    return [*decisions, OutlineFound(made)] if made else [*decisions]


def sections(
    titles: Sequence[str], paragraphs: Sequence[ParagraphFinished], cited: Sequence[Candidate], language: str
) -> tuple[tuple[Section, ...], list[CoreDecision]]:
    """Returns S1…S8 from the titles as the model wrote them, renumbered by position, with the paragraphs they cover;
    and what was decided about them.

    A title that has a long run of a document's words becomes "Section n"; one that shares no word with the answer or
    its sources is replaced by the first words of its paragraph. Then sections of one paragraph are merged.
    """
    decisions: list[CoreDecision] = []
    named = list(filter(None, map(one_line, titles)))
    if not FEWEST <= len(named) <= MOST_SECTIONS:
        decisions.append(CoreDecision("outline_size", {"sections": len(named)}))
    named = named[:MOST_SECTIONS]
    texts = [set(words.terms(paragraph.text, language)) for paragraph in paragraphs]
    sources = [words.terms(candidate.text, language) for candidate in cited]
    known = set[str]().union(*texts, *sources)
    covers = _cover(
        [set(words.content_words(title, language)) for title in named], texts, _stands(named, paragraphs, cited)
    )
    made: list[Section] = []
    for number, (title, covered) in enumerate(zip(named, covers, strict=True), start=1):
        first = covered[0] if covered else min(number, len(paragraphs)) - 1
        shown_title, why = honest(title, number, paragraphs[first].text if paragraphs else "", language, known, sources)
        if why:
            decisions.append(CoreDecision(why, {"title": title}))
        taken = {words.fold(section.title) for section in made}
        if words.fold(shown_title) in taken:
            others = _distinguishing([paragraphs[index] for index in covered], cited, known, sources, language)
            shown_title = next((each for each in others if words.fold(each) not in taken), "")
        if shown_title:
            made.append(Section("", shown_title, covered))
        else:
            decisions.append(CoreDecision("outline_title_twice", {"title": title}))
    return _merged(made, language, sources), decisions


def _merged(made: Sequence[Section], language: str, sources: Sequence[list[str]]) -> tuple[Section, ...]:
    """Returns sections of which each with one paragraph is one with its shorter neighbour, as long as `FEWEST` remain.
    A section without paragraphs stays as it is."""
    merged = list(made)
    while len(merged) > FEWEST:
        pairs = [
            (len(first.paragraphs) + len(second.paragraphs), at)
            for at, (first, second) in enumerate(pairwise(merged))
            if first.paragraphs and second.paragraphs and 1 in (len(first.paragraphs), len(second.paragraphs))
        ]
        if not pairs:
            break
        _, at = min(pairs)
        first, second = merged[at : at + 2]
        names = [each.title for each in (first, second) if not _NUMBERED.fullmatch(each.title)] or [first.title]
        title = JOINT.join(names)
        if len(title) > LONGEST_TITLE or quotes(title, language, sources):
            title = names[0]
        merged[at : at + 2] = [Section("", title, tuple(sorted(first.paragraphs + second.paragraphs)))]
    return tuple(replace(section, id=f"S{number}") for number, section in enumerate(merged, start=1))


def _distinguishing(
    paragraphs: Sequence[ParagraphFinished],
    cited: Sequence[Candidate],
    known: Set[str],
    sources: Sequence[list[str]],
    language: str,
) -> Iterator[str]:
    """Yields titles for a section whose own one another section has: headings of what its paragraphs cite, then their
    first words."""
    ids = {citation_id for paragraph in paragraphs for citation_id in paragraph.citation_ids}
    headings = [each.heading.rsplit(" › ", 1)[-1] for each in cited if each.citation_id in ids]
    for title in [*headings, *(_first_words(paragraph.text) for paragraph in paragraphs)]:
        shown_title, why = honest(one_line(title), 0, "", language, known, sources)
        if shown_title and why is None:
            yield shown_title


def honest(
    title: str, number: int, paragraph: str, language: str, known: Set[str], sources: Sequence[list[str]]
) -> tuple[str, str | None]:
    """Returns the title of section `number`, or what stands for it and why: `outline_title_invented` or
    `outline_title_quotes`.

    `paragraph`: the text of its first one; `known`: terms of the answer and its sources; `sources`: terms of each.
    """
    if title == f"Section {number}":
        return title, None
    why = None
    if paragraph and not known & set(words.content_words(title, language)):
        title, why = _first_words(paragraph), "outline_title_invented"
    if quotes(title, language, sources):
        return f"Section {number}", why or "outline_title_quotes"
    return title, why


def one_line(raw: str) -> str:
    """Returns a title without markup around it, on one line, of at most `LONGEST_TITLE` characters."""
    return _MARKUP.sub("", _SPACE.sub(" ", raw))[:LONGEST_TITLE].strip()


def _first_words(text: str) -> str:
    line = one_line(text.strip().split("\n", 1)[0])
    return shortened(line if len(line) <= 60 else line[:60].rsplit(" ", 1)[0])


def shortened(title: str) -> str:
    """Returns a title cut to `LONGEST_QUOTE` words, as many as may be anyone's."""
    if " " in title:
        return " ".join(title.split()[:LONGEST_QUOTE])
    return title[: 2 * LONGEST_QUOTE] if words.is_unspaced(title[:1]) else title


def quotes(title: str, language: str, sources: Sequence[list[str]]) -> bool:
    """Tells whether a source holds the title's words for longer than `LONGEST_QUOTE`; two Chinese characters are a
    word."""
    spelled = [f" {' '.join(_spelled(source))} " for source in sources]
    return any(
        f" {' '.join(run)} " in source for run in _runs(_spelled(words.terms(title, language))) for source in spelled
    )


def _runs(terms: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yields runs of words that are too long for a quote, from each word on."""
    end = size = 0
    for start, first in enumerate(terms):
        while end < len(terms) and size <= 2 * LONGEST_QUOTE:
            size += _weight(terms[end])
            end += 1
        if size > 2 * LONGEST_QUOTE:
            yield terms[start:end]
        size -= _weight(first)


def _weight(word: str) -> int:
    return 1 if words.is_unspaced(word) else 2


def _spelled(terms: Sequence[str]) -> list[str]:
    """Returns terms as they follow each other in a text: without the pairs that overlap in scripts without blanks."""
    return [term for term in terms if len(term) == 1 or not words.is_unspaced(term)]


def _stands(
    titles: Sequence[str], paragraphs: Sequence[ParagraphFinished], cited: Sequence[Candidate]
) -> list[int | None]:
    """Returns for each paragraph the section whose title is the heading of its first source, if there is one."""
    places = {words.fold(title): index for index, title in reversed(list(enumerate(titles)))}
    heads = {
        candidate.citation_id: words.fold(one_line(candidate.heading.rpartition(" › ")[2] or candidate.title))
        for candidate in cited
    }
    first = (next(iter(paragraph.citation_ids), "") for paragraph in paragraphs)
    return [places.get(heads.get(citation_id, "")) for citation_id in first]


def _cover(
    titles: Sequence[set[str]], texts: Sequence[set[str]], stands: Sequence[int | None]
) -> list[tuple[int, ...]]:
    """Returns the paragraphs of each section. A paragraph goes to the section that `stands` names, else to the one of
    whose title it has most words; one that has none follows its predecessor."""
    covers: list[list[int]] = [[] for _ in titles]
    current = 0
    for index, text in enumerate(texts):
        shares = [len(title & text) / len(title) if title else 0.0 for title in titles]
        best = max(range(len(shares)), key=lambda index: (shares[index], index == current), default=None)
        if best is None:
            break
        stood = stands[index]
        current = stood if stood is not None else best if shares[best] > 0 else current
        covers[current].append(index)
    return [tuple(cover) for cover in covers]
