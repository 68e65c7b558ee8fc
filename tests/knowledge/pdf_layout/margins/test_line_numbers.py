"""Numbers of lines in margins are dropped; numbers of rows, items and years are not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gateway.knowledge.pdf_layout.margins.line_numbers import without_line_numbers
from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Run

LINES = [
    "The contractor shall deliver all of the pumps to the",
    "site of the customer within thirty days after the day",
    "on which the order was confirmed in writing by both.",
]
TEXT = [LINES[at % 3] for at in range(30)]


def line(text: str, x: float, y: float, size: float = 10) -> Run:
    return Run(text, x, y, x + len(text) * size / 2, y + size, 0, size)


def numbered(texts: Sequence[str], *, step: int = 1, x: float = 60, start: int = 1, pitch: float = 14) -> list[Run]:
    """Lines with numbers whose right edges are at `x`."""
    runs = [line(text, 100, 700 - pitch * at) for at, text in enumerate(texts)]
    numbers = [
        line(str(at + start), x - 4 * len(str(at + start)), 701 - pitch * at, 8)
        for at in range(len(texts))
        if (at + start) % step == 0
    ]
    return [*numbers, *runs]


def texts(runs: Sequence[Run]) -> list[str]:
    return [run.text for run in runs]


@pytest.mark.parametrize("x", [90, 420], ids=["left", "right"])
@pytest.mark.parametrize("step", [1, 5])
def test_numbers_of_lines_are_dropped_on_both_sides(step: int, x: float) -> None:
    assert texts(without_line_numbers([numbered(TEXT, step=step, x=x)])[0]) == TEXT


def test_sentences_across_numbered_lines_are_whole() -> None:
    found = lay_out([numbered(LINES * 2)])
    sentence = " ".join(LINES)
    assert "|" not in found.text and found.text.count(sentence) == 2


def test_numbers_close_to_the_text_are_dropped_from_its_runs() -> None:
    runs = [line(f"{at + 1} {text}", 90 - 5 * len(str(at + 1)), 700 - 14 * at) for at, text in enumerate(TEXT)]
    assert texts(without_line_numbers([runs])[0]) == TEXT
    listed = [line(f"{at + 1} Seals of the pump {at}", 72, 700 - 14 * at) for at in range(12)]
    assert without_line_numbers([listed])[0] == listed


def test_a_page_with_few_lines_loses_its_numbers_too() -> None:
    pages = without_line_numbers([numbered(TEXT), numbered(LINES[:2], start=31)])
    assert texts(pages[1]) == LINES[:2]


def test_numbers_of_a_ruled_paper_need_not_fit_the_lines() -> None:
    numbers = [line(str(at), 60, 720 - 24 * at) for at in range(1, 21)]
    body = [line(text, 100, 690 - 16 * at) for at, text in enumerate(TEXT)]
    assert texts(without_line_numbers([[*numbers, *body]])[0]) == TEXT


def test_numbers_between_two_columns_belong_to_the_right_one() -> None:
    right = [
        line(run.text, run.left + 330 if run.text in LINES else run.left + 350, run.bottom, run.size)
        for run in numbered(TEXT, x=60, start=31)
    ]
    assert texts(without_line_numbers([[*numbered(TEXT, x=60), *right]])[0]) == [*TEXT, *TEXT]


@pytest.mark.parametrize(
    "rows",
    [
        [f"Item {at} of it" for at in range(12)],
        ["apples and pears from the garden " * (1 + at % 3) for at in range(12)],
        ["The site is cleaned on each day of the whole week" for _ in range(12)],
    ],
    ids=["cells", "a list", "sentences"],
)
def test_numbers_of_rows_stay(rows: list[str]) -> None:
    assert len(without_line_numbers([numbered(rows)])[0]) == 24


def test_steps_that_count_no_lines_stay() -> None:
    doses = [
        run
        for at in range(1, 9)
        for run in (line(str(5 * at), 60, 700 - 14 * at), line("drops a day", 100, 700 - 14 * at))
    ]
    assert len(without_line_numbers([doses])[0]) == 16
