"""What returns at the edges of pages is no text."""

from __future__ import annotations

from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Rule, Run


def line(text: str, y: float, x: float = 72, size: float = 10) -> Run:
    return Run(text, x, y, x + len(text) * size / 2, y + size, size=size)


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


def test_heads_that_differ_on_left_and_right_pages_are_left_out() -> None:
    def page(number: int, head: str) -> list[Run]:
        return [line(head, 800, 72 if number % 2 else 300, 8), line(f"Text of number {number * 7}.", 700)]

    alternating = [page(n, "The Pumps" if n % 2 else "Anna Berg") for n in range(1, 6)]
    assert lay_out(alternating).text == "\n\n".join(f"Text of number {n * 7}." for n in range(1, 6))
    chapters = [
        page(n, f"Chapter {'abcdef'[n - 1]}  {n + 10}" if n % 2 else f"{n + 10}  The Pumps") for n in range(1, 7)
    ]
    assert lay_out(chapters).text == "\n\n".join(f"Text of number {n * 7}." for n in range(1, 7))


def test_a_title_that_is_the_head_of_the_next_pages_stays() -> None:
    first = [line("The Pumps", 790, size=20), line("Text of number 5.", 700)]
    rest = [[line("The Pumps", 800, size=8), line(f"Text of number {n * 7}.", 700)] for n in range(2, 6)]
    assert lay_out([first, *rest]).text.startswith("# The Pumps\n\nText of number 5.\n\nText of number 14.")


def test_large_heads_with_numbers_are_the_names_of_parts_and_the_same_one_stays_once() -> None:
    parts = [[line(f"Part {n}", 790, size=20), line(f"Text of number {n * 7}.", 700)] for n in range(1, 5)]
    assert all(f"# Part {n}\n" in lay_out(parts).text for n in range(1, 5))
    same = [[line("Slides", 790, size=20), line(f"Text of number {n * 7}.", 700)] for n in range(1, 5)]
    assert lay_out(same).text.count("Slides") == 1


def test_a_head_above_a_framed_table_is_left_out() -> None:
    rules = [Rule(70, y, 200, y) for y in range(300, 781, 20)] + [Rule(x, 300, x, 780) for x in (70, 130, 200)]
    table = [line(f"{y + x}", y + 5, x + 5) for y in range(300, 761, 20) for x in (70, 130)]
    pages = [[line("The Pumps", 800, size=8), *table] for _ in range(3)]
    assert "The Pumps" not in lay_out(pages, [rules] * 3).text
