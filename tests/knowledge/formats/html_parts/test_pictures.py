"""Pictures that stand for words are text; pictures to look at are counted."""

from __future__ import annotations

import pytest

from tests.support.pages import left_out, text_of


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("<img src=n.png alt=No>", "No"),
        ("<img src=n.png alt='Not included in this plan'>", "Not included in this plan"),
        ("<svg role=img aria-label='not included'></svg>", "not included"),
        ("<svg><title>included</title><path/></svg>", "included"),
        ("<span class=ok role=img aria-label=included></span>", "included"),
        ("<i class='fa fa-check' aria-hidden=true></i>", "✓"),
        ("<i class='fas fa-times'></i>", "✗"),
        ("<i title=Yes></i>", "Yes"),
        ("<span class=icon-not-included></span>", "✗"),
        ("<img src='/img/tick.png'>", "✓"),
        ("<svg aria-hidden=true><use href='#icon-cross'></use></svg>", "✗"),
        ("<span class=material-icons aria-hidden=true>check</span>", "✓"),
        ("<span class=sr-only>No</span><i class=x></i>", "No"),
        ("<i class='fa fa-star'></i>", ""),
    ],
)
def test_a_cell_says_yes_or_no_by_a_picture(cell: str, text: str) -> None:
    found, counts = left_out(f"<table><tr><th>A<th>B<th>C<tr><td>a<td>{cell}<td>c</table>")
    row = found.rpartition("| a ")[2]
    assert not counts
    assert row == f"| {text} | c |".replace("  ", " ")


def test_a_cell_says_yes_by_its_class_or_label() -> None:
    assert text_of("<table><tr><td class=yes><td class=no><td title=Maybe></table>").startswith("| ✓ | ✗ | Maybe |")


def test_icons_and_signs_in_a_line_are_text() -> None:
    page = "<ul><li><i class='fa fa-check'></i> A<li><i class='bi bi-x-lg'></i> B</ul><p><img class=emoji alt=✅> C"
    assert text_of(page) == "- ✓ A - ✗ B ✅ C"


def test_a_logo_is_not_text() -> None:
    assert text_of("<p><img src=l.png alt=Logo width=32></p><p>5 <img src=y.png alt=Yes> x") == "5 Yes x"


def test_labels_of_a_drawing_are_text() -> None:
    assert text_of("<svg><title>Chart</title><text>Q1</text><text>12</text></svg>") == "Q1 12"


def test_pictures_and_objects_are_counted_except_for_decoration() -> None:
    page = """A<img src=a.png><img src=b.jpg alt='A ship in the harbour'><img src=c.png alt=""><img src=d.gif width=1>
    <iframe src=x></iframe><video></video><iframe src=y width=0 height=0></iframe>"""
    assert left_out(page) == ("A", {"picture": 2, "object": 2})
