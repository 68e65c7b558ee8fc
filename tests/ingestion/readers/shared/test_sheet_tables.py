"""Rows of sheets become tables that a passage can be read from alone."""

from __future__ import annotations

from gateway.ingestion.readers.shared.sheet_tables import Sheet, SheetRow, sheets_as_text


def text(*rows: tuple[int, list[str]], name: str = "S") -> str:
    return sheets_as_text([Sheet(name, [SheetRow(number, cells) for number, cells in rows])])


def test_a_gap_in_the_numbers_is_an_empty_row() -> None:
    assert text((1, ["a", "b"]), (2, ["1", "2"]), (5, ["c", "d"]), (6, ["3"])) == (
        "# S\n\n## Rows 2–2\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n## Rows 6–6\n\n| c | d |\n| --- | --- |\n| 3 |  |"
    )


def test_blocks_below_a_sheet_stay_with_it_and_empty_sheets_are_no_text() -> None:
    sheets = [Sheet("Empty", []), Sheet("S", [SheetRow(1, ["a"])], ["## Comment by Ann\n\nWhy?"])]
    assert sheets_as_text(sheets) == "# S\n\na\n\n## Comment by Ann\n\nWhy?"
