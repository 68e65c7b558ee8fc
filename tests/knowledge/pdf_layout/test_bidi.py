"""Logical order of lines that are read from right to left."""

from __future__ import annotations

import pytest

from gateway.knowledge.pdf_layout.bidi import logical, reads_right_to_left


@pytest.mark.parametrize(
    ("visual", "text"),
    [
        (".22:00 העשב תרגסנ", "נסגרת בשעה 22:00."),
        ("03-5551234 ןופלט", "טלפון 03-5551234"),
        (".5551234-03 فتاهلا", "الهاتف 03-5551234."),
        (".٢٠٢٤/٠٥/١٢ خيراتلا", "التاريخ ٢٠٢٤/٠٥/١٢."),
        ("24 - 22 םידומע", "עמודים 22 - 24"),
        ("15% לש החנה", "הנחה של 15%"),
        ("₪40 ריחמ", "מחיר ₪40"),
        ("Windows 11 תכרעמ", "מערכת Windows 11"),
        ("COVID-19 ףיגנ", "נגיף COVID-19"),
        ("km 5 קחרמ", "מרחק 5 km"),
        ("https://example.org/a-b רתאב", "באתר https://example.org/a-b"),
        ("(ב) בושח ףיעס", "סעיף חשוב (ב)"),
        (")ב( בושח ףיעס", "סעיף חשוב (ב)"),
        ("دينكبصن Word 2019 ۀمانرب", "برنامۀ Word 2019 نصبکنيد".replace("ک", "ك")),
    ],
)
def test_a_mirrored_line(visual: str, text: str) -> None:
    assert logical(visual[::-1], mirrored=True) == text


@pytest.mark.parametrize(
    ("visual", "text"),
    [
        ("The word םולש means peace.", "The word שלום means peace."),
        ("The phrase םכילע םולש (a greeting)", "The phrase שלום עליכם (a greeting)"),
        (".22:00 העשב תרגסנ", "נסגרת בשעה 22:00."),
        ("No other script (here).", "No other script (here)."),
    ],
)
def test_a_line_of_a_page_that_reads_from_left_to_right(visual: str, text: str) -> None:
    assert logical(visual, mirrored=False) == text


def test_a_latin_line_of_a_mirrored_page() -> None:
    assert logical("Hello (world). It ends."[::-1], mirrored=True) == "Hello (world). It ends."
    assert logical(".It ends as a paragraph from right to left"[::-1], mirrored=True).endswith("to left.")
    assert logical("12.50"[::-1], mirrored=True) == "12.50"


def test_letters_are_unshaped_and_marks_follow_their_letters() -> None:
    assert logical("ﻻ", mirrored=True) == "لا"
    assert logical("لَّه", mirrored=True) == "لَّه"
    assert logical("e\u0301t\u0301 של", mirrored=True) == "t\u0301e\u0301 של"


def test_most_letters_decide_the_direction_of_a_page() -> None:
    assert reads_right_to_left("שלום (abc) 123")
    assert not reads_right_to_left("A short word: שלום")
