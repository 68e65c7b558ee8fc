"""What readers of plain text share: lines, escapes, code."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.documents.plain_lines import escaped, fenced, lines_of, span, without_added_blanks
from gateway.words import markdown
from tests.support.every import every


def test_lines_are_put_together_from_pieces() -> None:
    assert list(lines_of(["a\nb", "c\n\td", "\n"])) == ["a", "bc", "        d"]


def test_a_line_without_end_is_cut() -> None:
    assert list(lines_of(["abcd", "efg"], most=3)) == ["abc", "def", "g"]


@every(
    "line",
    [
        "<file> and a[k]",
        "- no item",
        "# no title",
        "1. no item",
        "> no quote",
        "2*x*y",
        "`x'",
        "---",
        "a\\*b",
        "__init__()",
    ],
)
def test_an_escaped_line_is_shown_as_it_was(line: str) -> None:
    assert markdown.plain(escaped(line)) == line
    assert all(block.kind == "prose" for block in markdown.blocks(escaped(line)))


def test_most_lines_need_no_mark() -> None:
    line = "See https://a.example/b_c (or -k, --keep): 5 > 3 & 1 < 2, <https://b.example>."
    assert escaped(line) == line


def test_code_may_hold_ticks() -> None:
    assert span("a") == "`a`" and span("`a") == "`` `a ``"
    assert fenced(["```"]) == ["````", "```", "````"]


@given(st.text("a `"))
def test_blanks_between_words_become_one(line: str) -> None:
    assert without_added_blanks(line).split() == line.split()
