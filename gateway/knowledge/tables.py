"""Tables: CSV and TSV written as Markdown, and the header that goes with every piece of a table too long for a passage."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence

CSV, TSV = "text/csv", "text/tab-separated-values"

_DELIMITERS = ",;\t|"
_SNIFFED_LINES = 40
_MOST_COLUMNS = 500
_MOST_ABOVE = 10
"""Lines of a title; where more rows have one cell, the others are empty."""
_NAMED = re.compile(r"\ufeff?\"?sep=([,;\t|])\"?[ \t]*\n", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?[\d\s.,'%€$£¥]*\d[\d\s.,'%€$£¥]*")
_RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*\|?[ \t]*")


def read_csv(text: str) -> str:
    """A CSV or TSV text as one Markdown table; its first row is the header, unless it holds nothing but numbers.

    The delimiter is the one that a first line `sep=;` names, else the one of `,`, `;`, tab and `|` that cuts most lines
    alike. Lines of one cell above a table of several columns (a title, a date) stay lines, above it. An empty text stays
    empty.
    """
    named = _NAMED.match(text)
    rows = list(_rows(text[named.end() :], named[1])) if named else list(_rows(text, _delimiter(text)))
    above = _above(rows)
    rows = rows[len(above) :]
    width = min(max(map(len, rows), default=0), _MOST_COLUMNS)
    if not width:
        return ""
    if all(_NUMBER.fullmatch(cell) or not cell for cell in rows[0]):
        rows.insert(0, [str(number) for number in range(1, width + 1)])
    lines = [f"| {' | '.join([*row[:width], *[''] * (width - len(row))])} |" for row in rows]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join([*above, ""] * bool(above) + lines)


def _above(rows: Sequence[Sequence[str]]) -> list[str]:
    """The single cells of the rows before the first one with several."""
    first = next((index for index, row in enumerate(rows) if sum(map(bool, row)) > 1), 0)
    return [" ".join(filter(None, row)) for row in rows[: first if first <= _MOST_ABOVE else 0]]


def header_end(text: str, start: int, end: int) -> int:
    """Where the header of the Markdown table in `text[start:end]` ends, its ruling line included; `start`: no header."""
    first = text.find("\n", start, end)
    second = text.find("\n", first + 1, end) if first >= 0 else -1
    if second < 0 or not _RULE.fullmatch(text[first + 1 : second].strip()):
        return start
    return second + 1


def _delimiter(text: str) -> str:
    """Most columns on most lines wins; a text without any delimiter is one column."""
    sample = "\n".join(text.split("\n", _SNIFFED_LINES)[:_SNIFFED_LINES])
    best, chosen = 0.0, ","
    for delimiter in _DELIMITERS:
        widths = [len(row) for row in _rows(sample, delimiter)]
        usual = max(set(widths), key=widths.count, default=1)
        score = (usual > 1) * widths.count(usual) / max(1, len(widths)) + min(usual, 9) / 100
        if score > best:
            best, chosen = score, delimiter
    return chosen


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """Rows that are not empty, cells on one line. A text whose quotes do not match is cut without regard to them."""
    lines = [line + "\n" for line in text.split("\n")]
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        rows = [line.rstrip("\n").split(delimiter) for line in lines]
    for row in rows:
        cells = [" ".join(cell.split()).replace("|", "\\|") for cell in row]
        if any(cells):
            yield cells
