"""Blocks of HTML as the readers of several formats hand them to our reader of HTML: lists whose items have their marks
already, and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

BULLET = "-"
"""The mark of an item without a number."""
_DEEPEST = 8


class HtmlBlock(NamedTuple):
    """A block. `inside`: how it is written inside another block."""

    text: str
    inside: str
    is_markdown: bool = False


@dataclass(slots=True)
class HtmlBlocks:
    """Collects blocks. Items of lists that follow each other become one list."""

    parts: list[HtmlBlock] = field(default_factory=list)
    _depth: int = 0

    def add(self, text: str, inside: str = "", *, is_markdown: bool = False) -> None:
        self._go_to(0)
        if text:
            self.parts.append(HtmlBlock(text, inside or text, is_markdown))

    def item(self, level: int, marker: str, html: str) -> None:
        """Adds an item of a list; its level is at most one below the item before it."""
        wanted = min(level, self._depth, _DEEPEST) + 1
        self._go_to(wanted, ("<ul>" if wanted > self._depth else "</li>") + open_item(marker) + html)

    def go_on(self, level: int, html: str) -> None:
        """Adds a paragraph to the last item, or to the item of this level above it."""
        self._go_to(min(level + 1, self._depth), f"<p>{html}</p>")

    def html(self, *, inside: bool = False) -> str:
        """Returns everything as HTML."""
        self._go_to(0)
        return "".join(part.inside if inside else part.text for part in self.parts)

    def _go_to(self, depth: int, html: str = "") -> None:
        """Closes lists down to a depth, and goes on there."""
        html = "</li></ul>" * (self._depth - depth) + html
        self._depth = depth
        if html:
            self.parts.append(HtmlBlock(html, html))


def open_item(marker: str) -> str:
    """Returns the tag of an item."""
    return "<li>" if marker in ("", BULLET) else f'<li data-marker="{escape(marker)}">'


@dataclass(slots=True)
class HtmlCell:
    """A cell of a table. `goes_on`: it continues the cell above."""

    html: str
    across: int = 1
    down: int = 1
    goes_on: bool = False


def table_html(rows: Iterable[Iterable[HtmlCell]], heads: Collection[int] = ()) -> str:
    """Writes rows; cells that continue those above are part of them. `heads`: the numbers of rows of headings."""
    above: dict[int, HtmlCell] = {}
    written: list[list[HtmlCell]] = []
    for cells in rows:
        column = 0
        written.append([])
        for cell in cells:
            if cell.goes_on and column in above:
                above[column].down += 1
            else:
                written[-1].append(cell)
                above[column] = cell
            column += cell.across
    lines = (_row("th" if number in heads else "td", cells) for number, cells in enumerate(written))
    return f"<table>{''.join(lines)}</table>"


def _row(tag: str, cells: list[HtmlCell]) -> str:
    parts = []
    for cell in cells:
        spans = f' colspan="{cell.across}"' * (cell.across > 1) + f' rowspan="{cell.down}"' * (cell.down > 1)
        parts.append(f"<{tag}{spans}>{cell.html}</{tag}>")
    return f"<tr>{''.join(parts)}</tr>"
