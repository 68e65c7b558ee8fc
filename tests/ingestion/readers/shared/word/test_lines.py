"""The HTML of lines, lists and tables."""

from __future__ import annotations

from gateway.ingestion.readers.shared.word.lines import (
    HtmlBlocks,
    HtmlCell,
    HtmlLine,
    Markdown,
    marks_of,
    table_html,
)


def test_neighbours_with_the_same_marks_are_marked_once() -> None:
    raised, struck = marks_of({"vertAlign": "superscript"}), marks_of({"strike": "on"})
    line = HtmlLine([("", "a<"), (struck, "12"), (struck, "0"), (raised, "1"), (raised, "0"), ("", "\nb")])
    assert line.html() == "a&lt;~~120~~¹⁰<br>b"
    both = marks_of({"dstrike": "on", "vertAlign": "subscript"})
    assert HtmlLine([(both, "2")]).html() == "~~₂~~"


def test_items_of_several_levels_are_one_list_until_another_block() -> None:
    blocks = HtmlBlocks()
    blocks.item(2, "", "a")  # a level is at most one below the item before it
    blocks.item(1, '"i"', "b")
    blocks.go_on(1, "more")
    blocks.go_on(0, "even more")
    blocks.item(0, "", "c")
    blocks.add("<p>d</p>")
    blocks.go_on(3, "e")
    blocks.add(Markdown("f<\n\ng"))
    assert blocks.html() == (
        '<ul><li>a<ul><li data-marker="&quot;i&quot;">b<p>more</p></li></ul><p>even more</p></li><li>c</li></ul>'
        "<p>d</p><p>e</p><p>f&lt;</p><p>g</p>"
    )


def test_a_cell_that_goes_on_makes_the_cell_above_longer() -> None:
    rows = [
        (True, [HtmlCell("a", 2), HtmlCell("b")]),
        (False, [HtmlCell("", 2, goes_on=True), HtmlCell("c")]),
        (False, [HtmlCell("", 2, goes_on=True), HtmlCell("d")]),
        (False, [HtmlCell("e"), HtmlCell("", goes_on=True)]),
    ]
    assert table_html(rows) == (
        '<table><tr><th colspan="2" rowspan="3">a</th><th>b</th></tr><tr><td>c</td></tr><tr><td>d</td></tr>'
        "<tr><td>e</td><td></td></tr></table>"
    )
