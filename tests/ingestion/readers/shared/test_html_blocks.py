"""Items with marks of their own become nested lists; cells that continue those above make them longer."""

from __future__ import annotations

from gateway.ingestion.readers.shared.html_blocks import BULLET, HtmlBlocks, HtmlCell, table_html


def test_items_of_several_levels_are_one_list_until_another_block() -> None:
    blocks = HtmlBlocks()
    blocks.item(2, BULLET, "a")  # a level is at most one below the item before it
    blocks.item(1, '"i"', "b")
    blocks.go_on(1, "more")
    blocks.go_on(0, "even more")
    blocks.item(0, "", "c")
    blocks.add("<p>d</p>", "D")
    blocks.go_on(3, "e")
    listed = '<ul><li>a<ul><li data-marker="&quot;i&quot;">b<p>more</p></li></ul><p>even more</p></li><li>c</li></ul>'
    assert blocks.html() == f"{listed}<p>d</p><p>e</p>"
    assert blocks.html(inside=True) == f"{listed}D<p>e</p>"


def test_a_cell_that_goes_on_makes_the_cell_above_longer() -> None:
    rows = [
        [HtmlCell("a", 2), HtmlCell("b")],
        [HtmlCell("", 2, goes_on=True), HtmlCell("c")],
        [HtmlCell("", 2, goes_on=True), HtmlCell("d")],
        [HtmlCell("e"), HtmlCell("", goes_on=True)],
    ]
    assert table_html(rows, {0}) == (
        '<table><tr><th colspan="2" rowspan="3">a</th><th>b</th></tr><tr><td>c</td></tr><tr><td>d</td></tr>'
        "<tr><td>e</td><td></td></tr></table>"
    )
