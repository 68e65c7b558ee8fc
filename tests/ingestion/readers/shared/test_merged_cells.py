"""Cells that are merged over several rows are told in each of them; those over several columns are marked."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.ingestion.readers.shared import merged_cells
from gateway.ingestion.readers.shared.merged_cells import MergedCells, place
from gateway.ingestion.readers.shared.sheet_tables import ACROSS

MERGED = ["A2:A4", "C2:D3", "A1:C1", "no reference"]


def rows(*given: list[str], merged: Sequence[str] = MERGED) -> list[list[str]]:
    cells = MergedCells(merged, 500)
    return [cells.filled(number, row) for number, row in enumerate(given, 1)]


def test_a_row_has_what_reaches_down_into_it() -> None:
    assert rows(["Fruit"], ["Apples", "red", "sour"], ["", "green"], ["", "old"], ["", "new"]) == [
        ["Fruit", ACROSS, ACROSS],
        ["Apples", "red", "sour", ACROSS],
        ["Apples", "green", "sour", ACROSS],
        ["Apples", "old"],
        ["", "new"],
    ]


def test_an_empty_row_stays_empty_and_what_stands_there_counts() -> None:
    assert rows([], ["Apples", "red"], [], ["Pears", "old"])[2:] == [[], ["Pears", "old"]]
    assert rows(["a"], ["b"], ["", "c"], merged=[]) == [["a"], ["b"], ["", "c"]]


def test_no_more_is_repeated_than_there_is_room_for(monkeypatch) -> None:
    monkeypatch.setattr(merged_cells, "MOST_REPEATED", 6)
    assert rows([], ["Apples", "red"], ["", "green"], ["", "old"])[2:] == [["Apples", "green"], ["", "old"]]


def test_a_place_is_read_from_its_reference() -> None:
    assert place("AB1") == (1, 28) and place("$b$12") == (12, 2) and place("12B") is None
