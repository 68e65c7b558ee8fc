"""Cells of one sheet of a workbook, as their program shows them; hidden rows and columns are left out."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from gateway.ingestion.readers.cell_formats.serial_dates import serial
from gateway.ingestion.readers.shared.merged_cells import MOST_MERGED
from gateway.ingestion.readers.shared.number_formats import plain, shown
from gateway.ingestion.readers.shared.sheet_tables import SheetRow
from gateway.ingestion.readers.workbooks.cell_styles import CellStyle
from gateway.ingestion.readers.workbooks.sheet_strings import MARKS, TextRuns, parse, unescaped
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.inline_marks import box
from gateway.knowledge.formats.plain_lines import cell

MOST_COLUMNS = 500
"""Columns of a table; further ones are left out."""
MOST_ROWS = 1_048_576
_MOST_COLUMNS_OF_A_PROGRAM = 16_384
_LONGEST_NUMBER = 40
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})", re.IGNORECASE)
_YES = ("1", "true", "on")


def column(letters: str) -> int:
    """Returns the number of a column, from 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def place(reference: str) -> tuple[int, int] | None:
    """Returns row and column of a cell, both from 1; None if the text is no reference."""
    found = _REFERENCE.fullmatch(reference)
    return (int(found[2]), column(found[1])) if found else None


