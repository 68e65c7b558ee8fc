"""Cells of one sheet of a workbook, as their program shows them; hidden rows and columns are left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.cell_formats.number_formats import plain, shown
from gateway.ingestion.readers.shared.merged_cells import MOST_MERGED, place
from gateway.ingestion.readers.shared.sheet_tables import SheetRow
from gateway.ingestion.readers.shared.xml_trees import local, tree, whole_number
from gateway.ingestion.readers.workbooks.cell_styles import CellStyle
from gateway.ingestion.readers.workbooks.sheet_strings import marked, text_of, unescaped
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.inline_marks import box
from gateway.knowledge.formats.plain_lines import cell

MOST_COLUMNS = 500
"""Columns of a table; further ones are left out."""
MOST_ROWS = 1_048_576
_MOST_COLUMNS_OF_A_PROGRAM = 16_384
_LONGEST_NUMBER = 40
_YES = ("1", "true", "on")


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
        self.hidden: set[int] = set()
        """Hidden columns, from 1."""
        self.without_value = 0
        """Formulas that have none."""
        self._row = 0
        self._is_after_empty = False
        self._room = self._most = 0

    def read(self, data: bytes, room: int, most: int) -> int:
        """Reads the part, and returns how many of the `most` cells of a workbook may still come. Raises `Unreadable`,
        `BrokenXml`."""
        self._room, self._most = room, most
        tree(data, ended=self._ended)
        if any(after.number < before.number for before, after in zip(self.rows, self.rows[1:], strict=False)):
            self.rows.sort(key=lambda found: found.number)
        return self._room

    def _ended(self, node: Element) -> None:
        name = local(node)
        if name == "row":
            self._end_row(node)
            node.clear()
        elif name == "mergeCell" and len(self.merged) < MOST_MERGED:
            self.merged.append(node.get("ref", ""))
        elif name == "col" and (node.get("hidden") in _YES or _is_zero(node.get("width"))):
            self.hidden |= set(range(whole_number(node, "min"), min(whole_number(node, "max"), MOST_COLUMNS) + 1))
        elif name == "autoFilter" and (found := place(node.get("ref", "").partition(":")[0])):
            self.heads.add(found[0])

    def _end_row(self, row: Element) -> None:
        number = row.get("r", "")
        self._row = int(number[:12]) if number.isdecimal() else self._row + 1
        if self._row > MOST_ROWS:
            raise Unreadable(f"has rows behind the {MOST_ROWS:,}th, which no spreadsheet program has.")
        is_hidden = row.get("hidden") in _YES or _is_zero(row.get("ht"))
        cells = self._cells(row)
        if not cells and not is_hidden:
            self._is_after_empty = False
            return
        self._room -= len(cells)
        if self._room < 0:
            raise Unreadable(f"has more than {self._most:,} cells; split it into several files.")
        is_out = is_hidden and (not cells or self._omissions.hides("hidden_row"))
        if not cells and self._is_after_empty and self.rows[-1].is_hidden:
            self.rows.pop()  # one empty hidden row is enough to say that no empty row ends a table
        self._is_after_empty = not cells
        self.rows.append(SheetRow(self._row, [] if is_out else cells, is_out))

    def _cells(self, row: Element) -> list[str]:
        """Returns the cells of a row up to the last one with text."""
        cells: list[str] = []
        column = 0
        for node in row:
            column = _column(node.get("r", "").rstrip("0123456789")) or column + 1
            parts = {local(part): part for part in node}
            value = parts.get("v")
            written = text_of(parts["is"]) if "is" in parts else None if value is None else value.text or ""
            if "f" in parts and not written and node.get("t") != "str":
                self.without_value += 1
            if column <= MOST_COLUMNS and (text := cell(self._shown(written, node))):
                cells += [""] * (column - len(cells))
                cells[column - 1] = text
        return cells

    def _shown(self, written: str | None, node: Element) -> str:
        number, kind = node.get("s", "0"), node.get("t", "n")
        style = self._styles[int(number)] if number.isdecimal() and int(number[:9]) < len(self._styles) else _PLAIN
        if style.is_box and (written is None or kind == "b"):
            return box((written or "").strip() in _YES)
        if written is None:
            return ""
        value = self._typed(written, kind)
        text = shown(value, style.pattern, is_1904=self._is_1904)
        if not text.strip() and value not in ("", 0) and not self._omissions.hides("hidden_text"):
            text = plain(value) if isinstance(value, int | float) else str(value)
        return marked(text, style.marks)

    def _typed(self, written: str, kind: str) -> str | float | bool:
        if kind == "s":
            return self._strings[int(written)]
        if kind == "b":
            return written.strip() in _YES
        return _number(written) if kind == "n" else unescaped(written) if kind == "str" else written


_PLAIN = CellStyle()


@lru_cache(maxsize=1000)
def _column(letters: str) -> int:
    """Returns the number of a column, from 1; 0 without letters."""
    found = place(f"{letters}1")
    return found[1] if found else _MOST_COLUMNS_OF_A_PROGRAM if letters else 0


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
