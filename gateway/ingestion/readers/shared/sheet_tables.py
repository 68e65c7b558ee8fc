"""Sheets of a workbook as Markdown, for every format of workbooks: each sheet as tables below its name, in groups of
rows that repeat the header, each below the numbers of its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gateway.ingestion.readers.shared.markdown_parts import row
from gateway.knowledge.splitting.prose import language_of
from gateway.knowledge.splitting.splitter import TARGET
from gateway.words.languages.subjects.file_parts import FilePartWords, file_parts

GROUP = 3 * TARGET // 2
"""Characters of rows below one heading, header included: they are one passage."""
ACROSS = "\0"
"""The text of a cell that belongs to a merged cell on its left."""
_MOST_ABOVE = 10
"""Lines of a title above a table."""


class SheetRow(NamedTuple):
    """A row: its number in the sheet, and its cells as shown, each made by `markdown_parts.cell`. Trailing empty cells
    may be missing; a row without cells is empty."""

    number: int
    cells: list[str]


class Sheet(NamedTuple):
    """A sheet: its name, its rows in their order (empty rows may be missing or have no cells), and further blocks of
    Markdown below them, such as comments."""

    name: str
    rows: Iterable[SheetRow]
    below: Sequence[str] = ()


def sheets_as_text(sheets: Iterable[Sheet]) -> str:
    """Returns the sheets as Markdown; an empty text if all of them are empty."""
    read = [(sheet, list(_tables(sheet.rows))) for sheet in sheets]
    words = file_parts(language_of(" ".join(line for _, tables in read for line in _sample(tables))))
    return "\n\n".join(
        "\n\n".join([_written(sheet.name, tables, words), *sheet.below])
        for sheet, tables in read
        if tables or sheet.below
    )


def _tables(rows: Iterable[SheetRow]) -> Iterator[list[SheetRow]]:
    """Yields runs of rows between empty ones."""
    run: list[SheetRow] = []
    before = 0
    for found in rows:
        if run and (not found.cells or found.number > before + 1):
            yield run
            run = []
        if found.cells:
            run.append(found)
        before = found.number
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
    """Yields groups of rows, each with the header and below a heading that gives the numbers of its rows."""
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
