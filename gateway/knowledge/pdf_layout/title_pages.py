"""The title on the first page of a text: the largest writing near its top, without what stands around it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gateway.knowledge.pdf_layout.headings import CONTENTS_ENTRY, HEADING_SIZE_FACTOR, rounded
from gateway.knowledge.pdf_layout.hyphens import Words
from gateway.knowledge.pdf_layout.runs import CJK, PageRow, Run, around
from gateway.words.languages.tables import listed

_MOST_TITLE_CHARS = 300
_MOST_LINES = 8
_TITLE_AREA = 0.55
"""Share of the height of the first page's text, from its top, in which its title begins."""
_LEAST_LETTERS = 3
_SHORT_NAME = 3
"""Words of a name of a journal or a company in large letters, above the title."""
_SECOND = 0.5
"""A title below such a name is so many times as large as the name at least."""
_MASTHEAD = re.compile(
    r"\b(?:journal|proceedings|transactions|annals|bulletin|newsletter|magazine|gazette|university|universit[äéà]t?"
    r"|institute|department|technical report|research report|working paper|discussion paper|issn|isbn|vol(?:ume)?\.?"
    r"|revue|zeitschrift|homepage)(?!\w)",
    re.IGNORECASE,
)
"""Words of what is above a title, and rarely in one of a few words."""
_NO_TITLE = re.compile(
    r"(?:\d\.? )?(?:abstract|summary|contents|table of contents|keywords|introduction|open|open access|preprint|draft|article|letter"
    r"|editorial|review|paper|(?:research|original|review|regular|full|short) (?:article|paper|communication|letter)"
    r"|case report|zusammenfassung|inhalt|inhaltsverzeichnis|résumé|sommaire|resumen|riassunto)[.:]?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\S@\S|https?:|www\.|doi[:. ]|arxiv:", re.IGNORECASE)
_BEGINS_TEXT = re.compile(
    r"(?:\d\.? )?(?:abstract|introduction|einleitung|zusammenfassung|résumé|resumen)[.:]?", re.IGNORECASE
)
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d+)*+\.?\s")
_BETWEEN_NAMES = listed("and und et y e de von van der den di da del la le")
_MOST_BESIDE = 4
"""Candidates that a line can continue."""
_FOOTNOTE_MARKS = "*∗⋆†‡§¶¹²³⁎ "


@dataclass(slots=True)
class _Candidate:
    """Lines of one size below each other, which may be the title."""

    lines: list[list[Run]]

    @property
    def size(self) -> float:
        return rounded(self.lines[0][0].size)

    @property
    def box(self) -> Run:
        return around([run for line in self.lines for run in line])

    def text(self, words: Words) -> str:
        return words.text(" ".join(run.text for run in line) for line in self.lines).strip(_FOOTNOTE_MARKS)

    def takes(self, run: Run) -> bool:
        """Tells whether a run continues the last line, or is the next one."""
        last = self.lines[-1][-1]
        if abs(last.size - run.size) > 0.05 * last.size:
            return False
        if abs(last.middle - run.middle) < 0.4 * run.height:
            return -run.height < run.left - last.right < 3 * run.height
        line = around(self.lines[-1])
        return line.left < run.right and run.left < line.right and line.bottom - run.top < 0.9 * run.height


def title_of(rows: Sequence[PageRow], usual: float, words: Words) -> str | None:
    """Returns the title on the first page of a text: the largest writing near its top, over one or several lines. The
    name of a journal or a university above it can be larger. usual: the size of most of the text.
    """
    runs = [run for row in rows for run in row.runs if run.angle == 0]
    if not runs:
        return None
    page = around(runs)
    lowest = page.top - _TITLE_AREA * page.height
    bodies = [run.top for run in runs if _BEGINS_TEXT.fullmatch(run.text.strip())]
    large = _candidates(run for run in runs if rounded(run.size) >= HEADING_SIZE_FACTOR * usual)
    named = [(candidate, text) for candidate in large if _is_title(text := candidate.text(words))]
    named = [pair for pair in named if pair[0].box.top > lowest] or named
    named.sort(key=lambda pair: (-pair[0].size, -pair[0].box.top))
    for index, (candidate, text) in enumerate(named):
        others = [other for other in named[index + 1 :] if other[0].box.bottom > max(bodies, default=-math.inf)]
        if not any(_is_above(candidate, text, *other) for other in others):
            return text
    capitals = _candidates(run for run in runs if run.top > lowest and run.text.isupper() and run.text.count(" ") > 1)
    return next((text for each in capitals if _is_title(text := each.text(words)) and not _MASTHEAD.search(text)), None)


def _candidates(runs: Iterable[Run]) -> list[_Candidate]:
    found: list[_Candidate] = []
    for run in runs:
        taker = next((candidate for candidate in found[: -_MOST_BESIDE - 1 : -1] if candidate.takes(run)), None)
        if taker is None:
            found.append(_Candidate([[run]]))
        elif abs(taker.lines[-1][-1].middle - run.middle) < 0.4 * run.height:
            taker.lines[-1].append(run)
        else:
            taker.lines.append([run])
    return [candidate for candidate in found if len(candidate.lines) <= _MOST_LINES]


def _is_title(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    enough = letters >= _LEAST_LETTERS or (letters > 1 and CJK.search(text) is not None)
    is_entry = _ADDRESS.search(text) or CONTENTS_ENTRY.search(text) or _NO_TITLE.fullmatch(text)
    return enough and len(text) <= _MOST_TITLE_CHARS and not is_entry


def _is_above(name: _Candidate, text: str, other: _Candidate, title: str) -> bool:
    """Tells whether large letters are the name of a journal or a company, and other ones below are the title."""
    length, box, below = _length(text), name.box, other.box
    apart = box.bottom - below.top > 1.5 * other.size or below.left > box.right or below.right < box.left
    if not apart or below.top > box.top or other.size < _SECOND * name.size or _NUMBERED.match(title):
        return False
    long = _length(title) > _SHORT_NAME and not _are_names(title)
    return long and (length <= _SHORT_NAME or (length <= 2 * _SHORT_NAME and _MASTHEAD.search(text) is not None))


def _length(text: str) -> int:
    """Returns the number of words; of letters that are written without spaces, two are one."""
    return len(text.split()) + len(CJK.findall(text)) // 2


def _are_names(text: str) -> bool:
    """Tells whether a line names people: all of its words but the small ones between names begin with a capital."""
    return all(word[:1].isupper() or word in _BETWEEN_NAMES for word in re.findall(r"\w+", text))
