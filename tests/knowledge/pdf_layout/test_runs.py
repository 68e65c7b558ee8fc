"""Which gaps of a line part columns, and which are blanks between words that were driven apart."""

from __future__ import annotations

from gateway.knowledge.pdf_layout.runs import PageRow, Rule, Run, in_rows, joined, unjustified


def words(y: float, *places: tuple[float, str]) -> list[Run]:
    """Words at places of one line; letters are 5 points wide and 10 high."""
    return [Run(text, x, y, x + 5 * len(text), y + 10) for x, text in places]


def texts(runs: list[Run]) -> list[list[str]]:
    return [[run.text for run in row.runs] for row in in_rows(runs, 1)]


def test_a_gap_that_goes_on_in_the_lines_around_it_parts_columns() -> None:
    lines = [words(700 - 12 * n, (72, "Wine"), (104, f"{n}2.50")) for n in range(3)]
    assert texts(joined([run for line in lines for run in line])) == [["Wine", f"{n}2.50"] for n in range(3)]


def test_a_gap_that_stands_alone_is_a_blank() -> None:
    lines = [
        words(712, (72, "a line whose words stand close together and fill it")),
        words(700, (72, "The"), (97, "vineyard"), (147, "survey"), (187, "was")),
        words(688, (72, "another line whose words stand close together too")),
    ]
    assert texts(joined([run for line in lines for run in line]))[1] == ["The vineyard survey was"]


def test_columns_whose_lines_stand_at_different_heights_are_parted_where_they_meet() -> None:
    left = [words(700 - 12 * n, (72, "a line of the left column")) for n in range(9)]
    right = [words(706 - 12 * n, (214, "a line of the right one")) for n in range(4)]
    met = words(700 - 12 * 6, (214, "A short one."))
    assert ["a line of the left column", "A short one."] in texts(
        joined([run for line in [*left, *right, met] for run in line])
    )


def test_a_drawn_line_in_a_gap_parts_columns() -> None:
    line = words(700, (72, "Wine"), (104, "12.50"))
    assert texts(joined(line)) == [["Wine 12.50"]]
    assert texts(joined(line, [Rule(98, 690, 98, 720)])) == [["Wine", "12.50"]]


def test_a_wide_gap_parts_columns_by_itself() -> None:
    assert texts(joined(words(700, (72, "Total"), (300, "12.50")))) == [["Total", "12.50"]]


def test_the_mark_of_an_item_stays_with_its_text_and_a_dash_in_a_table_is_a_cell() -> None:
    assert texts(joined(words(700, (72, "•"), (95, "first item")))) == [["• first item"]]
    assert texts(joined(words(700, (72, "Eigg"), (172, "-"), (272, "10:30")))) == [["Eigg", "-", "10:30"]]


def test_dots_that_lead_to_a_page_number_are_no_words() -> None:
    assert texts(joined(words(700, (72, "Index"), (112, ". . . . . . . ."), (300, "40")))) == [["Index", "40"]]
    assert texts(joined(words(700, (72, "Index . . . . . . . . . 40")))) == [["Index … 40"]]


def test_in_a_column_set_flush_on_both_sides_evenly_spread_words_are_one_line() -> None:
    plain = [PageRow(words(700 - 12 * n, (72, "a line that reaches both of its edges")), 1) for n in range(4)]
    spread = PageRow(words(640, (72, "die"), (154.5, "Sache"), (247, "im")), 1)
    assert [row.text for row in unjustified([*plain, spread])][4] == "die Sache im"
    cells = PageRow(words(640, (72, "Qty"), (100, "Unit"), (247, "EU")), 1)
    assert len(unjustified([*plain, cells])[4].runs) == 3
    assert len(unjustified([spread, spread, spread])[0].runs) == 3


def test_a_price_at_the_right_edge_of_such_a_column_stays_a_cell() -> None:
    plain = [PageRow(words(700 - 12 * n, (72, "a line that reaches both of its edges")), 1) for n in range(4)]
    priced = PageRow(words(640, (72, "Entry for one"), (237, "1.50")), 1)
    assert len(unjustified([*plain, priced])[4].runs) == 2


def test_a_page_of_blanks_ends() -> None:
    """Were it the square of its length, this would take minutes."""
    assert [run.text.strip() for run in joined(words(700, (72, " " * 400_000 + "x")))] == ["x"]


def test_upright_lines_part_cells_unless_they_are_a_drawing() -> None:
    line, part = words(700, (72, "Wine"), (104, "12.50")), Rule(98, 690, 98, 720)
    assert texts(joined(line, [part, *(Rule(n, 0, n, 80) for n in range(1_000))])) == [["Wine", "12.50"]]
    assert texts(joined(line, [part, *(Rule(n, 0, n, 80) for n in range(3_000))])) == [["Wine 12.50"]]
