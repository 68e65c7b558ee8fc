"""Headers are told from the rows below them."""

from __future__ import annotations

from gateway.knowledge.formats.tabular.table_heads import ACROSS, Head, class_of, filled_places, head_of, names_of
from tests.support.every import every


@every(
    ("text", "kind"),
    [
        ("", "empty"),
        (ACROSS, "across"),
        ("2024", "year"),
        ("2023/24", "year"),
        ("05.03.2024", "date"),
        ("5-Mar-24", "date"),
        ("5 March 2024", "date"),
        ("2024-03-05 12:30", "date"),
        ("1,234.50 €", "figure"),
        ("EUR 12", "figure"),
        ("(12.5%)", "figure"),
        ("12 kg", "figure"),
        ("TRUE", "figure"),
        ("[ ]", "figure"),
        ("–", "sign"),
        ("n/a", "sign"),
        ("Q1 2023", "text"),
        ("Region 7", "text"),
        ("1 Overview of prices", "text"),
        ("7" * 50, "text"),
    ],
)
def test_what_a_cell_contains(text: str, kind: str) -> None:
    assert class_of(text) == kind


def rows(text: str) -> list[list[str]]:
    """Rows by `/`, cells by `,`; `>` is a cell that belongs to the one on its left."""
    return [[cell.strip().replace(">", ACROSS) for cell in row.split(",")] for row in text.split("/")]


@every(
    ("text", "above", "count"),
    [
        ("a,b / x,1 / y,2", 0, 1),
        ("a,b / x,y / z,w", 0, 1),
        ("x,1 / y,2", 0, 0),
        ("1,2 / 3,4", 0, 0),
        ("1 / 2", 2, 0),
        ("name,2019,2020 / x,1.5,2.5 / y,3.5,4.5", 0, 1),
        ("x,2019,5 / y,2020,6", 0, 0),
        ("temp,10,20,30 / x,1.5,2,7 / y,3,4,9", 0, 1),
        ("x,1,2,3 / y,2,3,4", 0, 0),
        ("item,2024-01-01,2024-02-01 / x,1,2", 0, 1),
        ("rate,5%,10% / x,1,2 / y,3,4", 0, 1),
        ("x,5%,10% / y,1%,2%", 0, 0),
        ("name,2024,,, / ,H1,,H2, / ,a,b,a,b / x,1,2,3,4 / y,1,2,3,4", 0, 3),
        ("Date:,x / Place:,y", 0, 0),
        ("Report / a,b / x,1", 1, 1),
        ("Report,>,> / a,b,c / x,1,2", 1, 1),
        ("As of,May / a,b,c,d / x,1,2,3 / y,1,2,3", 1, 1),
        ("By,Ann / On,1 May 2024 / a,b,c / x,1,2 / y,1,2", 2, 1),
        ("name,state / x,new,hall / y,old,yard", 0, 1),
        (",Sales,> / name,a,b / x,1,2", 0, 2),
        ("name,2023,,2024, / ,a,b,a,b / x,1,2,3,4 / y,1,2,3,4", 0, 2),
        ("name,Sales,>,>,> / ,2023,>,2024,> / ,a,b,a,b / x,1,2,3,4", 0, 3),
        ("item,price,weight / ,EUR,kg / x,1,2 / y,3,4", 0, 2),
        ("item,price / (name),(EUR) / x,1 / y,3", 0, 2),
        ("item,price,weight / x,-,- / y,3,4 / z,3,4", 0, 1),
        ("item,price,weight / x,sold,sold / y,3,4 / z,3,4", 0, 1),
        (",,Sales,, / a,b,c,d,e / x,y,1,2,3 / z,w,4,5,6", 0, 2),
    ],
)
def test_lines_above_and_rows_of_a_header(text: str, above: int, count: int) -> None:
    assert head_of(rows(text)) == Head(above, count)


def test_the_file_may_say_where_the_header_ends() -> None:
    table = rows("a,b / c,d / x,y / z,w")
    assert head_of(table, 2) == Head(0, 2) and head_of(table, 9) == Head(0, 1)


def test_names_over_several_columns_are_part_of_the_name_of_each() -> None:
    assert names_of(rows("name,2023,,2024, / ,a,b,a,b"), 5) == ["name", "2023 a", "2023 b", "2024 a", "2024 b"]
    assert names_of(rows("x,2024,,, / ,H1,,H2, / ,a,b,a,b"), 5)[1:] == [
        "2024 H1 a",
        "2024 H1 b",
        "2024 H2 a",
        "2024 H2 b",
    ]
    assert names_of(rows(",Sales,>,x / name,a,b,x"), 5) == ["name", "Sales a", "Sales b", "x", ""]
    assert filled_places(["", "a", ACROSS, "b"]) == [1, 3]
