"""Which paragraphs of a printed page are headings, and of which level."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field

from gateway.knowledge.pdf_layout.runs import PageRow

HEADING_SIZE_FACTOR = 1.15
"""A heading is at least this many times as large as most of the text."""
MAX_HEADING_CHARS = 200
MAX_HEADING_ROWS = 3
HEADING_LEVELS = 4
CONTENTS_ENTRY = re.compile(r"… *[\divxlc]{1,6}$")
"""The end of a line in a table of contents."""


@dataclass(slots=True)
class LaidOutParagraph:
    """Rows of a page that belong together."""

    rows: list[PageRow] = field(default_factory=list)
    by_rows: bool = False
    """A row of cells that is part of no table stays a line of its own."""

    sizes: list[float] = field(default_factory=list)
    """Those of its rows, in order."""

    @property
    def size(self) -> float:
        """The middle one."""
        return (self.sizes[(len(self.sizes) - 1) // 2] + self.sizes[len(self.sizes) // 2]) / 2

    def add(self, rows: Sequence[PageRow]) -> None:
        self.rows += rows
        for row in rows:
            insort(self.sizes, row.size)


def rounded(size: float) -> float:
    """Returns a size of characters in points, rounded to half a point."""
    return round(size * 2) / 2


def can_be_heading(paragraph: LaidOutParagraph) -> bool:
    """Returns whether a paragraph is short enough for a heading and has letters."""
    text = " ".join(row.text for row in paragraph.rows)
    named = any(character.isalpha() for character in text) and not CONTENTS_ENTRY.search(text)
    is_short = len(text) <= MAX_HEADING_CHARS and len(paragraph.rows) <= MAX_HEADING_ROWS
    return not paragraph.by_rows and named and is_short


def levels_of(paragraphs: Sequence[LaidOutParagraph], body_size: float) -> dict[float, int]:
    """Returns the level of a heading by its size: the largest size is level 1."""
    sizes = {rounded(paragraph.size) for paragraph in paragraphs if can_be_heading(paragraph)}
    larger = sorted((size for size in sizes if size >= HEADING_SIZE_FACTOR * body_size), reverse=True)
    return {size: min(level, HEADING_LEVELS) for level, size in enumerate(larger, 1)}
