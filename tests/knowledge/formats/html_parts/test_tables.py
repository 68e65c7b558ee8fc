"""Rows of HTML become rows of Markdown."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.formats.html_parts.tables import table_rows


def written(part: LexborNode) -> str | None:
    return None if "hidden" in part.attributes else part.text(deep=True)


def rows(source: str) -> list[str]:
    table = LexborHTMLParser(source).css_first("table")
    assert table is not None
    return table_rows(table, written)


def test_a_table_has_a_line_below_its_first_row_and_its_caption_above() -> None:
    found = rows("<table><caption>Fees</caption><tr><th>a|b<th>c<tr><td>1</table>")
    assert found == ["Fees", "", "| a\\|b | c |", "| --- | --- |", "| 1 |  |"]


def test_a_hidden_cell_is_no_cell() -> None:
    assert rows("<table><tr><td>a<td hidden>b<td>c</table>")[0] == "| a | c |"


def test_a_table_of_one_column_and_one_in_another_make_layout() -> None:
    assert rows("<table><tr><td>a<tr><td>b</table>") == []
    assert rows("<table><tr><td>a<td><table><tr><td>b</table></table>") == []
