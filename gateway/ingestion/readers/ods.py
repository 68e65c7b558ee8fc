"""Spreadsheets of LibreOffice and its like (.ods), row by row, so that a large one needs little memory."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.merged_cells import MergedCells, visible_rows
from gateway.ingestion.readers.shared.opendocument.flow import Flow
from gateway.ingestion.readers.shared.opendocument.pieces import opened_package
from gateway.ingestion.readers.shared.opendocument.text_styles import DocumentStyles, TextLook
from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.sheet_tables import Sheet, SheetRow, column_letters, sheets_as_text
from gateway.ingestion.readers.shared.styled_runs import as_text
from gateway.ingestion.readers.shared.xml_trees import BrokenXml, attribute, child, letters, local, tree, whole_number
from gateway.ingestion.readers.workbooks.sheet_remarks import MOST_REMARKS, CellComment, written_comment
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.plain_lines import cell
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
    return Content(title if telling(title, text) else None, text, origin=package.origin())


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
        self._merged: list[str] = []
        self._number = self._hidden_rows = 0
        self._comments: list[str] = []
        self._boxes: list[str] = []

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
        if self._hidden_rows:
            self._omissions.hides("hidden_row", count=self._hidden_rows)
        for shapes in node:
            if local(shapes) == "shapes":
                self._boxes += self._flow.blocks(shapes, TextLook())
        below = read_html(f"<body>{''.join(self._boxes)}</body>", self._omissions).text
        hidden = {at for at, (is_hidden, _) in enumerate(self._columns) if is_hidden}
        rows = list(visible_rows(self._rows, MergedCells(self._merged, MOST_COLUMNS), hidden, self._omissions))
        self.sheets.append(Sheet(attribute(node, "name"), rows, [*filter(None, [below]), *self._comments]))

    def _row(self, node: Element) -> None:
        first = self._number + 1
        repeated = whole_number(node, "number-rows-repeated")
        self._number += repeated
        if self._number > MOST_ROWS:
            self._number = min(first, MOST_ROWS)  # empty rows up to the last one of the sheet
        is_hidden = attribute(node, "visibility") in _HIDDEN and not self._omissions.read_hidden
        cells = list(self._cells(node, first, is_hidden=is_hidden))
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            return
        if is_hidden:
            self._hidden_rows += repeated
            cells = []
        for number in range(first, min(first + repeated, first + _MOST_EQUAL_ROWS)):
            self._room -= len(cells)
            if self._room < 0:
                raise Unreadable(f"has more than {MOST_CELLS:,} cells; split it into several files.")
            self._rows.append(SheetRow(number, cells, is_hidden))

    def _cells(self, row: Element, number: int, *, is_hidden: bool) -> Iterator[str]:
        """Yields the cells of a row as text; those of a hidden row only as a sign that it is not empty."""
        column = 0
        default = attribute(row, "default-cell-style-name")
        for node in row:
            if local(node) not in ("table-cell", "covered-table-cell"):
                continue
            repeated = min(whole_number(node, "number-columns-repeated"), MOST_COLUMNS - column)
            text = ""
            if local(node) == "table-cell" and (len(node) or attribute(node, "value-type")):
                in_hidden, style = self._columns[column] if column < len(self._columns) else (False, "")
                style = attribute(node, "style-name") or default or style
                text = "x" if is_hidden else cell(self._text(node, style))
                if not (is_hidden or in_hidden):
                    self._remarks(node, f"{column_letters(column)}{number}", text)
                across, down = (whole_number(node, f"number-{side}-spanned") for side in ("columns", "rows"))
                if across * down > 1:
                    self._merged.append(
                        f"{column_letters(column)}{number}:{column_letters(column + across - 1)}{number + down - 1}"
                    )
            yield from [text] * repeated
            column += repeated

    def _remarks(self, node: Element, reference: str, text: str) -> None:
        """Gathers comments on a cell, and shapes that are anchored to it."""
        for part in node:
            if local(part) == "annotation":
                author = letters(child(part, "creator"))
                lines = (as_text(self._flow.runs(p, TextLook()), self._omissions) for p in part if local(p) == "p")
                words = "\n".join(lines).strip()
                if words and len(self._comments) < MOST_REMARKS:
                    self._comments.append(written_comment(CellComment(reference, author, words), text))
            elif local(part) != "p":
                self._boxes += self._flow.blocks([part], TextLook())

    def _text(self, node: Element, style: str) -> str:
        """Returns a cell as its program shows it; its value if the program stored no text."""
        look = self._styles.look(TextLook(), "table-cell", style)
        texts = []
        for part in node:
            if local(part) == "p":
                texts.append(as_text(self._flow.runs(part, look), self._omissions))
        if not texts:
            texts.append(next((value for key in _VALUES if (value := attribute(node, key))), ""))
        return " ".join(texts)
