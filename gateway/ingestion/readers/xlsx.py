"""Workbooks (.xlsx) by openpyxl: every sheet as tables below its name, in groups of rows that repeat the header, each
below the numbers of its rows.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

import openpyxl  # type: ignore[import-untyped]

from gateway.ingestion.readers.shared.markdown_parts import cell, row
from gateway.ingestion.readers.shared.merged_cells import MergedCells
from gateway.ingestion.readers.shared.number_formats import shown
from gateway.ingestion.readers.shared.packages import Package
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.titles import telling
from gateway.knowledge.splitting.prose import language_of
from gateway.knowledge.splitting.splitter import TARGET
from gateway.words.languages.subjects.file_parts import FilePartWords, file_parts

MOST_CELLS, MOST_COLUMNS = 2_000_000, 500
"""Filled cells of a file, and columns of a table; further ones are left out."""
MOST_ROWS = 1_048_576
GROUP = 3 * TARGET // 2
"""Characters of rows below one heading, header included: they are one passage."""
_MOST_ABOVE = 10
"""Lines of a title above a table."""
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


class SheetRow(NamedTuple):
    """A row that is not empty: its number in the sheet, and its cells as shown."""

    number: int
    cells: list[str]


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
            tables = [(sheet.title, list(_tables(_rows(sheet, room, _merged(sheet, package))))) for sheet in sheets]
            title = (book.properties.title or "") if book.properties else ""
        without = _without_value(data, package)
    except _BROKEN:
        raise package.damaged() from None
    words = file_parts(language_of(" ".join(line for _, found in tables for line in _sample(found))))
    text = "\n\n".join(_written(name, found, words) for name, found in tables if found)
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


def _tables(rows: Iterator[SheetRow]) -> Iterator[list[SheetRow]]:
    """Yields runs of rows between empty ones."""
    run: list[SheetRow] = []
    for found in rows:
        if found.cells:
            run.append(found)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _sample(tables: list[list[SheetRow]]) -> Iterator[str]:
    for found in tables[:5]:
        for line in found[:50]:
            yield " ".join(line.cells)


def _written(name: str, tables: list[list[SheetRow]], words: FilePartWords) -> str:
    """Writes a sheet: lines of a single cell as text, tables in groups of rows."""
    blocks = [f"# {' '.join(name.split())}"]
    for table in tables:
        above = 0
        while above < min(len(table), _MOST_ABOVE) and sum(map(bool, table[above].cells)) < 2:
            above += 1
        above = 0 if above == len(table) > _MOST_ABOVE else above
        blocks += [next(filter(None, line.cells)) for line in table[:above]]
        blocks += _groups(table[above:], words)
    return "\n\n".join(blocks)


def _groups(table: list[SheetRow], words: FilePartWords) -> Iterator[str]:
    """Yields groups of rows, each with the header and below a heading that tells where they stand."""
    if not table:
        return
    first = min(next(at for at, text in enumerate(line.cells) if text) for line in table)
    width = max(len(line.cells) for line in table) - first
    header, *lines = [line.cells[first:] + [""] * (width + first - len(line.cells)) for line in table]
    numbers = [line.number for line in table]
    top = f"{row(header)}\n|{' --- |' * width}"
    if not lines:
        yield f"## {words.rows.format(numbers[0], numbers[0])}\n\n{top}"
        return
    group: list[str] = []
    start = size = 0
    for at, line in enumerate(lines):
        written = row(line)
        if group and size + len(written) > GROUP:
            yield _group(words, numbers[start + 1], numbers[at], top, group)
            group, start, size = [], at, 0
        group.append(written)
        size += len(written) + 1 if size else len(top) + len(written) + 1
    yield _group(words, numbers[start + 1], numbers[-1], top, group)


def _group(words: FilePartWords, first: int, last: int, top: str, lines: list[str]) -> str:
    return "\n".join([f"## {words.rows.format(first, last)}", "", top, *lines])


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
