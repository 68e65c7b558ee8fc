"""Columns of any number and length, and what is as wide as all of them."""

from __future__ import annotations

import re

import pytest

from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Run

LEFT, RIGHT, WIDTH, PAGE = 72, 310, 210, 448


class Page:
    """Draws numbered lines in the order in which they are to be read."""

    def __init__(self) -> None:
        self.runs: list[Run] = []

    def line(self, x: float, y: float, width: float, size: float = 10) -> None:
        text = f"k{len(self.runs):03} of the text"
        self.runs.append(Run(text, x, y, x + width, y + size, 0, size))

    def column(self, x: float, top: float, count: int, width: float = WIDTH) -> float:
        for at in range(count):
            self.line(x, top - 12 * at, width if at < count - 1 else 0.4 * width)
        return top - 12 * count

    def columns(self, top: float, *counts: int) -> float:
        width = (PAGE - 28 * (len(counts) - 1)) / len(counts)
        for at, count in enumerate(counts):
            self.column(LEFT + at * (width + 28), top, count, width)
        return top - 12 * max(counts)

    def heading(self, y: float, width: float = 90) -> float:
        self.line(LEFT, y - 20, width, 14)
        return y - 40


def below(page: Page) -> None:
    y = page.heading(page.columns(760, 12, 12))
    page.column(LEFT, y, 3, PAGE)


def below_with_a_short_text(page: Page) -> None:
    page.column(LEFT, page.heading(page.columns(760, 12, 12)), 1, 150)


def between(page: Page) -> None:
    y = page.column(LEFT, page.heading(page.columns(760, 12, 11)), 4, PAGE)
    page.columns(y - 14, 10, 10)


def between_without_text(page: Page) -> None:
    page.columns(page.heading(page.columns(760, 12, 12)), 10, 10)


def above(page: Page) -> None:
    page.columns(page.column(LEFT, page.heading(780), 4, PAGE) - 14, 12, 9)


def three(page: Page) -> None:
    y = page.heading(page.columns(760, 12, 12, 12))
    page.column(LEFT, y, 3, PAGE)


def three_of_other_lengths(page: Page) -> None:
    page.columns(760, 30, 30, 2)


def a_short_second(page: Page) -> None:
    page.column(LEFT, 760, 30)
    page.column(RIGHT + 10, 760, 1)


def three_below_two(page: Page) -> None:
    page.columns(page.columns(760, 12, 12) - 20, 12, 12, 12)


def two_below_three(page: Page) -> None:
    page.columns(page.columns(760, 12, 12, 12) - 20, 12, 12)


def few_columns_in_much_text(page: Page) -> None:
    y = page.columns(page.column(LEFT, 760, 24, PAGE) - 14, 6, 6)
    page.column(LEFT, y - 14, 16, PAGE)


def a_caption_between(page: Page) -> None:
    y = page.column(LEFT, page.columns(760, 10, 10) - 120, 2, PAGE)
    page.columns(y - 20, 12, 12)


def a_heading_of_the_left_column(page: Page) -> None:
    y = page.heading(page.column(LEFT, 760, 20))
    page.column(LEFT, y, 10)
    page.column(RIGHT, 760, 12)


def a_heading_beside_a_figure(page: Page) -> None:
    y = page.heading(page.column(LEFT, 760, 10))
    page.column(LEFT, y, 20)
    page.column(RIGHT, 760, 8)
    page.column(RIGHT, 560, 8)


def a_heading_that_reaches_into_a_narrow_gutter(page: Page) -> None:
    y = page.heading(780, 214)
    page.column(LEFT, y, 20, 210)
    page.column(LEFT + 218, y, 20, 210)


@pytest.mark.parametrize(
    "draw",
    [
        below,
        below_with_a_short_text,
        between,
        between_without_text,
        above,
        three,
        three_of_other_lengths,
        a_short_second,
        three_below_two,
        two_below_three,
        few_columns_in_much_text,
        a_caption_between,
        a_heading_of_the_left_column,
        a_heading_beside_a_figure,
        a_heading_that_reaches_into_a_narrow_gutter,
    ],
)
def test_columns_are_read_in_order(draw) -> None:
    page = Page()
    draw(page)
    text = lay_out([page.runs]).text
    assert re.findall(r"k\d+", text) == [run.text.split()[0] for run in page.runs]
    assert "|" not in text


def test_a_table_between_columns_is_read_by_rows() -> None:
    page = Page()
    y = page.columns(760, 10, 10) - 20
    for at in range(4):
        for x in (72, 180, 310, 420):
            page.runs.append(Run(f"k{len(page.runs):03}", x, y - 14 * at, x + 30, y - 14 * at + 10, 0, 10))
    page.columns(y - 80, 10, 10)
    text = lay_out([page.runs]).text
    assert "| k020 | k021 | k022 | k023 |" in text
    assert re.findall(r"k\d+", text) == [run.text.split()[0] for run in page.runs]


def test_a_sentence_goes_on_after_the_footnote_of_its_column() -> None:
    def line(text: str, x: float, y: float, size: float = 10) -> Run:
        return Run(text, x, y, x + WIDTH, y + size, 0, size)

    left = [line(f"left {n} is a line of a sentence which", LEFT, 760 - 12 * n) for n in range(8)]
    note = line("1 A note below the column.", LEFT, 600, 7)
    right = [line(f"continues {n} in the right column and is", RIGHT, 760 - 12 * n) for n in range(8)]
    text = lay_out([[*left, note, *right]]).text
    assert "left 7 is a line of a sentence which continues 0 in" in text
    assert text.endswith("1 A note below the column.")
