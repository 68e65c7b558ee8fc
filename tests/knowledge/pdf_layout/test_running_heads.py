"""What returns at the edges of pages is no text."""

from __future__ import annotations

from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Run


def line(text: str, y: float) -> Run:
    return Run(text, 72, y, 72 + len(text) * 5, y + 10)


def test_heads_feet_and_page_numbers_that_repeat_are_left_out() -> None:
    pages = [
        [line("Report on Wine", 800), line(f"Page {n} tells of wine number {n * 7}.", 700), line(f"- {n} -", 30)]
        for n in range(1, 5)
    ]
    text = lay_out(pages).text
    assert "Report" not in text
    assert "- 3 -" not in text
    assert all(f"number {n * 7}." in text for n in range(1, 5))


def test_roman_page_numbers_are_left_out() -> None:
    pages = [[line(f"Text number {n * 7}.", 700), line("i" * n, 30)] for n in range(1, 4)]
    assert lay_out(pages).text == "Text number 7.\n\nText number 14.\n\nText number 21."


def test_numbers_at_the_edges_of_pages_that_do_not_count_pages_stay() -> None:
    pages = [[line(f"Total {n * n * 10} 7", 700)] for n in range(1, 6)]
    assert all(f"Total {n * n * 10} 7" in lay_out(pages).text for n in range(1, 6))