class SheetCells:
    """Reads the part of a sheet. `rows`: all of them, hidden ones marked; `merged`: references such as `A1:B2`."""

    def __init__(
        self, strings: Sequence[str], styles: Sequence[CellStyle], omissions: Omissions, *, is_1904: bool
    ) -> None:
        self._strings, self._styles, self._omissions, self._is_1904 = strings, styles, omissions, is_1904
        self.rows: list[SheetRow] = []
        self.merged: list[str] = []
        self.heads: set[int] = set()
        """The last rows of headers, as filters say them."""
        self.hidden_columns: list[tuple[int, int]] = []
        self.without_value = 0
        """Formulas that have none."""
        self._columns: dict[str, int] = {}
        self._runs = TextRuns()
        self._cells: list[str] = []
        self._row = self._column = 0
        self._is_hidden = self._is_after_empty = False
        self._cell: Mapping[str, str] | None = None
        self._letters: list[str] | None = None
        self._value: str | None = None
        self._has_formula = self._is_inline = False
        self._room = self._most = 0

    def read(self, data: bytes, room: int, most: int) -> int:
        """Reads the part, and returns how many of the `most` cells of a workbook may still come. Raises `Unreadable`,
        `BrokenXml`."""
        self._room, self._most = room, most
        parse(data, self._start, self._end, self._text)
        if any(after.number < before.number for before, after in zip(self.rows, self.rows[1:], strict=False)):
            self.rows.sort(key=lambda found: found.number)
        return self._room

    def is_hidden(self, number: int) -> bool:
        """Tells whether a column is hidden."""
        return any(first <= number <= last for first, last in self.hidden_columns)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self._cell, self._value, self._has_formula = attributes, None, False
            self._column = self._column_of(attributes.get("r", ""))
        elif name == "v" and not self._is_inline:
            self._letters = []
        elif name == "f":
            self._has_formula = True
        elif name == "is":
            self._is_inline = True
        elif self._is_inline:
            self._runs.start(name, attributes)
        elif name == "row":
            self._begin_row(attributes)
        elif name == "mergeCell" and len(self.merged) < MOST_MERGED:
            self.merged.append(attributes.get("ref", ""))
        elif name == "col" and (attributes.get("hidden") in _YES or _is_zero(attributes.get("width"))):
            first, last = attributes.get("min", ""), attributes.get("max", "")
            if first.isdecimal() and last.isdecimal() and len(self.hidden_columns) < MOST_COLUMNS:
                self.hidden_columns.append((int(first[:6]), int(last[:6])))
        elif name == "autoFilter" and (found := place(attributes.get("ref", "").partition(":")[0])):
            self.heads.add(found[0])

    def _end(self, name: str) -> None:
        if name == "v" and self._letters is not None:
            self._value, self._letters = "".join(self._letters), None
        elif name == "is":
            self._is_inline, self._value = False, self._runs.taken()
        elif self._is_inline:
            self._runs.end(name)
        elif name == "c" and self._cell is not None:
            self._put(self._cell)
            self._cell = None
        elif name == "row":
            self._end_row()

    def _text(self, text: str) -> None:
        if self._letters is not None:
            self._letters.append(text)
        elif self._is_inline:
            self._runs.letters(text)

    def _column_of(self, reference: str) -> int:
        letters = reference.rstrip("0123456789")
        if not letters:
            return self._column + 1
        if letters not in self._columns:
            found = place(f"{letters}1")
            self._columns[letters] = found[1] if found else _MOST_COLUMNS_OF_A_PROGRAM
        return self._columns[letters]

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        number = attributes.get("r", "")
        self._row = int(number[:12]) if number.isdecimal() else self._row + 1
        if self._row > MOST_ROWS:
            raise Unreadable(f"has rows behind the {MOST_ROWS:,}th, which no spreadsheet program has.")
        self._is_hidden = attributes.get("hidden") in _YES or _is_zero(attributes.get("ht"))
        self._cells, self._column = [], 0

    def _end_row(self) -> None:
        while self._cells and not self._cells[-1]:
            self._cells.pop()
        if not self._cells and not self._is_hidden:
            self._is_after_empty = False
            return
        self._room -= len(self._cells)
        if self._room < 0:
            raise Unreadable(f"has more than {self._most:,} cells; split it into several files.")
        is_out = self._is_hidden and (not self._cells or self._omissions.hides("hidden_row"))
        if not self._cells and self._is_after_empty and self.rows[-1].is_hidden:
            self.rows.pop()  # one empty hidden row is enough to say that no empty row ends a table
        self._is_after_empty = not self._cells
        self.rows.append(SheetRow(self._row, [] if is_out else self._cells, is_out))
        self._cells = []

    def _put(self, attributes: Mapping[str, str]) -> None:
        if self._has_formula and not self._value and attributes.get("t") != "str":
            self.without_value += 1
        if self._column > MOST_COLUMNS:
            return
        if text := cell(self._shown(self._value, attributes)):
            self._cells += [""] * (self._column - len(self._cells))
            self._cells[self._column - 1] = text

    def _shown(self, written: str | None, attributes: Mapping[str, str]) -> str:
        number = attributes.get("s", "0")
        style = self._styles[int(number)] if number.isdecimal() and int(number[:9]) < len(self._styles) else _PLAIN
        if style.is_box and (written is None or attributes.get("t") == "b"):
            return box((written or "").strip() in _YES)
        if written is None:
            return ""
        value = self._typed(written, attributes.get("t", "n"))
        text = shown(value, style.pattern, is_1904=self._is_1904)
        if not text.strip() and value not in ("", 0) and not self._omissions.hides("hidden_text"):
            text = plain(value) if isinstance(value, int | float) else str(value)
        for mark in style.marks:
            text = MARKS[mark](text)
        return text

    def _typed(self, written: str, kind: str) -> str | float | bool:
        if kind == "s":
            return self._strings[int(written)]
        if kind == "b":
            return written.strip() in _YES
        if kind == "d":
            days = serial(written, self._is_1904)
            return written if days is None else days
        return _number(written) if kind == "n" else unescaped(written) if kind == "str" else written


_PLAIN = CellStyle()


def _number(written: str) -> float | str:
    """Returns the number, or the text itself if it is not one."""
    if len(written) > _LONGEST_NUMBER:
        return written
    try:
        number = int(written) if written.lstrip("+-").isdecimal() else float(written)
    except ValueError:
        return written
    return number if math.isfinite(number) else written


def _is_zero(size: str | None) -> bool:
    try:
        return size is not None and float(size) == 0
    except ValueError:
        return False
