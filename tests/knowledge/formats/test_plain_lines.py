"""What readers of plain text share: lines and code."""

from __future__ import annotations

from gateway.knowledge.formats.plain_lines import fenced, lines_of, span


def test_lines_are_put_together_from_pieces() -> None:
    assert list(lines_of(["a\nb", "c\n\td", "\n"])) == ["a", "bc", "        d"]


def test_a_line_without_end_is_cut() -> None:
    assert list(lines_of(["abcd", "efg"], most=3)) == ["abc", "def", "g"]


def test_code_may_hold_ticks() -> None:
    assert span("a") == "`a`" and span("`a") == "`` `a ``"
    assert fenced(["```"]) == ["````", "```", "````"]
