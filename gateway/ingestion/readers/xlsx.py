"""Workbooks (.xlsx) by openpyxl."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import ParseError

import openpyxl  # type: ignore[import-untyped]

from gateway.ingestion.readers.shared.markdown_parts import cell
from gateway.ingestion.readers.shared.merged_cells import MergedCells
from gateway.ingestion.readers.shared.number_formats import shown
from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.sheet_tables import Sheet, SheetRow, sheets_as_text
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.titles import telling

MOST_CELLS, MOST_COLUMNS = 2_000_000, 500
"""Filled cells of a file, and columns of a table; further ones are left out."""
MOST_ROWS = 1_048_576
_WORKBOOK = "xl/workbook.xml"
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    EOFError,
    KeyError,
    IndexError,
    AttributeError,
    ValueError,
    TypeError,
    OverflowError,
)


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the sheets as Markdown. Raises `Unreadable`."""
    package = Package(data, "a workbook (.xlsx)", _WORKBOOK)
    if any(package.declares(name) for name in package.names(".xml", ".rels")):
        raise package.damaged()
    try:
        with closing(openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)) as book:
            sheets = [
                sheet
                for sheet in book.worksheets
                if sheet.sheet_state == "visible" or not omissions.hides("hidden_sheet", sheet.title)
            ]
            room = [MOST_CELLS]
            text = sheets_as_text(Sheet(sheet.title, _rows(sheet, room, _merged(sheet, package))) for sheet in sheets)
            title = (book.properties.title or "") if book.properties else ""
        without = _without_value(data, package)
    except _BROKEN:
        raise package.damaged() from None
    if not text:
        raise Unreadable("holds no text and no numbers in its visible sheets.")
    return Content(title if telling(title, text) else None, text, note=_note(without))


def _note(without: int) -> str:
    """Returns what of the file could not be read, after its name."""
    formulas = f"{without} formula{'s' * (without > 1)} without a stored value"
    return f"has {formulas}; open it in a spreadsheet program and save it there." if without else ""


def _merged(sheet: Any, package: Package) -> MergedCells:
    return MergedCells(package.read(str(getattr(sheet, "_worksheet_path", "")).lstrip("/")))


def _rows(sheet: Any, room: list[int], merged: MergedCells) -> Iterator[SheetRow]:
    sheet.reset_dimensions()  # what a file says of its size need not be true
    for number, cells in enumerate(sheet.iter_rows(), 1):
        if number > MOST_ROWS:
            raise Unreadable(f"has rows behind the {MOST_ROWS:,}th, which no spreadsheet program has.")
        found = [
            cell(shown(entry.value, entry.number_format)) if entry.value is not None else ""
            for entry in cells[:MOST_COLUMNS]
        ]
        while found and not found[-1]:
            found.pop()
        found = merged.filled(number, found)
        room[0] -= len(found)
        if room[0] < 0:
            raise Unreadable(f"has more than {MOST_CELLS:,} cells; split it into several files.")
        yield SheetRow(number, found)


def _without_value(data: bytes, package: Package) -> int:
    """Returns how many formulas have no value: a program wrote the file that does not compute."""
    if not any(b"<f" in package.read(name) for name in package.names("xl/worksheets/")):
        return 0
    count = 0
    with (
        closing(openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)) as values,
        closing(openpyxl.load_workbook(BytesIO(data), read_only=True)) as formulas,
    ):
        for has, states in zip(values.worksheets, formulas.worksheets, strict=True):
            for sheet in (has, states):
                sheet.reset_dimensions()
            pairs = zip(has.iter_rows(values_only=True), states.iter_rows(values_only=True), strict=True)
            count += sum(
                value is None and formula is not None
                for left, right in pairs
                for value, formula in zip(left, right, strict=False)
            )
    return count
