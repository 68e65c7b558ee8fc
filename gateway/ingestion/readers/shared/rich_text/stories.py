"""Paragraphs and tables of one text of RTF, written as HTML: the body, a note, a comment or a text box; and
what a group inherits from the group around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import NamedTuple

from gateway.ingestion.readers.shared.html_blocks import BULLET, HtmlBlocks, HtmlCell, table_html
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
    """The properties of a paragraph. `table`: how many tables it is in; `depth`: its level in a list."""

    level: int = 0
    table: int = 0
    in_list: bool = False
    depth: int = 0
    shaded: bool = False


class CellShape(NamedTuple):
    """What a row states of a cell: its right edge, and whether it is merged with the cell above or on its left."""

    right: int
    down: bool = False
    across: bool = False


@dataclass(slots=True)
class _OpenTable:
    rows: list[tuple[list[HtmlBlocks], list[CellShape]]] = field(default_factory=list)
    cells: list[HtmlBlocks] = field(default_factory=list)
    blocks: HtmlBlocks = field(default_factory=HtmlBlocks)


class Story:
    """Gathers runs, and ends paragraphs, cells and rows."""

    def __init__(self, omissions: Omissions) -> None:
        self.runs: list[StyledRun] = []
        self.boxes: list[str] = []
        """Text boxes of the open paragraph, which follow it."""
        self.marker: str | None = None
        """The number of the open paragraph, if the file states it."""
        self._omissions = omissions
        self._blocks = HtmlBlocks()
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
            blocks.item(paragraph.depth, marker, text.strip())
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
        table.blocks = HtmlBlocks()

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
        return self._blocks.html()

    def _reach(self, depth: int) -> None:
        """Closes tables that are deeper, and opens those that are missing."""
        while len(self._tables) > depth:
            table = self._tables.pop()
            if table.blocks.parts:
                table.cells.append(table.blocks)
            if table.cells:
                table.rows.append((table.cells, []))
            above = self._tables[-1].blocks if self._tables else self._blocks
            above.add(_table(table.rows), "".join(_lines(table.rows)))
        while len(self._tables) < min(depth, _DEEPEST_TABLE):
            self._tables.append(_OpenTable())


def _lines(rows: list[tuple[list[HtmlBlocks], list[CellShape]]]) -> Iterator[str]:
    """Yields the rows of a table inside a cell as lines."""
    for cells, _ in rows:
        texts = (" ".join(_TAG.sub(" ", cell.html(inside=True)).split()) for cell in cells)
        if line := " | ".join(filter(None, texts)):
            yield f"<p>{line}</p>"


def _table(rows: list[tuple[list[HtmlBlocks], list[CellShape]]]) -> str:
    """Returns a table; one of a single column, which only makes layout, as the blocks in it."""
    if all(len(cells) < 2 for cells, _ in rows):
        return "".join(cell.html() for cells, _ in rows for cell in cells)
    edges = _edges(rows)
    lines: list[list[HtmlCell]] = []
    for cells, shapes in rows:
        line: list[HtmlCell] = []
        column = 0
        for at, blocks in enumerate(cells):
            shape = shapes[at] if at < len(shapes) else CellShape(0)
            width = max(1, bisect_right(edges, shape.right + _NEAR) - column) if edges else 1
            if shape.across and line:
                line[-1].across += width
            else:
                line.append(HtmlCell(blocks.html(inside=True), width, goes_on=shape.down))
            column += width
        lines.append(line)
    return table_html(lines)


def _edges(rows: list[tuple[list[HtmlBlocks], list[CellShape]]]) -> list[int]:
    """Returns the right edges of the columns of a table; none if all rows have equally many cells."""
    if len({len(cells) for cells, _ in rows}) < 2 or any(len(cells) > len(shapes) for cells, shapes in rows):
        return []
    edges: list[int] = []
    for right in sorted({shape.right for cells, shapes in rows for shape in shapes[: len(cells)]}):
        if not edges or right > edges[-1] + _NEAR:
            edges.append(right)
    return edges


@dataclass(slots=True)
class State:
    """`capture` collects text that belongs to no story, such as the name of an author."""

    story: Story
    encoding: str
    capture: list[str] | None = None
    skips: bool = False
    paragraph: ParagraphLook = field(default_factory=ParagraphLook)
    shift: int = 0
    struck: bool = False
    hidden: bool = False
    deleted: bool = False
    white: bool = False
    shaded: bool = False
    fallback: int = 1
    """Bytes after a Unicode character that older programs show instead of it."""
    in_object: bool = False
    in_hidden_shape: bool = False

    def child(self) -> State:
        return State(*_VALUES(self))

    def plain(self, encoding: str) -> None:
        """Resets the look of the text."""
        self.encoding, self.shift = encoding, 0
        self.struck = self.hidden = self.deleted = self.white = self.shaded = False

    def run(self, text: str, *, shaded: bool) -> StyledRun:
        is_white = self.white and not (shaded or self.shaded or self.paragraph.shaded)
        concealed = "hidden_text" if self.hidden else "white_text" if is_white else ""
        return StyledRun(text, self.shift, self.struck, concealed)


_VALUES = attrgetter(*(known.name for known in fields(State)))
