"""Hashes tell whether a text or a file has changed."""

from __future__ import annotations

from gateway.knowledge.documents.corpus import LayoutLine, NewPage, below_title, bytes_hash, pages, text_hash


def test_equal_texts_have_equal_hashes_and_others_do_not() -> None:
    assert text_hash("é") == text_hash("é") == bytes_hash("é".encode())
    assert text_hash("é") != text_hash("e")


def test_a_lone_surrogate_can_be_hashed() -> None:
    assert len(text_hash("\ud800")) == 64


def test_the_path_of_headings_does_not_repeat_the_title() -> None:
    assert below_title("Guide › Install › Linux", "Guide") == "Install › Linux"
    assert below_title("Guide", "Guide") is None and below_title(None, "Guide") is None
    assert below_title("Guidelines › Install", "Guide") == "Guidelines › Install"


def test_the_pages_of_a_text_are_those_of_the_lines_that_it_lies_on() -> None:
    rows = ((0, 9, 1), (10, 19, 1), (20, 29, 2), (30, 39, 4))
    layout = [LayoutLine(start, end, page, 0, 0, 0, 0) for start, end, page in rows]
    assert pages(layout, 0, 19, 19) == (1, ())
    assert pages(layout, 5, 35, 30) == (1, (NewPage(15, 2), NewPage(25, 4)))
    assert pages(layout, 19, 39, 20) == (2, (NewPage(11, 4),)), "a passage that begins between two lines"
    assert pages(layout, 10, 29, 119) == (1, (NewPage(110, 2),)), "a hundred characters of header rows stand before it"
    assert pages([], 0, 9, 9) == pages(layout, 40, 50, 10) == (None, ())
