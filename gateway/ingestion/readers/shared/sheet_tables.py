"""Sheets of a workbook as Markdown, for every format of workbooks: each sheet as tables below its name, in groups of
rows that repeat the header, each below the numbers of its rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from gateway.ingestion.readers.shared.sheet_regions import SheetRow, SheetTable, tables_of
from gateway.knowledge.formats.html_parts.block_writer import escaped
from gateway.knowledge.formats.plain_lines import table_row
from gateway.knowledge.formats.tabular.table_heads import ACROSS, SAMPLE, Head, filled_places, head_of, names_of
from gateway.knowledge.splitting.prose import language_of
from gateway.knowledge.splitting.splitter import TARGET
from gateway.words.languages.subjects.file_parts import FilePartWords, file_parts

__all__ = ["ACROSS", "GROUP", "Sheet", "SheetRow", "column_letters", "sheets_as_text"]

GROUP = 3 * TARGET // 2
"""Characters of rows below one heading, header included: they are one passage."""
_MOST_EMPTY = 20
"""Rows, the last of them not empty, over which a header reaches."""
_LONGEST_TITLE = 200
"""Characters of a merged title that is repeated with each group."""
_SHORTEST_NOTE = 25
"""Characters of a text in the last rows that is a remark, and not a row without figures."""


class Sheet(NamedTuple):
    """A sheet: its name, its rows in their order (empty rows may be missing or have no cells), and further blocks of
    Markdown below them, such as comments.

    heads: the last rows of headers, if the file says them.
    """

    name: str
    rows: Iterable[SheetRow]
    below: Sequence[str] = ()
    heads: Collection[int] = ()


class _Headed(NamedTuple):
    """A table and its header; `names`: of its columns."""

    table: SheetTable
    head: Head
    names: list[str]


def sheets_as_text(sheets: Iterable[Sheet]) -> str:
    """Returns the sheets as Markdown; an empty text if all of them are empty."""
    read = [(sheet, list(tables_of(sheet.rows))) for sheet in sheets]
    words = file_parts(language_of(" ".join(line for _, tables in read for line in _opening(tables))))
    return "\n\n".join(
        "\n\n".join([f"# {' '.join(sheet.name.split())}", *_written(tables, sheet.heads, words), *sheet.below])
        for sheet, tables in read
        if tables or sheet.below
    )


def _opening(tables: list[SheetTable]) -> Iterator[str]:
    for table in tables[:5]:
        for line in table.sample[:50]:
            yield " ".join(line)


def _written(tables: list[SheetTable], heads: Collection[int], words: FilePartWords) -> Iterator[str]:
    """Yields the blocks of a sheet: titles and remarks as text, tables in groups of rows."""
    for headed in _with_headers(_joined(tables, heads)):
        yield from _blocks(headed, words)


def _joined(tables: list[SheetTable], heads: Collection[int]) -> list[tuple[SheetTable, Head]]:
    """Returns the tables with their headers; names alone, and merged titles, join the table below an empty row."""
    found: list[tuple[SheetTable, Head]] = []
    for table in tables:
        numbers = [line.number for line in table.rows[:SAMPLE]]
        head = head_of(table.sample, next((at for at, number in enumerate(numbers, 1) if number in heads), 0))
        is_named = found and head == Head(0, 0) and _is_header_of(*found[-1], table)
        if is_named or (found and _is_title_of(*found[-1], table)):
            upper, above = found.pop()
            own = len(upper.rows) - above.above
            head = Head(above.above, own) if is_named else Head(above.above + head.above, head.rows)
            first, end = min(upper.first, table.first), max(upper.end, table.end)
            table = SheetTable(upper.rows + table.rows, first, end)
        found.append((table, head))
    return found


def _is_title_of(title: SheetTable, head: Head, table: SheetTable) -> bool:
    """Tells whether rows above empty rows are a title that is merged over the columns of a table."""
    return (
        head.above == len(title.rows)
        and any(ACROSS in line.cells for line in title.rows)
        and title.first <= table.first < max(len(line.cells) for line in title.rows)
        and table.rows[0].number - title.rows[-1].number <= _MOST_EMPTY
    )


def _is_header_of(names: SheetTable, head: Head, table: SheetTable) -> bool:
    """Tells whether rows without figures, above empty rows, name the columns of a table."""
    own = len(names.rows) - head.above
    has_names = head.rows == own or (head.rows == 1 and own < 4 and ACROSS in names.cells(head.above))
    return (
        has_names
        and own > 0
        and names.first - 1 <= table.first
        and table.end <= names.end
        and table.rows[0].number - names.rows[-1].number <= _MOST_EMPTY
    )


def _with_headers(tables: Iterable[tuple[SheetTable, Head]]) -> Iterator[_Headed]:
    """Yields the tables with the names of their columns: their own, else those of the table above, else the letters of
    the columns."""
    above: _Headed | None = None
    for table, head in tables:
        width = table.end - table.first
        if head.rows:
            names = names_of([table.cells(at) for at in range(head.above, head.above + head.rows)], width)
        else:
            names = _inherited(above, table) or [column_letters(at) for at in range(table.first, table.end)]
        found = _Headed(table, head, names)
        if len(table.rows) > head.above:
            above = found if head.rows or (above and names == _inherited(above, table)) else None
        yield found


def _inherited(above: _Headed | None, table: SheetTable) -> list[str]:
    """Returns the names of the table above, if they reach over this one; an empty list without them."""
    if above is None or table.rows[0].number - above.table.rows[-1].number > _MOST_EMPTY:
        return []
    start = table.first - above.table.first
    names = above.names[start : start + table.end - table.first] if start >= 0 else []
    return names if len(names) == table.end - table.first and sum(map(bool, names)) > 1 else []


def column_letters(at: int) -> str:
    """Returns the name that a program shows for a column: `A`, `B`, …, `AA`."""
    return (column_letters(at // 26 - 1) if at >= 26 else "") + chr(65 + at % 26)


def _blocks(headed: _Headed, words: FilePartWords) -> Iterator[str]:
    """Yields the lines above a table, its groups of rows, and the remarks below it."""
    table, head, names = headed
    is_lone = len(table.rows) - head.above == 1 and not head.rows
    if is_lone and len(names) == 2 and names[0] == column_letters(table.first):
        head = Head(len(table.rows), 0)  # such as "Valid from | 1 May"
    titles = []
    for at in range(head.above):
        cells = table.cells(at)
        line = " ".join(cells[column] for column in filled_places(cells))
        if ACROSS in cells and head.above < len(table.rows) and len(line) <= _LONGEST_TITLE:
            titles.append(escaped(line))
        else:
            yield escaped(line)
    start = head.above + head.rows
    end = len(table.rows)
    while end > start + 1 and _is_note(table.cells(end - 1)):
        end -= 1
    if head.above < len(table.rows):
        yield from _groups(table, names, titles, range(start, end), words)
    for at in range(end, len(table.rows)):
        yield escaped(next(filter(None, table.cells(at))))


def _is_note(cells: list[str]) -> bool:
    places = filled_places(cells)
    return places == [0] and len(cells) > 1 and (len(cells[0]) >= _SHORTEST_NOTE or cells[0][:1] in "*†‡")


def _groups(table: SheetTable, names: list[str], titles: list[str], body: range, words: FilePartWords) -> Iterator[str]:
    """Yields groups of rows, each with the title and the header, below a heading that gives the numbers of its rows."""
    top = "\n\n".join([*titles, f"{table_row(names)}\n|{' --- |' * len(names)}"])
    if not body:
        number = table.rows[-1].number
        yield f"## {words.rows.format(number, number)}\n\n{top}"
        return
    most = GROUP if 2 * len(top) <= GROUP else GROUP + 2 * len(top)  # so that a long header is not most of the text
    group: list[str] = []
    first, size = body[0], len(top)
    for at in body:
        written = table_row(["" if text == ACROSS else text for text in table.cells(at)])
        if group and size + len(written) > most:
            yield _group(words, table.rows[first:at], top, group)
            group, first, size = [], at, len(top)
        group.append(written)
        size += len(written) + 1
    yield _group(words, table.rows[first : body[-1] + 1], top, group)


def _group(words: FilePartWords, rows: list[SheetRow], top: str, lines: list[str]) -> str:
    return "\n".join([f"## {words.rows.format(rows[0].number, rows[-1].number)}", "", top, *lines])
