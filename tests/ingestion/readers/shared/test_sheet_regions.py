"""Tables of a sheet are found below and beside each other."""

from __future__ import annotations

from gateway.ingestion.readers.shared.sheet_regions import SheetRow, tables_of
from tests.support.every import every


@every(
    ("text", "tables"),
    [
        ("a,b / x,1", [(0, 2, 2)]),
        ("a,b / x,1 / / y,2", [(0, 2, 2), (0, 2, 1)]),
        (",,a,b / ,,x,1", [(2, 4, 2)]),
        ("a,b,,a,b / x,1,,y,2", [(0, 2, 2), (3, 5, 2)]),
        ("a,b,,c,d / x,1,,y,2 / z,3,,,", [(0, 2, 3), (3, 5, 2)]),
        ("a,b,,c,d / x,1,,y,2", [(0, 5, 2)]),
        ("a,b,,c,d / x,1,,3,2 / z,3,,,", [(0, 5, 3)]),
        ("a,b,,note / x,1,,y", [(0, 4, 2)]),
        ("a,b / x,1 / y,2 / Table 2 / c,d / z,3", [(0, 2, 3), (0, 2, 3)]),
        ("a,b / x,1 / North / y,2 / z,3", [(0, 2, 5)]),
        ("a,b / x,1 / North / y,- / z,3", [(0, 2, 5)]),
    ],
)
def test_columns_and_rows_of_each_table(text: str, tables: list[tuple[int, int, int]]) -> None:
    rows = [SheetRow(at, row.strip().split(",") if row.strip() else []) for at, row in enumerate(text.split("/"), 1)]
    assert [(table.first, table.end, len(table.rows)) for table in tables_of(rows)] == tables


def test_many_runs_of_columns_are_one_table() -> None:
    rows = [SheetRow(1, ["a", "b", ""] * 30), SheetRow(2, ["x", "1", ""] * 30)]
    assert [(table.first, table.end) for table in tables_of(rows)] == [(0, 89)]
