"""What stands within a paragraph of reStructuredText, and its tables."""

from __future__ import annotations

import pytest

from gateway.knowledge.formats.restructured_marks import inline, stripped, table


def test_links_and_roles_are_their_words() -> None:
    text = "See :ref:`the pot <pot>`, :func:`~tea.pour`, ``a*b``, `Leaf <https://leaf.example>`_ [1]_ and `cups`_."
    assert inline(text) == "See the pot, `pour`, `a*b`, [Leaf](https://leaf.example) and cups."


def test_a_link_that_leads_nowhere_is_its_words_and_a_tag_is_text() -> None:
    assert inline("`The pot <pot_>`_ in <kitchen>") == "The pot in \\<kitchen>"


@pytest.mark.parametrize(
    "text",
    [
        "=====  =====\nTea    Price\n=====  =====\nGreen  3\nBlack  4\n=====  =====",
        "+-------+-------+\n| Tea   | Price |\n+=======+=======+\n| Green | 3     |\n+-------+-------+\n| Black | 4     |\n+-------+-------+",
    ],
)
def test_tables_are_tables(text: str) -> None:
    assert table(text.split("\n")) == ["| Tea | Price |", "| --- | --- |", "| Green | 3 |", "| Black | 4 |"]


def test_a_table_with_joined_cells_stays_as_it_is_set() -> None:
    grid = ["+---+---+", "| a     |", "+---+---+", "| b | c |", "+---+---+"]
    assert table(grid) == ["```", *grid, "```"]


def test_empty_lines_around_a_block_go() -> None:
    assert stripped(["", "a", "", "b", " "]) == ["a", "", "b"] and stripped([""]) == []
