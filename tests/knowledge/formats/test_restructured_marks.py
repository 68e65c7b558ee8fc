"""What stands within a paragraph of reStructuredText, and its tables."""

from __future__ import annotations

import pytest

from gateway.knowledge.formats.restructured_marks import definitions, inline, resolved, stripped, table


def test_links_and_roles_are_their_words() -> None:
    text = "See :ref:`the pot <pot>`, :func:`~tea.pour`, ``a*b``, `Leaf <https://leaf.example>`_ [1]_ and `cups`_."
    assert inline(text) == "See the pot, `pour`, `a*b`, [Leaf](https://leaf.example) [1] and cups."


def test_raised_and_lowered_letters_and_marks_of_notes_stay() -> None:
    assert inline(r"10\ :sup:`6` and H\ :sub:`2`\ O, 5\ :superscript:`th`") == "10⁶ and H₂O, 5ᵗʰ"
    assert inline("one [1]_, two [#]_, three [#note]_, four [*]_ and [ISO-9001]_.") == (
        "one [1], two [#], three [#note], four [*] and [ISO-9001]."
    )


def test_names_stand_for_what_is_defined_anywhere() -> None:
    lines = [
        ".. |tea| replace:: *Green* tea",
        ".. |c| unicode:: 0xA9 U+2014 x .. a remark",
        ".. [#] One",
        ".. [1] Two",
        ".. [#b] Three",
    ]
    found = definitions(lines)
    text = ["|tea| and \\|C\\| [#] [#b] |x| a | b |", "```", "|tea| [#]", "```", "[#] One", "[#b] Three"]
    assert list(resolved(text, found)) == [
        "*Green* tea and ©—x [2] [3] |x| a | b |",
        "```",
        "|tea| [#]",
        "```",
        "[2] One",
        "[3] Three",
    ]


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
