"""The title of a document by its first page."""

import pytest

from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Run

TEXT = "a line of the text of this page, which is long"


def drawn(*lines):
    """Lines of size, height and text, above ten lines of text."""
    runs = [Run(text, x, y, x + len(text) * size / 2, y + size, size=size) for size, x, y, text in lines]
    runs += [Run(TEXT, 72, 400 - 12 * at, 300, 410 - 12 * at, size=10.0) for at in range(10)]
    return lay_out([runs]).title


TITLE = (16.0, 72, 700, "The wear of seals")


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ([TITLE], "The wear of seals"),
        (
            [TITLE, (16.0, 72, 682, "in the pumps"), (16.0, 72, 664, "of Nancy*")],
            "The wear of seals in the pumps of Nancy",
        ),
        ([TITLE, (12.0, 72, 680, "A study of forty machines")], "The wear of seals"),
        (
            [
                (20.0, 72, 760, "Journal of Hydraulics"),
                (9.0, 72, 740, "homepage: www.example.com"),
                (14.0, 72, 690, "The wear of seals in pumps"),
            ],
            "The wear of seals in pumps",
        ),
        ([(26.0, 72, 760, "PUMPS ONE"), (16.0, 72, 700, "The wear of seals in pumps")], "The wear of seals in pumps"),
        ([(26.0, 72, 760, "Pumps"), (16.0, 72, 735, "All about the wear of seals")], "Pumps"),
        ([(22.0, 72, 760, "ARTICLE"), TITLE], "The wear of seals"),
        ([TITLE, (13.0, 72, 670, "Anna Berg, Otto Klein and Carla Diaz")], "The wear of seals"),
        ([TITLE, (16.0, 72, 500, "Abstract")], "The wear of seals"),
        ([TITLE, (44.0, 72, 600, "T")], "The wear of seals"),
        ([(60.0, 72, 740, "3"), TITLE], "The wear of seals"),
        ([(13.0, 72, 740, "https://doi.org/10.1000/182"), (12.0, 72, 700, "The wear of seals")], "The wear of seals"),
        ([(16.0, 72, 700, "The inter-"), (16.0, 72, 682, "national seals")], "The international seals"),
        (
            [(22.0, 72, 740, "水泵密封件磨损的声学测量"), (16.0, 72, 660, "A study of the wear of seals")],
            "水泵密封件磨损的声学测量",
        ),
        ([(10.0, 72, 700, "THE WEAR OF SEALS"), (12.0, 72, 600, "1 Introduction")], "THE WEAR OF SEALS"),
    ],
)
def test_the_title_is_the_largest_text_at_the_top_and_not_what_is_around_it(lines, title):
    assert drawn(*lines) == title
