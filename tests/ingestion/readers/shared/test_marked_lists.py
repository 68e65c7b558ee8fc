"""Items with marks of their own become nested lists."""

from __future__ import annotations

from gateway.ingestion.readers.shared.marked_lists import BULLET, MarkedItem, as_lists


def test_items_are_nested_by_their_depth() -> None:
    items = [MarkedItem(0, "1.", "a"), MarkedItem(3, BULLET, "b"), MarkedItem(1, "x&", "c"), MarkedItem(0, "", "d")]
    assert as_lists(items) == (
        '<ul><li data-marker="1.">a<ul><li>b</li><li data-marker="x&amp;">c</li></ul></li><li>d</li></ul>'
    )
    assert as_lists([]) == ""
