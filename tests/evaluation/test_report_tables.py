"""Tables for people."""

from gateway.evaluation.report_tables import aligned, piped

ROWS = [["", "wrong"], ["cosine", "12"], ["a longer name", "3"]]


def test_columns_are_as_wide_as_their_widest_cell_and_figures_stand_right():
    assert list(aligned(ROWS)) == ["               wrong", "cosine            12", "a longer name      3"]


def test_a_table_of_markdown_has_a_rule_below_its_head():
    assert list(piped(ROWS[:2], "---:")) == ["|  | wrong |", "| --- | ---: |", "| cosine | 12 |"]
    assert list(piped(ROWS[:1]))[1] == "| --- | --- |"
