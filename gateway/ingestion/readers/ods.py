"""Spreadsheets of LibreOffice and its like (.ods), row by row, so that a large one needs little memory."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.markdown_parts import cell
from gateway.ingestion.readers.shared.opendocument import DocumentStyles, Flow, TextLook, opened_package
from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.review_comments import with_comments
from gateway.ingestion.readers.shared.sheet_tables import Sheet, SheetRow, sheets_as_text
from gateway.ingestion.readers.shared.styled_runs import as_text
from gateway.ingestion.readers.shared.xml_trees import BrokenXml, attribute, local, tree, whole_number
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling

MOST_CELLS, MOST_COLUMNS, MOST_ROWS = 2_000_000, 500, 1_048_576
"""Filled cells of a file, columns of a table (further ones are left out), and rows of a sheet."""
_MOST_EQUAL_ROWS = 1000
"""Rows that one element may repeat."""
_HIDDEN = ("collapse", "filter")
_VALUES = ("string-value", "date-value", "time-value", "boolean-value", "value")


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the sheets as Markdown. Raises `Unreadable`."""
    package = opened_package(data, "a spreadsheet (.ods)")
    found = _Sheets(package, omissions)
    try:
        root = tree(package.read("content.xml"), found.started, found.ended)
    except (BrokenXml, RecursionError):
        raise package.damaged() from None
    if not any(local(node) == "spreadsheet" for node in root.iter()):
        raise Unreadable("is an OpenDocument file, but not a spreadsheet; save it as PDF.")
    text = sheets_as_text(found.sheets)
    if not text:
        raise Unreadable("holds no text and no numbers in its visible sheets.")
    title = package.first_words("meta.xml", "title")
    return Content(title if telling(title, text) else None, text)


class _Sheets:
    """Gathers the sheets while their file is parsed; what is read of it is cleared."""

    def __init__(self, package: Package, omissions: Omissions) -> None:
        self.sheets: list[Sheet] = []
        self._omissions = omissions
        self._styles = DocumentStyles(package.tree("styles.xml"))
        self._flow = Flow(package, self._styles, omissions)
        self._room = MOST_CELLS
        self._skips = False
        self._begin()

    def _begin(self) -> None:
        """Begins a sheet."""
        self._rows: list[SheetRow] = []
        self._columns: list[tuple[bool, str]] = []
        """Of each column, whether it is hidden, and the style of its cells."""
        self._concealed: set[int] = set()
        """The hidden columns that have text, from 0."""
        self._below: dict[int, tuple[int, str]] = {}
        """The last row and the text of cells that reach below their row, by column."""
        self._number = self._hidden_rows = 0
        self._boxes: list[str] = []
        self._flow.comments = []

    def started(self, node: Element) -> None:
        if local(node) == "table":
            self._begin()
            style = attribute(node, "style-name")
            is_hidden = self._styles.value("table", style, "table-properties", "display") == "false"
            self._skips = is_hidden and self._omissions.hides("hidden_sheet", attribute(node, "name"))

    def ended(self, node: Element) -> None:
        name = local(node)
        if name == "automatic-styles":
            self._styles.add(node)
        elif name == "forms":
            self._flow.fields.add(node)
        elif name == "table-column":
            is_hidden = attribute(node, "visibility") in _HIDDEN and not self._omissions.read_hidden
            count = min(whole_number(node, "number-columns-repeated"), MOST_COLUMNS - len(self._columns))
            self._columns += [(is_hidden, attribute(node, "default-cell-style-name"))] * count
        elif name == "table-row":
            if not self._skips:
                self._row(node)
            node.clear()
        elif name == "table":
            if not self._skips:
                self._sheet(node)
            node.clear()

    def _sheet(self, node: Element) -> None:
        for kind, count in (("hidden_row", self._hidden_rows), ("hidden_column", len(self._concealed))):
            if count:
                self._omissions.hides(kind, count=count)
        for shapes in node:
            if local(shapes) == "shapes":
                self._boxes += self._flow.blocks(shapes, TextLook())
        below = read_html(f"<body>{''.join(self._boxes)}</body>", self._omissions).text
        below = with_comments(below, self._flow.comments, self._omissions)
        self.sheets.append(Sheet(attribute(node, "name"), self._rows, [below] * bool(below)))

    def _row(self, node: Element) -> None:
        first = self._number + 1
        repeated = whole_number(node, "number-rows-repeated")
        self._number += repeated
        if self._number > MOST_ROWS:
            self._number = min(first, MOST_ROWS)  # empty rows up to the last one of the sheet
        hides = attribute(node, "visibility") in _HIDDEN and not self._omissions.read_hidden
        cells = list(self._cells(node, first, counts=not hides))
        while cells and not cells[-1]:
            cells.pop()
        if not cells or hides:
            self._hidden_rows += repeated if cells else 0
            return
        for number in range(first, min(first + repeated, first + _MOST_EQUAL_ROWS)):
            self._room -= len(cells)
            if self._room < 0:
                raise Unreadable(f"has more than {MOST_CELLS:,} cells; split it into several files.")
            self._rows.append(SheetRow(number, cells))

    def _cells(self, row: Element, number: int, *, counts: bool) -> Iterator[str]:
        """Yields the visible cells of a row as text."""
        column = 0
        default = attribute(row, "default-cell-style-name")
        for node in row:
            if local(node) not in ("table-cell", "covered-table-cell"):
                continue
            repeated = min(whole_number(node, "number-columns-repeated"), MOST_COLUMNS - column)
            text = ""
            if local(node) == "table-cell" and (len(node) or attribute(node, "value-type")):
                style = attribute(node, "style-name") or default
                if not style and column < len(self._columns):
                    style = self._columns[column][1]
                text = cell(self._text(node, style)) if counts else "x"
            for at in range(column, column + repeated):
                is_hidden = at < len(self._columns) and self._columns[at][0]
                if is_hidden and text and counts:
                    self._concealed.add(at)
                if not is_hidden:
                    yield self._spanned(node, number, at, text)
            column += repeated

    def _spanned(self, node: Element, number: int, column: int, text: str) -> str:
        """Returns the text of a cell, or of the merged cell above that reaches down to it."""
        if local(node) == "covered-table-cell":
            last, above = self._below.get(column, (0, ""))
            return above if number <= last else ""
        rows = whole_number(node, "number-rows-spanned")
        if rows > 1 and text and len(self._below) < MOST_COLUMNS:
            self._below[column] = number + rows - 1, text
        return text

    def _text(self, node: Element, style: str) -> str:
        """Returns a cell as its program shows it; its value if the program stored no text."""
        look = self._styles.look(TextLook(), "table-cell", style)
        texts = []
        has_text = False
        for part in node:
            name = local(part)
            if name == "p":
                has_text = True
                texts.append(as_text(self._flow.runs(part, look), self._omissions))
            elif name in ("annotation", "frame", "custom-shape", "g", "control", "rect", "ellipse"):
                self._boxes += self._flow.blocks([part], TextLook())
        if not has_text:
            texts.append(next((value for key in _VALUES if (value := attribute(node, key))), ""))
        return " ".join(texts)
