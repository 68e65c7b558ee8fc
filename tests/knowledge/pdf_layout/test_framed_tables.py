"""Framed tables: cells with frames of their own, merged cells, and frames that are no table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Rule, Run

PARTS = [("Part", "Price", "Stock"), ("Seal", "4", "12"), ("Valve", "9", "3"), ("Rotor", "88", "1")]
TABLE = "| Part | Price | Stock |\n| --- | --- | --- |\n| Seal | 4 | 12 |\n| Valve | 9 | 3 |\n| Rotor | 88 | 1 |"
ABOVE = Run("Some text that is above all of the frames of this page.", 72, 760, 350, 770)


def text_at(text: str, x: float, y: float) -> Run:
    return Run(text, x, y, x + 5 * len(text), y + 10)


def box(left: float, bottom: float, right: float, top: float) -> list[Rule]:
    level = [Rule(left, y, right, y) for y in (bottom, top)]
    return [*level, *(Rule(x, bottom, x, top) for x in (left, right))]


def cells(
    rows: Sequence[Sequence[str]],
    *,
    gap: float = 0,
    width: float = 60,
    height: float = 18,
    spans: Sequence[int] = (1, 1),
) -> tuple[list[Run], list[Rule]]:
    """Each text in a frame of its own; an empty text has none, and the one before it is as wide as both."""
    runs, rules = [], []
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            if not text:
                continue
            across = next((n for n in range(1, len(row) - x) if row[x + n]), len(row) - x)
            left, top = 72 + x * (width + gap), 720 - y * (height + gap)
            rules += box(left, top - height, left + across * width + (across - 1) * gap, top)
            runs.append(text_at(text, left + 3, top - 14))
    return runs, rules


def read(runs: Sequence[Run], rules: Sequence[Rule]) -> str:
    return lay_out([[ABOVE, *runs]], [rules]).text.removeprefix(f"{ABOVE.text}\n\n")


@pytest.mark.parametrize("gap", [0, 1.5, 3, 5])
@pytest.mark.parametrize("is_framed", [True, False])
def test_cells_with_frames_of_their_own_are_a_table(gap: float, is_framed: bool) -> None:
    runs, rules = cells(PARTS, gap=gap)
    outer = box(72 - gap, 720 - 4 * 18 - 4 * gap, 252 + 3 * gap, 720 + gap) if is_framed else []
    assert read(runs, [*rules, *outer]) == TABLE


def test_words_of_two_cells_may_be_close_to_each_other() -> None:
    runs, rules = cells([("Price", "Stock"), ("44444", "12")], width=29)
    assert read(runs, rules) == "| Price | Stock |\n| --- | --- |\n| 44444 | 12 |"


def test_a_merged_name_is_part_of_the_names_below_it() -> None:
    rows = [("2023", "", "2024", ""), ("Q1", "Q2", "Q1", "Q2"), ("14", "18", "16", "21"), ("3", "4", "5", "6")]
    assert read(*cells(rows)).startswith("| 2023 Q1 | 2023 Q2 | 2024 Q1 | 2024 Q2 |\n| --- |")


def test_a_merged_cell_is_repeated_and_a_title_is_text_above() -> None:
    rows = [("Sales of all the years", "", ""), *PARTS[:2], ("closed for now", "", "3"), PARTS[3]]
    title, table = read(*cells(rows)).split("\n\n")
    assert title == "Sales of all the years"
    assert table.split("\n")[2:] == [
        "| Seal | 4 | 12 |",
        "| closed for now | closed for now | 3 |",
        "| Rotor | 88 | 1 |",
    ]


def test_a_cell_that_reaches_down_is_in_both_rows() -> None:
    runs, rules = cells([("Day", "Hour"), ("Monday", "8"), ("Monday", "9"), ("Friday", "10")])
    between = Rule(72, 684, 132, 684)
    rules = [rule for rule in rules if rule != between]
    rules = [rule for rule in rules if (rule.left, rule.bottom, rule.right) != (72, 684, 132)]
    middle = [text_at("Monday", 75, 679)]
    runs = [run for run in runs if run.text != "Monday"] + middle
    assert read(runs, rules).split("\n")[2:] == ["| Monday | 8 |", "| Monday | 9 |", "| Friday | 10 |"]


def test_lines_of_a_cell_are_one_even_if_they_are_between_those_of_others() -> None:
    runs, rules = cells([("Ward", "Remarks"), ("Heart", " "), ("Bone", "None")], height=40)
    runs = [run for run in runs if run.text.strip()]
    runs += [text_at("Bring your", 135, 668), text_at("referral", 135, 656), text_at("letter", 135, 644)]
    assert "| Heart | Bring your referral letter |" in read(runs, rules)


def test_rows_without_lines_between_them_are_rows() -> None:
    rules = [*box(70, 600, 250, 720), Rule(70, 700, 250, 700), Rule(130, 600, 130, 720), Rule(190, 600, 190, 720)]
    runs = [text_at(cell, 75 + 60 * x, 705 - 20 * y) for y, row in enumerate(PARTS) for x, cell in enumerate(row)]
    assert read(runs, rules) == TABLE


def test_columns_without_lines_between_them_are_columns() -> None:
    rules = [*box(70, 640, 250, 720), *(Rule(70, y, 250, y) for y in (700, 680, 660)), Rule(130, 640, 130, 720)]
    runs = [text_at(cell, 75 + 60 * x, 705 - 20 * y) for y, row in enumerate(PARTS) for x, cell in enumerate(row)]
    assert read(runs, rules) == TABLE


def test_a_framed_table_in_one_of_two_columns_stays_there() -> None:
    left = [text_at(f"left line {n} of the column of text", 72, 700 - 12 * n) for n in range(12)]
    runs, rules = cells(PARTS, width=55)
    right = [text_at(f"right line {n} of the column of text", 300, 610 - 12 * n) for n in range(8)]
    moved = [Run(run.text, run.left + 228, run.bottom - 10, run.right + 228, run.top - 10) for run in runs]
    drawn = [Rule(rule.left + 228, rule.bottom - 10, rule.right + 228, rule.top - 10) for rule in rules]
    text = lay_out([[*left, *moved, *right]], [drawn]).text
    assert text.index("left line 11") < text.index(TABLE) < text.index("right line 0")


def test_a_table_goes_on_in_the_next_column() -> None:
    text = [text_at(f"line {n} of the left column of text", 72, 760 - 12 * n) for n in range(3)]
    first, second = cells(PARTS[:3]), cells([PARTS[0], PARTS[3]])
    moved = [Run(run.text, run.left + 240, run.bottom + 40, run.right + 240, run.top + 40) for run in second[0]]
    drawn = [Rule(rule.left + 240, rule.bottom + 40, rule.right + 240, rule.top + 40) for rule in second[1]]
    below = [text_at(f"line {n} of the right column of text", 312, 700 - 12 * n) for n in range(6)]
    assert TABLE in lay_out([[*text, *first[0], *moved, *below]], [[*first[1], *drawn]]).text


def test_a_label_in_a_box_is_no_table_and_a_box_beside_a_text_comes_after_it() -> None:
    assert read([text_at("Remarks", 75, 700)], box(70, 600, 250, 720)) == "Remarks"
    lines = [text_at(f"line {n} of the text beside the box", 72, 700 - 12 * n) for n in range(6)]
    note = [text_at("A note in the box", 310, 692), text_at("that has two lines of its own.", 310, 680)]
    text = read([*lines, *note], box(300, 670, 480, 710))
    assert text.endswith("line 5 of the text beside the box\n\nA note in the box that has two lines of its own.")


def test_a_drawing_is_no_table() -> None:
    runs, rules = cells(PARTS)
    assert read(runs, [*rules, *(Rule(n, 0, n, 80) for n in range(3_000))]) == TABLE
    grid = [*box(70, 400, 270, 720), *(Rule(70, y, 270, y) for y in range(420, 720, 20))]
    grid += [Rule(x, 400, x, 720) for x in range(90, 270, 20)]
    assert read([text_at("peak", 92, 503), text_at("low", 172, 423)], grid) == "peak\n\nlow"
