"""Items of lists are counted as a browser counts them."""

from __future__ import annotations

import pytest

from gateway.knowledge.formats.html_parts.list_markers import ListMarkers, counted, is_of_markdown, written


def markers(count: int, tag: str = "ol", style: str = "", **attributes: str | None) -> list[str]:
    found = ListMarkers(tag, attributes, style, count)
    return [found.marker({}) for _ in range(count)]


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({}, ["1. ", "2. "]),
        ({"start": "7"}, ["7. ", "8. "]),
        ({"start": " -1x"}, ["-1. ", "0. "]),
        ({"start": "x"}, ["1. ", "2. "]),
        ({"reversed": None}, ["2. ", "1. "]),
        ({"reversed": None, "start": "10"}, ["10. ", "9. "]),
        ({"type": "a", "start": "26"}, ["z. ", "aa. "]),
        ({"type": "A"}, ["A. ", "B. "]),
        ({"type": "i", "start": "3"}, ["iii. ", "iv. "]),
        ({"type": "I", "start": "1999"}, ["MCMXCIX. ", "MM. "]),
        ({"type": "1", "style": "upper-roman"}, ["I. ", "II. "]),
        ({"type": "?"}, ["1. ", "2. "]),
        ({"style": "none"}, ["- ", "- "]),
        ({"tag": "ul", "start": "4"}, ["- ", "- "]),
        ({"tag": "ul", "style": "decimal"}, ["1. ", "2. "]),
    ],
)
def test_a_list_is_counted(attributes: dict[str, str], expected: list[str]) -> None:
    assert markers(2, **attributes) == expected


def test_an_item_may_have_its_own_number_style_and_marker() -> None:
    found = ListMarkers("ol", {}, "", 6)
    own: list[dict[str, str | None]] = [{"value": "5"}, {}, {"type": "a"}, {"data-marker": " (b)  "}, {"value": None}]
    assert [found.marker(item) for item in own] == ["5. ", "6. ", "g. ", "(b) ", "9. "]
    assert found.marker({}, "lower-roman") == "x. "


@pytest.mark.parametrize(
    ("number", "style", "text"),
    [
        (7, "decimal-leading-zero", "07"),
        (-7, "decimal-leading-zero", "-07"),
        (28, "lower-latin", "ab"),
        (4000, "lower-roman", "4000"),
        (0, "upper-alpha", "0"),
        (2, "lower-greek", "β"),
        (18, "lower-greek", "σ"),
        (3, "klingon", "3"),
    ],
)
def test_counter_styles(number: int, style: str, text: str) -> None:
    assert counted(number, style) == text


def test_markers_that_a_reader_has_computed() -> None:
    assert [written(marker) for marker in ("§ 2", "•", "", "1)", "–")] == ["§ 2 ", "- ", "", "1) ", "- "]
    assert [is_of_markdown(marker) for marker in ("1) ", "12. ", "- ", "a. ", "1.1. ", "")] == [True] * 3 + [False] * 3
