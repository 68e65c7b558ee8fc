"""A paragraph stays a paragraph when Markdown reads it."""

from __future__ import annotations

import pytest

from gateway.knowledge.formats.html_parts.block_writer import escaped
from gateway.words.text import markdown

LINES = ["# x", "- 5 °C", "+ x", "* x", "> x", "1. x", "12) x", "---", "***", "===", "```", "~~~", "<!-- x -->", "-"]
PLAIN = ["#x", "-5 °C", "1.5 m", "a - b", "**x**", "1234567890. x", "(1) x", "~~x~~", "[1] x", "=x", "2024"]


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_looks_like_a_mark_is_escaped(line: str) -> None:
    found = escaped(f"words\n{line}")
    assert found.replace("\\", "") == f"words\n{line}" and found.count("\\") == 1
    assert [block.kind for block in markdown.blocks(escaped(line) + "\n")] == ["prose"]
    assert [block.kind for block in markdown.blocks(f"{found}\n")] == ["prose"]


@pytest.mark.parametrize("line", PLAIN)
def test_every_other_line_stays_as_it_is(line: str) -> None:
    assert escaped(line) == line


def test_a_target_of_a_link_and_a_definition_are_escaped() -> None:
    assert escaped("[1]: Since 2024") == "\\[1]: Since 2024" and escaped(": x") == "\\: x"
