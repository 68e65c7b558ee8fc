"""Cells that are merged over several rows are told in each of them."""

from __future__ import annotations

from gateway.ingestion.readers.shared import merged_cells
from gateway.ingestion.readers.shared.merged_cells import MergedCells

SHEET = b'<mergeCells><mergeCell ref="A2:A4"/><x:mergeCell x="" ref=\'C2:D3\'/><mergeCell ref="A1:C1"/></mergeCells>'


def rows(*given: list[str], sheet: bytes = SHEET) -> list[list[str]]:
    merged = MergedCells(sheet)
    return [merged.filled(number, cells) for number, cells in enumerate(given, 1)]


def test_a_row_has_what_reaches_down_into_it() -> None:
    assert rows(["Fruit"], ["Apples", "red", "sour"], ["", "green"], ["", "old"], ["", "new"]) == [
        ["Fruit"],
        ["Apples", "red", "sour"],
        ["Apples", "green", "sour"],
        ["Apples", "old"],
        ["", "new"],
    ]


def test_an_empty_row_stays_empty_and_what_stands_there_counts() -> None:
    assert rows([], ["Apples", "red"], [], ["Pears", "old"])[2:] == [[], ["Pears", "old"]]
    assert rows(["a"], ["b"], ["", "c"], sheet=b"<sheetData/>") == [["a"], ["b"], ["", "c"]]


def test_no_more_is_repeated_than_there_is_room_for(monkeypatch) -> None:
    monkeypatch.setattr(merged_cells, "MOST_REPEATED", 6)
    assert rows([], ["Apples", "red"], ["", "green"], ["", "old"])[2:] == [["Apples", "green"], ["", "old"]]
