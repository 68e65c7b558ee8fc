"""Tables of pages: their columns, their rows, and what is none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gateway.knowledge.pdf_layout.grids import PageTable, parts, zones
from gateway.knowledge.pdf_layout.runs import PageRow, Rule, Run, in_rows

Cell = tuple[float, str]


def line(y: float, *cells: Cell) -> list[Run]:
    """Letters are 5 points wide and 10 high."""
    return [Run(text, x, y, x + 5 * len(text), y + 10) for x, text in cells]


def rows(*lines: Sequence[Run]) -> list[PageRow]:
    return in_rows([run for runs in lines for run in runs], 1)


def level(*heights: float, left: float = 70, right: float = 500) -> list[Rule]:
    return [Rule(left, y, right, y) for y in heights]


def read(page: Sequence[PageRow], rules: Sequence[Rule] = ()) -> list[list[list[str]] | str]:
    """Tables as rows of cells, all else as text."""
    return [
        [row.cells for row in part.rows] if isinstance(part, PageTable) else "\n".join(row.text for row in part)
        for part in parts(page, rules, zones(rules))
    ]


def test_cells_below_each_other_are_a_column_and_a_missing_cell_is_empty() -> None:
    page = rows(
        line(700, (72, "Model"), (200, "Watt"), (300, "Price")),
        line(688, (72, "Alba"), (205, "450"), (300, "1,290")),
        line(676, (72, "Boreal"), (300, "2,150")),
        line(664, (72, "Cirrus"), (205, "210"), (310, "890")),
    )
    assert read(page) == [
        [["Model", "Watt", "Price"], ["Alba", "450", "1,290"], ["Boreal", "", "2,150"], ["Cirrus", "210", "890"]]
    ]


def test_text_before_and_behind_a_table_stays_text() -> None:
    page = rows(
        line(712, (72, "The prices of this year, all with value added tax, are as follows.")),
        line(690, (72, "Wine"), (200, "12.50")),
        line(678, (72, "Bread"), (200, "2.50")),
        line(656, (72, "They hold until the end of the year for all of our customers.")),
    )
    before, table, behind = read(page)
    assert isinstance(before, str) and isinstance(behind, str)
    assert table == [["Wine", "12.50"], ["Bread", "2.50"]]


def test_lines_that_stand_closer_than_rows_are_one_cell() -> None:
    page = rows(
        line(700, (72, "Ward"), (150, "Open"), (300, "Remarks")),
        line(680, (72, "Radiology"), (150, "Mon to Fri"), (300, "Bring your referral letter and")),
        line(668, (150, "8 to 16"), (300, "pic-")),
        line(656, (300, "tures.")),
        line(636, (72, "Cardiology"), (150, "Tue"), (300, "No coffee.")),
    )
    assert read(page) == [
        [
            ["Ward", "Open", "Remarks"],
            ["Radiology", "Mon to Fri 8 to 16", "Bring your referral letter and pictures."],
            ["Cardiology", "Tue", "No coffee."],
        ]
    ]


def test_lines_between_two_drawn_lines_are_one_row() -> None:
    page = rows(
        line(700, (72, "Room"), (200, "Duty")),
        line(688, (72, "North"), (200, "Sweep the floor")),
        line(676, (72, "attic"), (200, "and the stairs")),
        line(664, (72, "Cellar"), (200, "Lock up")),
    )
    rules = level(712, 699, 675, 663)
    expected = [["Room", "Duty"], ["North attic", "Sweep the floor and the stairs"], ["Cellar", "Lock up"]]
    assert read(page, rules) == [expected]
    pieces = [Rule(a, rule.bottom, b, rule.top) for rule in rules for a, b in ((70, 195), (195, 500))]
    assert read(page, pieces) == [expected], "lines drawn cell by cell are lines too"


def test_numbers_below_each_other_are_never_one_cell() -> None:
    """A table with lines only around its head and sections."""
    page = rows(
        line(700, (72, "Region"), (200, "Q1")),
        *(line(688 - 12 * n, (72, f"Place {n}"), (200, str(n + 10))) for n in range(4)),
    )
    table = read(page, level(712, 699, 675, 650))[0]
    assert table[1:] == [[f"Place {n}", str(n + 10)] for n in range(4)]


def test_a_name_over_several_columns_is_part_of_the_name_of_each() -> None:
    page = rows(
        line(700, (225, "2023"), (425, "2024")),
        line(688, (72, "Region"), (200, "Q1"), (270, "Q2"), (400, "Q1"), (470, "Q2")),
        line(676, (72, "Alsace"), (200, "14"), (270, "18"), (400, "16"), (470, "21")),
        line(664, (72, "Corse"), (200, "3"), (270, "4"), (400, "5"), (470, "6")),
    )
    table = read(page)[0]
    assert table[0] == ["Region", "2023 Q1", "2023 Q2", "2024 Q1", "2024 Q2"]
    assert table[1] == ["Alsace", "14", "18", "16", "21"]


def test_lines_that_rule_only_the_head_do_not_part_it_from_its_rows() -> None:
    page = rows(
        line(700, (150, "Sales of 2024")),
        line(688, (72, "Region"), (200, "Q1")),
        *(line(676 - 12 * n, (72, f"Place {n}"), (200, str(n + 10))) for n in range(12)),
    )
    assert len(read(page, level(712, 699, 687, 530))[-1]) == 13


def test_a_head_that_runs_across_its_columns_is_not_glued_to_the_first_numbers() -> None:
    page = rows(
        line(700, (72, "Model"), (150, "Power (W) Weight (kg)Price")),
        line(688, (72, "Alba"), (160, "450"), (210, "12.5"), (260, "1,290")),
        line(676, (72, "Dune"), (150, "1,100"), (210, "22.8"), (260, "3,480")),
    )
    assert read(page)[0][1:] == [["Alba", "450", "12.5", "1,290"], ["Dune", "1,100", "22.8", "3,480"]]


def test_an_empty_corner_is_no_name_over_columns() -> None:
    page = rows(
        line(700, (200, "2023"), (300, "2024")),
        line(688, (72, "Alsace"), (200, "14"), (300, "18")),
        line(676, (72, "Corse"), (200, "3"), (300, "4")),
    )
    assert read(page) == [[["", "2023", "2024"], ["Alsace", "14", "18"], ["Corse", "3", "4"]]]


def test_cells_at_the_left_of_wide_columns_belong_to_the_names_in_their_middle() -> None:
    page = rows(
        line(700, (100, "Part"), (200, "Price"), (300, "Stock")),
        line(688, (72, "Seal"), (172, "4"), (272, "12")),
        line(676, (72, "Rotor"), (172, "88"), (272, "1")),
    )
    assert read(page) == [[["Part", "Price", "Stock"], ["Seal", "4", "12"], ["Rotor", "88", "1"]]]


def test_a_word_between_two_columns_makes_no_column() -> None:
    page = rows(
        line(700, (72, "Chair"), (200, "8"), (420, "1,480")),
        line(688, (72, "Table"), (200, "2"), (420, "1,280")),
        line(676, (330, "Total"), (420, "2,760")),
    )
    assert [len(row) for row in read(page)[0]] == [3, 3, 3]


@pytest.mark.parametrize(
    "page",
    [
        rows(line(700, (72, "Total"), (300, "12.50"))),
        rows(line(700, (72, "Total"), (300, "12.50")), line(600, (72, "Sum"), (300, "9.00"))),
        rows(*(line(700 - 12 * n, (72, "x" * 70), (450, "y" * 70)) for n in range(2))),
        rows(line(700, (72, "Dr. Anna Berg"), (300, "Prof. Otto Klein")), line(688, (72, "Director"), (300, "Chair"))),
    ],
    ids=["a single row", "rows far apart", "text side by side", "signatures"],
)
def test_what_is_no_table(page: list[PageRow]) -> None:
    assert all(isinstance(part, str) for part in read(page))


def test_a_bar_in_a_cell_ends_no_cell() -> None:
    page = rows(
        *(line(700 - 12 * at, (72, a), (200, b)) for at, (a, b) in enumerate([("a|b", "c"), ("d", "e"), ("f", "g")]))
    )
    table = next(iter(parts(page, (), ())))
    assert isinstance(table, PageTable)
    assert table.lines() == ["| a\\|b | c |", "| d | e |", "| f | g |"]


def test_rules_are_zones_only_where_three_follow_each_other() -> None:
    assert zones(level(700, 680)) == []
    assert len(zones(level(700, 680, 660))) == 1
    assert zones(level(700, 500, 300)) == []
    assert zones(level(*range(3000))) == [], "a drawing"


def test_a_table_goes_on_on_the_next_page_unless_that_one_has_names_of_its_own() -> None:
    def table(*lines: tuple[str, str]) -> PageTable:
        (part,) = parts(rows(*(line(700 - 12 * n, (72, a), (200, b)) for n, (a, b) in enumerate(lines))), [], [])
        assert isinstance(part, PageTable)
        return part

    capitals = table(("Country", "Capital"), ("France", "Paris"), ("Spain", "Madrid"))
    assert capitals.goes_on_in(table(("Italy", "Rome"), ("Malta", "Valletta"), ("Norway", "Oslo")))
    assert capitals.goes_on_in(table(("Country", "Capital"), ("Italy", "Rome"), ("Malta", "Valletta")))
    moved = table(("Italy", "Rome"), ("Malta", "Valletta"), ("Norway", "Oslo"))
    moved.columns = [(left + 240, right + 240) for left, right in moved.columns]
    assert capitals.goes_on_in(moved), "in the next column"
    assert not capitals.goes_on_in(table(("Metal", "Melts at"), ("Iron", "1538"), ("Zinc", "420")))
