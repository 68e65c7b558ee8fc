"""Workbooks (.xlsx): their visible sheets as tables, with the comments and texts that lie on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gateway.ingestion.readers.shared.merged_cells import MergedCells, place, visible_rows
from gateway.ingestion.readers.shared.packages import Package, relation
from gateway.ingestion.readers.shared.review_comments import authors_of
from gateway.ingestion.readers.shared.sheet_tables import Sheet, SheetRow, sheets_as_text
from gateway.ingestion.readers.shared.xml_trees import BrokenXml, attribute, child, named
from gateway.ingestion.readers.workbooks.cell_styles import cell_styles
from gateway.ingestion.readers.workbooks.sheet_cells import MOST_COLUMNS, SheetCells
from gateway.ingestion.readers.workbooks.sheet_remarks import (
    cell_comments,
    drawn_texts,
    written_comment,
)
from gateway.ingestion.readers.workbooks.sheet_strings import text_of
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.titles import telling

MOST_CELLS = 2_000_000
"""Filled cells of a file."""
_PRINTED = re.compile(r"\$\d{1,7}:\$(\d{1,7})\Z")
_SHEETS = ("worksheet", "chartsheet", "dialogsheet", "xlMacrosheet")


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the sheets as Markdown. Raises `Unreadable`."""
    package = Package(data, "a workbook (.xlsx)", "xl/workbook.xml")
    try:
        book = _Book(package, omissions)
        text = sheets_as_text(book.sheets())
    except (BrokenXml, ValueError, IndexError, OverflowError):
        raise package.damaged() from None
    if not text:
        raise Unreadable("holds no text and no numbers in its visible sheets.")
    title = package.first_words("docProps/core.xml", "title")
    own = title if telling(title, text) else None
    return Content(own, text, note=_note(book.without_value), origin=package.origin())


def _note(without: int) -> str:
    """Returns what of the file could not be read, after its name."""
    formulas = f"{without} formula{'s' * (without > 1)} without a stored value"
    return f"has {formulas}; open it in a spreadsheet program and save it there." if without else ""


class _Book:
    """An opened workbook."""

    def __init__(self, package: Package, omissions: Omissions) -> None:
        self._package, self._omissions = package, omissions
        self._related = package.related(package.main)
        self._root = package.tree(package.main)
        parts = dict(self._related.values())
        strings = parts.get("sharedStrings", "")
        self._strings = list(map(text_of, package.elements(strings, 1))) if package.read(strings).strip() else []
        self._styles = cell_styles(package.tree(parts.get("styles", "")))
        self._persons = authors_of(package)
        self._is_1904 = attribute(child(self._root, "workbookPr"), "date1904") in ("1", "true")
        self._room = MOST_CELLS
        self.without_value = 0

    def sheets(self) -> Iterator[Sheet]:
        """Yields the visible sheets."""
        titles = self._titles()
        for number, node in enumerate(named(self._root, "sheet")):
            name, state = attribute(node, "name"), attribute(node, "state")
            kind, part = self._related.get(relation(node), ("", ""))
            is_sheet = kind in _SHEETS and part in self._package
            if is_sheet and (state in ("", "visible") or not self._omissions.hides("hidden_sheet", name)):
                yield self._sheet(name, part, titles.get(str(number), 0))

    def _titles(self) -> dict[str, int]:
        """Returns the last of the rows that are printed on each page, by the number of the sheet."""
        return {
            attribute(node, "localSheetId"): int(found[1])
            for node in named(self._root, "definedName")
            if attribute(node, "name") == "_xlnm.Print_Titles" and (found := _PRINTED.search(node.text or ""))
        }

    def _sheet(self, name: str, part: str, printed: int) -> Sheet:
        """`printed`: the last of the rows that are printed on each page, or 0."""
        cells = SheetCells(self._strings, self._styles, self._omissions, is_1904=self._is_1904)
        self._room = cells.read(self._package.read(part), self._room, MOST_CELLS)
        self.without_value += cells.without_value
        below = [*drawn_texts(self._package, part, self._omissions), *self._comments(part, cells)]
        hidden = {column - 1 for column in cells.hidden}
        rows = list(visible_rows(cells.rows, MergedCells(cells.merged, MOST_COLUMNS), hidden, self._omissions))
        return Sheet(name, rows, below, cells.heads | self._heads(part) | {printed})

    def _comments(self, part: str, cells: SheetCells) -> Iterator[str]:
        comments = cell_comments(self._package, part, self._persons)
        rows = {row.number: row for row in cells.rows} if comments else {}
        for comment in comments:
            row, column = place(comment.cell) or (0, 0)
            found = rows.get(row, SheetRow(row, []))
            if (found.is_hidden or column in cells.hidden) and not self._omissions.read_hidden:
                continue
            yield written_comment(comment, "".join(found.cells[column - 1 : column]) if column else "")

    def _heads(self, part: str) -> set[int]:
        """Returns the last rows of headers of the tables that the sheet defines."""
        tables = map(self._package.tree, self._package.parts(part, "table"))
        references = (attribute(table, "ref") for table in tables if attribute(table, "headerRowCount") != "0")
        places = (place(reference.partition(":")[0]) for reference in references)
        return {found[0] for found in places if found}
