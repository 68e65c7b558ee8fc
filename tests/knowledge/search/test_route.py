"""Which passages show what is in a document."""

import pytest

from gateway.knowledge.search.route import route


@pytest.mark.parametrize(
    ("headings", "most", "places"),
    [
        (["A", "B", "C"], 5, [0, 1, 2]),
        (["", "A", "A › One", "A › Two", "B"], 3, [0, 1, 4]),
        (["", "A", "A › One", "A › Two", "B"], 4, [0, 1, 2, 4]),
        (["A", "B", "C"], 2, [0, 1]),
        ([""] * 10, 3, [0, 3, 6]),
        (["", *["A"] * 6, "B"], 4, [0, 1, 4, 7]),
        ([], 3, []),
    ],
)
def test_every_section_gets_its_beginning_and_longer_ones_get_more(headings, most, places):
    assert route(headings, most) == places
