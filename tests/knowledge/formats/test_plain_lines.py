"""What readers of plain text share: lines and code."""

from __future__ import annotations

from gateway.knowledge.formats.plain_lines import cell, ended_lines, fenced, lines_of, ruling, span, table_row


def test_lines_are_put_together_from_pieces() -> None:
    assert list(lines_of(["a\nb", "c\n\td", "\n"])) == ["a", "bc", "        d"]


def test_a_line_without_end_is_cut() -> None:
    assert list(lines_of(["abcd", "efg"], most=3)) == ["abc", "def", "g"]


def test_code_may_hold_ticks() -> None:
    assert span("a") == "`a`" and span("`a") == "`` `a ``"
    assert fenced(["```"]) == ["````", "```", "````"]


def test_lines_keep_their_ends_and_a_very_long_one_comes_in_parts():
    assert list(ended_lines(["a\nb", "c\n", "defg"], most=3)) == ["a\n", "bc\n", "def", "g"]


def test_a_cell_stays_on_its_line_and_in_its_column():
    assert [table_row([cell(" a\n b"), cell("x|y")]), ruling(2)] == ["| a b | x\\|y |", "| --- | --- |"]
