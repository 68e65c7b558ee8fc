"""Rows of tables with the same name."""

from gateway.answer.evidence.table_rows import cells_that_differ, table_rows

PRICES = "Prices:\n\n| Item | Price | From |\n|---|---:|---|\n| Mug | 12 EUR | Bern |\n| Cup | 9 EUR | Basel |\n\nEnd."


def test_a_row_has_its_columns_and_its_range_in_the_text():
    rows = table_rows(PRICES)
    assert list(rows) == [("item", "mug"), ("item", "cup")]
    mug = rows["item", "mug"]
    assert mug.cells == ("Mug", "12 EUR", "Bern") and PRICES[mug.start : mug.end] == "| Mug | 12 EUR | Bern |"


def test_a_name_that_comes_twice_names_no_row():
    assert list(table_rows(PRICES.replace("Cup", "Mug"))) == []


def test_cells_differ_by_figures_or_words_and_a_date_makes_another_row():
    def differ(*pairs):
        other = PRICES
        for before, after in pairs:
            other = other.replace(before, after)
        return cells_that_differ(table_rows(PRICES)["item", "mug"], table_rows(other)["item", "mug"])

    assert differ(("12 EUR", "14 EUR")) == ("12 EUR", "14 EUR")
    assert differ(("Bern", "Thun")) == ("Bern", "Thun")
    assert differ(("12 EUR", "12.00 EUR")) is None and differ(("Bern", "Bern (CH)")) is None
    assert differ(("12 EUR", "")) is None and differ(("From", "To")) is None
    dated = PRICES.replace("Bern", "2023-01-01")
    later = dated.replace("2023-01-01", "2024-01-01").replace("12 EUR", "14 EUR")
    assert cells_that_differ(table_rows(dated)["item", "mug"], table_rows(later)["item", "mug"]) is None
