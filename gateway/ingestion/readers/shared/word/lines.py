"""The lines and blocks that the reader of Word files writes."""

from __future__ import annotations

from dataclasses import dataclass, field

from gateway.ingestion.readers.shared.html_blocks import HtmlBlocks
from gateway.ingestion.readers.shared.styled_runs import StyledRun, shift_of
from gateway.ingestion.readers.shared.word.styles import Properties, is_on

_MOVED_BY, _LONGEST_MOVED = 4, 12
"""Half points, and letters: a position alone makes a superscript only of few letters that it moves far."""


@dataclass(slots=True)
class HtmlLine:
    """The text of a paragraph. `boxes`: blocks of its text boxes, which follow the paragraph."""

    runs: list[StyledRun] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class WordBlocks(HtmlBlocks):
    """
    is_cell: whether these are the blocks of a cell, which has no headings and no lines of its own.
    pending: the text of a paragraph whose end was deleted, which the next paragraph continues.
    """

    is_cell: bool = False
    pending: HtmlLine | None = None
    is_begun: bool = False
    """Whether there was any element."""


def run_of(text: str, properties: Properties) -> StyledRun:
    """Returns a text with these properties."""
    shift = {"superscript": 1, "subscript": -1}.get(properties.get("vertAlign", ""), 0)
    position = properties.get("position", "0")
    if not shift and position.lstrip("-").isdecimal() and len(text.strip()) <= _LONGEST_MOVED:
        shift = shift_of(position) if abs(int(position[:5])) >= _MOVED_BY else 0
    return StyledRun(text, shift, any(is_on(properties.get(name, "")) for name in ("strike", "dstrike")))
