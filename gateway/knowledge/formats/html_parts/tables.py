"""Tables of HTML as tables of Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from selectolax.lexbor import LexborNode

from gateway.knowledge.formats.plain_lines import ruling, table_row

Write = Callable[[LexborNode], str | None]
"""Returns the text of a cell or of the caption; None if it is hidden."""
_MOST_ACROSS, _MOST_DOWN = 100, 1000
"""Columns and rows that one cell may span."""
_MOST_REPEATED, _MOST_CELLS = 100_000, 1_000_000
"""Characters that cells of a table may repeat by spanning, and cells that it is filled up to. Beyond, it is taken as it
is."""
_BLANKS = re.compile(r"[ \t\n\r\f]+")


def table_rows(table: LexborNode, begins: Callable[[LexborNode], bool], write: Write) -> list[str] | None:
    """Writes the rows of a data table as Markdown; None for a table that only makes layout (nested, or one column).
    `begins` tells whether a row is read; its cells are written next."""
    if table.css_first("table table") is not None or len(table.css("table")) > 1:
        return None
    if not any(_width(row) > 1 for row in table.css("tr")):
        return None
    rows = list(filter(any, _cells(filter(begins, table.css("tr")), write)))
    width = max(map(len, rows), default=0)
    filled = width if width * len(rows) <= _MOST_CELLS else 0
    lines = [table_row(cells + [""] * (filled - len(cells))) for cells in rows]
    caption = table.css_first("caption")
    lines[1:1] = [ruling(width)] * bool(lines)
    if caption is not None and (text := _BLANKS.sub(" ", write(caption) or "").strip()):
        lines[:0] = [text, ""]
    return lines


def _width(row: LexborNode) -> int:
    return sum(_span(cell, "colspan", _MOST_ACROSS) for cell in row.iter() if cell.tag in ("td", "th"))


def _cells(rows: Iterable[LexborNode], write: Write) -> Iterator[list[str]]:
    """Returns the rows of a table; a cell that spans several rows or columns stands in each of them."""
    below: dict[int, tuple[str, int]] = {}
    """Column to what reaches down into it, and through how many more rows."""
    room = _MOST_REPEATED
    for row in rows:
        cells: list[str] = []

        def from_above(cells: list[str]) -> None:
            while len(cells) in below:
                text, more = below.pop(len(cells))
                if more > 1:
                    below[len(cells)] = text, more - 1
                cells.append(text)

        for cell in row.iter():
            if cell.tag in ("td", "th") and (found := write(cell)) is not None:
                from_above(cells)
                text = _BLANKS.sub(" ", found).replace("|", "\\|").strip()
                across, down = _span(cell, "colspan", _MOST_ACROSS), _span(cell, "rowspan", _MOST_DOWN)
                if (repeated := (across * down - 1) * (len(text) + 3)) > room:
                    across, down, repeated = 1, 1, 0
                room -= repeated
                for _ in range(across):
                    if down > 1:
                        below[len(cells)] = text, down - 1
                    cells.append(text)
        from_above(cells)
        yield cells


def _span(cell: LexborNode, name: str, most: int) -> int:
    value = (cell.attributes.get(name) or "").strip()
    return min(int(value), most) if value.isdecimal() and value != "0" else 1
