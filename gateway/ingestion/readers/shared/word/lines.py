"""The HTML that the reader of Word files writes: lines of marked text, and blocks with lists of several levels."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from gateway.ingestion.readers.shared.word.styles import Properties, is_on
from gateway.knowledge.formats.inline_marks import lowered, raised, struck

RAISED, LOWERED, STRUCK, MOVED = "^", "_", "~", "v"
_MOVED_BY, _LONGEST_MOVED = 4, 12
"""Half points, and letters: a position alone makes a superscript only of few letters that it moves far."""


def marks_of(properties: Properties) -> str:
    """Returns the marks of a run with these properties."""
    marks = STRUCK * any(is_on(properties.get(name, "")) for name in ("strike", "dstrike"))
    moved = {"superscript": RAISED, "subscript": LOWERED}.get(properties.get("vertAlign", ""), "")
    position = properties.get("position", "0")
    if not moved and position.lstrip("-").isdecimal() and int(position[:5]) ** 2 >= _MOVED_BY**2:
        moved = (LOWERED if position.startswith("-") else RAISED) + MOVED
    return marks + moved


class Markdown(str):
    """A block that is Markdown already, of a file inside the Word file."""

    __slots__ = ()


@dataclass(slots=True)
class HtmlLine:
    """The text of a paragraph. `boxes`: blocks of its text boxes, which follow the paragraph.

    hidden: the kind of the hidden text that came last, if none was visible since; `is_left_out` says what became of it.
    """

    pieces: list[tuple[str, str]] = field(default_factory=list)
    """Marks and text."""
    boxes: list[str] = field(default_factory=list)
    hidden: str = ""
    is_left_out: bool = False

    def html(self) -> str:
        parts = []
        for marks, pieces in groupby(self.pieces, lambda piece: piece[0]):
            text = "".join(piece for _, piece in pieces)
            if (RAISED in marks or LOWERED in marks) and (MOVED not in marks or len(text.strip()) <= _LONGEST_MOVED):
                text = raised(text) if RAISED in marks else lowered(text)
            parts.append(escape(struck(text) if STRUCK in marks else text, quote=False))
        return "".join(parts).replace("\n", "<br>")


@dataclass(slots=True)
class HtmlBlocks:
    """Collects blocks. Items of lists that follow each other become one list.

    is_cell: whether these are the blocks of a cell, which has no headings and no lines of its own.
    pending: the text of a paragraph whose end was deleted, which the next paragraph continues.
    """

    is_cell: bool = False
    parts: list[str] = field(default_factory=list)
    pending: HtmlLine | None = None
    is_begun: bool = False
    """Whether there was any element."""
    _depth: int = 0

    def add(self, html: str) -> None:
        self.close()
        if html:
            self.parts.append(html)

    def item(self, level: int, marker: str, html: str) -> None:
        """Adds an item of a list; its level is at most one below the item before it."""
        wanted = min(level, self._depth) + 1
        ends = "</li></ul>" * (self._depth - wanted) + ("<ul>" if wanted > self._depth else "</li>")
        shown = f' data-marker="{escape(marker)}"' if marker else ""
        self.parts.append(f"{ends}<li{shown}>{html}")
        self._depth = wanted

    def go_on(self, level: int, html: str) -> None:
        """Adds a paragraph to the last item, or to the item of this level above it."""
        wanted = min(level + 1, self._depth)
        self.parts.append("</li></ul>" * (self._depth - wanted) + f"<p>{html}</p>")
        self._depth = wanted

    def close(self) -> None:
        if self._depth:
            self.parts.append("</li></ul>" * self._depth)
            self._depth = 0

    def html(self) -> str:
        """Returns everything as HTML; Markdown becomes paragraphs, because it is inside another block."""
        self.close()
        return "".join(_paragraphs(part) if isinstance(part, Markdown) else part for part in self.parts)


@dataclass(slots=True)
class HtmlCell:
    """A cell of a table. `goes_on`: it continues the cell above."""

    html: str
    across: int = 1
    goes_on: bool = False
    down: int = 1


def table_html(rows: list[tuple[bool, list[HtmlCell]]]) -> str:
    """Writes rows, each with whether it is a row of headings; cells that continue those above are part of them."""
    above: dict[int, HtmlCell] = {}
    written: list[tuple[str, list[HtmlCell]]] = []
    for is_head, cells in rows:
        column, own = 0, []
        for cell in cells:
            if cell.goes_on and column in above:
                above[column].down += 1
            else:
                own.append(cell)
                above[column] = cell
            column += cell.across
        written.append(("th" if is_head else "td", own))
    return f"<table>{''.join(f'<tr>{_row(tag, cells)}</tr>' for tag, cells in written)}</table>"


def _row(tag: str, cells: list[HtmlCell]) -> str:
    parts = []
    for cell in cells:
        spans = f' colspan="{cell.across}"' * (cell.across > 1) + f' rowspan="{cell.down}"' * (cell.down > 1)
        parts.append(f"<{tag}{spans}>{cell.html}</{tag}>")
    return "".join(parts)


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text.split("\n\n"))
