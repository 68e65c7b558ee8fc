"""Rows of sheets become tables that a passage can be read from alone."""

from __future__ import annotations

from gateway.ingestion.readers.shared.sheet_tables import ACROSS, Sheet, SheetRow, sheets_as_text


def text(*rows: tuple[int, list[str]], name: str = "S") -> str:
    return sheets_as_text([Sheet(name, [SheetRow(number, cells) for number, cells in rows])])


def test_a_gap_in_the_numbers_is_an_empty_row() -> None:
    assert text((1, ["a", "b"]), (2, ["1", "2"]), (5, ["c", "d"]), (6, ["3"])) == (
        "# S\n\n## Rows 2–2\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n## Rows 6–6\n\n| c | d |\n| --- | --- |\n| 3 |  |"
    )


def test_blocks_below_a_sheet_stay_with_it_and_empty_sheets_are_no_text() -> None:
    sheets = [Sheet("Empty", []), Sheet("S", [SheetRow(1, ["a"])], ["## Comment by Ann\n\nWhy?"])]
    assert sheets_as_text(sheets) == "# S\n\na\n\n## Comment by Ann\n\nWhy?"


def test_names_above_an_empty_row_are_the_header_of_the_figures_below() -> None:
    assert text((1, ["Region", "Q1", "Q2"]), (3, ["North", "1", "2"]), (5, ["South", "3", "4"])) == (
        "# S\n\n## Rows 3–3\n\n| Region | Q1 | Q2 |\n| --- | --- | --- |\n| North | 1 | 2 |\n\n"
        "## Rows 5–5\n\n| Region | Q1 | Q2 |\n| --- | --- | --- |\n| South | 3 | 4 |"
    )
    assert "| Region |  |\n" not in text((1, ["Region", "Q1"]), (30, ["North", "1"]))


def test_a_table_without_a_header_has_the_letters_of_its_columns() -> None:
    assert "## Rows 1–2\n\n| B | C |\n| --- | --- |\n| Wine | 12.5 |" in text(
        (1, ["", "Wine", "12.5"]), (2, ["", "Tea", "3"])
    )
    assert "| Z | AA | AB |" in text((1, [*[""] * 25, "Tea", "3", "4"]))
    assert text((1, ["Prices"]), (2, ["Valid from", "1 May"])) == "# S\n\nPrices\n\nValid from 1 May"


def test_titles_and_remarks_are_text() -> None:
    found = text(
        (1, ["# Prices"]),
        (2, ["Part", "Price"]),
        (3, ["Seal", "1"]),
        (4, ["Valve"]),
        (5, ["* without tax"]),
        (6, ["Source: the catalogue of last winter"]),
    )
    assert found == (
        "# S\n\n\\# Prices\n\n## Rows 3–4\n\n| Part | Price |\n| --- | --- |\n| Seal | 1 |\n| Valve |  |\n\n"
        "\\* without tax\n\nSource: the catalogue of last winter"
    )


def test_a_cell_merged_across_is_told_once_in_a_row_and_in_each_name() -> None:
    found = text(
        (1, ["", "Sales", ACROSS]), (2, ["Part", "Q1", "Q2"]), (3, ["Seal", "none", ACROSS]), (4, ["Valve", "1", "2"])
    )
    assert "| Part | Sales Q1 | Sales Q2 |" in found and "| Seal | none |  |" in found


def test_a_merged_title_above_an_empty_row_is_in_each_group() -> None:
    rows = ((number, [f"Item {number} of the list of all items", str(number)]) for number in range(5, 90))
    found = text((1, ["Prices of 2024", ACROSS]), (2, ["in euros"]), (4, ["Item", "Price"]), *rows)
    assert found.startswith("# S\n\nin euros\n\n## Rows 5–")
    assert found.count("\n\nPrices of 2024\n\n| Item | Price |\n") == found.count("## Rows") > 2


def test_a_long_header_is_less_than_half_of_the_text() -> None:
    names = [f"the name of column {number}" for number in range(200)]
    found = text((1, names), *((number, [f"row {number}", *["1"] * 199]) for number in range(2, 500)))
    assert found.count("the name of column 7 ") * len(" | ".join(names)) < len(found) / 2


def test_a_hidden_row_does_not_end_a_table() -> None:
    rows = [SheetRow(1, ["a", "b"]), SheetRow(2, [], is_hidden=True), SheetRow(3, ["c", "1"])]
    assert "| a | b |\n| --- | --- |\n| c | 1 |" in sheets_as_text([Sheet("S", rows)])
