"""Workbooks (.xlsx): their visible sheets as tables, with the comments and texts that lie on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.merged_cells import MergedCells
from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.sheet_tables import ACROSS, Sheet, SheetRow, sheets_as_text
from gateway.ingestion.readers.shared.xml_trees import BrokenXml, attribute, local
from gateway.ingestion.readers.workbooks.cell_styles import cell_styles
from gateway.ingestion.readers.workbooks.sheet_cells import MOST_COLUMNS, SheetCells, place
from gateway.ingestion.readers.workbooks.sheet_remarks import (
    cell_comments,
    drawn_texts,
    persons_of,
    written_comment,
)
from gateway.ingestion.readers.workbooks.sheet_strings import shared_strings
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.titles import telling

MOST_CELLS = 2_000_000
"""Filled cells of a file."""
_PRINTED = re.compile(r"\$\d{1,7}:\$(\d{1,7})\Z")
_SHEETS = ("worksheet", "chartsheet", "dialogsheet", "xlMacrosheet")


class _ListedSheet(NamedTuple):
    """A sheet as the workbook lists it. `printed`: the last of the rows that are printed on each page, or 0."""

    name: str
    part: str
    printed: int


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
        self._strings = shared_strings(package.read(parts.get("sharedStrings", "")))
        self._styles = cell_styles(package.tree(parts.get("styles", "")))
        self._persons = persons_of(package, package.main)
        flags = (attribute(node, "date1904") for node in self._root if local(node) == "workbookPr")
        self._is_1904 = next(flags, "") in ("1", "true")
        self._room = MOST_CELLS
        self.without_value = 0

    def sheets(self) -> Iterator[Sheet]:
        """Yields the visible sheets."""
        for sheet in self._visible():
            yield self._sheet(sheet)

    def _visible(self) -> Iterator[_ListedSheet]:
        titles = self._titles()
        for number, node in enumerate(node for node in self._root.iter() if local(node) == "sheet"):
            name, state = attribute(node, "name"), attribute(node, "state")
            kind, part = self._related.get(_relation(node), ("", ""))
            if kind not in _SHEETS or part not in self._package:
                continue
            if state in ("", "visible") or not self._omissions.hides("hidden_sheet", name):
                yield _ListedSheet(name, part, titles.get(str(number), 0))

    def _titles(self) -> dict[str, int]:
        """Returns the last of the rows that are printed on each page, by the number of the sheet."""
        defined = (node for node in self._root.iter() if local(node) == "definedName")
        return {
            attribute(node, "localSheetId"): int(found[1])
            for node in defined
            if attribute(node, "name") == "_xlnm.Print_Titles" and (found := _PRINTED.search(node.text or ""))
        }

    def _sheet(self, sheet: _ListedSheet) -> Sheet:
        cells = SheetCells(self._strings, self._styles, self._omissions, is_1904=self._is_1904)
        self._room = cells.read(self._package.read(sheet.part), self._room, MOST_CELLS)
        self.without_value += cells.without_value
        below = [*drawn_texts(self._package, sheet.part, self._omissions), *self._comments(sheet.part, cells)]
        return Sheet(
            sheet.name, list(self._rows(cells)), below, cells.heads | self._heads(sheet.part) | {sheet.printed}
        )

    def _rows(self, cells: SheetCells) -> Iterator[SheetRow]:
        """Yields the rows with their merged cells, without hidden columns."""
        merged = MergedCells(cells.merged, MOST_COLUMNS)
        hidden = {at for at in range(MOST_COLUMNS) if cells.is_hidden(at + 1)} if cells.hidden_columns else set()
        filled = {at for row in cells.rows for at in hidden if "".join(row.cells[at : at + 1])}
        is_left_out = bool(filled) and self._omissions.hides("hidden_column", count=len(filled))
        for number, found, is_hidden in cells.rows:
            line = merged.filled(number, found)
            if is_left_out:
                line = _without(line, hidden)
            while line and not line[-1]:
                line.pop()
            yield SheetRow(number, line, is_hidden)

    def _comments(self, part: str, cells: SheetCells) -> Iterator[str]:
        comments = cell_comments(self._package, part, self._persons)
        rows = {row.number: row for row in cells.rows} if comments else {}
        for comment in comments:
            row, column = place(comment.cell) or (0, 0)
            found = rows.get(row, SheetRow(row, []))
            if (found.is_hidden or cells.is_hidden(column)) and not self._omissions.read_hidden:
                continue
            yield written_comment(comment, "".join(found.cells[column - 1 : column]) if column else "")

    def _heads(self, part: str) -> set[int]:
        """Returns the last rows of headers of the tables that the sheet defines."""
        found = set()
        for kind, name in self._package.related(part).values():
            table = self._package.tree(name) if kind == "table" else Element("")
            first = place(attribute(table, "ref").partition(":")[0])
            if first and attribute(table, "headerRowCount") != "0":
                found.add(first[0])
        return found


def _without(cells: list[str], hidden: set[int]) -> list[str]:
    """Returns a row without its hidden cells; the text of a merged cell moves to the first one that is not hidden."""
    cells = list(cells)
    for at in range(len(cells) - 1):
        if at in hidden and cells[at + 1] == ACROSS:
            cells[at + 1] = cells[at]
    return [text for at, text in enumerate(cells) if at not in hidden]


def _relation(node: Element) -> str:
    return next((value for key, value in node.attrib.items() if key.endswith("relationships}id")), "")
