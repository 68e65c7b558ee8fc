"""Paragraphs and tables of one text of RTF, written as HTML: the body, a note, a comment or a text box."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gateway.ingestion.readers.shared.marked_lists import BULLET, MarkedItem, as_lists
from gateway.ingestion.readers.shared.styled_runs import StyledRun, as_html
from gateway.knowledge.documents.omissions import Omissions

_HEADINGS = 6
_DEEPEST_TABLE = 20
_NEAR = 60
"""Twentieths of a point by which the edges of one column may differ from row to row."""
_TYPED = re.compile(
    r"\s*+(?:[•·▪◦‣o\-\uf0a7\uf0b7]|(?P<number>\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[A-Za-z]|[ivxlc]{1,7}|[IVXLC]{1,7})[.)]?))\t\s*+"
)
"""A bullet or number that is typed in front of a paragraph, with a tab after it."""
_TAG = re.compile(r"<[^<>]*+>")


class ParagraphLook(NamedTuple):
    """The properties of a paragraph. `table`: how many tables it is in; `number` and `depth`: its list and level."""

    level: int = 0
    table: int = 0
    number: int = 0
    depth: int = 0
    shaded: bool = False


class CellShape(NamedTuple):
    """What a row states of a cell: its right edge, and whether it is merged with the cell above or on its left."""

    right: int
    down: bool = False
    across: bool = False


@dataclass(slots=True)
class _Blocks:
    """Blocks of a cell or of the whole text; a table in a cell has two forms, as a table and as lines of text."""

    parts: list[tuple[str, str]] = field(default_factory=list)
    items: list[MarkedItem] = field(default_factory=list)

    def add(self, html: str, flat: str = "") -> None:
        self.close()
        if html:
            self.parts.append((html, flat or html))

    def close(self) -> None:
        if self.items:
            listed = as_lists(self.items)
            self.parts.append((listed, listed))
            self.items = []

    def html(self, *, flat: bool) -> str:
        self.close()
        return "".join(part[flat] for part in self.parts)


@dataclass(slots=True)
class _OpenTable:
    rows: list[tuple[list[_Blocks], list[CellShape]]] = field(default_factory=list)
    cells: list[_Blocks] = field(default_factory=list)
    blocks: _Blocks = field(default_factory=_Blocks)


class Story:
    """Gathers runs, and ends paragraphs, cells and rows."""

    def __init__(self, omissions: Omissions) -> None:
        self.runs: list[StyledRun] = []
        self.boxes: list[str] = []
        """Text boxes of the open paragraph, which follow it."""
        self.marker: str | None = None
        """The number of the open paragraph, if the file states it."""
        self._omissions = omissions
        self._blocks = _Blocks()
        self._tables: list[_OpenTable] = []

    def has_text(self) -> bool:
        """Tells whether the open paragraph has text."""
        return any(run.text.strip() for run in self.runs)

    def end_paragraph(self, paragraph: ParagraphLook, label: str | None) -> None:
        self._reach(min(paragraph.table, _DEEPEST_TABLE))
        blocks = self._tables[-1].blocks if self._tables else self._blocks
        html = as_html(self.runs, self._omissions) if self.runs else ""
        self.runs, self.marker = [], None
        typed = _TYPED.match(html)
        if not html.strip():
            pass
        elif paragraph.level:
            level = min(paragraph.level, _HEADINGS)
            number = f"{label} " if label not in (None, "", BULLET) else ""
            blocks.add(f"<h{level}>{number}{html}</h{level}>")
        elif label or typed:
            text = html[typed.end() :] if typed and not label else html
            marker = label or (typed and typed["number"]) or BULLET
            blocks.items.append(MarkedItem(paragraph.depth, marker, text.strip()))
        else:
            blocks.add(f"<p>{html.strip()}</p>")
        for box in self.boxes:
            blocks.add(box)
        self.boxes = []

    def end_cell(self, paragraph: ParagraphLook, label: str | None, depth: int) -> None:
        self.end_paragraph(paragraph._replace(table=max(depth, paragraph.table)), label)
        self._reach(depth)
        table = self._tables[-1]
        table.cells.append(table.blocks)
        table.blocks = _Blocks()

    def end_row(self, paragraph: ParagraphLook, shapes: list[CellShape], depth: int) -> None:
        if self.has_text() or self.boxes:
            self.end_cell(paragraph, None, depth)
        self._reach(depth)
        table = self._tables[-1]
        table.rows.append((table.cells, shapes))
        table.cells = []

    def html(self, paragraph: ParagraphLook, label: str | None) -> str:
        """Ends the text, with its open paragraph, and returns it."""
        if self.has_text() or self.boxes:
            self.end_paragraph(paragraph, label)
        self._reach(0)
        return self._blocks.html(flat=False)

    def _reach(self, depth: int) -> None:
        """Closes tables that are deeper, and opens those that are missing."""
        while len(self._tables) > depth:
            table = self._tables.pop()
            if table.blocks.parts or table.blocks.items:
                table.cells.append(table.blocks)
            if table.cells:
                table.rows.append((table.cells, []))
            above = self._tables[-1].blocks if self._tables else self._blocks
            above.add(_table(table.rows), "".join(_lines(table.rows)))
        while len(self._tables) < min(depth, _DEEPEST_TABLE):
            self._tables.append(_OpenTable())


def _lines(rows: list[tuple[list[_Blocks], list[CellShape]]]) -> Iterator[str]:
    """Yields the rows of a table inside a cell as lines."""
    for cells, _ in rows:
        texts = (" ".join(_TAG.sub(" ", cell.html(flat=True)).split()) for cell in cells)
        if line := " | ".join(filter(None, texts)):
            yield f"<p>{line}</p>"


def _table(rows: list[tuple[list[_Blocks], list[CellShape]]]) -> str:
    """Returns a table; one of a single column, which only makes layout, as the blocks in it."""
    if all(len(cells) < 2 for cells, _ in rows):
        return "".join(cell.html(flat=False) for cells, _ in rows for cell in cells)
    edges = _edges(rows)
    lines: list[list[list[str | int]]] = []
    reaching: dict[int, list[str | int]] = {}
    """Cells by their column, which a merged cell below belongs to."""
    for cells, shapes in rows:
        line: list[list[str | int]] = []
        column = 0
        for at, blocks in enumerate(cells):
            shape = shapes[at] if at < len(shapes) else CellShape(0)
            width = max(1, bisect_right(edges, shape.right + _NEAR) - column) if edges else 1
            if shape.across and line:
                line[-1][1] = int(line[-1][1]) + width
            elif shape.down and column in reaching:
                reaching[column][2] = int(reaching[column][2]) + 1
            else:
                reaching[column] = [blocks.html(flat=True), width, 1]
                line.append(reaching[column])
            column += width
        lines.append(line)
    return f"<table>{''.join(f'<tr>{_row(line)}</tr>' for line in lines)}</table>"


def _row(cells: list[list[str | int]]) -> str:
    return "".join(f'<td colspan="{across}" rowspan="{down}">{html}</td>' for html, across, down in cells)


def _edges(rows: list[tuple[list[_Blocks], list[CellShape]]]) -> list[int]:
    """Returns the right edges of the columns of a table; none if all rows have equally many cells."""
    if len({len(cells) for cells, _ in rows}) < 2 or any(len(cells) > len(shapes) for cells, shapes in rows):
        return []
    edges: list[int] = []
    for right in sorted({shape.right for cells, shapes in rows for shape in shapes[: len(cells)]}):
        if not edges or right > edges[-1] + _NEAR:
            edges.append(right)
    return edges
