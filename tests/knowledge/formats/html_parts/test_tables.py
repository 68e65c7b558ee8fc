"""Rows of HTML become rows of Markdown."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.formats.html_parts.tables import table_rows


class Written:
    """Writes the text of cells; those with `hidden` are hidden."""

    def begins(self, row: LexborNode) -> bool:
        return "hidden" not in row.attributes

    def write(self, part: LexborNode) -> str | None:
        return None if "hidden" in part.attributes else part.text(deep=True)


def rows(source: str) -> list[str] | None:
    table = LexborHTMLParser(source).css_first("table")
    assert table is not None
    written = Written()
    return table_rows(table, written.begins, written.write)


def test_a_table_has_a_line_below_its_first_row_and_its_caption_above() -> None:
    found = rows("<table><caption>Fees</caption><tr><th>a|b<th>c<tr><td>1</table>")
    assert found == ["Fees", "", "| a\\|b | c |", "| --- | --- |", "| 1 |  |"]


def test_a_hidden_cell_and_a_hidden_row_are_not_written() -> None:
    found = rows("<table><tr><td>a<td hidden>b<td>c<tr hidden><td>d<td>e</table>")
    assert found == ["| a | c |", "| --- | --- |"]


def test_a_table_of_one_column_and_one_in_another_make_layout() -> None:
    assert rows("<table><tr><td>a<tr><td>b</table>") is None
    assert rows("<table><tr><td>a<td><table><tr><td>b</table></table>") is None


def test_a_table_of_hidden_rows_is_empty() -> None:
    assert rows("<table><tr hidden><td>a<td>b</table>") == []
